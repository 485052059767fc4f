import { withoutUnseen } from '../account/name.ts';
import { refuse, type Refusal } from '../failure/failure.ts';
import type { AccountId, ChatMediaId } from '../ids.ts';
import { limit } from '../limits.ts';
import { FORMS, mostBytesOf } from './sniff.ts';

/** How the platform shows a file. */
export const CHAT_MEDIA_KINDS = ['image', 'video', 'audio', 'document'] as const;
export type ChatMediaKind = (typeof CHAT_MEDIA_KINDS)[number];

/** What a request wants a file to be; `any`: whatever its content is (contract section 10). */
export type WantedMedia = ChatMediaKind | 'any';

/** A caller's file, by its address. */
export type MediaLink = { readonly url: string; readonly wanted: WantedMedia };

/** A file that was fetched, inspected and kept. */
export type TakenMedia = {
  readonly id: ChatMediaId;
  readonly kind: ChatMediaKind;
  /** The usual extension of its content, `pdf` or `jpg`: lower case, without the dot. */
  readonly extension: string;
  /** The last part of the address's path, decoded; undefined if it has none. */
  readonly nameInAddress: string | undefined;
};

export type MediaTaken =
  | { readonly ok: true; readonly media: TakenMedia }
  /** Code 25. */
  | { readonly ok: false; readonly refusal: Refusal };

/** Fetches, inspects and keeps callers' files. */
export type TakeMedia = {
  /** Of an address, or of a file that was given before. Never rejects because of either. */
  take(accountId: AccountId, url: string, wanted: WantedMedia): Promise<MediaTaken>;
};

const GIVEN = /^media:([1-9]\d{0,15})$/;

/** What stands for an address where a file was given to us. */
export const addressOfGiven = (id: ChatMediaId): string => `media:${id}`;

/** The file that was given to us; undefined: the address is somewhere else. */
export function givenAt(url: string): ChatMediaId | undefined {
  const id = GIVEN.exec(url)?.[1];
  return id === undefined ? undefined : (Number(id) as ChatMediaId);
}

/**
 * The address of a file in normal form: http or https, without a user name or password. Whether it
 * may be fetched is decided where it is fetched.
 */
export function readMediaAddress(written: string): string | Refusal {
  if (givenAt(written) !== undefined) return written;
  const most = limit('chatMediaLinkCharacters');
  const refused = refuse('chat_media_address', { characters: String(most) });
  if (written.length > most || !URL.canParse(written)) return refused;
  const url = new URL(written);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return refused;
  return url.username === '' && url.password === '' ? url.href : refused;
}

/** A dot, and what follows looks like an extension: letters and digits, no blanks. */
const EXTENSION = /\.[A-Za-z0-9]{1,10}$/;

/**
 * The name on a document's card: as given, with its content's extension if it had none (chat seed,
 * section 2: the extension should be kept), and no longer than a card allows.
 * @param extension without the dot; undefined if the content is unknown.
 */
export function fileNameFor(given: string, extension: string | undefined): string {
  const written = EXTENSION.exec(given)?.[0];
  const ending = written ?? (extension === undefined ? '' : `.${extension}`);
  const stem = written === undefined ? given : given.slice(0, -written.length);
  return cut(stem, limit('chatFileNameCharacters') - ending.length) + ending;
}

/** Never in the middle of a surrogate pair. */
function cut(text: string, most: number): string {
  const short = text.slice(0, most);
  return short.isWellFormed() ? short : short.slice(0, -1);
}

/** The last part of an address's path, decoded; undefined if it has none. */
export function nameInAddress(url: string): string | undefined {
  if (!URL.canParse(url) || givenAt(url) !== undefined) return undefined;
  const last = new URL(url).pathname.split('/').at(-1) ?? '';
  // Without path separators and anything a card cannot show.
  const name = decodePart(last)
    .replaceAll(/[\p{C}/\\]/gu, '')
    .trim();
  return name === '' ? undefined : name;
}

/**
 * A name that somebody gave as that of a file: without path separators, and without what nobody
 * sees, which could show its ending elsewhere.
 */
export const asFileName = (name: string): string =>
  withoutUnseen(name).replaceAll(/[/\\]/g, '-').trim();

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch (error) {
    // Not UTF-8: then as it is written.
    if (error instanceof URIError) return part;
    throw error;
  }
}

export type MediaFault =
  /** Not an http or https address, too long, with a password, or at a port that is not allowed. */
  | 'address'
  /** Refused, whoever would answer there. */
  | 'not_public'
  /** Its server answered, but not with a file. */
  | 'not_there'
  | 'unreachable'
  /** It was never given to this account, or is forgotten. */
  | 'unknown'
  | 'web_page'
  | 'too_large'
  | 'empty'
  /** Its content is not what was wanted. */
  | 'wrong_kind'
  /** Too many files are being fetched at the moment. */
  | 'busy'
  /** The account has reached its storage limit. */
  | 'full';

/** Worded to follow "Invalid media:". */
export function wordsOfFault(fault: Exclude<MediaFault, 'address'>, wanted: WantedMedia): string {
  switch (fault) {
    case 'not_public':
      return 'access denied, its address is not public';
    case 'not_there':
      return 'the file cannot be fetched, its server does not have it or does not give it';
    case 'unreachable':
      return 'the file cannot be fetched, its server cannot be reached or was cut off';
    case 'unknown':
      return 'no such file was given, or it is forgotten: give it again';
    case 'web_page':
      return 'its address shows a web page, not a file';
    case 'too_large':
      return `the file is larger than ${megabytes(wanted)} MB`;
    case 'empty':
      return 'the file is empty';
    case 'wrong_kind':
      return wanted === 'any'
        ? 'its content is of a kind that the chat platform does not take'
        : `its content is not ${FORMS[wanted]}`;
    case 'busy':
      return 'too many files are being fetched now, try again later';
    case 'full':
      return (
        'the account has too many files here, ' +
        `what nobody uses is forgotten after ${limit('chatMediaDays')} days`
      );
  }
}

function megabytes(wanted: WantedMedia): number {
  return mostBytesOf(wanted === 'any' ? 'document' : wanted) / (1024 * 1024);
}

/** The refusal of an entry whose file was refused (contract section 10: code 25). */
export function refusalOfFault(fault: MediaFault, wanted: WantedMedia): Refusal {
  if (fault === 'address') {
    return refuse('chat_media_address', { characters: String(limit('chatMediaLinkCharacters')) });
  }
  return refuse('chat_media_refused', { why: wordsOfFault(fault, wanted) });
}
