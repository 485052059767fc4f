/**
 * How a simulated party can be told to behave, as a table of knobs: name, default, meaning. Its
 * command line, its configuration file and its management port are all made from this table.
 */
import { isRecord } from './json.ts';

export type Read<Value> = (value: unknown) => Value | undefined;

export type Knob<Value> = {
  readonly start: Value;
  readonly words: string;
  readonly read: Read<Value>;
};

export type Knobs<Behaviour> = { readonly [Name in keyof Behaviour]: Knob<Behaviour[Name]> };

export const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0;

const readCount: Read<number> = (value) => (isCount(value) ? value : undefined);
const readPercent: Read<number> = (value) =>
  typeof value === 'number' && value >= 0 && value <= 100 ? value : undefined;
const readFlag: Read<boolean> = (value) => (typeof value === 'boolean' ? value : undefined);
const readText: Read<string> = (value) => (typeof value === 'string' ? value : undefined);

export function readOneOf<Word extends string>(words: readonly Word[]): Read<Word> {
  return (value) => words.find((word) => word === value);
}

export const count = (start: number, words: string): Knob<number> => {
  return { start, words, read: readCount };
};
export const percent = (words: string): Knob<number> => ({ start: 0, words, read: readPercent });
export const flag = (start: boolean, words: string): Knob<boolean> => {
  return { start, words, read: readFlag };
};
export const text = (start: string, words: string): Knob<string> => {
  return { start, words, read: readText };
};

export function namesOf<Behaviour>(knobs: Knobs<Behaviour>): readonly (keyof Behaviour & string)[] {
  return Object.keys(knobs).filter((name): name is keyof Behaviour & string => name in knobs);
}

/** Every knob at its default. */
export function startOf<Behaviour>(knobs: Knobs<Behaviour>): Behaviour {
  const entries = namesOf(knobs).map((name) => [name, knobs[name].start] as const);
  return Object.fromEntries(entries) as Behaviour;
}

export type Change<Behaviour> =
  | { readonly ok: true; readonly change: Partial<Behaviour> }
  | { readonly ok: false; readonly words: string };

/** Reads a change; one unknown name or invalid value refuses all of it, with a sentence. */
export function readChange<Behaviour>(knobs: Knobs<Behaviour>, value: unknown): Change<Behaviour> {
  if (!isRecord(value)) return { ok: false, words: 'a behaviour is an object' };
  const names = namesOf(knobs);
  const change: [string, unknown][] = [];
  for (const [name, wanted] of Object.entries(value)) {
    const known = names.find((it) => it === name);
    if (known === undefined) return { ok: false, words: `there is no behaviour "${name}"` };
    const read = knobs[known].read(wanted);
    if (read === undefined) return { ok: false, words: `${name}: ${knobs[known].words}` };
    change.push([name, read]);
  }
  return { ok: true, change: Object.fromEntries(change) as Partial<Behaviour> };
}

/** Separates a party's own options from its behaviour, which is all the rest. */
export function splitOptions<Own, Behaviour>(
  own: Knobs<Own>,
  given: Partial<Own & Behaviour>,
): Partial<Own> & { readonly behaviour: Partial<Behaviour> } {
  const isOwn = ([name]: readonly [string, unknown]): boolean => name in own;
  const entries = Object.entries(given);
  const mine = Object.fromEntries(entries.filter(isOwn)) as Partial<Own>;
  const rest = Object.fromEntries(entries.filter((it) => !isOwn(it))) as Partial<Behaviour>;
  return { ...mine, behaviour: rest };
}
