import { afterEach, describe, expect, it } from 'vitest';
import { encodeGsm7 } from '@paigham/sms-text';
import { Operator } from '../../fakes/smsc/operator.ts';
import { plainOptions } from '../../fakes/smsc/options.ts';
import type { Behaviour } from '../../fakes/smsc/knobs.ts';
import { composeInbound } from '../../fakes/smsc/subscriber.ts';
import {
  createSmppLink,
  type LinkState,
  type SmppLink,
  type SmppLinkSettings,
} from '../../src/carriers/smpp/smpp.ts';
import type { CarrierOutcome, CarrierPart, Inbound } from '../../src/domain/carrier/carrier.ts';
import type { LinkId } from '../../src/domain/ids.ts';
import { checkLinkConfig, type GivenLinkConfig } from '../../src/domain/routing/link-config.ts';
import { wallClock } from '../../src/kit/clock.ts';
import { quietLog } from '../../src/kit/log.ts';
import { seededRandom } from '../../src/kit/random.ts';

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

async function until(condition: () => boolean, what = 'it'): Promise<void> {
  const endMs = performance.now() + 10_000;
  while (!condition()) {
    if (performance.now() > endMs) throw new Error(`${what} never came`);
    await turn();
  }
}

type Heard = {
  readonly link: SmppLink;
  readonly operator: Operator;
  readonly outcomes: CarrierOutcome[];
  readonly inbound: Inbound[];
  readonly states: LinkState['kind'][];
  rooms: number;
  /** Whether receipts are acknowledged at once. */
  acknowledging: boolean;
};

const closers: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

type World = {
  readonly behaviour?: Partial<Behaviour>;
  readonly config?: GivenLinkConfig;
  readonly settings?: Partial<SmppLinkSettings>;
  readonly unbound?: boolean;
  /** The operator accepts no connections. */
  readonly deaf?: boolean;
};

/** An operator and a link to it, bound unless asked otherwise. */
async function open(world: World = {}): Promise<Heard> {
  const operator = new Operator({
    ...plainOptions,
    port: 0,
    systemId: 'paigham',
    password: 'secret',
    deliverTimeoutMs: 500,
    behaviour: { receiptDelayMs: 0, ...world.behaviour },
  });
  const port = await operator.listen();
  if (world.deaf === true) await operator.change({ accepting: false });
  const given = { host: '127.0.0.1', port, systemId: 'paigham', ratePerSecond: 10_000 };
  const checked = checkLinkConfig({ ...given, ...world.config });
  if (!checked.ok) throw new Error(`${checked.field} ${checked.rule}`);
  const settings = { linkId: 1 as LinkId, config: checked.config, password: 'secret' };
  const heard = {
    outcomes: new Array<CarrierOutcome>(),
    inbound: new Array<Inbound>(),
    states: new Array<LinkState['kind']>(),
    rooms: 0,
    acknowledging: true,
    operator,
  };
  const link = createSmppLink(
    { ...settings, ...world.settings },
    {
      outcome: (outcome) => void heard.outcomes.push(outcome),
      inbound(inbound) {
        heard.inbound.push(inbound);
        if (heard.acknowledging) inbound.acknowledge();
      },
      room: () => void (heard.rooms += 1),
      state: ({ kind }) => void heard.states.push(kind),
    },
    { clock: wallClock, random: seededRandom('links'), log: quietLog },
  );
  closers.push(
    () => operator.close(),
    () => link.stop(),
  );
  link.start();
  if (world.unbound !== true) await until(() => link.state().kind === 'bound', 'the bind');
  return Object.assign(heard, { link });
}

function parts(count: number, fields: Partial<CarrierPart> = {}): readonly CarrierPart[] {
  return Array.from({ length: count }, (_, index) => ({
    key: index + 1,
    source: '8584',
    sourceKind: 'short_code' as const,
    destination: `9230012345${String(index % 100).padStart(2, '0')}`,
    alphabet: 'gsm7' as const,
    body: encodeGsm7(`code ${index}`),
    header: undefined,
    priority: 0 as const,
    ...fields,
  }));
}

const kinds = (outcomes: readonly CarrierOutcome[]): readonly string[] =>
  outcomes.map(({ kind }) => kind);

