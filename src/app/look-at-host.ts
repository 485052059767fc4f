/** What stands at a host that an account wants as its own. */
import type { LookAtHost } from '../features/hosts/hosts.operations.ts';
import { limit } from '../domain/limits.ts';
import { createTextResolver } from '../kit/dns.ts';
import { createResolve } from '@paigham/http/fetch/address-policy.ts';
import { type FetchOptions, fetchText } from '@paigham/http/fetch/fetch-to-file.ts';

/** Redirects are not followed: a site may send its visitors anywhere. */
const NO_REDIRECTS = 0;

/** Looks things up with this machine's name servers, or `servers`, and through vetted links. */
export function createLookAtHost(
  fetching: Omit<FetchOptions, 'limits' | 'resolve'>,
  servers?: readonly string[],
): LookAtHost {
  const ms = limit('hostProofMs');
  const bytes = limit('hostProofBytes');
  const resolve = createResolve(servers);
  const limits = {
    linkCharacters: limit('fetchLinkCharacters'),
    redirects: NO_REDIRECTS,
    connectMs: ms,
    answerMs: ms,
    totalMs: ms,
    paceMs: ms,
    paceBytes: 1,
    bytes,
    unpackedBytes: bytes,
  };
  return {
    texts: createTextResolver(ms, servers),
    async files(host, path) {
      const read = (scheme: string) =>
        fetchText(`${scheme}://${host}${path}`, { ...fetching, resolve, limits });
      const files = await Promise.all([read('https'), read('http')]);
      return files.filter((it) => it !== undefined);
    },
  };
}
