import { describe, expect, it } from 'vitest';
import {
  LINKS,
  makeDraft,
  NOON_MS,
  NUMBERS,
  OPERATORS,
  ROSHAN,
  rupees,
  SENDERS,
  TEMPLATES,
} from '../../../test/support/fixtures.ts';
import type { TransferId } from '../../domain/ids.ts';
import { limit } from '../../domain/limits.ts';
import { acceptanceOf, batchOf, newMessages, number, outgoing } from './enqueue.ts';

const reserveId = 700 as TransferId;
const countFrom = (first: number): (() => number) => {
  let next = first;
  return () => next++;
};
const one = number(makeDraft(), reserveId, countFrom(1));
const two = number(makeDraft([NUMBERS.jazz, NUMBERS.zong]), reserveId, countFrom(1));

describe('the ids of a draft', () => {
  it('are one and the same for a batch of one and its message', () => {
    expect(one).toMatchObject({ id: 1, reserveId, messages: [{ id: 1, position: 1 }] });
  });

  it('differ for each message and for their batch, in request order', () => {
    const [first, second] = two.messages;
    expect(first).toMatchObject({ id: 1, position: 1, recipient: NUMBERS.jazz });
    expect(second).toMatchObject({ id: 2, position: 2, recipient: NUMBERS.zong });
    expect(two.id).toBe(3);
  });
});

describe('the answer to an accepted draft', () => {
  it('says what was sent to whom, what it cost and what is left', () => {
    const filtered = [{ shown: '8584', reason: 'a short code' }];
    const draft = makeDraft([NUMBERS.jazz, NUMBERS.zong], { filtered });
    expect(acceptanceOf(number(draft, reserveId, countFrom(1)), rupees(6))).toEqual({
      id: 3,
      priceMicros: rupees(4),
      parts: 2,
      remainingMicros: rupees(6),
      recipients: 2,
      listed: [
        { id: 1, recipient: NUMBERS.jazz },
        { id: 2, recipient: NUMBERS.zong },
      ],
      filtered,
    });
  });

  it('lists sent and filtered recipients, up to the limit', () => {
    const most = limit('resultsPerAnswer');
    const filtered = Array.from({ length: most + 1 }, (_, at) => ({
      shown: `number ${at + 1}`,
      reason: 'a short code',
    }));
    const answerTo = (recipients: number) => {
      const numbers = Array.from({ length: recipients }, (_, at) => `92${3_000_000_000 + at}`);
      const draft = makeDraft(numbers, { filtered });
      return acceptanceOf(number(draft, reserveId, countFrom(1)), rupees(0));
    };
    expect(answerTo(most).listed).toHaveLength(most);
    const answer = answerTo(most + 1);
    expect([answer.recipients, answer.listed.length]).toEqual([most + 1, most]);
    expect(answer.filtered).toEqual(filtered.slice(0, most));
  });
});

describe('the rows of a draft', () => {
  it('say whose message it is, its sender and its reservation', () => {
    const ids = { accountId: ROSHAN, senderId: SENDERS.shared.id, templateId: TEMPLATES.code.id };
    expect(newMessages(one, undefined)).toMatchObject([
      { ...ids, id: 1, batchId: undefined, reserveId, operatorId: OPERATORS.jazz },
    ]);
    const batched = newMessages(two, two.id).map(({ id, batchId }) => [id, batchId]);
    expect(batched).toEqual([
      [1, 3],
      [2, 3],
    ]);
  });

  it('sum the batch up', () => {
    const draft = makeDraft([NUMBERS.jazz, NUMBERS.zong]);
    expect(batchOf(number(draft, reserveId, countFrom(1)))).toEqual({
      accountId: ROSHAN,
      id: 3,
      recipients: 2,
      parts: 2,
      priceMicros: rupees(4),
      reserveId,
      firstMessage: 1,
      lastMessage: 2,
    });
  });
});

describe('a message that goes straight to a link', () => {
  it('is a first attempt at all of it', () => {
    const [message] = one.messages;
    if (message === undefined) throw new Error('the draft has a message');
    expect(outgoing(one, message, NOON_MS)).toEqual({
      accountId: ROSHAN,
      operatorId: OPERATORS.jazz,
      category: 'transactional',
      messageId: 1,
      attempt: 1,
      recipient: NUMBERS.jazz,
      sender: { name: 'InfoSMS', route: 'simple' },
      priority: 0,
      alphabet: 'gsm7',
      parts: 1,
      partsTaken: [],
      faults: 0,
      priceMicros: rupees(2),
      expiresAtMs: NOON_MS,
      text: 'Your code is 4821.',
      isTest: false,
    });
    expect(message.linkId).toBe(LINKS.jazz);
  });
});