describe('a part', () => {
  it('is taken, and its receipt names it', async () => {
    const world = await open();
    world.link.submit(parts(1));
    await until(() => world.inbound.length === 1, 'the receipt');
    const [outcome] = world.outcomes;
    expect(outcome).toMatchObject({ key: 1, kind: 'taken', late: false });
    const operatorKey = outcome?.kind === 'taken' ? outcome.operatorKey : '';
    expect(world.inbound[0]).toMatchObject({
      linkId: 1,
      kind: 'receipt',
      operatorKey,
      state: 'delivered',
      error: '000',
      level: 'handset',
    });
    await until(() => world.operator.tally.counts.acknowledged === 1, 'the acknowledgement');
  });

  it.each([
    ['decimal', 'hex', 'hex', 'decimal'],
    ['hex', 'decimal', 'decimal', 'hex'],
    ['padded', 'folded', 'decimal', 'text'],
    ['HEX', 'folded', 'hex', 'folded'],
    ['uuid', 'text', 'uuid', 'text'],
  ] as const)(
    'meets its receipt when ids are %s in receipts',
    async (receiptIdForm, answerForm, answerIdForm, receiptForm) => {
      // The fake's forms say how ids are written, the link's forms how they are to be read.
      const world = await open({
        behaviour: { receiptIdForm, answerIdForm },
        config: {
          answerIdForm: answerForm,
          receiptIdForm: receiptIdForm === 'padded' ? 'folded' : receiptForm,
        },
      });
      world.link.submit(parts(1));
      await until(() => world.inbound.length === 1, 'the receipt');
      const [outcome, inbound] = [world.outcomes[0], world.inbound[0]];
      const taken = outcome?.kind === 'taken' ? outcome.operatorKey : 'not taken';
      expect(inbound?.kind === 'receipt' && inbound.operatorKey).toBe(taken);
    },
  );

  it.each([
    [0x58, 'operator_throttled'],
    [0x14, 'operator_queue_full'],
    [0x0b, 'operator_refused_recipient'],
    [0x0a, 'operator_refused_sender'],
    [0x45, 'operator_refused'],
    [0x4ff, 'operator_unknown_word'],
  ])('refused with %i is %s', async (refuseStatus, reason) => {
    const world = await open({ behaviour: { refuseNext: 1, refuseStatus } });
    world.link.submit(parts(1));
    await until(() => world.outcomes.length === 1);
    const refused = { key: 1, kind: 'refused', reason, status: refuseStatus, late: false };
    expect(world.outcomes).toEqual([refused]);
  });

  it('that cannot be written is refused, and the others go on', async () => {
    const world = await open();
    const [bad] = parts(1, { destination: '9'.repeat(21) });
    if (bad !== undefined) world.link.submit([bad, { ...bad, key: 2, destination: '92300' }]);
    await until(() => world.outcomes.length === 2);
    expect(world.outcomes[0]).toMatchObject({ kind: 'refused', reason: 'operator_refused_form' });
    expect(world.outcomes[1]).toMatchObject({ key: 2, kind: 'taken' });
  });

  it('is unsent when the link is not bound', async () => {
    const world = await open({ deaf: true, unbound: true });
    expect(world.link.room()).toBe(0);
    world.link.submit(parts(2));
    expect(world.outcomes).toEqual([
      { key: 1, kind: 'unsent' },
      { key: 2, kind: 'unsent' },
    ]);
  });
});

describe('silence', () => {
  it('makes a part ambiguous after its time, and a later answer is told as late', async () => {
    const world = await open({
      config: { answerTimeoutMs: 200 },
      behaviour: { answerDelayMs: 500 },
    });
    world.link.submit(parts(1));
    await until(() => world.outcomes.length === 2, 'the late answer');
    expect(world.outcomes[0]).toEqual({ key: 1, kind: 'ambiguous' });
    expect(world.outcomes[1]).toMatchObject({ key: 1, kind: 'taken', late: true });
  });

  it('of an operator that took it still brings the receipt', async () => {
    const world = await open({
      config: { answerTimeoutMs: 200 },
      behaviour: { ignoreNext: 1 },
    });
    world.link.submit(parts(1));
    await until(() => world.outcomes.length === 1 && world.inbound.length === 1);
    expect(world.outcomes).toEqual([{ key: 1, kind: 'ambiguous' }]);
    expect(world.inbound[0]).toMatchObject({ kind: 'receipt', state: 'delivered' });
  });
});

