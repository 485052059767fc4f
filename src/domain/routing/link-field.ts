/** The kinds of fields that a link's configuration is made of, and what a value of each must be. */
import { faultOfStatusReasons } from './status-reasons.ts';

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
  /** Only multiples of it; any when absent. */
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
/** Certificates as text, each between its BEGIN and END lines; or nothing. */
type CertificatesField = {
  readonly kind: 'certificates';
  readonly mostCharacters: number;
  readonly fallback: string;
};
/** What the operator means by some command_status: `0x45=operator_queue_full,…`. */
type StatusesField = {
  readonly kind: 'statuses';
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

/** What a value of the field must be, in words. */
export function ruleOf(field: LinkField): string {
  switch (field.kind) {
    case 'text':
      return `must be a text of ${field.leastCharacters} to ${field.mostCharacters} characters`;
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
  }
}

/** What is wrong with a value, in words; undefined when it fits. */
export function faultOf(field: LinkField, value: unknown): string | undefined {
  if (!fits(field, value)) return ruleOf(field);
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
