/** Parses the words of a command line by what the command accepts. */
import { parseArgs } from 'node:util';

/** An option: a switch (`--json`), or one with a value (`--reference TEXT`, `--reference=TEXT`). */
export type OptionShape = {
  /** Without the dashes. */
  readonly name: string;
  /** What the value is, for the help: `RUPEES`; undefined: a switch. */
  readonly value?: string;
  /** Whether it may be given several times: the values are then joined with commas. */
  readonly many?: boolean;
  /** What another command calls the like: suggested to whoever writes that here. */
  readonly elsewhere?: string;
  readonly about: string;
};

export type Arguments = {
  /** The words that are not options, in order. */
  readonly plain: readonly string[];
  /** By name; '' for a switch. */
  readonly options: ReadonlyMap<string, string>;
};

type ArgumentsRead =
  | { readonly ok: true; readonly arguments: Arguments }
  | { readonly ok: false; readonly sentence: string };

/** Parses `words`. An option that is unknown, given twice, or lacks its value is refused. */
export function readWords(words: readonly string[], shapes: readonly OptionShape[]): ArgumentsRead {
  const plain: string[] = [];
  const options = new Map<string, string>();
  const refuse = (sentence: string): ArgumentsRead => ({ ok: false, sentence });
  for (const token of tokensOf(words, shapes)) {
    if (token.kind === 'positional') plain.push(unmarked(token.value));
    if (token.kind !== 'option') continue;
    const shape = shapes.find(({ name }) => name === token.name);
    if (shape === undefined) return refuse(unknown(token.rawName, shapes));
    const before = options.get(shape.name);
    if (before !== undefined && shape.many !== true)
      return refuse(`${token.rawName} is given twice.`);
    if (shape.value === undefined && token.value !== undefined) {
      return refuse(`${token.rawName} takes no value.`);
    }
    if (shape.value !== undefined && token.value === undefined) {
      return refuse(`${token.rawName} needs a value: ${token.rawName} ${shape.value}.`);
    }
    const value = unmarked(token.value ?? '');
    options.set(shape.name, before === undefined ? value : `${before},${value}`);
  }
  return { ok: true, arguments: { plain, options } };
}

/** Marks a negative number, which is not an option: no command-line word can contain it. */
const NEGATIVE = '\0';

function unmarked(value: string): string {
  return value.startsWith(NEGATIVE) ? value.slice(NEGATIVE.length) : value;
}

function unknown(rawName: string, shapes: readonly OptionShape[]): string {
  const like = shapes.find(({ elsewhere }) => `--${elsewhere}` === rawName);
  const names = shapes.map(({ name }) => `--${name}`);
  const meant = like === undefined ? nearest(rawName, names) : `--${like.name}`;
  const question = meant === undefined ? '' : ` Did you mean ${meant}?`;
  return `Unknown option ${rawName}.${question}`;
}

function tokensOf(words: readonly string[], shapes: readonly OptionShape[]) {
  const options = Object.fromEntries(
    shapes.map(({ name, value }) => [
      name,
      { type: value === undefined ? ('boolean' as const) : ('string' as const) },
    ]),
  );
  const args = words.map((word) => (/^-\d/.test(word) ? `${NEGATIVE}${word}` : word));
  return parseArgs({ args, options, allowPositionals: true, strict: false, tokens: true }).tokens;
}

/** One typo per this many letters is still taken for the intended word. */
const LETTERS_PER_SLIP = 3;

/**
 * The candidate that a misspelt word most likely means: the one fewest typos away, a typo being a
 * letter too many, too few, wrong, or swapped with its neighbour. undefined: none is close.
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

/** The Damerau-Levenshtein distance (optimal string alignment). */
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
