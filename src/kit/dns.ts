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
    try {
      return await resolver.resolveNaptr(name);
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : 'failed';
      if (code === 'ENOTFOUND' || code === 'ENODATA') return [];
      // Its own message holds the name, and that may be somebody's number.
      throw new Error(`no answer by DNS: ${code}`, { cause: code });
    }
  };
}