describe('a lost connection', () => {
  it.each([
    ['before_taking', 'ambiguous'],
    ['before_answer', 'ambiguous'],
    ['mid_answer', 'ambiguous'],
    ['after_answer', 'taken'],
  ] as const)('%s leaves the part %s, and the link comes back', async (dropPoint, kind) => {
    const world = await open({ behaviour: { dropPoint } });
    world.link.submit(parts(1));
    await until(() => world.outcomes.length === 1);
    expect(kinds(world.outcomes)).toEqual([kind]);
    await until(() => world.states.filter((state) => state === 'bound').length === 2, 'the return');
    world.link.submit(parts(1, { key: 7 }));
    await until(() => world.outcomes.length === 2);
    expect(world.outcomes[1]).toMatchObject({ key: 7, kind: 'taken' });
  });

  it('gives every part one outcome; what waited for room was never written', async () => {
    const world = await open({
      config: { windowSubmits: 10 },
      behaviour: { answerDelayMs: 60_000 },
    });
    world.link.submit(parts(30));
    await until(() => world.operator.tally.counts.submits === 10);
    for (const link of world.operator.links.values()) link.drop('test');
    await until(() => world.outcomes.length === 30);
    const byKey = world.outcomes.toSorted((a, b) => a.key - b.key);
    expect(kinds(byKey.slice(0, 10))).toEqual(new Array(10).fill('ambiguous'));
    expect(kinds(byKey.slice(10))).toEqual(new Array(20).fill('unsent'));
  });

  it('brings the receipts that came meanwhile after the return', async () => {
    const world = await open({ behaviour: { receiptDelayMs: 150 } });
    world.link.submit(parts(5));
    await until(() => world.outcomes.length === 5);
    for (const link of world.operator.links.values()) link.drop('test');
    await until(() => world.inbound.length === 5, 'the receipts');
    expect(new Set(world.inbound.map(({ kind }) => kind))).toEqual(new Set(['receipt']));
  });

  it('has unacknowledged receipts sent again', async () => {
    const world = await open();
    world.acknowledging = false;
    world.link.submit(parts(1));
    await until(() => world.inbound.length === 1);
    world.acknowledging = true;
    for (const link of world.operator.links.values()) link.drop('test');
    await until(() => world.inbound.length === 2, 'the second copy');
    await until(() => world.operator.tally.counts.acknowledged === 1);
  });

  it('is noticed when the operator hangs', async () => {
    const world = await open({ config: { enquireIntervalMs: 1_000, answerTimeoutMs: 300 } });
    await world.operator.change({ frozen: true });
    await until(() => world.link.state().kind === 'waiting', 'the loss');
    expect(world.link.state()).toMatchObject({
      words: 'the operator does not answer enquire_link',
    });
  });

  it('follows when the operator says that we are not bound', async () => {
    const world = await open({ behaviour: { refuseNext: 3, refuseStatus: 0x04 } });
    world.link.submit(parts(3));
    await until(() => world.outcomes.length === 3);
    expect(kinds(world.outcomes)).toEqual(['unsent', 'unsent', 'unsent']);
    await until(() => world.states.filter((state) => state === 'bound').length === 2, 'the return');
  });
});

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

  it('send no more than the rate in any second, by the operator’s view too', async () => {
    const world = await open({ config: { ratePerSecond: 50, windowSubmits: 500 } });
    world.link.submit(parts(120));
    await until(() => world.outcomes.length === 120);
    const times = world.operator.heard.last(120).map(({ atMs }) => atMs);
    for (const [index, atMs] of times.entries()) {
      const fiftyFirst = times[index + 50];
      if (fiftyFirst !== undefined) expect(fiftyFirst - atMs).toBeGreaterThanOrEqual(995);
    }
    expect((times.at(-1) ?? 0) - (times[0] ?? 0)).toBeLessThan(2_500);
  });

  it('slow down when the operator throttles', async () => {
    const world = await open({
      config: { ratePerSecond: 1_000, windowSubmits: 1_000 },
      behaviour: { throttleNext: 1 },
    });
    world.link.submit(parts(1));
    await until(() => world.outcomes.length === 1);
    expect(world.link.room()).toBeLessThanOrEqual(510);
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
    const world = await open({ behaviour, settings: { receiptsByText: true } });
    world.link.submit(parts(1));
    await until(() => world.inbound.length === 1);
    expect(world.inbound[0]?.kind).toBe('receipt');
  });
});

describe('a stop', () => {
  it('waits for the answers, unbinds, and leaves nothing running', async () => {
    const world = await open({ behaviour: { answerDelayMs: 100 } });
    world.link.submit(parts(5));
    await until(() => world.operator.tally.counts.submits === 5);
    await world.link.stop();
    expect(kinds(world.outcomes)).toEqual(new Array(5).fill('taken'));
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
    expect(kinds(world.outcomes)).toEqual(new Array(5).fill('ambiguous'));
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
