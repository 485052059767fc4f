/**
 * What staff say about one SMPP link. Operators differ in everything below, so all of it is data,
 * filled in during the connection test with the operator. The table of fields is the one place
 * that knows names, bounds and defaults: stored JSON, the command line and the portal read it.
 *
 * The password is not here: it is sealed beside the config.
 */
import { limit } from '../limits.ts';

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
  readonly fallback?: number;
};
type WordField = {
  readonly kind: 'word';
  readonly words: readonly string[];
  readonly fallback?: string;
};

export type LinkField = (TextField | WholeField | WordField) & { readonly help: string };

const ID_FORMS = ['text', 'folded', 'decimal', 'hex'] as const;

export const LINK_FIELDS = {
  host: {
    kind: 'text',
    leastCharacters: 1,
    mostCharacters: 255,
    help: 'name or address of the operator’s SMSC',
  },
  port: { kind: 'whole', least: 1, most: 65_535, fallback: 2775, help: 'its port' },
  systemId: {
    kind: 'text',
    leastCharacters: 1,
    mostCharacters: 15,
    help: 'login of the bind (SMPP 3.4: at most 15 characters)',
  },
  systemType: {
    kind: 'text',
    leastCharacters: 0,
    mostCharacters: 12,
    fallback: '',
    help: 'system_type of the bind; most operators want none',
  },
  windowSubmits: {
    kind: 'whole',
    least: 1,
    most: limit('linkWindow'),
    fallback: 10,
    help: 'submits that may be unanswered at once',
  },
  ratePerSecond: {
    kind: 'whole',
    least: 1,
    most: 100_000,
    fallback: 100,
    help: 'parts in any second, at most',
  },
  enquireIntervalMs: {
    kind: 'whole',
    least: 1_000,
    most: 600_000,
    fallback: 30_000,
    help: 'silence after which enquire_link asks whether the operator is there',
  },
  answerTimeoutMs: {
    kind: 'whole',
    least: 100,
    most: 600_000,
    fallback: 30_000,
    help: 'wait for the answer to a submit; after it the attempt is ambiguous',
  },
  answerIdForm: {
    kind: 'word',
    words: ID_FORMS,
    fallback: 'text',
    help: 'how submit_sm_resp writes message ids',
  },
  receiptIdForm: {
    kind: 'word',
    words: ID_FORMS,
    fallback: 'text',
    help: 'how receipts write message ids',
  },
  ambiguous: {
    kind: 'word',
    words: ['reconcile', 'resubmit'],
    fallback: 'resubmit',
    help: 'after a lost answer: submit again, or end as UNKNOWN without a charge',
  },
  ambiguousAfterMs: {
    kind: 'whole',
    least: 0,
    most: 3_600_000,
    fallback: limit('ambiguousMs'),
    help: 'how long a lost answer may be explained by a receipt before it is submitted again',
  },
  receiptLevel: {
    kind: 'word',
    words: ['operator', 'handset'],
    fallback: 'handset',
    help: 'what DELIVRD means here: the operator has it, or the phone has it',
  },
  receiptsPer: {
    kind: 'word',
    words: ['part', 'message'],
    fallback: 'part',
    help: 'one receipt for each part, or one for the whole message',
  },
  defaultAlphabet: {
    kind: 'word',
    words: ['gsm7', 'latin1'],
    fallback: 'gsm7',
    help: 'what the operator reads under data_coding 0',
  },
  numericSenderTon: {
    kind: 'whole',
    least: 0,
    most: 6,
    fallback: 3,
    help: 'source_addr_ton of short codes; commonly 3 (network specific) or 0',
  },
  numericSenderNpi: {
    kind: 'whole',
    least: 0,
    most: 18,
    fallback: 0,
    help: 'source_addr_npi of short codes; commonly 0 or 1',
  },
} as const satisfies Record<string, LinkField>;

export type LinkFieldName = keyof typeof LINK_FIELDS;

type ValueOf<Field> = Field extends { readonly words: readonly (infer Word)[] }
  ? Word
  : Field extends { readonly kind: 'whole' }
    ? number
    : string;

/** A complete, checked configuration: every field of LINK_FIELDS with its value. */
export type SmppLinkConfig = {
  readonly [Name in LinkFieldName]: ValueOf<(typeof LINK_FIELDS)[Name]>;
};

/** Some of the fields, as somebody gave them and nobody has checked yet. */
export type GivenLinkConfig = Readonly<Record<string, unknown>>;

export type LinkConfigCheck =
  | { readonly ok: true; readonly config: SmppLinkConfig }
  | { readonly ok: false; readonly field: string; readonly rule: string };

export const LINK_FIELD_NAMES = Object.keys(LINK_FIELDS) as readonly LinkFieldName[];

/** Checks given fields and adds the defaults of the others. The first fault wins, by the table. */
export function checkLinkConfig(given: GivenLinkConfig): LinkConfigCheck {
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(LINK_FIELDS, name));
  if (unknown !== undefined) return { ok: false, field: unknown, rule: 'there is no such field' };
  const config: Record<string, unknown> = {};
  for (const name of LINK_FIELD_NAMES) {
    const field: LinkField = LINK_FIELDS[name];
    const value = given[name] ?? field.fallback;
    if (!fits(field, value)) return { ok: false, field: name, rule: ruleOf(field) };
    config[name] = value;
  }
  return { ok: true, config: config as SmppLinkConfig };
}

/** What a value of the field must be, in words. */
export function ruleOf(field: LinkField): string {
  switch (field.kind) {
    case 'text':
      return `must be a text of ${field.leastCharacters} to ${field.mostCharacters} characters`;
    case 'whole':
      return `must be a whole number from ${field.least} to ${field.most}`;
    case 'word':
      return `must be one of ${field.words.join(', ')}`;
  }
}

function fits(field: LinkField, value: unknown): boolean {
  switch (field.kind) {
    case 'text':
      return typeof value === 'string' && isPlain(value) && fitsText(field, value);
    case 'whole':
      return Number.isSafeInteger(value) && fitsWhole(field, Number(value));
    case 'word':
      return typeof value === 'string' && field.words.includes(value);
  }
}

function fitsText(field: TextField, value: string): boolean {
  return value.length >= field.leastCharacters && value.length <= field.mostCharacters;
}

function fitsWhole(field: WholeField, value: number): boolean {
  return value >= field.least && value <= field.most;
}

/** SMPP texts are ASCII, and a NUL would end them early. */
function isPlain(value: string): boolean {
  return /^[\x21-\x7e]*$/.test(value);
}
