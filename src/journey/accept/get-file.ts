import { refuse, type Refusal } from '../../domain/failure/failure.ts';
import { limit } from '../../domain/limits.ts';
import { fetchToFile, type FetchOptions } from '../../kit/fetch/fetch-to-file.ts';
import { toldOf, type FetchReason } from '../../kit/fetch/outcome.ts';

/** What links are fetched with, but for the bounds. */
export type Fetching = Omit<FetchOptions, 'limits'>;

export type GotFile =
  /** The caller's to remove. */
  | { readonly kind: 'got'; readonly file: string; readonly bytes: number | undefined }
  | { readonly kind: 'refused'; readonly refusal: Refusal; readonly why: FetchReason };

/** Fetches the file behind a link (contract section 8). Throws when the disk cannot be written. */
export async function getFile(link: string, fetching: Fetching): Promise<GotFile> {
  const limits = {
    linkCharacters: limit('fetchLinkCharacters'),
    redirects: limit('fetchRedirects'),
    connectMs: limit('fetchConnectMs'),
    answerMs: limit('fetchAnswerMs'),
    totalMs: limit('fetchTotalMs'),
    paceMs: limit('fetchPaceMs'),
    paceBytes: limit('fetchPaceBytes'),
    bytes: limit('fileBytes'),
    unpackedBytes: limit('fileBytes'),
  };
  const outcome = await fetchToFile(link, { ...fetching, limits });
  if (outcome.kind === 'fetched') {
    return { kind: 'got', file: outcome.file, bytes: outcome.bytes };
  }
  return { kind: 'refused', refusal: refusalOf(outcome.reason), why: outcome.reason };
}

function refusalOf(reason: FetchReason): Refusal {
  switch (toldOf(reason)) {
    case 'link_not_taken':
      return refuse('link_not_taken');
    case 'cannot_be_fetched':
      return refuse('link_not_fetched');
    case 'web_page':
      return refuse('file_is_page');
    case 'too_large':
      return refuse('file_too_large', { what: `more than ${limit('fileBytes')} bytes` });
  }
}
