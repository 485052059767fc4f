/** Which addresses a stranger may have us connect to. */
import { Resolver } from 'node:dns/promises';
import { networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';
import { createAddressList } from '../address-list.ts';
import { FetchStop } from './outcome.ts';

/**
 * Reads a link. Throws a FetchStop if it is not an http or https URL, is longer than
 * `mostCharacters`, or carries a name or password.
 */
export function readLink(text: string, mostCharacters: number, base?: URL): URL {
  const isReadable = text.length <= mostCharacters && URL.canParse(text, base?.href);
  if (!isReadable) throw new FetchStop('not_a_link');
  const url = new URL(text, base);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new FetchStop('not_a_link');
  if (url.username !== '' || url.password !== '') throw new FetchStop('credentials');
  url.hash = '';
  return url;
}

/** The host without IPv6 brackets and without a trailing dot. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
}

export function portOf(url: URL): number {
  if (url.port !== '') return Number(url.port);
  return url.protocol === 'https:' ? 443 : 80;
}

export type AddressPolicy = {
  /** Whether we may connect to the address, in any notation. */
  allows(address: string): boolean;
  /** Whether to this port of an address that is allowed. */
  allowsPort(address: string, port: number): boolean;
};

/** Where files are served; other ports are databases, mail and worse. */
const WEB_PORTS: readonly number[] = [80, 443, 8080, 8443];

/** Looks public but is not: a cloud's own service for its machines. */
const DENIED = ['168.63.129.16'];

/** The only part of IPv6 that is allocated; much outside it embeds IPv4. */
const GLOBAL_V6 = ipaddr.IPv6.parseCIDR('2000::/3');

function machineAddresses(): string[] {
  return Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .map(({ address }) => address);
}

function readAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  // A zone (`%eth0`) makes sense on this link only.
  if (text.includes('%') || !ipaddr.isValid(text)) return undefined;
  return ipaddr.process(text);
}

function isGlobal(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  if (address.range() !== 'unicast') return false;
  return address.kind() === 'ipv4' || address.match(GLOBAL_V6);
}

/**
 * Public addresses only: unicast, not private, local, shared, mapped, translated, tunnelled,
 * reserved or a cloud's own; not this machine's and none of `own` (addresses or CIDR ranges under
 * which we are known). `loopback` is for trials: it allows this machine's loopback, any port.
 */
export function publicAddresses(options: {
  readonly own: readonly string[];
  readonly loopback: boolean;
}): AddressPolicy {
  const denied = createAddressList([...DENIED, ...options.own]);
  const isTriedOut = (address: ipaddr.IPv4 | ipaddr.IPv6 | undefined): boolean =>
    options.loopback && address?.range() === 'loopback';
  return {
    allows(text) {
      const address = readAddress(text);
      if (address === undefined) return false;
      if (isTriedOut(address)) return true;
      const plain = address.toString();
      if (!isGlobal(address) || denied.includes(plain)) return false;
      return !machineAddresses().some((own) => readAddress(own)?.toString() === plain);
    },
    allowsPort: (address, port) => WEB_PORTS.includes(port) || isTriedOut(readAddress(address)),
  };
}

/** Reserved for the machine itself (RFC 6761): no name server is queried. */
const isLocalhost = (host: string): boolean => /(?:^|\.)localhost$/.test(host);

/** What a host is without a name server: an address, or this machine; undefined: a name. */
function addressesOf(host: string): readonly string[] | undefined {
  if (ipaddr.isValid(host)) return [host];
  return isLocalhost(host) ? ['127.0.0.1', '::1'] : undefined;
}

/**
 * Why a link can never be connected to, as far as that shows without a name server; undefined: it
 * may be. What a name leads to is vetted when it is connected to.
 */
export function faultOfLink(url: URL, policy: AddressPolicy): 'not_public' | 'port' | undefined {
  const host = hostOf(url);
  const addresses = addressesOf(host);
  if (addresses === undefined && !host.includes('.')) return 'not_public';
  if (addresses?.every((address) => policy.allows(address)) === false) return 'not_public';
  // A name may lead to this machine, where that is allowed.
  const judged = addresses ?? ['127.0.0.1'];
  return judged.every((it) => policy.allowsPort(it, portOf(url))) ? undefined : 'port';
}

/** All addresses of a host. Rejects with a FetchStop if it has none. */
export type Resolve = (host: string, signal: AbortSignal) => Promise<readonly string[]>;

const QUERY_MS = 2_000;
const TRIES = 2;

async function query(resolver: Resolver, host: string): Promise<readonly string[]> {
  const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
}

/**
 * Asks the name servers of the machine, or `servers` (`127.0.0.1:5353`), for both IPv4 and IPv6
 * addresses. Hosts files and search domains are not used: a stranger's name is fully qualified.
 */
export function createResolve(servers?: readonly string[]): Resolve {
  return async (host, signal) => {
    const known = addressesOf(host);
    if (known !== undefined) return known;
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
