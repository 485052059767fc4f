/**
 * Midnight of a day of Pakistan (UTC+5, no summer time), and so much later, as `/v1` takes moments.
 * @param day 2026-11-22; undefined of everything else.
 */
export function startOfDay(day: string, afterMs: number): string | undefined {
  const atMs = Date.parse(`${day}T00:00:00+05:00`);
  return Number.isNaN(atMs) ? undefined : new Date(atMs + afterMs).toISOString();
}
