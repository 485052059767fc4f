/** Cases 4, 9 and 10 of what can go wrong, as far as a link alone can answer for them. */
import { afterEach, describe, expect, it } from 'vitest';
import { failureOf } from '../../src/domain/failure/failure.ts';
import type { CarrierOutcome } from '../../src/domain/carrier/carrier.ts';
import { closeAll, kinds, open, parts, times, until, type Heard } from './linked.ts';

afterEach(closeAll);

/** Whether the message has to be handed over once more. */
function isOpen(outcome: CarrierOutcome): boolean {
  if (outcome.kind === 'refused') return !failureOf(outcome.reason).permanent;
  return outcome.kind !== 'taken';
}

/**
 * Hands over messages again and again, as the journey does, until each was taken. Gives how often
 * each was ambiguous.
 */
async function bringAll(world: Heard, count: number): Promise<ReadonlyMap<number, number>> {
  const waiting = new Map(parts(count).map((part) => [part.key, part]));
  for (const [key, part] of waiting) {
    waiting.set(key, { ...part, destination: `9230${String(key).padStart(8, '0')}` });
  }
  const out = new Set<number>();
  const ambiguous = new Map<number, number>();
  let heard = 0;
  await until(() => {
    for (; heard < world.outcomes.length; heard += 1) {
      const outcome = world.outcomes[heard];
      if (outcome === undefined || ('late' in outcome && outcome.late)) continue;
      expect(out.delete(outcome.key)).toBe(true);
      if (!isOpen(outcome)) waiting.delete(outcome.key);
      if (outcome.kind !== 'ambiguous') continue;
      ambiguous.set(outcome.key, (ambiguous.get(outcome.key) ?? 0) + 1);
    }
    const room = world.link.room();
    const going = [...waiting.values()].filter(({ key }) => !out.has(key)).slice(0, room);
    for (const { key } of going) out.add(key);
    world.link.submit(going);
    return waiting.size === 0 && out.size === 0;
  }, 'every message');
  return ambiguous;
}

/** Every message arrived, and no second copy was taken that is not owned up to. */
function expectOnce(world: Heard, count: number, ambiguous: ReadonlyMap<number, number>): void {
  const copies = [...world.operator.copies.entries()];
  expect(copies).toHaveLength(count);
  for (const { destination, taken } of copies) {
    const most = 1 + (ambiguous.get(Number(destination.slice(4))) ?? 0);
    expect(taken).toBeGreaterThanOrEqual(1);
    expect(taken).toBeLessThanOrEqual(most);
  }
}

describe('an answer after our timer', () => {
  it('is told as late, once, and belongs to its own part among many', async () => {
    const world = await open({
      config: { answerTimeoutMs: 200, windowSubmits: 20 },
      behaviour: { answerDelayMs: 600 },
    });
    world.link.submit(parts(20));
    await until(() => world.outcomes.length === 40);
    const [first, second] = [world.outcomes.slice(0, 20), world.outcomes.slice(20)];
    expect(kinds(first)).toEqual(times(20, 'ambiguous'));
    expect(second.every((it) => it.kind === 'taken' && it.late)).toBe(true);
    expect(new Set(second.map(({ key }) => key)).size).toBe(20);
    const ids = world.operator.heard.last(20).map(({ messageId }) => messageId);
    const byKey = second.toSorted((a, b) => a.key - b.key);
    expect(byKey.map((it) => it.kind === 'taken' && it.operatorKey)).toEqual(ids);
  });
});

