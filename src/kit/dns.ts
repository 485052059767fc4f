/** DNS queries, and what kinds of names there are. */
import { Resolver } from 'node:dns/promises';
import { getPublicSuffix } from 'tldts';

export type NaptrRecord = {
  readonly order: number;
  readonly preference: number;
  readonly flags: string;
  readonly service: string;
  readonly regexp: string;
};

export type ResolveNaptr = (name: string) => Promise<readonly NaptrRecord[]>;

/**
 * Asks `server` (`192.0.2.1:53`) for the NAPTR records of a name; none if it says that there are
 * none or no such name. Rejects if there is no valid answer within `timeoutMs`; queries once.
 */
export function createNaptrResolver(server: string, timeoutMs: number): ResolveNaptr {
  const resolver = new Resolver({ timeout: timeoutMs, tries: 1 });
  resolver.setServers([server]);
  return async (name) => {
    const found = await resolver.resolveNaptr(name).catch(codeOf);
    if (typeof found !== 'string') return found;
    if (NOTHING.has(found)) return [];
    throw new Error(`no answer by DNS: ${found}`);
  };
}

/**
 * Asks the name servers of this machine, or `servers`, for the TXT records of a name;
 * undefined if none gave a valid answer. Each is queried twice, for half of `timeoutMs`.
 */
export function createTextResolver(
  timeoutMs: number,
  servers?: readonly string[],
): (name: string) => Promise<readonly string[] | undefined> {
  return async (name) => {
    const resolver = new Resolver({ timeout: timeoutMs / 2, tries: 2 });
    if (servers !== undefined) resolver.setServers(servers);
    const found = await resolver.resolveTxt(name).catch(codeOf);
    if (typeof found !== 'string') return found.map((pieces) => pieces.join(''));
    return NOTHING.has(found) ? [] : undefined;
  };
}

/** There is no such name, or it has no such records. */
const NOTHING: ReadonlySet<string> = new Set(['ENOTFOUND', 'ENODATA']);

/** What went wrong, without the message, which contains the name: perhaps somebody's number. */
function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'failed';
}

/**
 * Whether anybody can register names under it: com.pk, co.uk, and from the private
 * section of the list those of hosting companies, such as github.io.
 */
export function isPublicSuffix(host: string): boolean {
  return getPublicSuffix(host, { allowPrivateDomains: true }) === host;
}
