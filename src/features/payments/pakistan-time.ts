import { HOUR_MS } from '../../domain/durations.ts';

/** Pakistan has no summer time. */
const PAKISTAN_MS = 5 * HOUR_MS;

/** As gateways there write times: `20261127091500`. */
export function pakistanTime(atMs: number): string {
  return new Date(atMs + PAKISTAN_MS).toISOString().replaceAll(/\D/g, '').slice(0, 14);
}
