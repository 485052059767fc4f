/**
 * Host names of requests and of accounts' own domains. The owner of a domain proves ownership by
 * publishing a token that we give out.
 */

/**
 * The name in a Host header: lower case, without a port or trailing dot. '' when there is none, or
 * when it is an address.
 */
export function hostNameOf(header: string): string {
  const name = header.trim().toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '');
  return isHostName(name) ? name : '';
}

/**
 * The name of a domain as people write it, perhaps in Urdu: in the form that DNS and certificates
 * know it by (`xn--…`). '' when it can be none.
 */
export function hostNameGiven(given: string): string {
  const name = given.trim().replaceAll('\u06d4', '.');
  if (/^[\x21-\x7e]*$/.test(name)) return hostNameOf(name);
  const address = `http://${name}`;
  const isName = !/[\s/?#@:\\]/.test(name) && URL.canParse(address);
  return isName ? hostNameOf(new URL(address).hostname) : '';
}

/** An address with dots in its host, where that has the full stops of an Urdu keyboard. */
export function withDots(address: string): string {
  return address.replace(/^[a-z]+:\/\/[^/?#]*/i, (start) => start.replaceAll('\u06d4', '.'));
}

const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const NAME = new RegExp(`^(?:${LABEL}\\.)+${LABEL}$`);

/** Whether a certificate can be issued for the domain: at least two labels, and not an address. */
export function isHostName(text: string): boolean {
  // No top-level domain begins with a digit; 127.0.0.0x1 is an address too.
  return text.length <= 253 && NAME.test(text) && !/\.[0-9][^.]*$/.test(text);
}

/** The host in an address such as `https://messages.example.com:8443`; '' when it has no name. */
export function hostNameIn(address: string): string {
  return URL.canParse(address) ? hostNameOf(new URL(address).host) : '';
}

/** Whether `host` is the domain `above` or lies under it. Both are names; always false for ''. */
export function isAtOrUnder(host: string, above: string): boolean {
  return above !== '' && (host === above || host.endsWith(`.${above}`));
}

/** Names that mean something else in every network (RFC 6761, RFC 6762, RFC 9476 and others). */
const RESERVED = /\.(?:localhost|local|localdomain|internal|home|lan|invalid|onion|arpa|alt)$/;

/** Whether no certificate is issued for the name, whoever asks. */
export function isReservedHost(host: string): boolean {
  return RESERVED.test(host);
}

/** What proved that a domain belongs to an account; `staff`: their word. */
export type HostProof = 'dns' | 'file' | 'staff';

export type Publishing = {
  /** A TXT record in the domain's DNS. */
  readonly dns: { readonly name: string; readonly value: string };
  /** A file on the domain: its path, by https or http, and its whole content. */
  readonly file: { readonly path: string; readonly content: string };
};

/** What to publish for a token; either of the two is enough. */
export function publishingOf(host: string, token: string): Publishing {
  const says = `paigham-verify=${token}`;
  return {
    dns: { name: `_paigham.${host}`, value: says },
    file: { path: '/.well-known/paigham-verify.txt', content: says },
  };
}
