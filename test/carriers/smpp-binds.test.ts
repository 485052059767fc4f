import { afterEach, describe, expect, it } from 'vitest';
import { wallClock } from '@paigham/base/clock.ts';
import { closeAll, kinds, open, parts, times, until, type Heard } from './linked.ts';

afterEach(closeAll);

const modesOf = (world: Heard): readonly string[] =>
  [...world.operator.links.values()].map(({ mode }) => mode).toSorted();
const isUp = (world: Heard, binds: number): boolean =>
  modesOf(world).filter((mode) => mode !== 'unbound').length === binds;

/** How many of the last submits came by each connection. */
function submitsByLink(world: Heard): readonly number[] {
  const counts = new Map<number, number>();
  for (const { link } of world.operator.heard.last(1_000)) {
    counts.set(link, (counts.get(link) ?? 0) + 1);
  }
  return [...counts.values()];
}

describe('a link of a transmitter and a receiver', () => {
  it('sends by one, is told by the other, and acknowledges there', async () => {
    const world = await open({ config: { bind: 'pair', addressRange: '^8584$', addressTon: 3 } });
    await until(() => isUp(world, 2), 'both');
    expect(modesOf(world)).toEqual(['receiver', 'transmitter']);
    world.link.submit(parts(3));
    await until(() => world.inbound.length === 3, 'the receipts');
    expect(kinds(world.outcomes)).toEqual(times(3, 'taken'));
    await until(() => world.operator.tally.counts.acknowledged === 3);
  });

  it('is bound as long as it can transmit, and its receiver comes back by itself', async () => {
    const world = await open({ config: { bind: 'pair' } });
    await until(() => isUp(world, 2), 'both');
    const links = [...world.operator.links.values()];
    links.find(({ mode }) => mode === 'receiver')?.drop('test');
    await until(() => isUp(world, 1), 'the loss');
    expect(world.link.state().kind).toBe('bound');
    world.link.submit(parts(1));
    await until(() => world.outcomes.length === 1);
    expect(kinds(world.outcomes)).toEqual(['taken']);
    expect(world.inbound).toEqual([]);
    await until(() => world.inbound.length === 1, 'the receipt, after the return');
  });

  it('without its transmitter has no room, and gives back what waits', async () => {
    const world = await open({
      config: { bind: 'pair', windowSubmits: 2 },
      behaviour: { answerDelayMs: 60_000 },
    });
    await until(() => isUp(world, 2), 'both');
    world.link.submit(parts(5));
    await until(() => world.operator.tally.counts.submits === 2);
    await world.operator.change({ accepting: false });
    const links = [...world.operator.links.values()];
    links.find(({ mode }) => mode === 'transmitter')?.drop('test');
    await until(() => world.outcomes.length === 5);
    const byKey = world.outcomes.toSorted((a, b) => a.key - b.key);
    expect(kinds(byKey)).toEqual([...times(2, 'ambiguous'), ...times(3, 'unsent')]);
    expect(world.link.state().kind).toBe('waiting');
    expect(world.link.room()).toBe(0);
  });
});

