import { describe, expect, it } from 'vitest';
import { stepClock } from '../../test/support/step-clock.ts';
import { createSemaphore } from './semaphore.ts';

const open = () => {
  const clock = stepClock();
  return { clock, turns: createSemaphore({ most: 2, waiting: 2, waitMs: 1_000, clock }) };
};

describe('turns', () => {
  it('let some in at once, and the next in order when one leaves', async () => {
    const { turns, clock } = open();
    expect(await Promise.all([turns.enter(), turns.enter()])).toEqual([true, true]);
    const order: number[] = [];
    const waiting = [1, 2].map((who) => turns.enter().then((isIn) => isIn && order.push(who)));
    turns.leave();
    turns.leave();
    await Promise.all(waiting);
    expect(order).toEqual([1, 2]);
    expect(turns.inside()).toBe(2);
    turns.leave();
    turns.leave();
    expect(turns.inside()).toBe(0);
    expect(clock.pendingTimers()).toBe(0);
  });

  it('are shared where each has a share: nobody takes all of them', async () => {
    const clock = stepClock();
    const ofOne = { most: 1, waiting: 1 };
    const turns = createSemaphore({ most: 2, waiting: 2, waitMs: 1_000, clock, ofOne });
    expect(await turns.enter(7)).toBe(true);
    const second = turns.enter(7);
    expect(await turns.enter(7)).toBe(false);
    expect(await turns.enter(8)).toBe(true);
    const third = turns.enter(9);
    // The one who waits longest has his share, so the next one goes before him.
    turns.leave(8);
    expect(await third).toBe(true);
    turns.leave(7);
    expect(await second).toBe(true);
    turns.leave(7);
    turns.leave(9);
    expect([turns.inside(), clock.pendingTimers()]).toEqual([0, 0]);
  });

  it('turn away at once who finds too many waiting, and later who waited too long', async () => {
    const { turns, clock } = open();
    await Promise.all([turns.enter(), turns.enter()]);
    const waiting = [turns.enter(), turns.enter()];
    expect(await turns.enter()).toBe(false);
    clock.advance(1_000);
    expect(await Promise.all(waiting)).toEqual([false, false]);
    const next = turns.enter();
    turns.leave();
    expect(await next).toBe(true);
    expect(turns.inside()).toBe(2);
  });
});