describe('an operator that refuses for the moment', () => {
  it('by throttling: the link slows down, recovers, and brings each message once', async () => {
    const world = await open({
      config: { ratePerSecond: 1_000, windowSubmits: 50 },
      behaviour: { throttleNext: 60 },
    });
    const ambiguous = await bringAll(world, 200);
    expect(ambiguous.size).toBe(0);
    expectOnce(world, 200, ambiguous);
    expect(world.operator.tally.show()).toMatchObject({
      verdicts: { 'ESME_RTHROTTLED (0x58)': 60 },
    });
  });

  it.each([
    [0x14, 'operator_queue_full'],
    [0x08, 'operator_fault'],
    [0x64, 'operator_temporary'],
    [0x4ff, 'operator_unknown_word'],
  ])('with 0x%s is asked again, and each message is brought once', async (status, reason) => {
    const world = await open({ behaviour: { refuseNext: 40, refuseStatus: status } });
    expectOnce(world, 100, await bringAll(world, 100));
    const refused = world.outcomes.filter(({ kind }) => kind === 'refused');
    expect(refused).toHaveLength(40);
    for (const outcome of refused) expect(outcome).toMatchObject({ reason, status });
    expect(world.unknown).toHaveLength(status === 0x4ff ? 40 : 0);
  });

  it('by saying that it is nearly full, as SMPP 5 can: the link slows down', async () => {
    const world = await open({
      config: { ratePerSecond: 1_000, windowSubmits: 1_000, interfaceVersion: '5.0' },
      behaviour: { congestionState: 95 },
    });
    expect(world.link.room()).toBe(200);
    world.link.submit(parts(1));
    await until(() => world.outcomes.length === 1);
    expect(kinds(world.outcomes)).toEqual(['taken']);
    expect(world.link.room()).toBeLessThan(160);
  });
});

describe('an operator that comes and goes', () => {
  it('restarting again and again gets every message, in the end', async () => {
    const world = await open({
      config: { binds: 2, windowSubmits: 5, ratePerSecond: 200 },
      behaviour: { restartEveryMs: 400, restartPauseMs: 50, answerDelayMs: 30 },
    });
    expectOnce(world, 120, await bringAll(world, 120));
    expect(world.operator.tally.counts.binds).toBeGreaterThan(2);
    expect(world.link.state().kind).not.toBe('needs_attention');
  });

  it('not there at all: is tried again later and later', async () => {
    const world = await open({ deaf: true, unbound: true });
    await until(() => world.states.filter((state) => state === 'waiting').length === 3, 'tries');
    const state = world.link.state();
    expect('words' in state && state.words).toContain('ECONNREFUSED');
    await world.operator.change({ accepting: true });
    await until(() => world.link.state().kind === 'bound', 'the bind');
  });

  it('there, and silent on enquire_link: is left, and what was out is ambiguous', async () => {
    const world = await open({
      config: { enquireIntervalMs: 1_000, answerTimeoutMs: 2_000 },
      behaviour: { answeringEnquiries: false, ignoreNext: 1 },
    });
    world.link.submit(parts(1));
    await until(() => world.link.state().kind === 'waiting', 'the loss');
    const words = 'the operator does not answer enquire_link';
    expect(world.link.state()).toMatchObject({ words });
    expect(kinds(world.outcomes)).toEqual(['ambiguous']);
  });

  it('half open, with nobody at the other end: is left as well', async () => {
    const world = await open({
      config: { enquireIntervalMs: 1_000, answerTimeoutMs: 300 },
      behaviour: { frozen: true },
      unbound: true,
    });
    await until(() => world.link.state().kind === 'waiting', 'the unanswered bind');
    await world.operator.change({ frozen: false });
    await until(() => world.link.state().kind === 'bound', 'the bind');
    await world.operator.change({ frozen: true });
    world.link.submit(parts(3));
    await until(() => world.link.state().kind === 'waiting', 'the loss');
    await until(() => world.outcomes.length === 3);
    expect(kinds(world.outcomes)).toEqual(times(3, 'ambiguous'));
  });

  it('saying goodbye: is answered, and called again', async () => {
    const world = await open();
    for (const link of world.operator.links.values()) link.unbind();
    await until(() => world.states.filter((state) => state === 'bound').length === 2, 'the return');
    expect(world.operator.tally.show()).toMatchObject({
      oddities: expect.arrayContaining([expect.stringContaining('unbound_by_us')]),
    });
  });
});

describe('an outbind', () => {
  it('is refused and counted, and the link goes on', async () => {
    const world = await open();
    for (const link of world.operator.links.values()) link.outbind('paigham', 'secret');
    await until(() => world.outbinds === 1);
    world.link.submit(parts(1));
    await until(() => world.outcomes.length === 1);
    expect(kinds(world.outcomes)).toEqual(['taken']);
    expect(world.operator.tally.counts.binds).toBe(1);
  });
});
