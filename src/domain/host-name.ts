/** Host names of requests and of accounts' own domains. */

/**
 * The name in a Host header: lower case, without a port and a last dot. '' when there is none, or
 * when it is an address.
 */
export function hostNameOf(header: string): string {
  const name = header.trim().toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '');
  return isHostName(name) ? name : '';
}

const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const NAME = new RegExp(`^(?:${LABEL}\\.)+${LABEL}$`);

/** Whether it is a domain that a certificate can be made for: two labels at least, no address. */
export function isHostName(text: string): boolean {
  // No top-level domain begins with a digit; 127.0.0.0x1 is an address too.
  return text.length <= 253 && NAME.test(text) && !/\.[0-9][^.]*$/.test(text);
}

/** The host of an address such as `https://messages.example.com:8443`; '' when it has no name. */
export function hostNameIn(address: string): string {
  return URL.canParse(address) ? hostNameOf(new URL(address).host) : '';
}

/** Whether `host` is the domain `above` or lies under it. Both are names; of '' it is false. */
export function isAtOrUnder(host: string, above: string): boolean {
  return above !== '' && (host === above || host.endsWith(`.${above}`));
}

/** Names that mean something else in every network (RFC 6761, RFC 6762, RFC 9476 and others). */
const RESERVED = /\.(?:localhost|local|localdomain|internal|home|lan|invalid|onion|arpa|alt)$/;

/** Whether no certificate is made for the name, whoever asks. */
export function isReservedHost(host: string): boolean {
  return RESERVED.test(host);
}
