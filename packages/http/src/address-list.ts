/** IP addresses and networks as people write them. */
import ipaddr from 'ipaddr.js';

export type AddressList = {
  /**
   * Whether `address`, in any notation, lies in one of the ranges. Text that is not an address
   * never does.
   */
  includes(address: string): boolean;
};

/**
 * Ranges written as CIDR or as single addresses. IPv4-mapped IPv6 addresses
 * (`::ffff:10.0.0.1`) count as IPv4. Throws on an entry that is neither: whoever accepted it should
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

/** The one notation in which we compare and show addresses; undefined if it is not an address. */
function readAddress(text: string): string | undefined {
  return ipaddr.isValid(text) ? ipaddr.process(text).toString() : undefined;
}

/**
 * What is counted together: an IPv4 address, or the /64 that one IPv6 customer has; with 48 bits,
 * all that some of them have.
 */
export function neighbourhoodOf(text: string, bits: 48 | 64 = 64): string {
  if (!ipaddr.isValid(text)) return text;
  const address = ipaddr.process(text);
  if (address.kind() === 'ipv4') return address.toString();
  return ipaddr.IPv6.networkAddressFromCIDR(`${address.toString()}/${bits}`).toString();
}

/** `203.0.113.7:5021` and `[2001:db8::1]:443`: some proxies write the port too. */
const WITH_PORT = /^(?:(\d{1,3}(?:\.\d{1,3}){3})|\[([0-9a-f:.]+)\])(?::\d{1,5})?$/i;

/**
 * The real caller. The peer's own address, unless the peer is a trusted proxy: then the
 * right-most address of `X-Forwarded-For` that is not itself a trusted proxy. Anything further
 * left was written by the caller and proves nothing; an invalid entry ends the search at
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

/**
 * Reads an address or a network in CIDR form, IPv4 or IPv6, and writes it the one way we store
 * it: always with a length, host bits zeroed, `203.0.113.7` as `203.0.113.7/32`. An
 * IPv4-mapped IPv6 address becomes plain IPv4. undefined: neither.
 */
export function readIpRange(text: string): string | undefined {
  const trimmed = text.trim();
  if (ipaddr.IPv4.isValidFourPartDecimal(trimmed)) return `${trimmed}/32`;
  if (ipaddr.IPv6.isValid(trimmed) && !trimmed.includes('%')) {
    const address = ipaddr.process(trimmed);
    return `${address.toString()}/${address.kind() === 'ipv4' ? 32 : 128}`;
  }
  if (!ipaddr.isValidCIDR(trimmed) || trimmed.includes('%')) return undefined;
  const [address, bits] = ipaddr.parseCIDR(trimmed);
  const cidr = `${address.toString()}/${bits}`;
  if (address.kind() === 'ipv6') return `${ipaddr.IPv6.networkAddressFromCIDR(cidr)}/${bits}`;
  // `10.1/16` would be read as 10.0.0.1/16: only full notation is accepted.
  const whole = ipaddr.IPv4.isValidFourPartDecimal(trimmed.split('/')[0] ?? '');
  return whole ? `${ipaddr.IPv4.networkAddressFromCIDR(cidr)}/${bits}` : undefined;
}

/** Whether a host, as written in a setting, is this machine itself. */
export function isLoopback(host: string): boolean {
  if (host === 'localhost') return true;
  return ipaddr.isValid(host) && ipaddr.process(host).range() === 'loopback';
}
