import { afterEach, describe, expect, it } from 'vitest';
import { composeInbound } from '../../fakes/smsc/subscriber.ts';
import { limit } from '../../src/domain/limits.ts';
import { stepClock } from '../support/step-clock.ts';
import { closeAll, kinds, open, parts, times, until } from './linked.ts';

afterEach(closeAll);

describe('the bind', () => {
  it.each([0x0e, 0x0f, 0x53])('refused with %i is not tried again', async (refuseBindStatus) => {
    const world = await open({
      behaviour: { refuseBindsNext: 1, refuseBindStatus },
      unbound: true,
    });
    await until(() => world.link.state().kind === 'needs_attention');
    expect(world.states).toEqual(['connecting', 'binding', 'needs_attention']);
    await until(() => world.operator.links.size === 0);
    world.link.start();
    await until(() => world.link.state().kind === 'bound', 'the bind');
  });

  it('refused for another reason is tried again', async () => {
    const world = await open({ behaviour: { refuseBindsNext: 2, refuseBindStatus: 0x0d } });
    expect(world.states.filter((state) => state === 'waiting')).toHaveLength(2);
  });

  it('with a wrong password needs attention', async () => {
    const world = await open({ settings: { password: 'wrong' }, unbound: true });
    await until(() => world.link.state().kind === 'needs_attention');
    expect(world.link.state()).toMatchObject({ words: 'bind refused: ESME_RINVPASWD (0x0e)' });
  });
});

describe('the window and the pace', () => {
  it('leave no more unanswered than the window', async () => {
    const world = await open({
      config: { windowSubmits: 10 },
      behaviour: { answerDelayMs: 20 },
    });
    expect(world.link.room()).toBe(10);
    world.link.submit(parts(10));
    await until(() => world.rooms > 0, 'room');
    expect(world.link.room()).toBeGreaterThan(0);
    await until(() => world.outcomes.length === 10);
    world.link.submit(parts(10));
    expect(world.link.room()).toBe(0);
  });

  it('let what is more than the room wait its turn', async () => {
    const world = await open({ config: { windowSubmits: 3 } });
    world.link.submit(parts(50));
    await until(() => world.outcomes.length === 50);
    expect(new Set(kinds(world.outcomes))).toEqual(new Set(['taken']));
    const order = world.operator.heard.last(50).map(({ message }) => message.destination);
    expect(order).toEqual(parts(50).map(({ destination }) => destination));
  });

  it('let no more wait than the bound, and give back the rest unsent', async () => {
    const config = { windowSubmits: 1, answerTimeoutMs: 500 };
    const world = await open({ config, behaviour: { answerDelayMs: 60_000 } });
    const most = limit('linkWaitingParts');
    world.link.submit(parts(most + 2));
    expect(kinds(world.outcomes)).toEqual(['unsent', 'unsent']);
    expect(world.outcomes.map(({ key }) => key)).toEqual([most + 1, most + 2]);
  });

  it('let a one-time code go before the parts of a campaign that wait', async () => {
    const world = await open({ config: { windowSubmits: 3 } });
    world.link.submit(parts(50));
    expect([world.link.room(0), world.link.room(1)]).toEqual([0, 3]);
    world.link.submit(parts(2, { source: 'Code', priority: 1 }));
    expect(world.link.room(1)).toBe(1);
    await until(() => world.outcomes.length === 52);
    const order = world.operator.heard.last(52).map(({ message }) => message.source);
    expect(order.indexOf('Code')).toBe(3);
    expect(order.lastIndexOf('Code')).toBe(4);
  });

  it('tell of room for codes while a campaign still fills the link', async () => {
    const world = await open({ config: { windowSubmits: 1 }, behaviour: { answerDelayMs: 5 } });
    world.link.submit(parts(100));
    world.link.submit(parts(1, { priority: 1 }));
    expect(world.link.room(1)).toBe(0);
    await until(() => world.rooms > 0, 'room');
    expect([world.link.room(0), world.link.room(1)]).toEqual([0, 1]);
  });

  it('send no more than the rate in any second, and all of it', async () => {
    const clock = stepClock();
    const config = { ratePerSecond: 50, windowSubmits: 500, enquireIntervalMs: 600_000 };
    const world = await open({ clock, config });
    const heardAtMs: number[] = [];
    world.link.submit(parts(120));
    for (let atMs = 0; atMs < 2_400; atMs += 10) {
      await clock.advanceAsync(10);
      // What left in this step has arrived when its answers have.
      await until(() => world.outcomes.length === world.operator.tally.counts.submits);
      while (heardAtMs.length < world.outcomes.length) heardAtMs.push(atMs);
    }
    expect(heardAtMs).toHaveLength(120);
    const inSecond = heardAtMs.map((from) => {
      return heardAtMs.filter((atMs) => atMs >= from && atMs < from + 1_000).length;
    });
    expect(Math.max(...inSecond)).toBeLessThanOrEqual(50);
    expect(heardAtMs.filter((atMs) => atMs < 1_000).length).toBeGreaterThanOrEqual(49);
  });

  it('slow down when the operator throttles', async () => {
    const world = await open({
      config: { ratePerSecond: 1_000, windowSubmits: 1_000 },
      behaviour: { throttleNext: 1 },
    });
    world.link.submit(parts(1));
    await until(() => world.outcomes.length === 1);
    expect(world.link.room()).toBeLessThan(900);
  });

  it('tell of room again when the pace had used it up', async () => {
    const world = await open({ config: { ratePerSecond: 5, windowSubmits: 100 } });
    world.link.submit(parts(5));
    expect(world.link.room()).toBe(0);
    await until(() => world.rooms > 0, 'room');
    expect(world.link.room()).toBeGreaterThan(0);
  });
});

