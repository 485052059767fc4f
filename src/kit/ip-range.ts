/** Addresses and networks as people write them. */
import ipaddr from 'ipaddr.js';

/**
 * Reads an address or a network in CIDR form, version 4 or 6, and writes it the one way we store
 * it: always with a length, host bits cleared, `203.0.113.7` as `203.0.113.7/32`. A version 4
 * address mapped into version 6 becomes plain. undefined: neither.
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
  // `10.1/16` would be read as 10.0.0.1/16: only what is written in full is taken.
  const whole = ipaddr.IPv4.isValidFourPartDecimal(trimmed.split('/')[0] ?? '');
  return whole ? `${ipaddr.IPv4.networkAddressFromCIDR(cidr)}/${bits}` : undefined;
}
