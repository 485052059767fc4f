/**
 * An e-mail address as people have them: no quoting, comments or lists, which would let one address
 * pass for several, and a domain name in ASCII with a dot.
 */
const LOCAL = String.raw`[^\s@\p{Cc}<>()[\]\\,;:"]{1,64}`;
const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const EMAIL = new RegExp(`^(?=.{3,254}$)${LOCAL}@(?:${LABEL}\\.)+[a-z]${LABEL}$`, 'iu');

/** What follows the name of the field. */
export const EMAIL_RULE = 'must be an e-mail address such as zara@shop.example';

/** The address, trimmed; undefined: it is none. */
export function readEmail(text: string): string | undefined {
  const email = text.trim();
  return EMAIL.test(email) ? email : undefined;
}

/** Under which it is known, whatever its case. */
export function mailboxOf(email: string): string {
  return email.toLowerCase();
}

const DOTLESS = new Set(['gmail.com', 'googlemail.com']);

/**
 * Whose mailbox it most likely is, for bounds alone: without the tag, and at Gmail without dots. It
 * is neither written to nor anybody's name: elsewhere these may be other people.
 */
export function countedMailboxOf(email: string): string {
  const [, local = '', host = ''] = /^(.+?)(?:\+.*)?@(.*)$/u.exec(mailboxOf(email)) ?? [];
  return DOTLESS.has(host) ? `${local.replaceAll('.', '')}@gmail.com` : `${local}@${host}`;
}
