import { afterEach, describe, expect, it } from 'vitest';
import { createSharedBackoff } from '../../src/carriers/whatsapp/backoff.ts';
import { limit } from '../../src/domain/limits.ts';
import { stepClock, type StepClock } from '../support/step-clock.ts';
import type { CarrierPart } from '../../src/domain/carrier/carrier.ts';
import {
  chatParts,
  closeAll,
  heardMessages,
  meet,
  openChat,
  until,
  type ChatHeard,
} from './chat-linked.ts';

afterEach(closeAll);

/** Steps on; what is written at one step is answered before the next one. */
async function stepUntil(world: ChatHeard, clock: StepClock, isOver: () => boolean): Promise<void> {
  for (let steps = 0; !isOver(); steps += 1) {
    if (steps > 20_000) throw new Error('it is never over');
    await clock.advanceAsync(5);
    // None of these is given back or turned away unwritten.
    await until(() => world.outcomes.length === world.writtenAtMs.length, 'the answers');
  }
}

/** The most that lie within any span of one second. */
function busiestSecond(atMs: readonly number[]): number {
  const within = (fromMs: number): number =>
    atMs.filter((it) => it >= fromMs && it <= fromMs + 1_000).length;
  return Math.max(...atMs.map(within));
}

describe('the pace of a number', () => {
  it.each([1, 3, 20])('of %i a second is never passed in any second', async (ratePerSecond) => {
    const clock = stepClock();
    const world = await openChat({ clock, config: { ratePerSecond } });
    const count = ratePerSecond * 4;
    world.link.submit(chatParts(count));
    await stepUntil(world, clock, () => world.outcomes.length === count);
    const atMs = world.writtenAtMs;
    expect(busiestSecond(atMs)).toBeLessThanOrEqual(ratePerSecond);
    // And it is used: four seconds' worth takes no longer than that, but for its beginning.
    expect((atMs.at(-1) ?? 0) - (atMs[0] ?? 0)).toBeLessThan(4_200);
  });

  it('lets one-time codes go before a campaign that waits', async () => {
    const clock = stepClock();
    const world = await openChat({ clock, config: { ratePerSecond: 2 } });
    world.link.submit(chatParts(6));
    expect(world.link.room(1)).toBeGreaterThan(0);
    const code = { priority: 1, key: 100, destination: '923007654321' } as const;
    world.link.submit(chatParts(1, code));
    await stepUntil(world, clock, () => world.outcomes.length === 7);
    const order = world.outcomes.map(({ key }) => key);
    expect(order.indexOf(100)).toBeLessThanOrEqual(2);
  });

  it('tells of room when it has come back', async () => {
    const clock = stepClock();
    const world = await openChat({ clock, config: { ratePerSecond: 10 } });
    let left = world.link.room();
    expect(left).toBeGreaterThan(0);
    world.link.submit(chatParts(left));
    left = world.link.room();
    expect(left).toBe(0);
    const before = world.rooms;
    await stepUntil(world, clock, () => world.rooms > before);
    expect(world.link.room()).toBeGreaterThan(0);
  });

  it('keeps so many requests unanswered at a time and no more', async () => {
    const world = await openChat({ config: { windowSubmits: 3 } });
    meet(world, { count: 3, answer: { kind: 'slow', ms: 2_000 } });
    world.link.submit(chatParts(10));
    await until(() => heardMessages(world).length === 3);
    expect(world.writtenAtMs).toHaveLength(3);
    expect(world.outcomes).toEqual([]);
    await until(() => world.outcomes.length === 10);
  });
});

