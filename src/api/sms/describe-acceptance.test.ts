import { describe, expect, it } from 'vitest';
import { rupees } from '../../../test/support/fixtures.ts';
import { FAILURE_WORDS } from '../../domain/failure/failure.ts';
import type { BatchId, MessageId } from '../../domain/ids.ts';
import { limit } from '../../domain/limits.ts';
import type { Acceptance } from '../../domain/message/draft.ts';
import { micros } from '../../domain/pricing/money.ts';
import { describeAcceptance } from './describe-acceptance.ts';

const ID = 7_304_511_223_344;

function accept(recipients: number, changes: Partial<Acceptance> = {}): Acceptance {
  const listed = Math.min(recipients, limit('resultsPerAnswer'));
  return {
    id: ID as BatchId,
    priceMicros: micros(4_800_000n),
    parts: recipients,
    remainingMicros: rupees(31),
    recipients,
    listed: Array.from({ length: listed }, (_, index) => ({
      id: (recipients === 1 ? ID : ID + 1 + index) as MessageId,
      recipient: String(923_001_000_000 + index),
    })),
    filtered: [],
    ...changes,
  };
}

const dry = (recipients: number, changes: Partial<Acceptance> = {}): Acceptance => {
  const { listed, ...rest } = accept(recipients, changes);
  return {
    ...rest,
    id: undefined,
    listed: listed.map(({ recipient }) => ({ id: undefined, recipient })),
  };
};

const FILTERED = [
  { shown: '923001000000', reason: 'repeated' },
  { shown: 'number 3', reason: 'not a mobile number' },
];

describe('an accepted send', () => {
  it.each([1, 2, 5_000])('is one plain line for %s recipients', (recipients) => {
    expect(describeAcceptance(accept(recipients), false).plain()).toBe(`OK ID:${ID}`);
  });

  it('has the keys of contract section 2 in order, and strings only', () => {
    const { tree } = describeAcceptance(accept(1), false);
    expect(JSON.stringify(tree())).toBe(
      `{"success":"true","status":"OK","id":"${ID}","type":"API","totalprice":"4.80",` +
        '"totalgsm":"1","remaincredit":"31.00",' +
        `"results":[{"status":"OK","id":"${ID}","messageid":"${ID}","gsm":"923001000000"}]}`,
    );
  });

  it('lists what was filtered after what was accepted', () => {
    const { results } = describeAcceptance(accept(2, { filtered: FILTERED }), false).tree();
    expect(results).toEqual([
      { status: 'OK', id: `${ID + 1}`, messageid: `${ID + 1}`, gsm: '923001000000' },
      { status: 'OK', id: `${ID + 2}`, messageid: `${ID + 2}`, gsm: '923001000001' },
      { status: '7', reason: 'repeated', gsm: '923001000000' },
      { status: '7', reason: 'not a mobile number', gsm: 'number 3' },
    ]);
  });

  it('lists up to the limit, and says when there are more', () => {
    const most = limit('resultsPerAnswer');
    const show = (acceptance: Acceptance) => describeAcceptance(acceptance, false).tree();
    expect(show(accept(most))).not.toHaveProperty('truncated');
    expect(show(accept(most))['results']).toHaveLength(most);
    expect(show(accept(most + 1))).toHaveProperty('truncated', 'true');
    expect(show(accept(most + 1, { filtered: FILTERED }))['results']).toHaveLength(most);
    const oneShort = show(accept(most - 1, { filtered: FILTERED }));
    expect(oneShort).toHaveProperty('truncated', 'true');
    expect(oneShort['results']).toHaveLength(most);
  });

  it('contains none of the words by which callers recognise a failure', () => {
    const written = JSON.stringify(
      describeAcceptance(accept(2, { filtered: FILTERED }), false).tree(),
    );
    for (const word of FAILURE_WORDS) expect(written.toLowerCase()).not.toContain(word);
  });
});

describe('a dry run', () => {
  it.each([
    [dry(1), 'DRY RUN: 4.80 PKR, 1 part, 1 recipient'],
    [dry(3, { parts: 6 }), 'DRY RUN: 4.80 PKR, 6 parts, 3 recipients'],
  ])('is one line that nobody takes for a send', (acceptance, line) => {
    expect(describeAcceptance(acceptance, true).plain()).toBe(line);
  });

  it('has no ids and never says OK', () => {
    expect(JSON.stringify(describeAcceptance(dry(1), true).tree())).toBe(
      '{"success":"true","status":"DRY RUN","type":"API","totalprice":"4.80","totalgsm":"1",' +
        '"remaincredit":"31.00","results":[{"status":"DRY RUN","gsm":"923001000000"}]}',
    );
  });
});
