const LONGEST_SECRET = 1_000;

/** What is wrong with a token or secret, in words that do not repeat it. */
export function faultOfSecret(secret: string): string | undefined {
  if (/^[\x21-\x7e]+$/.test(secret) && secret.length <= LONGEST_SECRET) return undefined;
  return `must have 1 to ${LONGEST_SECRET} plain characters without blanks`;
}
