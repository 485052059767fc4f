import { describe, expect, it } from 'vitest';
import { stepClock } from '../../test/support/step-clock.ts';
import { createTurns } from './fair-turns.ts';

const TURN_MS = 2;

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Work of a millisecond each, whose owners come in these turns, one callback each. */
async function play(arrivals: readonly (readonly string[])[]) {
  const clock = stepClock(0);
  const turns = createTurns(clock, TURN_MS);
  const done: { readonly owner: string; readonly turn: number }[] = [];
  const all: Promise<void>[] = [];
  let turn = 0;
  const work = async (owner: string): Promise<void> => {
    await turns.wait(owner);
    clock.advance(1);
    done.push({ owner, turn });
  };
  for (const owners of arrivals) {
    for (const owner of owners) setImmediate(() => all.push(work(owner)));
    await nextTurn();
    turn += 1;
  }
  while (done.length < arrivals.flat().length) {
    await nextTurn();
    turn += 1;
  }
  await Promise.all(all);
  return done;
}

describe('turns', () => {
  it('let what fits into one go at once', () => {
    const turns = createTurns(stepClock(0), TURN_MS);
    expect(turns.wait('a')).toBeUndefined();
    expect(turns.wait('a')).toBeUndefined();
  });

  it('end when their time is over, and another follows', async () => {
    const done = await play([Array.from({ length: 12 }, () => 'a')]);
    const sizes = [...Map.groupBy(done, ({ turn }) => turn).values()].map((it) => it.length);
    expect(Math.max(...sizes)).toBe(TURN_MS);
    expect(done).toHaveLength(12);
  });

  it('are taken by owners, however many came before, each in the order it came', async () => {
    const many = Array.from({ length: 20 }, () => 'a');
    const done = await play([many, ['b', 'c']]);
    const order = done.map(({ owner }) => owner).join('');
    expect(order.indexOf('b')).toBeLessThan(8);
    expect(order.indexOf('c')).toBeLessThan(9);
    expect(order).toHaveLength(22);
  });

  it('are free again when nothing waits', async () => {
    const done = await play([['a'], [], [], ['a', 'b']]);
    expect(done.map(({ turn }) => turn)).toEqual([0, 3, 3]);
  });
});
