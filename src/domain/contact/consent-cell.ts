/** What a cell of a file says of a person's consent. */
import { EARLIEST_CONSENT_MS, type ConsentChannel, type ConsentState } from '../consent/consent.ts';
import { westernDigits } from '../recipient/recipient.ts';

export type ImportedConsent = {
  readonly channel: ConsentChannel;
  readonly state: ConsentState;
  /** When it was said; undefined: the file does not say, so whatever is known is newer. */
  readonly saidAtMs: number | undefined;
  readonly proof: string;
};

const YES = /^(yes|y|true|1|x|✓|given|granted|subscribed|opted[ -]?in|agreed|ہاں|جی|جی ہاں)$/iu;
const NO = /^(no|n|false|0|withdrawn|unsubscribed|opted[ -]?out|نہیں|جی نہیں)$/iu;
/** As people here write a day, or programs do. */
const DAY_FIRST = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/;
const YEAR_FIRST =
  /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[+-]\d\d:\d\d)?)?$/;

export const CONSENT_CELL_RULE =
  'must be yes, no, or the day when the person agreed, not one to come: 2026-11-20 or 20/11/2026';

/**
 * `yes`, `no`, or when somebody agreed; undefined: it says none of these. Of a day alone its
 * beginning in Pakistan counts.
 */
export function readConsentCell(
  cell: string,
): Pick<ImportedConsent, 'state' | 'saidAtMs'> | undefined {
  const text = westernDigits(cell.trim());
  if (YES.test(text)) return { state: 'given', saidAtMs: undefined };
  if (NO.test(text)) return { state: 'withdrawn', saidAtMs: undefined };
  const [, day, month, year] = DAY_FIRST.exec(text) ?? [];
  const [, ...parts] = YEAR_FIRST.exec(text) ?? [year, year, month, day];
  const [y = '', m = '', d = '', time = '00:00', zone = '+05:00'] = parts;
  const date = `${y}-${m.padStart(2, '0')}-${d.padStart(2, '0')}`;
  const isDay = new Date(`${date}T00:00Z`).getUTCDate() === Number(d);
  const saidAtMs = Date.parse(`${date}T${time}${zone}`);
  if (!isDay || !(saidAtMs >= EARLIEST_CONSENT_MS)) return undefined;
  return { state: 'given', saidAtMs };
}
