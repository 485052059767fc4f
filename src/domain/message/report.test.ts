import { describe, expect, it } from 'vitest';
import { commandStatus } from '@paigham/smpp';
import { quotable } from '../failure/failure.ts';
import type { MessageState } from './message.ts';
import { reportedReason, wordOf } from './report.ts';

type Counts = Partial<Record<MessageState, number>>;

function wordOfCounts(counts: Counts): string {
  const entries = Object.entries(counts) as [MessageState, number][];
  const total = entries.reduce((sum, [, count]) => sum + count, 0);
  return wordOf({ id: 1, total, counts: new Map(entries), messages: [], page: 1 });
}

describe('the word of one message', () => {
  it.each<readonly [MessageState, string]>([
    ['waiting', 'PENDING'],
    ['sent', 'SENT'],
    ['unknown', 'UNKNOWN'],
    ['delivered', 'DELIVERED'],
    ['failed', 'FAILED'],
    ['rejected', 'REJECTED'],
    ['expired', 'EXPIRED'],
    ['cancelled', 'CANCELLED'],
  ])('that is %s is %s', (state, word) => {
    expect(wordOfCounts({ [state]: 1 })).toBe(word);
  });
});

describe('the word of a batch', () => {
  it.each<readonly [Counts, string]>([
    [{ waiting: 1, sent: 5, delivered: 5, failed: 5 }, 'PENDING'],
    [{ waiting: 2 }, 'PENDING'],
    [{ sent: 1, delivered: 8, failed: 1 }, 'SENT'],
    [{ delivered: 10 }, 'DELIVERED'],
    [{ delivered: 9, failed: 1 }, 'PARTIAL'],
    [{ delivered: 1, unknown: 9 }, 'PARTIAL'],
    [{ delivered: 1, expired: 1, rejected: 1 }, 'PARTIAL'],
    [{ failed: 10 }, 'FAILED'],
    [{ expired: 2 }, 'FAILED'],
    [{ cancelled: 3 }, 'CANCELLED'],
    [{ cancelled: 3, waiting: 1 }, 'PENDING'],
    [{ cancelled: 1, delivered: 2 }, 'PARTIAL'],
    [{ cancelled: 1, failed: 2 }, 'FAILED'],
    [{ rejected: 1, unknown: 1 }, 'FAILED'],
  ])('with %j is %s', (counts, word) => {
    expect(wordOfCounts(counts)).toBe(word);
  });
});

it('no operator’s code makes a failure read like an acceptance', () => {
  const told = { state: 'rejected', reason: 'retries_exhausted', isChat: false } as const;
  for (const code of Object.values(commandStatus).filter((it) => it !== 0)) {
    const sentence = reportedReason({ ...told, code }) ?? '';
    expect(sentence).toMatch(/^Failed: .*0x[0-9a-f]+\)$/);
    expect([sentence, quotable(sentence.slice(-50))]).not.toContain(undefined);
  }
});