describe('what comes in', () => {
  it('may come before the answer', async () => {
    const world = await open({ behaviour: { receiptBeforeAnswer: true } });
    world.link.submit(parts(1));
    await until(() => world.outcomes.length === 1 && world.inbound.length === 1);
    const [outcome, inbound] = [world.outcomes[0], world.inbound[0]];
    const taken = outcome?.kind === 'taken' ? outcome.operatorKey : 'not taken';
    expect(inbound?.kind === 'receipt' && inbound.operatorKey).toBe(taken);
  });

  it('is handed up unread, with its octets, when it cannot be read', async () => {
    const world = await open({ behaviour: { receiptGarbledPercent: 100 } });
    world.link.submit(parts(1));
    await until(() => world.inbound.length === 1);
    expect(world.inbound[0]?.kind).toBe('unreadable');
    expect(Buffer.from(world.inbound[0]?.raw ?? []).includes('delivered')).toBe(true);
    await until(() => world.operator.tally.counts.acknowledged === 1);
  });

  it('is a reply when a subscriber wrote it', async () => {
    const world = await open();
    const message = { source: '923001234567', destination: '8584', text: 'STOP' };
    const words = composeInbound(message);
    if (words.ok) for (const part of words.parts) world.operator.deliver('paigham', part);
    await until(() => world.inbound.length === 1);
    expect(world.inbound[0]?.kind).toBe('reply');
  });

  it('may be receipts without their mark, on a link that says so', async () => {
    const behaviour = { receiptFlagged: false, receiptTlvs: false };
    const world = await open({ behaviour, config: { receiptsByText: 'yes' } });
    world.link.submit(parts(1));
    await until(() => world.inbound.length === 1);
    expect(world.inbound[0]?.kind).toBe('receipt');
  });
});

describe('octets that make no sense', () => {
  const unknownCommand = '00000010000000aa0000000000000001';
  const cutDeliver = '00000014000000050000000000000002000101ff';
  const impossibleLength = '0000000400000005';

  it.each([
    ['an unknown command', unknownCommand],
    ['a cut deliver_sm', cutDeliver],
    ['an answer to nothing', '00000010800000040000000000000fff'],
  ])('%s: the link goes on', async (_what, hex) => {
    const world = await open();
    for (const link of world.operator.links.values()) link.sendRaw(Buffer.from(hex, 'hex'));
    world.link.submit(parts(1));
    await until(() => world.outcomes.length === 1);
    expect(kinds(world.outcomes)).toEqual(['taken']);
    expect(world.states.filter((state) => state === 'bound')).toHaveLength(1);
  });

  it('a length that cannot be: the link is made anew', async () => {
    const world = await open();
    const octets = Buffer.from(impossibleLength, 'hex');
    for (const link of world.operator.links.values()) link.sendRaw(octets);
    await until(() => world.states.filter((state) => state === 'bound').length === 2, 'the return');
  });
});

describe('a stop', () => {
  it('waits for the answers, unbinds, and leaves nothing running', async () => {
    const world = await open({ behaviour: { answerDelayMs: 100 } });
    world.link.submit(parts(5));
    await until(() => world.operator.tally.counts.submits === 5);
    await world.link.stop();
    expect(kinds(world.outcomes)).toEqual(times(5, 'taken'));
    expect(world.link.state().kind).toBe('stopped');
    await until(() => world.operator.links.size === 0);
    expect(world.link.room()).toBe(0);
  });

  it('does not wait for ever', async () => {
    const world = await open({
      config: { answerTimeoutMs: 200 },
      behaviour: { answerDelayMs: 60_000 },
    });
    world.link.submit(parts(5));
    await until(() => world.operator.tally.counts.submits === 5);
    await world.link.stop();
    expect(kinds(world.outcomes)).toEqual(times(5, 'ambiguous'));
  });

  it('does not wait for ever for the answer to its goodbye', async () => {
    const world = await open({ config: { answerTimeoutMs: 100 } });
    await world.operator.change({ frozen: true });
    await world.link.stop();
    expect(world.states.slice(-2)).toEqual(['stopping', 'stopped']);
  });

  it('while it connects or waits ends that', async () => {
    const world = await open({ deaf: true, unbound: true });
    await world.link.stop();
    expect(world.link.state().kind).toBe('stopped');
    world.link.start();
    await until(() => world.link.state().kind === 'waiting');
    await world.link.stop();
    expect(world.link.state().kind).toBe('stopped');
  });
});
