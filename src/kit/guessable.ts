/** Passwords that others would guess soon: common ones, names, patterns of keys and dates. */

/** Of 0 to 4: some 100 million guesses, which Argon2id makes dear. */
const LEAST_SCORE = 3;
/** The time that judging takes grows with the square; what is left out only adds to a password. */
const JUDGED = 64;
/** Letters and digits besides the names in it. */
const LEAST_REST = 6;
const LEAST_NAME = 3;
const NO_NAME = /[^\p{L}\p{N}]+/gu;

let estimator: ReturnType<typeof load> | undefined;

/** The lists are 2 MB, which most nodes never need. */
async function load() {
  const { ZxcvbnFactory } = await import('@zxcvbn-ts/core');
  const { dictionary, adjacencyGraphs } = await import('@zxcvbn-ts/language-common');
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
}

/** @param names what others know of the person: their name, address, company. */
export async function isGuessable(password: string, names: readonly string[]): Promise<boolean> {
  const known = names
    .flatMap((it) => it.toLowerCase().split(NO_NAME))
    .filter((it) => it.length >= LEAST_NAME);
  const lower = password.slice(0, JUDGED).toLowerCase();
  const rest = known
    .toSorted((a, b) => b.length - a.length)
    .reduce((left, name) => left.replaceAll(name, ' '), lower);
  if (rest !== lower && rest.replaceAll(NO_NAME, '').length < LEAST_REST) return true;
  estimator ??= load();
  const { score } = (await estimator).check(password.slice(0, JUDGED), known);
  return score < LEAST_SCORE;
}
