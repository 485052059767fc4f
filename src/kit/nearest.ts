/** One slip in this many letters is still taken for the word that was meant. */
const LETTERS_PER_SLIP = 3;

/**
 * The candidate that a misspelt word most likely means: the one fewest slips away, a slip being a
 * letter too many, too few, wrong, or swapped with its neighbour. undefined: none is near.
 */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  let best: string | undefined;
  let fewest = Math.max(1, Math.floor(word.length / LETTERS_PER_SLIP)) + 1;
  for (const candidate of candidates) {
    const slips = slipsBetween(word, candidate);
    if (slips >= fewest) continue;
    best = candidate;
    fewest = slips;
  }
  return best;
}

/** The distance of Damerau and Levenshtein, each pair of letters swapped once at most. */
function slipsBetween(from: string, to: string): number {
  let older: readonly number[] = [];
  let above: readonly number[] = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= to.length; j += 1) {
      const isSame = from[i - 1] === to[j - 1];
      const isSwap = from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      const changed = (above[j - 1] ?? 0) + (isSame ? 0 : 1);
      const swapped = isSwap && i > 1 ? (older[j - 2] ?? 0) + 1 : changed;
      row.push(Math.min((above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, changed, swapped));
    }
    older = above;
    above = row;
  }
  return above[to.length] ?? 0;
}
