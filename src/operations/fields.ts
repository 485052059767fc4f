/**
 * Fields of inputs: how their values are written, their rules, and the option words before them.
 */
import { showRupees, MICROS_PER_RUPEE, parseRupees, type Micros } from '../domain/pricing/money.ts';
import { readRecipient } from '../domain/recipient/recipient.ts';
import type { Category } from '../domain/routing/routing.ts';
import type { SenderRoute } from '../domain/sender/sender.ts';
import { UsageError } from '@paigham/base/refusal.ts';
import { pattern, Type, type TSchema } from '../kit/shape.ts';
import { refuse } from './admin.ts';
import type { Field, Lookup } from './operation.ts';
import { account } from './named-fields.ts';
import { showTime } from './show.ts';

export {
  account,
  accountOf,
  findNamedLink,
  findQueueLink,
  link,
  operator,
  queueLink,
} from './named-fields.ts';

/** A kind of value, wherever it is used. */
export type Kind<Value> = {
  /** Its placeholder in help: `RUPEES`. */
  readonly word: string;
  readonly schema: TSchema;
  /** The rule when it cannot be read, to follow its name. */
  readonly must: string;
  /** The same for who gives JSON, where it differs. */
  readonly mustInBody?: string;
  /** undefined if it cannot be read. */
  read(text: string, source: Lookup): Promise<Value | undefined> | Value | undefined;
  /** From JSON of its schema. Unless said, texts are read, and all else is the value itself. */
  take?(value: unknown, source: Lookup): Promise<Value | undefined> | Value | undefined;
  rule?(value: Value): string | undefined;
};

/** An argument: required, in the order of the fields. */
export function argument<Value>(word: string, kind: Kind<Value>): Field<Value, 'needed'> {
  const field = fieldOf(kind, word, []);
  return {
    ...field,
    need: 'needed',
    argument: word,
    read(given, source) {
      if (given.arg(word) === '') throw new UsageError(`${word} is missing.`);
      return field.read(given, source);
    },
    take: (value, source) => (value === '' ? EMPTY : field.take(value, source)),
  };
}

const EMPTY = refuse('', 'must not be empty');

/** The last argument, which is optional. */
export function lastArgument<Value>(word: string, kind: Kind<Value>): Field<Value, 'optional'> {
  return { ...fieldOf(kind, word, []), need: 'optional', argument: word };
}

/** All arguments from here on. */
export function argumentsFrom(word: string): Field<readonly string[], 'needed'> {
  const schema = Type.Array(Type.String());
  const argument = `${word}…`;
  return {
    need: 'needed',
    argument,
    options: [],
    schema,
    read(given) {
      const words = given.args(argument);
      if (words.includes('')) throw new UsageError(`${word} is missing.`);
      return words;
    },
    take(value) {
      const words = value as readonly string[];
      return words.includes('') ? EMPTY : { value: words };
    },
  };
}

/** An option with a value. */
export function option<Value>(
  name: string,
  kind: Kind<Value>,
  about: string,
): Field<Value, 'optional'> {
  const options = [{ name, value: kind.word, about }];
  return { ...fieldOf(kind, name, options), need: 'optional' };
}

/** The same, and whoever works in a form or by `/v1` has to give it. */
export function neededInBody<Value>(field: Field<Value, 'optional'>): Field<Value, 'optional'> {
  return { ...field, isNeededInBody: true };
}

/** The same where nobody may leave it out, as its operation says itself: help tells. */
export function needed<Value>(field: Field<Value, 'optional'>): Field<Value, 'optional'> {
  const options = field.options.map((it) => ({ ...it, about: `${it.about} (needed)` }));
  return { ...neededInBody(field), options };
}

export function defaulted<Value>(
  name: string,
  kind: Kind<Value>,
  about: string,
  fallback: Value,
): Field<Value, 'defaulted'> {
  const shown =
    typeof fallback === 'bigint' ? showRupees(fallback as bigint as Micros) : String(fallback);
  const options = [{ name, value: kind.word, about: `${about} (default: ${shown})` }];
  return { ...fieldOf(kind, name, options), need: 'defaulted', fallback };
}

/** A switch. */
export function flag(name: string, about: string): Field<boolean, 'defaulted'> {
  return {
    need: 'defaulted',
    options: [{ name, about }],
    schema: Type.Boolean(),
    fallback: false,
    read: (given) => given.has(name),
    take: (value) => ({ value: value === true }),
  };
}

/** An option that turns off the default behaviour. */
export function unless(name: string, about: string): Field<boolean, 'defaulted'> {
  return {
    ...flag(name, about),
    fallback: true,
    read: (given) => !given.has(name),
    take: (value) => ({ value: value !== true }),
  };
}

/** Only for programs, not for people. */
export function internal<Value>(fallback: Value): Field<Value, 'defaulted'> {
  return {
    need: 'defaulted',
    options: [],
    schema: Type.Unknown(),
    fallback,
    read: () => undefined,
    take: () => ({ value: undefined }),
  };
}