describe('the pause between messages to one user', () => {
  const destination = '923005550001';

  it('is kept, in order, while others go on', async () => {
    const clock = stepClock();
    const world = await openChat({ clock, config: { pairMs: 6_000 } });
    const own = chatParts(3, { destination });
    const others = chatParts(13).slice(3);
    world.link.submit([...own, ...others]);
    const isAnswered = (part: CarrierPart): boolean =>
      world.outcomes.some(({ key }) => key === part.key);
    await stepUntil(world, clock, () => others.every(isAnswered));
    expect(clock.monotonicMs()).toBeLessThan(1_000);
    expect(own.filter(isAnswered).map(({ key }) => key)).toEqual([1]);
    await stepUntil(world, clock, () => own.every(isAnswered));
    expect(world.writtenAtMs.at(-1)).toBeGreaterThanOrEqual(12_000);
    expect(world.outcomes.slice(-2).map(({ key }) => key)).toEqual([2, 3]);
  });

  it('is twice as long after the platform has refused a message for it', async () => {
    const clock = stepClock();
    const world = await openChat({ clock, config: { pairMs: 6_000 } });
    meet(world, { answer: { kind: 'refuse', code: 131_056 } });
    world.link.submit(chatParts(3, { destination }));
    await stepUntil(world, clock, () => world.outcomes.length === 3);
    const [first = 0, second = 0, third = 0] = world.writtenAtMs;
    expect(second - first).toBeGreaterThanOrEqual(12_000);
    expect(third - second).toBeGreaterThanOrEqual(6_000);
    expect(third - second).toBeLessThan(12_000);
  });

  it('is not waited for beyond the time of a message', async () => {
    const clock = stepClock();
    const world = await openChat({ clock, config: { pairMs: 6_000 } });
    const expiresAtMs = clock.nowMs() + 6_000;
    world.link.submit(chatParts(2, { destination, expiresAtMs }));
    await until(() => world.outcomes.length === 1);
    await clock.advanceAsync(6_010);
    expect(world.outcomes[1]).toEqual({ key: 2, kind: 'unsent' });
    expect(heardMessages(world)).toHaveLength(1);
  });

  it('turns back what would wait too long, and does not ask the platform', async () => {
    const world = await openChat({ config: { pairMs: 6_000 } });
    world.link.submit(chatParts(6, { destination }));
    const refused = { kind: 'refused', reason: 'platform_recipient_paced', status: 131_056 };
    expect(world.outcomes).toMatchObject([refused, refused]);
    await until(() => world.outcomes.length === 3);
    expect(heardMessages(world)).toHaveLength(1);
  });

  it('is what a strict platform asks for', async () => {
    const clock = stepClock();
    const behaviour = { pairEveryMs: 6_000, pairBurst: 1 };
    const world = await openChat({ clock, config: { pairMs: 6_000 }, behaviour });
    const { platform } = world.running;
    world.link.submit(chatParts(2, { destination }));
    await until(() => world.outcomes.length === 1);
    platform.rates.clear();
    await clock.advanceAsync(6_000);
    await until(() => world.outcomes.length === 2);
    expect(world.outcomes.map(({ kind }) => kind)).toEqual(['taken', 'taken']);
  });
});

describe('a platform that wants a pause', () => {
  it.each([
    [130_429, 3_000],
    [80_007, 120_000],
    [4, 120_000],
  ])('with %i is left alone for %i ms', async (code, pauseMs) => {
    const clock = stepClock();
    const world = await openChat({ clock });
    meet(world, { answer: { kind: 'refuse', code } });
    world.link.submit(chatParts(1));
    await until(() => world.outcomes.length === 1);
    const beganAtMs = clock.monotonicMs();
    expect(world.link.room()).toBe(0);
    clock.advance(pauseMs - 1);
    expect(world.link.room()).toBe(0);
    world.link.submit(chatParts(2).slice(1));
    expect(world.writtenAtMs).toHaveLength(1);
    await stepUntil(world, clock, () => world.outcomes.length === 2);
    expect(world.outcomes.at(-1)).toMatchObject({ kind: 'taken' });
    expect(clock.monotonicMs() - beganAtMs).toBeLessThan(pauseMs + 100);
    expect(world.states.at(-1)?.kind).toBe('bound');
  });

  it('for a moment keeps what waits, for long gives it back, to be judged anew', async () => {
    const clock = stepClock();
    const world = await openChat({ clock, config: { ratePerSecond: 1 } });
    meet(world, { answer: { kind: 'refuse', code: 130_429 } });
    world.link.submit(chatParts(3));
    await until(() => world.outcomes.length === 1);
    meet(world, { answer: { kind: 'refuse', code: 80_007 } });
    await clock.advanceAsync(limit('chatPauseMs') - 1);
    expect(world.outcomes).toHaveLength(1);
    await clock.advanceAsync(1_000);
    await until(() => world.outcomes.length === 3);
    const [second, third] = world.outcomes.slice(1);
    expect(second).toMatchObject({ key: 2, kind: 'refused', status: 80_007 });
    expect(third).toEqual({ key: 3, kind: 'unsent' });
    world.link.submit(chatParts(4).slice(3));
    expect(world.outcomes.at(-1)).toEqual({ key: 4, kind: 'unsent' });
    expect(world.writtenAtMs).toHaveLength(2);
  });

  it.each([
    [80_007, 0],
    [130_429, 1],
  ])('with %i concerns another number of the account: room %i', async (code, least) => {
    const clock = stepClock();
    const backoff = createSharedBackoff();
    const first = await openChat({ clock, backoff });
    const { running } = first;
    const second = await openChat({ clock, backoff, running });
    meet(first, { answer: { kind: 'refuse', code } });
    first.link.submit(chatParts(1));
    await until(() => first.outcomes.length === 1);
    expect(second.link.room() > 0 ? 1 : 0).toBe(least);
  });
});
