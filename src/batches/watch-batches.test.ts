import { describe, expect, it, vi } from 'vitest';
import { ROSHAN, NOON_MS, rupees } from '../../test/support/fixtures.ts';
import type { BatchId } from '../domain/ids.ts';
import { limit } from '../domain/limits.ts';
import type { KeptBatch } from '../domain/message/kept-batch.ts';
import { MESSAGE_STATES, type MessageState } from '../domain/message/message.ts';
import { stepClock, type StepClock } from '../../test/support/step-clock.ts';
import type { Reader } from '../kit/postgres/pool.ts';
import type { Statement } from '../kit/postgres/statement.ts';
import { createWatchBatches } from './watch-batches.ts';

const TOTAL = 1_000_000;

type Stock = {
  /** What the store would count now. */
  counts: Partial<Record<MessageState, number>>;
  queued: number;
  optedOut: number;
  /** How long a count takes. */
  tookMs: number;
  /** When a count ends. */
  until: Promise<undefined> | undefined;
  /** Whether somebody asked for a count that does not end. */
  isStuck: boolean;
};

function open(change: Partial<Stock> = {}) {
  const clock = stepClock();
  const stock: Stock = {
    counts: {},
    queued: 0,
    optedOut: 0,
    tookMs: 0,
    isStuck: false,
    until: undefined,
    ...change,
  };
  const asked: string[] = [];
  const reader = {
    async read({ name }: Statement) {
      asked.push(name);
      if (name === 'count-queued') return [{ queued: stock.queued }];
      if (name === 'count-batch-optouts') return [{ optedOut: stock.optedOut }];
      const { counts } = stock;
      await stock.until;
      if (stock.isStuck) await new Promise(() => undefined);
      clock.advance(stock.tookMs);
      return Object.entries(counts).map(([state, messages]) => {
        return { state: MESSAGE_STATES[state as MessageState], messages, spentMicros: 0n };
      });
    },
  };
  const watch = createWatchBatches(reader as unknown as Reader, clock);
  const counted = (): number => asked.filter((name) => name === 'count-states').length;
  return { clock, stock, counted, look: (batch: KeptBatch) => watch(ROSHAN, batch) };
}

function batchOf(
  clock: StepClock,
  change: Partial<KeptBatch> & { unfed?: number; feedsAtMs?: number } = {},
): KeptBatch {
  const { unfed = 0, feedsAtMs, ...rest } = change;
  return {
    id: 7 as BatchId,
    state: 'sending',
    kind: 'sms',
    source: 'upload',
    fileName: 'people.csv',
    fileBytes: 1,
    fileKind: 'text',
    sender: '8584',
    templateId: '1',
    isTest: false,
    createdAtMs: NOON_MS,
    startedAtMs: undefined,
    endedAtMs: undefined,
    reading: undefined,
    refusal: undefined,
    stopReason: undefined,
    shortLinks: false,
    published: {
      recipients: TOTAL,
      parts: TOTAL,
      priceMicros: rupees(TOTAL),
      lookupsMicros: rupees(0),
      rows: TOTAL,
      leftOut: 0,
      publishedAtMs: clock.nowMs(),
      unfed,
      feedsAtMs,
      span: { firstMessage: 1, lastMessage: 2, lastPosition: TOTAL },
    },
    ...rest,
  };
}

