import { Resolver } from 'node:dns/promises';
import ipaddr from 'ipaddr.js';
import { FetchStop } from './outcome.ts';

/** All addresses of a host. Rejects with a FetchStop when it has none. */
export type Resolve = (host: string, signal: AbortSignal) => Promise<readonly string[]>;

const QUERY_MS = 2_000;
const TRIES = 2;

/** Reserved for the machine itself (RFC 6761): no name server is asked. */
const isLocalhost = (host: string): boolean => /(?:^|\.)localhost$/.test(host);

async function query(resolver: Resolver, host: string): Promise<readonly string[]> {
  const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
}

/**
 * Asks the name servers of the machine, or `servers` (`127.0.0.1:5353`), for both versions of
 * addresses. Files of hosts and search domains are not used: a stranger's name is a whole one.
 */
export function createResolve(servers?: readonly string[]): Resolve {
  return async (host, signal) => {
    if (ipaddr.isValid(host)) return [host];
    if (isLocalhost(host)) return ['127.0.0.1', '::1'];
    const resolver = new Resolver({ timeout: QUERY_MS, tries: TRIES });
    if (servers !== undefined) resolver.setServers(servers);
    const cancel = (): void => resolver.cancel();
    signal.addEventListener('abort', cancel, { once: true });
    try {
      const addresses = await query(resolver, host);
      signal.throwIfAborted();
      if (addresses.length === 0) throw new FetchStop('no_address');
      return addresses;
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  };
}
