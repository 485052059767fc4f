import type { Random } from '../../kit/random.ts';

const firstMs = 500;
const longestMs = 60_000;

/**
 * How long to wait before connecting again after `failures` failures in a row (1 for the first):
 * doubling up to a minute, and by chance down to half of that, so that links which fell together
 * do not come back together.
 */
export function backOffMs(failures: number, random: Pick<Random, 'randomInt'>): number {
  const most = Math.min(longestMs, firstMs * 2 ** Math.min(failures - 1, 16));
  return random.randomInt(most / 2, most + 1);
}
