/** What a cell of a file says of a person's consent. */
import type { ConsentChannel, ConsentState } from '../consent/consent.ts';

export type ImportedConsent = {
  readonly channel: ConsentChannel;
  readonly state: ConsentState;
  /** When it was said; undefined: the file does not say, so whatever is known is newer. */
  readonly saidAtMs: number | undefined;
  readonly proof: string;
};

const YES = /^(yes|y|true|1|x|✓|given|granted|subscribed|opted[ -]?in|agreed|ہاں|جی|جی ہاں)$/iu;
const NO = /^(no|n|false|0|withdrawn|unsubscribed|opted[ -]?out|نہیں|جی نہیں)$/iu;
/** Of a day alone its beginning in Pakistan counts. */
const DAY = /^\d{4}-\d\d-\d\d$/;
const MOMENT = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)?$/;

export const CONSENT_CELL_RULE = 'must be yes, no, or the day when the person agreed: 2026-11-20';

/** `yes`, `no`, or when somebody agreed; undefined: it says none of these. */
export function readConsentCell(
  cell: string,
): Pick<ImportedConsent, 'state' | 'saidAtMs'> | undefined {
  const text = cell.trim();
  if (YES.test(text)) return { state: 'given', saidAtMs: undefined };
  if (NO.test(text)) return { state: 'withdrawn', saidAtMs: undefined };
  if (!DAY.test(text) && !MOMENT.test(text)) return undefined;
  const zoned = /(Z|[+-]\d\d:\d\d)$/.test(text) && !DAY.test(text) ? text : inPakistan(text);
  const saidAtMs = Date.parse(zoned.replace(' ', 'T'));
  return Number.isNaN(saidAtMs) ? undefined : { state: 'given', saidAtMs };
}

const inPakistan = (text: string): string => `${text}${DAY.test(text) ? 'T00:00' : ''}+05:00`;
