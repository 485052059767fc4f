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
  return text.length <= 253 && NAME.test(text) && !/\.[0-9]+$/.test(text);
}
