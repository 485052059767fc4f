import { limit } from '../../domain/limits.ts';
import type { Random } from '../../kit/random.ts';

/**
 * How long to wait before connecting again after `failures` failures in a row (1 for the first):
 * doubling up to a bound, and by chance down to half of that, so that links which fell together
 * do not come back together.
 */
export function backOffMs(failures: number, random: Pick<Random, 'randomInt'>): number {
  const doubled = limit('linkRetryFirstMs') * 2 ** Math.min(failures - 1, 16);
  const most = Math.min(limit('linkRetryLastMs'), doubled);
  return random.randomInt(most / 2, most + 1);
}
