/** Which addresses a stranger may have us call. */
import { networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';
import { createAddressList } from '../http/address-list.ts';

export type AddressPolicy = {
  /** Whether we may connect to the address, in any notation. */
  allows(address: string): boolean;
  /** Whether to this port of an address that is allowed. */
  allowsPort(address: string, port: number): boolean;
};

/** Where files are served; other ports are databases, mail and worse. */
const WEB_PORTS: readonly number[] = [80, 443, 8080, 8443];

/** Looks public and is not: a cloud's own helper for its machines. */
const DENIED = ['168.63.129.16'];

/** The only part of version 6 that is given out; much outside of it embeds version 4. */
const GLOBAL_V6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** Addresses of this machine's own interfaces. */
function machineAddresses(): string[] {
  return Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .map(({ address }) => address);
}

function readAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  // A zone (`%eth0`) belongs to this link alone.
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
 * which we are known). `loopback` is for trying out: it allows this machine's loopback, any port.
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