function fieldOf<Value>(
  kind: Kind<Value>,
  name: string,
  options: Field<Value>['options'],
): Omit<Field<Value>, 'need'> {
  const isOption = options.length > 0;
  return {
    options,
    schema: kind.schema,
    must: kind.must,
    ...(kind.rule === undefined ? {} : { rule: kind.rule }),
    read: async (given, source) => {
      const text = isOption ? given.option(name) : given.arg(name);
      if (text === undefined || (!isOption && text === '')) return undefined;
      const value = await kind.read(text, source);
      if (value !== undefined) return value;
      throw new UsageError(`${isOption ? '--' : ''}${name} ${kind.must}.`);
    },
    async take(given, source) {
      if (!isOption && given === '') return { value: undefined };
      const value = await takeAs(kind, given, source);
      return value === undefined ? refuse('', kind.mustInBody ?? kind.must) : { value };
    },
  };
}

/** A value of a kind, from JSON of its schema; undefined if it is none. */
function takeAs<Value>(kind: Kind<Value>, given: unknown, source: Lookup) {
  if (kind.take !== undefined) return kind.take(given, source);
  return typeof given === 'string' ? kind.read(given, source) : (given as Value);
}

/** Any text, or one that follows a rule. */
export function text(
  word = 'TEXT',
  like?: { readonly pattern: RegExp; readonly must: string },
): Kind<string> {
  const { pattern: shape, must = '' } = like ?? {};
  return {
    word,
    schema: Type.String(shape && pattern(shape, must)),
    must,
    read: (given) => given,
    rule: (value) => (shape === undefined || shape.test(value) ? undefined : must),
  };
}

/** A line that people write about something. */
export const line = (word: string) =>
  text(word, {
    pattern: /^[^\p{Cc}\s][^\p{Cc}]{0,199}$/u,
    must: 'must have 1 to 200 printable characters, the first no space',
  });

export function whole(word: string, least: number, most: number): Kind<number> {
  return {
    word,
    schema: Type.Integer({ minimum: least, maximum: most }),
    must: 'must be a whole number',
    read: readWhole,
    rule: (value) =>
      Number.isInteger(value) && value >= least && value <= most
        ? undefined
        : `must be a whole number from ${least} to ${most}`,
  };
}

function readWhole(text: string): number | undefined {
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

/** The numeric id of something. */
export const id: Kind<number> = {
  word: 'ID',
  schema: Type.Integer(),
  must: 'must be a whole number',
  read: readWhole,
  take: (given) => readWhole(String(given)),
};

const MUST_BE_RUPEES = 'must be rupees without commas, with at most 6 decimals, such as 4.80';

/** An amount of money. */
export function rupees(most: bigint, least: 'zero' | 'more than zero' = 'zero'): Kind<Micros> {
  const range = least === 'zero' ? `from 0 to ${most}` : `more than 0 and at most ${most}`;
  const isLow = (value: bigint): boolean => (least === 'zero' ? value < 0n : value <= 0n);
  return {
    word: 'RUPEES',
    schema: Type.String(pattern(/^(0|[1-9][0-9]*)(\.[0-9]{1,6})?$/, MUST_BE_RUPEES)),
    must: MUST_BE_RUPEES,
    // Who writes 0500 may mean 500, 5000 or 50000.
    read: (given) => (/^0\d/.test(given.trim()) ? undefined : parseRupees(given)),
    rule: (value) =>
      isLow(value) || value > most * MICROS_PER_RUPEE ? `must be ${range} rupees` : undefined,
  };
}

/** One of a few words; `-` is read as `_`. */
export function oneOf<const Word extends string>(word: string, words: readonly Word[]): Kind<Word> {
  return {
    word,
    schema: Type.Enum([...words]),
    must: `must be one of ${words.join(', ')}`,
    read(given) {
      const written = given.toLowerCase().replaceAll('-', '_');
      return words.find((it) => it === given) ?? words.find((it) => it.toLowerCase() === written);
    },
  };
}

const SENDER_ROUTES: readonly SenderRoute[] = ['simple', 'branded', 'short_code'];
export const senderRoute = oneOf('ROUTE', SENDER_ROUTES);

export const category = oneOf<Category>('CATEGORY', ['transactional', 'promotional']);

export const onOff: Kind<boolean> = {
  word: 'on|off',
  schema: Type.Boolean(),
  must: 'must be on or off',
  read: (given) => {
    if (/^(on|yes|true|1)$/i.test(given)) return true;
    return /^(off|no|false|0)$/i.test(given) ? false : undefined;
  },
};

/** Values separated by commas; `none` is the empty list. */
export const list: Kind<readonly string[]> = {
  word: 'LIST',
  schema: Type.Array(Type.String()),
  must: '',
  read: (given) =>
    given === '' || given === 'none' ? [] : given.split(',').map((item) => item.trim()),
  take: (given) => (given as readonly string[]).map((item) => item.trim()),
};

/** A time, as read by `readTime`. */
export const time: Kind<number> = {
  word: 'TIME',
  schema: Type.String({ format: 'date-time' }),
  must: 'must be a day (2026-12-01), a time today (15:53), or both (2026-12-01T15:53)',
  mustInBody: 'must be a time such as 2026-11-22T09:00:00Z',
  read: (given, { nowMs }) => readTime(given, nowMs()),
};

/** Pakistan has no daylight saving time. */
const KARACHI = '+05:00';

/**
 * `2026-12-01` (midnight), `15:53` (today) or `2026-12-01T15:53`, all in Pakistan time; after a
 * date and time another zone may follow: `Z`, `+01:00`. undefined for anything else.
 */
export function readTime(given: string, nowMs: number): number | undefined {
  const today = showTime(nowMs).slice(0, 10);
  const full = given.replace(/^\d\d:\d\d$/, `${today}T$&`).replace(/^\d{4}-\d\d-\d\d$/, '$&T00:00');
  const found = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)?$/.exec(full);
  const timeMs = Date.parse(found?.[1] === undefined ? `${full}${KARACHI}` : full);
  return found === null || Number.isNaN(timeMs) ? undefined : timeMs;
}