describe('the figures of a batch', () => {
  it('show what has left the queue from feed and queue alone, without a count', async () => {
    const { clock, stock, look } = open({ counts: { waiting: TOTAL }, tookMs: 1_000 });
    const batch = batchOf(clock, { unfed: 900_000 });
    stock.queued = 5_000;
    expect(await look(batch)).toMatchObject({ done: 95_000, total: TOTAL });
    stock.queued = 4_000;
    clock.advance(limit('countedEveryMs'));
    expect(await look(batch)).toMatchObject({ done: 96_000, total: TOTAL });
  });

  it('have the rate of the last minute, and the time it ends at that rate', async () => {
    const { clock, look } = open({ counts: { waiting: TOTAL } });
    const batch = batchOf(clock);
    const { publishedAtMs = 0 } = batch.published ?? {};
    const at = (unfed: number): KeptBatch => {
      const { published } = batchOf(clock, { unfed });
      return { ...batch, published: published && { ...published, publishedAtMs } };
    };
    await look(at(TOTAL));
    clock.advance(120_000);
    // Nobody looked for two minutes: the rate is since the beginning.
    expect(await look(at(TOTAL - 12_000))).toMatchObject({ ratePerSecond: 100 });
    clock.advance(30_000);
    const figures = await look(at(TOTAL - 42_000));
    expect(figures).toMatchObject({ ratePerSecond: 1_000 });
    expect(figures?.finishesAtMs).toBe(clock.nowMs() + (TOTAL - 42_000));
    clock.advance(59_000);
    expect(await look(at(TOTAL - 42_000))).toMatchObject({ ratePerSecond: 0 });
  });

  it('say nothing of when the rest ends that is held back', async () => {
    const { clock, stock, look } = open({ counts: { waiting: TOTAL } });
    await look(batchOf(clock, { unfed: TOTAL }));
    clock.advance(30_000);
    const feedsAtMs = clock.nowMs() + 5_000;
    const held = batchOf(clock, { unfed: TOTAL - 1_000, feedsAtMs });
    expect(await look(held)).toMatchObject({ ratePerSecond: 0, finishesAtMs: undefined });
    stock.queued = 500;
    clock.advance(limit('countedEveryMs'));
    expect((await look(held))?.ratePerSecond).toBeGreaterThan(0);
  });

  it('say how many opted out, also when every message has its final state', async () => {
    const { clock, stock, look } = open({ counts: { delivered: 3 }, optedOut: 1 });
    expect(await look(batchOf(clock))).toMatchObject({ optedOut: 1 });
    stock.optedOut = 2;
    clock.advance(limit('countedEveryMs'));
    expect(await look(batchOf(clock))).toMatchObject({ optedOut: 2 });
  });

  it('count a small batch nearly as often as they are asked for', async () => {
    const { clock, stock, look, counted } = open({ counts: { waiting: 3 }, tookMs: 1 });
    await look(batchOf(clock));
    await look(batchOf(clock));
    expect(counted()).toBe(1);
    clock.advance(limit('countedEveryMs'));
    stock.counts = { sent: 3 };
    expect((await look(batchOf(clock)))?.counts).toEqual(new Map([['sent', 3]]));
  });

  it('count a large one for at most a twentieth of the time, and nobody waits for it', async () => {
    const { clock, stock, look, counted } = open({ counts: { waiting: TOTAL }, tookMs: 1_000 });
    await look(batchOf(clock));
    clock.advance(19_999);
    await look(batchOf(clock));
    expect(counted()).toBe(1);
    clock.advance(1);
    stock.isStuck = true;
    for (let asked = 0; asked < 3; asked += 1) {
      expect((await look(batchOf(clock)))?.counts).toEqual(new Map([['waiting', TOTAL]]));
    }
    expect(counted()).toBe(2);
  });

  it('are kept once every message has its final state', async () => {
    const { clock, look, counted } = open({ counts: { delivered: 2, failed: 1 } });
    const over = batchOf(clock, { state: 'sent' });
    await look(over);
    clock.advance(3_600_000);
    expect(await look(over)).toMatchObject({ done: TOTAL, finishesAtMs: undefined });
    expect(counted()).toBe(1);
  });

  it('are counted again once nothing is waiting any more, and only once', async () => {
    const { clock, stock, look, counted } = open({ counts: { waiting: TOTAL }, tookMs: 1_000 });
    await look(batchOf(clock));
    stock.counts = { sent: TOTAL };
    const sent = batchOf(clock, { state: 'sent' });
    expect((await look(sent))?.counts).toEqual(new Map([['sent', TOTAL]]));
    clock.advance(1_000);
    await look(sent);
    expect(counted()).toBe(2);
  });

  it('do not come from a count that began while something was waiting', async () => {
    const { clock, stock, look, counted } = open({ counts: { waiting: TOTAL }, tookMs: 1_000 });
    const { promise, resolve } = Promise.withResolvers<undefined>();
    stock.until = promise;
    const first = look(batchOf(clock));
    await vi.waitFor(() => expect(counted()).toBe(1));
    clock.advance(1);
    const second = look(batchOf(clock, { state: 'sent' }));
    stock.counts = { sent: TOTAL };
    resolve(undefined);
    expect((await first)?.counts).toEqual(new Map([['waiting', TOTAL]]));
    expect((await second)?.counts).toEqual(new Map([['sent', TOTAL]]));
    expect(counted()).toBe(2);
  });

  it('do not exist for what is not published', async () => {
    const { clock, look } = open();
    expect(await look(batchOf(clock, { published: undefined }))).toBeUndefined();
  });

  it('are dropped first for batches that nobody has asked about for longest', async () => {
    const { clock, look, counted } = open({ counts: { delivered: 1 } });
    const numbered = (id: number) => batchOf(clock, { id: id as BatchId, state: 'sent' });
    for (let id = 1; id <= limit('watchedBatches'); id += 1) await look(numbered(id));
    await look(numbered(1));
    await look(numbered(limit('watchedBatches') + 1));
    const before = counted();
    await look(numbered(1));
    expect(counted()).toBe(before);
    await look(numbered(2));
    expect(counted()).toBe(before + 1);
  });
});
