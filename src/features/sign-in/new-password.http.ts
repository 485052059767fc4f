/** The rule for new passwords (ASVS 6.2.1, 6.2.4). */
import { isGuessable } from '../../kit/guessable.ts';
import { Type, type ShapeFault } from '../../kit/shape.ts';

export const NEW_PASSWORD = Type.String({
  minLength: 12,
  maxLength: 200,
  description: 'At least 12 characters, and hard to guess.',
});

const RULE =
  'must be harder to guess: it is a common one, a pattern, or made of names; three or four ' +
  'words that do not belong together are good';

/** What is wrong with a password of the right length; `names`: what others know of the person. */
export async function faultsOfPassword(
  password: string,
  names: readonly string[],
): Promise<readonly ShapeFault[]> {
  const isBad = await isGuessable(password, [...names, 'Paigham']);
  return isBad ? [{ pointer: '/password', rule: RULE }] : [];
}
