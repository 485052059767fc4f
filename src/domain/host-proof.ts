/** How the holder of a domain shows that it is his: he publishes a token that we give him. */

/** What showed that a domain is an account's: `staff`: their word. */
export type HostProof = 'dns' | 'file' | 'staff';

export type Publishing = {
  /** A TXT record in the domain's DNS. */
  readonly dns: { readonly name: string; readonly value: string };
  /** A file on the domain: its path, by https or http, and all that it says. */
  readonly file: { readonly path: string; readonly content: string };
};

/** What is to be published for a token; either of the two is enough. */
export function publishingOf(host: string, token: string): Publishing {
  const says = `paigham-verify=${token}`;
  return {
    dns: { name: `_paigham.${host}`, value: says },
    file: { path: '/.well-known/paigham-verify.txt', content: says },
  };
}
