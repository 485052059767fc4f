/**
 * The kinds of fields in a link's configuration, and the rules for their values.
 *
 * What one operator means by a command_status, where that differs from the specification or the
 * code is the operator's own (0x400–0x4FF): `0x45=operator_queue_full,0x401=operator_throttled`.
 */
import type { FailureReason } from '../failure/failure.ts';
import type { MESSAGE_FAILURES } from '../failure/message-failures.ts';

type TextField = {
  readonly kind: 'text';
  readonly leastCharacters: number;
  readonly mostCharacters: number;
  readonly fallback?: string;
};
type WholeField = {
  readonly kind: 'whole';
  readonly least: number;
  readonly most: number;
  /** Only multiples of it; absent: any number. */
  readonly step?: number;
  readonly fallback?: number;
};
/** A number that is a name: `923001234567`. */
type DigitsField = {
  readonly kind: 'digits';
  readonly least: number;
  readonly most: number;
  readonly fallback?: string;
};
type WordField = {
  readonly kind: 'word';
  readonly words: readonly string[];
  readonly fallback?: string;
};
/** Certificates as text, each between its BEGIN and END lines; or empty. */
type CertificatesField = {
  readonly kind: 'certificates';
  readonly mostCharacters: number;
  readonly fallback: string;
};
/** What the operator means by certain command_status values: `0x45=operator_queue_full,…`. */
type StatusesField = {
  /** `states`: what it means by certain words in receipts: `DNDFAIL=rejected,…`. */
  readonly kind: 'statuses' | 'states';
  readonly mostCharacters: number;
  readonly fallback: string;
};

export type LinkField = (
  | TextField
  | DigitsField
  | WholeField
  | WordField
  | CertificatesField
  | StatusesField
) & {
  readonly help: string;
};

/** The rule for a field's value, in words. */
export function ruleOf(field: LinkField): string {
  switch (field.kind) {
    case 'text':
      return `must be a string of ${field.leastCharacters} to ${field.mostCharacters} characters`;
    case 'digits':
      return `must have ${field.least} to ${field.most} digits and nothing else`;
    case 'whole': {
      const range = `from ${field.least} to ${field.most}`;
      const step = field.step === undefined ? '' : `, a multiple of ${field.step}`;
      return `must be a whole number ${range}${step}`;
    }
    case 'word':
      return `must be one of ${field.words.join(', ')}`;
    case 'certificates':
      return `must be certificates as text (PEM), at most ${field.mostCharacters} characters`;
    case 'statuses':
      return `must be codes and their reasons, at most ${field.mostCharacters} characters`;
    case 'states':
      return `must be words and their states, at most ${field.mostCharacters} characters`;
  }
}

/** What is wrong with a value, in words; undefined when it is valid. */
export function faultOf(field: LinkField, value: unknown): string | undefined {
  if (!fits(field, value)) return ruleOf(field);
  if (field.kind === 'states') return faultOfEntries(String(value), readStateEntry);
  return field.kind === 'statuses' ? faultOfStatusReasons(String(value)) : undefined;
}

function fits(field: LinkField, value: unknown): boolean {
  switch (field.kind) {
    case 'text':
      return typeof value === 'string' && isPlain(value) && fitsText(field, value);
    case 'digits':
      return typeof value === 'string' && isDigits(value) && fitsLength(field, value);
    case 'whole':
      return Number.isSafeInteger(value) && fitsWhole(field, Number(value));
    case 'word':
      return typeof value === 'string' && field.words.includes(value);
    case 'certificates':
      return typeof value === 'string' && value.length <= field.mostCharacters && isPem(value);
    case 'statuses':
    case 'states':
      return typeof value === 'string' && value.length <= field.mostCharacters;
  }
}

function fitsText(field: TextField, value: string): boolean {
  return value.length >= field.leastCharacters && value.length <= field.mostCharacters;
}

function isDigits(value: string): boolean {
  return /^[0-9]*$/.test(value);
}

function fitsLength({ least, most }: DigitsField, value: string): boolean {
  return value.length >= least && value.length <= most;
}

function fitsWhole({ least, most, step = 1 }: WholeField, value: number): boolean {
  return value >= least && value <= most && value % step === 0;
}

/** SMPP texts are ASCII, and a NUL would end them early. */
function isPlain(value: string): boolean {
  return /^[\x21-\x7e]*$/.test(value);
}

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----/g;

function isPem(value: string): boolean {
  return value.replaceAll(CERTIFICATE, '').trim() === '';
}

/** How many certificates a text holds. */
export function countCertificates(value: string): number {
  return value.match(CERTIFICATE)?.length ?? 0;
}

/** A table of fields: names, rules, defaults. */
export type FieldTable = Readonly<Record<string, LinkField>>;

type ValueOf<Field> = Field extends { readonly words: readonly (infer Word)[] }
  ? Word
  : Field extends { readonly kind: 'whole' }
    ? number
    : string;

