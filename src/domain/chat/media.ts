import { refuse, type Refusal } from '../failure/failure.ts';
import type { AccountId, ChatMediaId } from '../ids.ts';
import { limit } from '../limits.ts';
import { FORMS, mostBytesOf } from './sniff.ts';

/** What the platform shows a file as. */
export const CHAT_MEDIA_KINDS = ['image', 'video', 'audio', 'document'] as const;
export type ChatMediaKind = (typeof CHAT_MEDIA_KINDS)[number];

/** What a request asks a file to be; `any`: what its content says (contract section 10). */
export type WantedMedia = ChatMediaKind | 'any';

/** A file of a caller, by its address. */
export type MediaLink = { readonly url: string; readonly wanted: WantedMedia };

/** A file that was fetched, looked into and kept. */
export type TakenMedia = {
  readonly id: ChatMediaId;
  readonly kind: ChatMediaKind;
  /** What its kind of content is called by: `pdf`, `jpg`. Lower case, without the dot. */
  readonly extension: string;
  /** The last part of the address's path, decoded; undefined where it has none. */
  readonly nameInAddress: string | undefined;
};

export type MediaTaken =
  | { readonly ok: true; readonly media: TakenMedia }
  /** Code 25. */
  | { readonly ok: false; readonly refusal: Refusal };

/** Fetches, looks into and keeps files of callers. */
export type TakeMedia = {
  /** Never rejects for what the address or the file is like. */
  take(accountId: AccountId, url: string, wanted: WantedMedia): Promise<MediaTaken>;
};

/**
 * The address of a file in its usual form: http or https, without a name or password in it. Whether
 * it may be fetched is judged where it is fetched.
 */
export function readMediaAddress(written: string): string | Refusal {
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
 * The name of a document's card: as it was given, with the extension of its content where it had
 * none (chat seed, section 2: its extension should be kept), and not longer than a card takes.
 * @param extension without the dot; undefined where the content is not known.
 */
export function fileNameFor(given: string, extension: string | undefined): string {
  const written = EXTENSION.exec(given)?.[0];
  const ending = written ?? (extension === undefined ? '' : `.${extension}`);
  const stem = written === undefined ? given : given.slice(0, -written.length);
  return cut(stem, limit('chatFileNameCharacters') - ending.length) + ending;
}

/** Never through a character of two units. */
function cut(text: string, most: number): string {
  const short = text.slice(0, most);
  return short.isWellFormed() ? short : short.slice(0, -1);
}

/** The last part of an address's path, decoded; undefined where it has none. */
export function nameInAddress(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const last = new URL(url).pathname.split('/').at(-1) ?? '';
  // Neither a way through folders nor what a card cannot show.
  const name = decodePart(last)
    .replaceAll(/[\p{C}/\\]/gu, '')
    .trim();
  return name === '' ? undefined : name;
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch (error) {
    // Octets that are no UTF-8: as it is written, then.
    if (error instanceof URIError) return part;
    throw error;
  }
}

/** Why a file was not taken. */
export type MediaFault =
  /** No http or https address, too long, with a password, or at a port that is not taken. */
  | 'address'
  /** Refused whoever would answer there. */
  | 'not_public'
  /** Its server answered, and not with a file. */
  | 'not_there'
  | 'unreachable'
  | 'web_page'
  | 'too_large'
  | 'empty'
  /** Its content is another than is wanted. */
  | 'wrong_kind'
  /** Too many files are fetched at the moment. */
  | 'busy'
  /** The account keeps as much as it may. */
  | 'full';

/** In words that fit behind "Invalid media:". */
export function wordsOfFault(fault: Exclude<MediaFault, 'address'>, wanted: WantedMedia): string {
  switch (fault) {
    case 'not_public':
      return 'access denied, its address is not public';
    case 'not_there':
      return 'the file cannot be fetched, its server does not have it or does not give it';
    case 'unreachable':
      return 'the file cannot be fetched, its server cannot be reached or was cut off';
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

/** The refusal of an entry whose file was not taken (contract section 10: code 25). */
export function refusalOfFault(fault: MediaFault, wanted: WantedMedia): Refusal {
  if (fault === 'address') {
    return refuse('chat_media_address', { characters: String(limit('chatMediaLinkCharacters')) });
  }
  return refuse('chat_media_refused', { why: wordsOfFault(fault, wanted) });
}
