/** How results are shown: fields for programs, columns and sentences for people. */
import { stampInZone } from '../domain/policy/hours.ts';
import { type Micros, showRupees } from '../domain/pricing/money.ts';

export type Value = string | number | boolean | null | readonly string[];
export type Fields = Readonly<Record<string, Value>>;

/** An operation's answer: printed for people, or as JSON for programs. */
export type Answer = {
  readonly data: Fields | readonly Fields[];
  /** For programs, instead of the data: anything more structured than columns. */
  readonly full?: unknown;
  /** For people, instead of the data: sentences, fields and tables, in order. */
  readonly sections?: readonly Section[];
  /** For people, after the data. */
  readonly note?: string | undefined;
  /** What to give for the next page: `{ before: 17 }`. */
  readonly next?: Readonly<Record<string, number>>;
  /** For people, instead of a list without rows: `No replies found.` */
  readonly empty?: string;
  /** A new file that the command line writes, for whoever gave the command alone. */
  readonly saves?: { readonly file: string; readonly octets: Uint8Array };
  /** It worked, but found something wrong: exit code 1. */
  readonly isBad?: boolean;
};

/** Fields or rows, under a title. */
export type Section = string | { readonly title?: string; readonly data: Answer['data'] };
type RawSection = string | { readonly title?: string; readonly data: RawAnswer['data'] };

/** Fields as handlers return them: amounts of money are shown as rupees, absent values as null. */
export type RawFields = Readonly<Record<string, Value | Micros | undefined>>;
export type RawAnswer = Omit<Answer, 'data' | 'sections'> & {
  readonly data: RawFields | readonly RawFields[];
  readonly sections?: readonly RawSection[];
};

/** An answer with money in rupees and nothing undefined. */
export function plain(answer: RawAnswer): Answer {
  const { data, full, sections, ...rest } = answer;
  return {
    ...rest,
    data: plainData(data),
    ...(full === undefined ? {} : { full: plainValue(full) }),
    ...(sections === undefined ? {} : { sections: sections.map(plainSection) }),
  };
}

function plainData(data: RawAnswer['data']): Answer['data'] {
  return isList(data) ? data.map(plainFields) : plainFields(data);
}

function plainSection(section: RawSection): Section {
  return typeof section === 'string' ? section : { ...section, data: plainData(section.data) };
}

/** The same of one row. */
export function plainFields(fields: RawFields): Fields {
  const entries = Object.entries(fields).map(([name, value]): [string, Value] => [
    name,
    typeof value === 'bigint' ? showRupees(value) : (value ?? null),
  ]);
  return Object.fromEntries(entries);
}

function plainValue(value: unknown): unknown {
  if (value === undefined) return null;
  if (typeof value === 'bigint') return showRupees(value as Micros);
  if (Array.isArray(value)) return value.map(plainValue);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, it]) => [key, plainValue(it)]));
}

export function isList<Row>(data: Row | readonly Row[]): data is readonly Row[] {
  return Array.isArray(data);
}

/** `2026-12-01T09:00:00+05:00`. */
export const showTime = (timeMs: number): string => stampInZone(timeMs);

/** The same, or null if there is no time yet. */
export function at(timeMs: number | null | undefined): string | null {
  return timeMs === undefined || timeMs === null ? null : showTime(timeMs);
}

/** `1 message`, `2,000 messages`. */
export function plural(count: number, noun: string): string {
  return `${showCount(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** `1,234,567`. */
export function showCount(count: number): string {
  return String(Math.round(count)).replaceAll(/\B(?=(\d{3})+$)/g, ',');
}

/** The note under a full page: how to see the next one. */
export function more(
  rows: readonly { readonly id: number }[],
  most: number,
  option = '--before',
): Pick<Answer, 'note' | 'next'> {
  const last = rows.length === most ? rows.at(-1) : undefined;
  const what = option === '--before' ? 'Older ones' : 'More';
  if (last === undefined) return {};
  return { note: `${what}: ${option} ${last.id}`, next: { [option.slice(2)]: last.id } };
}