describe('a link of several binds', () => {
  it('adds up their windows, and shares the work among them', async () => {
    const world = await open({
      config: { binds: 3, windowSubmits: 10 },
      behaviour: { answerDelayMs: 1_000 },
    });
    await until(() => isUp(world, 3), 'all');
    expect(world.link.room()).toBe(30);
    world.link.submit(parts(60));
    await until(() => world.operator.tally.counts.submits === 30);
    expect(world.link.room()).toBe(0);
    await until(() => world.outcomes.length === 60);
    expect(kinds(world.outcomes)).toEqual(times(60, 'taken'));
    expect(submitsByLink(world)).toEqual([20, 20, 20]);
  });

  it('keeps the parts of a message on one of them', async () => {
    const world = await open({ config: { binds: 2, windowSubmits: 50 } });
    await until(() => isUp(world, 2), 'both');
    const long = (reference: number) =>
      parts(4).map((part, index) => {
        const segment = { referenceBits: 8 as const, reference, count: 4, number: index + 1 };
        return { ...part, key: reference * 10 + index, segment };
      });
    world.link.submit([1, 2, 3, 4, 5, 6].flatMap(long));
    await until(() => world.outcomes.length === 24);
    const byMessage = Map.groupBy(world.operator.heard.last(24), ({ message }) =>
      Buffer.from(message.shortMessage.subarray(0, 4)).toString('hex'),
    );
    expect(byMessage.size).toBe(6);
    for (const heard of byMessage.values()) {
      expect(new Set(heard.map(({ link }) => link)).size).toBe(1);
    }
    expect(submitsByLink(world)).toEqual([12, 12]);
  });

  it('keeps one pace for all', async () => {
    const world = await open({ config: { binds: 4, windowSubmits: 100, ratePerSecond: 200 } });
    await until(() => isUp(world, 4), 'all');
    const beganAtMs = wallClock.monotonicMs();
    world.link.submit(parts(400));
    await until(() => world.outcomes.length === 400);
    // Two hundred in the first second, and the last one no earlier than in the second.
    expect(wallClock.monotonicMs() - beganAtMs).toBeGreaterThan(900);
  });

  it('goes on with the others when one is lost, and gets it back', async () => {
    const world = await open({ config: { binds: 2 } });
    await until(() => isUp(world, 2), 'both');
    // The link of one submit is lost before its answer.
    await world.operator.change({ dropPoint: 'before_answer', dropAfterSubmits: 5 });
    world.link.submit(parts(10));
    await until(() => world.outcomes.length === 10);
    expect(new Set(kinds(world.outcomes))).toEqual(new Set(['taken', 'ambiguous']));
    expect(world.link.state().kind).toBe('bound');
    await until(() => isUp(world, 2), 'the return');
    const since = world.states.slice(world.states.indexOf('bound'));
    expect(since.every((state) => state === 'bound')).toBe(true);
    expect(world.link.state()).toEqual({ kind: 'bound' });
  });

  it('works with as many as the operator allows, and says why others are missing', async () => {
    const world = await open({ config: { binds: 3 }, behaviour: { mostBinds: 1 } });
    const words = 'only 1 of 3 binds are up: bind refused: ESME_RALYBND (0x05)';
    const says = (): boolean => JSON.stringify(world.link.state()).includes(words);
    await until(says, 'the refusal');
    world.link.submit(parts(5));
    await until(() => world.outcomes.length === 5);
    expect(kinds(world.outcomes)).toEqual(times(5, 'taken'));
    expect(world.link.state().kind).toBe('bound');
  });

  it('takes receipts on any of them', async () => {
    const world = await open({ config: { binds: 2 }, behaviour: { receiptOnOtherBind: true } });
    await until(() => isUp(world, 2), 'both');
    world.link.submit(parts(20));
    await until(() => world.inbound.length === 20);
    await until(() => world.operator.tally.counts.acknowledged === 20);
    expect(world.operator.tally.counts.sent).toBe(20);
  });

  it('stops altogether when the login of one is refused, and starts again when told', async () => {
    const world = await open({ config: { binds: 2, bind: 'pair' } });
    await until(() => isUp(world, 4), 'all');
    await world.operator.change({ refuseBindsNext: 1, refuseBindStatus: 0x0e });
    [...world.operator.links.values()].find(({ mode }) => mode === 'receiver')?.drop('test');
    await until(() => world.link.state().kind === 'needs_attention', 'the refusal');
    expect(world.link.state()).toMatchObject({ words: 'bind refused: ESME_RINVPASWD (0x0e)' });
    await until(() => world.operator.links.size === 0, 'the goodbye of the others');
    expect(world.link.room()).toBe(0);
    expect(world.operator.tally.counts.binds).toBe(4);
    world.link.start();
    await until(() => isUp(world, 4), 'the return');
    expect(world.link.state().kind).toBe('bound');
  });

  it('says goodbye on each of them, after their answers', async () => {
    const world = await open({ config: { binds: 2 }, behaviour: { answerDelayMs: 100 } });
    await until(() => isUp(world, 2), 'both');
    world.link.submit(parts(8));
    await until(() => world.operator.tally.counts.submits === 8);
    await world.link.stop();
    expect(kinds(world.outcomes)).toEqual(times(8, 'taken'));
    expect(world.states.at(-1)).toBe('stopped');
    await until(() => world.operator.links.size === 0);
  });
});
