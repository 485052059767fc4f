/** Names that people give: to themselves, their company, a key, a template. */

/**
 * What nobody sees in a line of text, though it may show others in another order. The two joiners
 * belong to the spelling of Urdu.
 */
const UNSEEN = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu;

/** A text without what nobody sees: for names that others gave, which cannot be refused. */
export function withoutUnseen(text: string): string {
  return text.replaceAll(UNSEEN, '');
}

/** A name that people give something: the rule it breaks; undefined: none. */
export function faultOfName(name: string): string | undefined {
  const isSeen = withoutUnseen(name) === name && /[^\s\u200c\u200d]/.test(name);
  return isSeen && name.trim() === name && /^.{1,100}$/u.test(name)
    ? undefined
    : 'must have 1 to 100 characters in one line, no control characters or other invisible ones, ' +
        'no blank at either end';
}

/**
 * What mail programs make a link of: `https://…`, `www.…`, `xn--…`, `name.example/…`, 192.0.2.7,
 * an e-mail address.
 */
const ADDRESS =
  /:[/\\]{2}|\bwww\.|[\p{L}\p{N}]\.[\p{L}\p{N}-]{2,}(?:[/\\?#]|:\d)|\d\.\d+\.\d+\.\d|\S@\S+\.\S/u;

/** A full stop, and what looks like one or is read as one in an address. */
export const DOTS = '[.．。｡․·‧∙⋅・۔﹒]';

/** Letters that look like those of an address, beyond what NFKC knows. */
const ALIKE: readonly (readonly [RegExp, string])[] = [
  [/[\u200c\u200d\p{M}]/gu, ''],
  [new RegExp(DOTS, 'gu'), '.'],
  [/[⁄∕⧸╱⟋〳]/gu, '/'],
  [/[∶ː꞉׃։]/gu, ':'],
];

/**
 * The name of a person or of a company, which mails to strangers carry in our name: the rule it
 * breaks; undefined: none.
 */
export function faultOfPublicName(name: string): string | undefined {
  const plain = ALIKE.reduce(
    (text, [like, letter]) => text.replaceAll(like, letter),
    name.normalize('NFKC').normalize('NFKD').toLowerCase(),
  );
  return (
    faultOfName(name) ??
    (ADDRESS.test(plain) || plain.includes('xn--')
      ? 'must not hold the address of a page or a mailbox'
      : undefined)
  );
}
