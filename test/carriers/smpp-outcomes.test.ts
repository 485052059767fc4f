import { afterEach, describe, expect, it } from 'vitest';
import { closeAll, kinds, open, parts, times, until } from './linked.ts';

afterEach(closeAll);

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
    const beganAtMs = Date.now();
    world.link.submit(parts(1));
    const writtenByMs = Date.now();
    await until(() => world.outcomes.length === 2, 'the late answer');
    const [lost] = world.outcomes;
    expect(lost).toMatchObject({ key: 1, kind: 'ambiguous' });
    const writtenAtMs = lost?.kind === 'ambiguous' ? lost.writtenAtMs : undefined;
    expect(writtenAtMs).toBeGreaterThanOrEqual(beganAtMs);
    expect(writtenAtMs).toBeLessThanOrEqual(writtenByMs);
    expect(world.outcomes[1]).toMatchObject({ key: 1, kind: 'taken', late: true });
  });

  it('of an operator that took it still brings the receipt', async () => {
    const world = await open({
      config: { answerTimeoutMs: 200 },
      behaviour: { ignoreNext: 1 },
    });
    world.link.submit(parts(1));
    await until(() => world.outcomes.length === 1 && world.inbound.length === 1);
    expect(world.outcomes).toMatchObject([{ key: 1, kind: 'ambiguous' }]);
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
    expect(kinds(byKey.slice(0, 10))).toEqual(times(10, 'ambiguous'));
    expect(kinds(byKey.slice(10))).toEqual(times(20, 'unsent'));
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
