/** Questions to one chosen name server. */
import { Resolver } from 'node:dns/promises';

export type NaptrRecord = {
  readonly order: number;
  readonly preference: number;
  readonly flags: string;
  readonly service: string;
  readonly regexp: string;
};

export type ResolveNaptr = (name: string) => Promise<readonly NaptrRecord[]>;

/**
 * Asks `server` (`192.0.2.1:53`) for the NAPTR records of a name; none when it says that there are
 * none or no such name. Rejects when there was no proper answer in `timeoutMs`; asks once.
 */
export function createNaptrResolver(server: string, timeoutMs: number): ResolveNaptr {
  const resolver = new Resolver({ timeout: timeoutMs, tries: 1 });
  resolver.setServers([server]);
  return async (name) => {
    const found = await resolver.resolveNaptr(name).catch(codeOf);
    if (typeof found !== 'string') return found;
    if (found === 'ENOTFOUND' || found === 'ENODATA') return [];
    throw new Error(`no answer by DNS: ${found}`);
  };
}

/** What went wrong, without the message, which holds the name: that may be somebody's number. */
function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'failed';
}
