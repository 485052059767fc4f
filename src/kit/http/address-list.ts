import ipaddr from 'ipaddr.js';
import { readIpRange } from '../ip-range.ts';

export type AddressList = {
  /**
   * Whether `address`, in any notation, lies in one of the ranges. No text that is not an address
   * does.
   */
  includes(address: string): boolean;
};

/**
 * Ranges written as CIDR or as single addresses. IPv4 addresses that come in IPv6 clothes
 * (`::ffff:10.0.0.1`) count as IPv4. Throws on an entry that is neither: whoever took it in should
 * have checked it.
 */
export function createAddressList(entries: readonly string[]): AddressList {
  const ranges = entries.map((entry) => {
    const range = readIpRange(entry);
    if (range === undefined) throw new Error('an entry of an address list is no address or range');
    return ipaddr.parseCIDR(range);
  });
  return {
    includes(text) {
      if (ranges.length === 0 || !ipaddr.isValid(text)) return false;
      const address = ipaddr.process(text);
      return ranges.some(([network, bits]) => {
        return network.kind() === address.kind() && address.match(network, bits);
      });
    },
  };
}

/** The one notation we compare and show an address in; undefined when the text is no address. */
export function readAddress(text: string): string | undefined {
  return ipaddr.isValid(text) ? ipaddr.process(text).toString() : undefined;
}

/** Who is counted together: an IPv4 address, or the /64 that one IPv6 customer has to himself. */
export function neighbourhoodOf(text: string): string {
  if (!ipaddr.isValid(text)) return text;
  const address = ipaddr.process(text);
  if (address.kind() === 'ipv4') return address.toString();
  return ipaddr.IPv6.networkAddressFromCIDR(`${address.toString()}/64`).toString();
}

/** `203.0.113.7:5021` and `[2001:db8::1]:443`: some proxies write the port too. */
const WITH_PORT = /^(?:(\d{1,3}(?:\.\d{1,3}){3})|\[([0-9a-f:.]+)\])(?::\d{1,5})?$/i;

/**
 * Who really calls. The peer's own address, unless the peer is a proxy that is trusted: then the
 * right-most address of `X-Forwarded-For` that is not itself a trusted proxy. What stands further
 * left was written by the caller and proves nothing; an entry that is no address ends the search at
 * the last one that could be read.
 */
export function findCaller(peer: string, forwardedFor: string, trusted: AddressList): string {
  let caller = readAddress(peer) ?? peer;
  if (forwardedFor === '') return caller;
  const entries = forwardedFor.split(',');
  while (trusted.includes(caller)) {
    const entry = entries.pop()?.trim() ?? '';
    const match = WITH_PORT.exec(entry);
    const before = readAddress(match?.[1] ?? match?.[2] ?? entry);
    if (before === undefined) return caller;
    caller = before;
  }
  return caller;
}
