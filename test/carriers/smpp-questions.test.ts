/** What operators say when they are asked what became of a part. */
import { afterEach, describe, expect, it } from 'vitest';
import type { Behaviour } from '../../fakes/smsc/knobs.ts';
import type { CarrierAnswer, CarrierQuestion } from '../../src/domain/carrier/carrier.ts';
import type { GivenLinkConfig } from '../../src/domain/routing/smpp-link-config.ts';
import { closeAll, open, parts, until, type Heard } from './linked.ts';

afterEach(closeAll);

const byReference: CarrierQuestion = {
  source: '8584',
  sourceKind: 'short_code',
  operatorKey: '',
  reference: 1,
};

/** A link on which one part was taken, and whose operator answers questions like this. */
async function openTaken(
  behaviour: Partial<Behaviour>,
  config: GivenLinkConfig = {},
): Promise<Heard> {
  const heard = await open({
    behaviour: { receiptNeverPercent: 100, ...behaviour },
    config: { querySm: 'by_reference', answerTimeoutMs: 300, ...config },
  });
  heard.link.submit(parts(1));
  await until(() => heard.outcomes.length === 1, 'the answer');
  return heard;
}

function keyOf({ outcomes: [outcome] }: Heard): string {
  return outcome?.kind === 'taken' ? outcome.operatorKey : '';
}

describe('an operator that is asked by reference', () => {
  it('names its id, and says how far the part is', async () => {
    const heard = await openTaken({ queryAnswer: 'by_reference' });
    const said = await heard.link.query(byReference);
    const expected = { kind: 'known', operatorKey: keyOf(heard), state: undefined };
    expect(said).toMatchObject({ ...expected, level: 'handset' });
    await heard.operator.change({ queryState: 'DELIVRD' });
    expect(await heard.link.query(byReference)).toMatchObject({ state: 'delivered' });
  });

  it.each<[string, Partial<Behaviour>, CarrierAnswer['kind']]>([
    ['denies it', { queryAnswer: 'denies' }, 'denied'],
    ['takes ids alone', { queryAnswer: 'by_id' }, 'denied'],
    ['serves no questions', { queryAnswer: 'unsupported' }, 'unanswered'],
    ['is silent', { queryAnswer: 'silent' }, 'unanswered'],
    ['does not know either', { queryAnswer: 'by_reference', queryState: 'UNKNOWN' }, 'unanswered'],
  ])('that %s', async (_, behaviour, kind) => {
    const { link } = await openTaken(behaviour);
    expect((await link.query(byReference)).kind).toBe(kind);
  });

  it('denies a part that it never had', async () => {
    const { link } = await openTaken({ queryAnswer: 'by_reference' });
    expect((await link.query({ ...byReference, reference: 2 })).kind).toBe('denied');
    expect((await link.query({ ...byReference, source: 'Other' })).kind).toBe('denied');
  });
});

describe('an operator that is asked by id', () => {
  it.each(['text', 'hex'] as const)('finds the part, ids written as %s', async (form) => {
    const heard = await openTaken(
      { queryAnswer: 'by_id', answerIdForm: form === 'hex' ? 'hex' : 'decimal' },
      { answerIdForm: form },
    );
    const question = { ...byReference, operatorKey: keyOf(heard) };
    expect(await heard.link.query(question)).toMatchObject({
      kind: 'known',
      operatorKey: keyOf(heard),
    });
  });
});

describe('a link that parts have filled', () => {
  it('asks before them, within its pace', async () => {
    const heard = await openTaken({ queryAnswer: 'by_reference' }, { ratePerSecond: 5 });
    heard.link.submit(parts(10));
    expect((await heard.link.query(byReference)).kind).toBe('known');
    expect(heard.outcomes.length).toBeLessThan(5);
    await until(() => heard.outcomes.length === 11, 'the other answers');
    expect(heard.operator.tally.counts.queries).toBe(1);
  });
});

describe('a link that cannot ask', () => {
  it('because it is down says so, and loses no question when it goes down', async () => {
    const heard = await openTaken({ queryAnswer: 'silent' }, { answerTimeoutMs: 60_000 });
    const asked = heard.link.query(byReference);
    await until(() => heard.operator.tally.counts.queries === 1, 'the question');
    for (const link of heard.operator.links.values()) link.drop('as told');
    expect(await asked).toEqual({ kind: 'unasked' });
    expect(await heard.link.query(byReference)).toEqual({ kind: 'unasked' });
  });

  it('because its window is full says so, and brings no outcome of a part', async () => {
    const heard = await openTaken({ queryAnswer: 'silent' }, { windowSubmits: 1 });
    const asked = heard.link.query(byReference);
    expect(await heard.link.query(byReference)).toEqual({ kind: 'unasked' });
    expect(await asked).toEqual({ kind: 'unanswered' });
    expect(heard.outcomes).toHaveLength(1);
  });
});
