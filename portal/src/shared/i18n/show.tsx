/** Moments, money and counts, as people here read them: Pakistan's time, rupees, Western digits. */
import { Text, Tooltip } from '@mantine/core';
import { currentLocale, inWords } from './i18n.ts';
import { showMoney } from './money.ts';

export { showMoney } from './money.ts';

const ZONE = 'Asia/Karachi';

/** The few that there are: to make one takes longer than to show a whole list by it. */
const made = new Map<string, Intl.DateTimeFormat>();

export function moments(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const language = currentLocale() === 'ur' ? 'ur-PK-u-nu-latn' : 'en-GB';
  const key = language + JSON.stringify(options);
  const known = made.get(key) ?? new Intl.DateTimeFormat(language, { timeZone: ZONE, ...options });
  made.set(key, known);
  return known;
}

/** `22 Nov, 14:05`, of another year `22 Nov 2025, 14:05`; with the seconds when pointed at. */
export function Time({ at }: { readonly at: string | null }) {
  if (at === null) return <>–</>;
  return (
    <Tooltip label={showMoment(at, true)}>
      <time dateTime={at} className="numbers moment">
        {showMoment(at)}
      </time>
    </Tooltip>
  );
}

export function showMoment(at: string, isExact = false): string {
  const options: Intl.DateTimeFormatOptions = isExact
    ? { dateStyle: 'medium', timeStyle: 'medium', hour12: false }
    : {
        ...(yearOf(new Date(at)) === yearOf(new Date()) ? {} : { year: 'numeric' }),
        day: 'numeric',
        month: 'short',
        hour: '2-digit',
        minute: '2-digit',
        hour12: false,
      };
  return moments(options).format(new Date(at));
}

const yearOf = (at: Date): string => moments({ year: 'numeric' }).format(at);

/** `22 Nov 2026, 14:05:09.120` */
export const showInstant = (at: string): string =>
  moments({
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    fractionalSecondDigits: 3,
    hour12: false,
  }).format(new Date(at));

/** `November 2026` for `2026-11`. */
export const showMonth = (month: string): string =>
  moments({ month: 'long', year: 'numeric' }).format(new Date(`${month}-15T00:00:00Z`));

/** `14:05` */
export const showTimeOfDay = (at: string): string =>
  moments({ hour: '2-digit', minute: '2-digit', hour12: false }).format(new Date(at));

/** `14:05`, with its day when that is not today. */
export const showTimeAhead = (at: string): string =>
  showDay(at) === showDay(new Date().toISOString()) ? showTimeOfDay(at) : showMoment(at);

export const showDay = (at: string): string =>
  moments({ dateStyle: 'medium' }).format(new Date(at));

/** `Rs 1,234.50`, of an amount as `/v1` gives it. */
export function Money({ amount }: { readonly amount: string }) {
  return (
    <Text span inherit className="latin numbers">
      {showMoney(amount)}
    </Text>
  );
}

const counts = new Intl.NumberFormat('en');
export const showCount = (count: number): string => counts.format(count);

/** Something written from left to right, for the middle of a text that may run the other way. */
export const isolated = (text: string): string => `\u2066${text}\u2069`;

/** What stands in place of a number that was forgotten on demand. */
const FORGOTTEN = 'forgotten';

/** A number with its country code, in groups: `+92 300 1234567`; a chat user's id as it is. */
export function showPhone(digits: string): string {
  if (digits === FORGOTTEN) return inWords(digits);
  // What begins with 0 is no number of the world: it was left out as it was typed.
  if (!/^[1-9]/.test(digits)) return digits;
  const [, code, network, rest] = /^(92)(\d{3})(\d{7})$/.exec(digits) ?? [];
  return code === undefined ? `+${digits}` : `+${code} ${network} ${rest}`;
}

export function Phone({ number }: { readonly number: string }) {
  return (
    <span className={number === FORGOTTEN ? undefined : 'latin numbers'}>{showPhone(number)}</span>
  );
}
