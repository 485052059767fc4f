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
