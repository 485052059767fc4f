/** Which days a report is of, in Pakistan's time. */
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const ZONE_MS = 5 * HOUR_MS;
/** In a shorter time one looks at hours. */
const HOURS_UP_TO_DAYS = 2;

export const SPANS = ['1', '7', '30', '365', 'own'] as const;
export type SpanName = (typeof SPANS)[number];

export type Span = {
  /** RFC 3339. */
  readonly since: string;
  readonly until: string;
  readonly isOfHours: boolean;
};

const today = (): number => Math.floor((Date.now() + ZONE_MS) / DAY_MS);

const midnight = (day: number): string => new Date(day * DAY_MS - ZONE_MS).toISOString();

/** `2026-11-26`, so many days ago. */
export const dayAgo = (days: number): string =>
  new Date((today() - days) * DAY_MS).toISOString().slice(0, 10);

/** @param own days as their fields give them; undefined: they make no span. */
export function spanOf(
  name: SpanName,
  own: { readonly since: string; readonly until: string },
): Span | undefined {
  const [first, last] =
    name === 'own'
      ? [Date.parse(own.since) / DAY_MS, Date.parse(own.until) / DAY_MS]
      : [today() - Number(name) + 1, today()];
  if (!(first <= last)) return undefined;
  return {
    since: midnight(first),
    until: midnight(last + 1),
    isOfHours: last - first + 1 <= HOURS_UP_TO_DAYS,
  };
}

/** Every hour or day of a span that has begun, as `/v1` names it, and its middle. */
export function stepsOf({ since, until, isOfHours }: Span) {
  const stepMs = isOfHours ? HOUR_MS : DAY_MS;
  const endMs = Math.min(Date.parse(until), Date.now());
  const length = Math.ceil((endMs - Date.parse(since)) / stepMs);
  return Array.from({ length }, (_, step) => {
    const local = new Date(Date.parse(since) + step * stepMs + ZONE_MS).toISOString();
    const key = local.slice(0, isOfHours ? 13 : 10);
    return { key, at: isOfHours ? `${key}:00:00+05:00` : `${key}T12:00:00+05:00` };
  });
}
