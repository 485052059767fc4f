/** A person by a name, for whom an account looks up, hands on and forgets what it keeps. */
import { readUserId } from '../chat/user-id.ts';
import { readRecipient } from '../recipient/recipient.ts';

/** A number as people write it, one abroad as digits, or the id of a chat user, as it is kept. */
export function readKnownPerson(given: string): string | undefined {
  const text = given.trim();
  const userId = readUserId(text);
  if (userId !== undefined) return userId;
  const read = readRecipient(text);
  if (read.ok) return read.number;
  return /^[1-9]\d{6,14}$/.test(text) ? text : undefined;
}

/** What stands between digits. */
const GAP = '[ ().-]{0,2}';

/** Digits as any of our alphabets writes them. */
const digitsOf = (digits: string): string =>
  [...digits]
    .map((it) => `[${it}${'۰۱۲۳۴۵۶۷۸۹'[Number(it)]}${'٠١٢٣٤٥٦٧٨٩'[Number(it)]}]`)
    .join(GAP);

/**
 * What names look like where people have written them, as a regular expression that PostgreSQL
 * reads, too: `(0300) 1234567`, `+92-300-1234567`, in Urdu digits.
 */
export function patternOf(names: readonly string[]): string {
  const each = names.map((name) => {
    if (!/^\d/.test(name)) return name.replaceAll('.', '[.]');
    const national = name.replace(/^92/, '');
    return national === name
      ? `([+]|00)?${digitsOf(name)}`
      : `(([+]|${digitsOf('00')})?${digitsOf('92')}${GAP}|${digitsOf('0')})?${digitsOf(national)}`;
  });
  return `(?:${each.join('|')})`;
}