/** A value, or null: `none` for people. */
export function orNone<Value>(kind: Kind<Value>): Kind<Value | null> {
  const { rule } = kind;
  return {
    ...kind,
    schema: Type.Union([kind.schema, Type.Null()]),
    must: `${kind.must}, or none`,
    mustInBody: `${kind.mustInBody ?? kind.must}, or null`,
    read: (given, source) => (given === 'none' ? null : kind.read(given, source)),
    take: (given, source) => (given === null ? null : takeAs(kind, given, source)),
    rule: (value) => (value === null ? undefined : rule?.(value)),
  };
}

/** A mobile number of Pakistan, as people write it; the value is its digits. */
export const mobile: Kind<string> = {
  word: 'NUMBER',
  schema: Type.String(),
  must: 'must be a Pakistani mobile number',
  read: (given) => {
    const read = readRecipient(given);
    return read.ok ? read.number : undefined;
  },
};

export const forAccount = option('account', account, 'for this account only');
export const ofAccount = option('account', account, 'of this account only');

const MOST_ROWS = 10_000;

/** How many rows of a list are shown. */
export function limitOf(fallback: number): Field<number, 'defaulted'> {
  const rows = whole('NUMBER', 1, MOST_ROWS);
  const read = (given: string): number | undefined => {
    const most = readWhole(given);
    return most !== undefined && rows.rule?.(most) === undefined ? most : undefined;
  };
  const kind = { ...rows, must: `must be from 1 to ${MOST_ROWS}`, read };
  return defaulted('limit', kind, 'how many to show at most', fallback);
}

export const APPROVAL_STATES = ['waiting', 'approved', 'rejected'] as const;
const APPROVALS = 200;

/** Fields for lists of what staff approve. */
export const approvals = {
  state: option('state', oneOf('STATE', APPROVAL_STATES), `one of ${APPROVAL_STATES.join(', ')}`),
  beforeId: option('before', id, 'older than this one'),
  most: limitOf(APPROVALS),
};

/** The period that a list covers. */
export const span = {
  sinceMs: option(
    'since',
    time,
    'from then on; Pakistan time: 15:53, 2026-12-01, 2026-12-01T15:53',
  ),
  untilMs: option('until', time, 'before that time'),
};

/** @throws UsageError if the period ends before it begins. */
export function checkSpan(from: Record<'sinceMs' | 'untilMs', number | undefined>): void {
  const { sinceMs, untilMs } = from;
  if (sinceMs !== undefined && untilMs !== undefined && untilMs <= sinceMs) {
    throw new UsageError('--until must be later than --since.');
  }
}

/** A password from standard input; with `shown` also as a value of an option. */
export function password(about: string, shown?: string): Field<string, 'optional'> {
  const plainOption =
    shown === undefined ? [] : [{ name: 'password', value: 'TEXT', about: shown }];
  return {
    need: 'optional',
    options: [{ name: 'password-stdin', about }, ...plainOption],
    schema: Type.String(),
    inBody: { name: 'password', schema: Type.String({ format: 'password' }) },
    take: (value) => ({ value: value as string }),
    read: async (given, source) => {
      const value = given.option('password');
      if (!given.has('password-stdin')) return value;
      if (value !== undefined) {
        throw new UsageError('Give --password or --password-stdin, not both.');
      }
      const read = (await source.readInput()).trimEnd();
      if (read !== '') return read;
      throw new UsageError('Standard input is empty: it must hold the password. Nothing changed.');
    },
  };
}
