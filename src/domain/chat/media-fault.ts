import { refuse, type Refusal } from '../failure/failure.ts';
import { limit } from '../limits.ts';
import type { WantedMedia } from './media.ts';
import { FORMS, mostBytesOf } from './sniff.ts';

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
      return 'access denied, its address is not a public one';
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
