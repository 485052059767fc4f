/** Values as people write and read them on a command line. */
import { stampInZone } from '../../domain/policy/zone.ts';
import { formatRupees, parseRupees, type Micros } from '../../domain/pricing/money.ts';
import type { Category } from '../../domain/routing/routing.ts';
import type { SenderRoute } from '../../domain/sender/sender.ts';
import { UsageError } from '../../kit/refusal.ts';

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

/** `2026-12-01` (its midnight in Pakistan), or a time with its zone: `2026-12-01T09:00+05:00`. */
export function readTime(text: string, name: string): number {
  const isDay = /^\d{4}-\d\d-\d\d$/.test(text);
  const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?(Z|[+-]\d\d:\d\d)$/.test(text);
  const timeMs = Date.parse(isDay ? `${text}T00:00:00${KARACHI}` : text);
  if ((isDay || isTime) && !Number.isNaN(timeMs)) return timeMs;
  throw new UsageError(`${name} must be a day, 2026-12-01, or a time, 2026-12-01T09:00${KARACHI}.`);
}

/** `2026-12-01T09:00:00+05:00`. */
export const showTime = (timeMs: number): string => stampInZone(timeMs);

/** What stands between commas; `none` is the empty list. */
export function readList(text: string): readonly string[] {
  if (text === '' || text === 'none') return [];
  return text.split(',').map((item) => item.trim());
}
