import { describe, expect, it } from 'vitest';
import type { BatchId } from '../../domain/ids.ts';
import type { KeptBatch } from '../../domain/message/kept-batch.ts';
import { showBatch } from './batch-shape.http.ts';

const NOW_MS = Date.UTC(2026, 10, 21, 12, 0, 0);

/** An upload of which 100 rows were read in ten seconds, out of roughly `total`. */
function readingOf(total: number | undefined): KeptBatch {
  return {
    ...{ id: 7 as BatchId, state: 'reading', source: 'upload', sender: 'InfoSMS', templateId: '1' },
    kind: 'sms',
    ...{ fileName: 'march.csv', fileBytes: 5_000, fileKind: undefined, endedAtMs: undefined },
    ...{ createdAtMs: NOW_MS - 10_000, startedAtMs: NOW_MS - 10_000 },
    ...{ reading: { done: 100, total }, refusal: undefined, published: undefined, isTest: false },
    stopReason: undefined,
    shortLinks: false,
  };
}

const progressOf = (total: number | undefined) =>
  showBatch(readingOf(total), undefined, NOW_MS).progress;

describe('the progress of an upload that is being read', () => {
  it('says when it will be done at its current speed', () => {
    const finish = { rate_per_second: 10, finishes_at: '2026-11-21T12:01:30.000Z' };
    expect(progressOf(1_000)).toMatchObject({ done: 100, total: 1_000, ...finish });
  });

  it.each([
    ['there is no guess of its rows', undefined],
    ['the guess is beyond any file', Number.MAX_SAFE_INTEGER],
  ])('does not say when it will be done where %s', (_, total) => {
    expect(progressOf(total)?.finishes_at).toBeNull();
  });

  it('ends now where more was read than estimated', () => {
    expect(progressOf(50)?.finishes_at).toBe('2026-11-21T12:00:00.000Z');
  });
});
