/** What a node does for batches: lets them into the queue, holds them, sends texts after chat. */
import { SECOND_MS } from '../domain/durations.ts';
import { fallBack } from '../batches/fall-back.ts';
import { holdBatches } from '../batches/hold-batches.ts';
import { feedWhileShort } from '../journey/enqueue/feed-queue.ts';
import type { NodeJob } from './jobs.ts';
import type { Background } from './open-journey.ts';

const WORKERS = ['worker'] as const;

export function batching({ deps, load, work, closing, takeIn }: Background): readonly NodeJob[] {
  const boundMessages = deps.settings.queueBoundMessages;
  return [
    {
      name: 'feed queue',
      everyMs: 100,
      on: WORKERS,
      isDue: () => work.has('hasFeeds'),
      run: () => feedWhileShort({ ...deps, load, boundMessages }),
    },
    {
      name: 'hold batches',
      everyMs: 100,
      on: WORKERS,
      isLong: true,
      isDue: () => work.has('hasHeldBatches'),
      run: () => holdBatches(closing),
    },
    {
      name: 'fall back',
      everyMs: 2 * SECOND_MS,
      on: WORKERS,
      isLong: true,
      isDue: () => work.has('hasFallbacks'),
      run: () => fallBack({ ...closing, ...deps, takeIn }),
    },
  ];
}