/** A complete, checked configuration: a value for every field of a table. */
export type ConfigOf<Table extends FieldTable> = {
  readonly [Name in keyof Table]: ValueOf<Table[Name]>;
};

/** Some of the fields, as given and not yet checked. */
export type GivenLinkConfig = Readonly<Record<string, unknown>>;

export type FieldsCheck<Config> =
  | { readonly ok: true; readonly config: Config }
  | { readonly ok: false; readonly field: string; readonly rule: string };

/**
 * Checks the given fields and adds defaults for the others. The first fault wins, in table order.
 */
export function checkFields<Table extends FieldTable>(
  table: Table,
  given: GivenLinkConfig,
): FieldsCheck<ConfigOf<Table>> {
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(table, name));
  if (unknown !== undefined) return { ok: false, field: unknown, rule: 'there is no such field' };
  const config: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(table)) {
    const value = given[name] ?? field.fallback;
    const rule = faultOf(field, value);
    if (rule !== undefined) return { ok: false, field: name, rule };
    config[name] = value;
  }
  return { ok: true, config: config as ConfigOf<Table> };
}

/** What an operator can mean by refusing a submission. */
export const STATUS_REASONS = [
  'operator_throttled',
  'operator_queue_full',
  'operator_temporary',
  'operator_fault',
  'operator_refused',
  'operator_refused_recipient',
  'operator_refused_sender',
  'operator_refused_form',
  'operator_unknown_word',
] as const satisfies readonly (keyof typeof MESSAGE_FAILURES)[];

type Entry<Key, Meaning> = { readonly key: Key; readonly meaning: Meaning };
type ReadEntry<Key, Meaning> = (part: string) => Entry<Key, Meaning> | string;

const HIGHEST_STATUS = 0xffff_ffff;

/** The meanings in a link's field `statusReasons`, by command_status. */
export function readStatusReasons(text: string): ReadonlyMap<number, FailureReason> {
  return readEntries(text, readEntry);
}

function readEntries<Key, Meaning>(
  text: string,
  read: ReadEntry<Key, Meaning>,
): ReadonlyMap<Key, Meaning> {
  const entries = entriesOf(text).map(read);
  return new Map(
    entries.flatMap((it) => (typeof it === 'string' ? [] : [[it.key, it.meaning] as const])),
  );
}

/** What a word in a receipt can mean; `intermediate`: the part is still on its way. */
const RECEIPT_MEANINGS = [
  'delivered',
  'failed',
  'rejected',
  'expired',
  'unknown',
  'intermediate',
] as const;
export type ReceiptMeaning = (typeof RECEIPT_MEANINGS)[number];
export type ReceiptWords = ReadonlyMap<string, ReceiptMeaning>;

/** The meanings in a link's field `receiptWords`, by the word in capital letters. */
export function readReceiptWords(text: string): ReceiptWords {
  return readEntries(text, readStateEntry);
}

function readStateEntry(part: string): Entry<string, ReceiptMeaning> | string {
  const [given = '', state = '', ...rest] = part.split('=').map((it) => it.trim());
  const key = given.toUpperCase();
  if (!/^[!-~]{1,30}$/.test(key) || rest.length > 0 || state === '') {
    return 'must be pairs such as DNDFAIL=rejected, separated by commas';
  }
  const meaning = RECEIPT_MEANINGS.find((it) => it === state);
  if (meaning !== undefined) return { key, meaning };
  return `gives ${given} no known state: must be one of ${RECEIPT_MEANINGS.join(', ')}`;
}

/** What is wrong with such a text, in words; undefined when all of it is valid. */
export function faultOfStatusReasons(text: string): string | undefined {
  return faultOfEntries(text, readEntry);
}

function faultOfEntries(text: string, read: ReadEntry<unknown, unknown>): string | undefined {
  const seen = new Set<unknown>();
  for (const part of entriesOf(text)) {
    const entry = read(part);
    if (typeof entry === 'string') return entry;
    if (seen.has(entry.key)) return `names ${part.split('=')[0]?.trim()} twice`;
    seen.add(entry.key);
  }
  return undefined;
}

function entriesOf(text: string): readonly string[] {
  return text.trim() === '' ? [] : text.split(',');
}

/** One entry, or what is wrong with it. */
function readEntry(part: string): Entry<number, FailureReason> | string {
  const [code = '', word = '', ...rest] = part.split('=').map((it) => it.trim());
  const isCode = /^(0x[0-9a-f]{1,8}|\d{1,10})$/i.test(code);
  const status = Number(code);
  if (!isCode || rest.length > 0 || status < 1 || status > HIGHEST_STATUS) {
    return `must be pairs such as 0x45=operator_queue_full, separated by commas`;
  }
  const reason = STATUS_REASONS.find((it) => it === word);
  if (reason !== undefined) return { key: status, meaning: reason };
  return `gives ${code} no known reason: must be one of ${STATUS_REASONS.join(', ')}`;
}
