import { describe, expect, it } from 'vitest';
import { findBreaches, type Run } from './report.ts';

const number = { phoneNumberId: '300000000000001', chatappId: '5' };

const heard = (id: string, order: number) => ({
  number: order,
  at: '2026-11-21T10:00:00.000Z',
  path: `/v25.0/${number.phoneNumberId}/messages`,
  answer: '200',
  body: { to: '923001234567', biz_opaque_callback_data: `${id}.1` },
});

const promise = (id: string) => ({
  ...{ id, mobile: '923001234567', phoneNumberId: number.phoneNumberId },
  ...{ dueMs: 0, answeredMs: 5 },
});

/** Two messages that came through. */
const whole: Run = {
  ...{ fromMs: 0, untilMs: 1_000, samples: [], words: 4, replies: 1, numbers: [number] },
  accepted: [promise('a'), promise('b')],
  heard: [heard('a', 1), heard('b', 2)],
  drained: { line: 0, open: 0, posts: 0 },
  cpuMs: { node: 1, database: 1 },
  stats: { webhooks: { attempts: 5, refused: 0, lost: 0 } },
  books: {
    ...{ messages: 2, delivered: 2, open: 0, charged: 2, read: 1, replies: 1 },
    ...{ sum: 0, reserved: 0, unexplained: 0, drift: 0, ambiguous: 0, failed_posts: 0 },
  },
};

describe('the conditions after a run', () => {
  it('hold when every message came once, ended and was charged', () => {
    expect(findBreaches(whole)).toEqual([]);
  });

  it.each<readonly [string, Partial<Run>]>([
    ['twice at the platform: 1', { heard: [heard('a', 1), heard('a', 2), heard('b', 3)] }],
    ['promised and never at the platform: 1', { heard: [heard('a', 1)] }],
    ['promised and not in the database: 1', { accepted: ['a', 'b', 'c'].map(promise) }],
    ['without an end: 1', { books: { ...whole.books, open: 1 } }],
    ['delivered and not charged once: 1', { books: { ...whole.books, charged: 1 } }],
    ['millionths still reserved: 7', { books: { ...whole.books, reserved: 7 } }],
    ['replies not kept: 1', { replies: 2 }],
  ])('do not hold when there is: %s', (sentence, change) => {
    expect(findBreaches({ ...whole, ...change })).toContain(sentence);
  });

  it('count a message that the platform refused as missing', () => {
    const refused = { ...heard('b', 2), answer: '429 130429' };
    const run = { ...whole, heard: [heard('a', 1), refused] };
    expect(findBreaches(run)).toEqual(['promised and never at the platform: 1']);
  });
});
