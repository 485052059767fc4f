import { refuse, type Refusal } from '../domain/failure/failure.ts';
import { limit } from '../domain/limits.ts';
import { fetchToFile } from '@paigham/http/fetch/fetch-to-file.ts';
import type { Files } from '../journey/deps.ts';
import { toldOf, type FetchReason, type FetchRefused } from '@paigham/http/fetch/outcome.ts';

export type GotFile =
  /** The caller removes it. */
  | { readonly kind: 'got'; readonly file: string; readonly bytes: number | undefined }
  | { readonly kind: 'refused'; readonly refusal: Refusal; readonly why: FetchReason };

/**
 * Fetches the file behind a link (contract section 8). Throws when the disk cannot be written to.
 */
export async function getFile(link: string, fetching: Files['fetching']): Promise<GotFile> {
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
  return { kind: 'refused', refusal: refusalOfFetch(outcome), why: outcome.reason };
}

const NOT_FETCHED: Readonly<Partial<Record<FetchReason, string>>> = {
  no_address: 'its host name cannot be resolved',
  not_connected: 'its server accepts no connection',
  tls: 'its server has no valid certificate',
  timed_out: 'its time ran out',
  too_slow: 'it came too slowly',
  redirect: 'its redirects lead to no file',
  encoding: 'it is compressed in an unknown way',
  broken: 'the answer was cut off or damaged',
};

export function refusalOfFetch({ reason, status = 0 }: FetchRefused): Refusal {
  switch (toldOf(reason)) {
    case 'link_not_taken':
      return refuse('link_not_taken');
    case 'not_public':
      return refuse('link_not_public');
    case 'cannot_be_fetched': {
      const why = NOT_FETCHED[reason] ?? `its server answered ${status}`;
      return refuse('link_not_fetched', { why });
    }
    case 'web_page':
      return refuse('file_is_page');
    case 'too_large':
      return refuse('file_too_large', { what: `more than ${limit('fileBytes')} bytes` });
  }
}
