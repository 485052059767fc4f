/** Values as people write and read them on a command line. */
import { stampInZone } from '../domain/policy/zone.ts';
import { formatRupees, parseRupees, type Micros } from '../domain/pricing/money.ts';
import type { Category } from '../domain/routing/routing.ts';
import type { SenderRoute } from '../domain/sender/sender.ts';
import { UsageError } from '../kit/refusal.ts';

export function readRupees(text: string, name: string): Micros {
  const amount = parseRupees(text);
  if (amount === undefined) throw new UsageError(`${name} must be rupees, such as 4.80.`);
  return amount;
}

const PAISA = 10_000n;

/** With two decimals, or with as many as there are: what is explained must not be rounded. */
export function showRupees(amount: Micros): string {
  if (amount % PAISA === 0n) return formatRupees(amount);
  const digits = (amount < 0n ? -BigInt(amount) : amount).toString().padStart(7, '0');
  const decimals = digits.slice(-6).replace(/0+$/, '');
  return `${amount < 0n ? '-' : ''}${digits.slice(0, -6)}.${decimals}`;
}

export function readOnOff(text: string, name: string): boolean {
  if (/^(on|yes|true|1)$/i.test(text)) return true;
  if (/^(off|no|false|0)$/i.test(text)) return false;
  throw new UsageError(`${name} must be on or off.`);
}

export function readNumber(text: string, name: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new UsageError(`${name} must be a whole number.`);
  return Number(text);
}

const ROUTES: readonly SenderRoute[] = ['simple', 'branded', 'short_code'];

export function readRoute(text: string, name: string): SenderRoute {
  const route = ROUTES.find((it) => it === text.replace('-', '_'));
  if (route === undefined) throw new UsageError(`${name} must be one of ${ROUTES.join(', ')}.`);
  return route;
}

const CATEGORIES: readonly Category[] = ['transactional', 'promotional'];

export function readCategory(text: string, name: string): Category {
  const category = CATEGORIES.find((it) => it === text);
  if (category !== undefined) return category;
  throw new UsageError(`${name} must be one of ${CATEGORIES.join(', ')}.`);
}

/** Pakistan has no summer time. */
const KARACHI = '+05:00';

/**
 * `2026-12-01` (its midnight), `15:53` (of today) or `2026-12-01T15:53`, all of Pakistan; behind a
 * day and a time another zone may stand: `Z`, `+01:00`.
 */
export function readTime(text: string, name: string, nowMs: number): number {
  const today = showTime(nowMs).slice(0, 10);
  const whole = text.replace(/^\d\d:\d\d$/, `${today}T$&`).replace(/^\d{4}-\d\d-\d\d$/, '$&T00:00');
  const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?(Z|[+-]\d\d:\d\d)?$/.exec(whole);
  const timeMs = Date.parse(time?.[1] === undefined ? `${whole}${KARACHI}` : whole);
  if (time !== null && !Number.isNaN(timeMs)) return timeMs;
  throw new UsageError(`${name} must be ${TIME_FORMS}.`);
}

const TIME_FORMS = 'a day (2026-12-01), a time of today (15:53), or both (2026-12-01T15:53)';

/** `2026-12-01T09:00:00+05:00`. */
export const showTime = (timeMs: number): string => stampInZone(timeMs);

/** What stands between commas; `none` is the empty list. */
export function readList(text: string): readonly string[] {
  if (text === '' || text === 'none') return [];
  return text.split(',').map((item) => item.trim());
}
