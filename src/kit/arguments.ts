/** The words of a command line, taken apart by what the command knows. */
import { parseArgs } from 'node:util';
import { nearest } from './nearest.ts';

/** An option: a switch (`--json`), or one with a value (`--reference TEXT`, `--reference=TEXT`). */
export type OptionShape = {
  /** Without the dashes. */
  readonly name: string;
  /** What the value is, for the help: `RUPEES`; undefined: a switch. */
  readonly value?: string;
  /** Whether it may be given several times: what was given stands between commas then. */
  readonly many?: boolean;
  readonly about: string;
};

export type Arguments = {
  /** What stands between the options, in order. */
  readonly plain: readonly string[];
  /** By name; '' for a switch. */
  readonly options: ReadonlyMap<string, string>;
};

export type ArgumentsRead =
  | { readonly ok: true; readonly arguments: Arguments }
  | { readonly ok: false; readonly sentence: string };

/** Takes `words` apart. An option that is unknown, given twice, or lacks its value is refused. */
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

/** Before a negative number, which is no option: no word of a command line can hold it. */
const NEGATIVE = '\0';

function unmarked(value: string): string {
  return value.startsWith(NEGATIVE) ? value.slice(NEGATIVE.length) : value;
}

function unknown(rawName: string, shapes: readonly OptionShape[]): string {
  const meant = nearest(
    rawName,
    shapes.map(({ name }) => `--${name}`),
  );
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
