import { describe, expect, it } from 'vitest';
import { LINKS, ROSHAN } from '../../../test/support/fixtures.ts';
import type { MessageId } from '../../domain/ids.ts';
import type { MessageState } from '../../domain/message/message.ts';
import type { StoredPart } from '../../store/attempts.ts';
import {
  keepUnreadable,
  sortReceipts,
  toClosings,
  type MatchedReceipt,
  type RecordedReceipt,
} from './match-receipts.ts';

type State = MatchedReceipt['receipt']['state'];
type Attempt = NonNullable<MatchedReceipt['attempt']>;

const raw = Uint8Array.of(1, 2);
const receiptOf = (operatorKey: string, state: State): MatchedReceipt['receipt'] => ({
  linkId: LINKS.jazz,
  operatorKey,
  state,
  error: '000',
  level: 'handset',
  raw,
  clues: undefined,
});

/** A receipt that says `state` of a part of message 1, of which `earlier` was said before. */
function said(state: State, attempt: Partial<Attempt> & { readonly earlier?: MessageState } = {}) {
  const { earlier, ...changes } = attempt;
  const known: Attempt = {
    accountId: ROSHAN,
    messageId: 1 as MessageId,
    attempt: 1,
    part: 1,
    parts: 1,
    receiptState: earlier,
    ...changes,
  };
  return { receipt: receiptOf(`op${known.part}`, state), attempt: known };
}

/** What was recorded and kept, in a few words. */
function outline(matched: readonly MatchedReceipt[]) {
  const { recorded, kept } = sortReceipts(matched);
  return {
    recorded: recorded.map(({ part, state }) => `${part} ${state}`),
    kept: kept.map(({ kind, state }) => `${kind} ${state ?? 'no word'}`),
  };
}

describe('a receipt', () => {
  it('with a first final word is recorded beside its attempt', () => {
    const attempt = { messageId: 9 as MessageId, attempt: 3, part: 2, parts: 4 };
    expect(sortReceipts([said('delivered', attempt)])).toEqual({
      recorded: [
        {
          accountId: ROSHAN,
          messageId: 9,
          attempt: 3,
          part: 2,
          parts: 4,
          linkId: LINKS.jazz,
          state: 'delivered',
          error: '000',
          level: 'handset',
        },
      ],
      kept: [],
    });
  });

  it.each<readonly [string, State, MessageState | undefined, string]>([
    ['again', 'delivered', 'delivered', 'duplicate delivered'],
    ['another', 'failed', 'delivered', 'contradiction failed'],
    ['a worse one', 'unknown', 'delivered', 'contradiction unknown'],
    ['none yet', undefined, undefined, 'intermediate no word'],
    ['none any more', undefined, 'delivered', 'intermediate no word'],
    ['unknown again', 'unknown', 'unknown', 'duplicate unknown'],
  ])('that says %s changes nothing and is kept', (_, state, earlier, kept) => {
    const about = earlier === undefined ? {} : { earlier };
    expect(outline([said(state, about)])).toEqual({ recorded: [], kept: [kept] });
  });

  it('that knows better than unknown is recorded, and kept besides', () => {
    const matched = [said('delivered', { earlier: 'unknown' })];
    expect(outline(matched)).toEqual({ recorded: ['1 delivered'], kept: ['late delivered'] });
    const message = { accountId: ROSHAN, messageId: 1 };
    expect(sortReceipts(matched).kept).toMatchObject([{ operatorKey: 'op1', message, raw }]);
  });

  it('of no known attempt is parked, or kept when it says nothing final', () => {
    const delivered = { receipt: receiptOf('x', 'delivered'), attempt: undefined };
    const onItsWay = { receipt: receiptOf('x', undefined), attempt: undefined };
    const { recorded, kept } = sortReceipts([delivered, onItsWay]);
    expect(recorded).toEqual([]);
    const nobody = { linkId: LINKS.jazz, operatorKey: 'x', message: undefined, raw };
    expect(kept).toMatchObject([
      { ...nobody, kind: 'early', state: 'delivered' },
      { ...nobody, kind: 'intermediate', state: undefined },
    ]);
  });

  it('is kept with its message and its octets', () => {
    expect(sortReceipts([said('failed', { earlier: 'delivered' })]).kept).toEqual([
      {
        linkId: LINKS.jazz,
        kind: 'contradiction',
        operatorKey: 'op1',
        state: 'failed',
        error: '000',
        level: 'handset',
        message: { accountId: ROSHAN, messageId: 1 },
        raw,
      },
    ]);
    const nothing = { operatorKey: undefined, state: undefined, error: undefined };
    expect(keepUnreadable(LINKS.zong, raw)).toEqual({
      linkId: LINKS.zong,
      kind: 'unreadable',
      ...nothing,
      level: undefined,
      message: undefined,
      raw,
    });
  });
});

describe('receipts of one group', () => {
  it('are sorted in the order in which they came: the first final word stands', () => {
    const matched = [said(undefined), said('delivered'), said('delivered'), said('failed')];
    expect(outline(matched)).toEqual({
      recorded: ['1 delivered'],
      kept: ['intermediate no word', 'duplicate delivered', 'contradiction failed'],
    });
  });

  it('may learn better than unknown', () => {
    const matched = [said('unknown'), said('delivered'), said('unknown')];
    expect(outline(matched)).toEqual({
      recorded: ['1 delivered'],
      kept: ['late delivered', 'contradiction unknown'],
    });
  });

  it('stand side by side for other parts, attempts and messages', () => {
    const matched = [
      said('delivered', { parts: 2 }),
      said('failed', { parts: 2, part: 2 }),
      said('expired', { attempt: 2 }),
      said('rejected', { messageId: 2 as MessageId }),
    ];
    expect(outline(matched)).toEqual({
      recorded: ['1 delivered', '2 failed', '1 expired', '1 rejected'],
      kept: [],
    });
  });
});

const recorded = (part: number, parts: number, state: MessageState): RecordedReceipt => ({
  accountId: ROSHAN,
  messageId: 1 as MessageId,
  attempt: 1,
  part,
  parts,
  state,
  linkId: LINKS.jazz,
  error: undefined,
  level: 'handset',
});
const stored = (part: number, receiptState?: MessageState, messageId = 1): StoredPart => ({
  messageId: messageId as MessageId,
  part,
  receiptState,
});

describe('the last word on a message', () => {
  it.each<readonly [MessageState, string | undefined]>([
    ['delivered', undefined],
    ['failed', 'handset_failed'],
    ['rejected', 'operator_rejected_later'],
    ['expired', 'operator_expired'],
    ['unknown', undefined],
  ])('of one part is what its receipt says: %s, for %s', (state, reason) => {
    expect(toClosings([recorded(1, 1, state)], [])).toEqual([
      { accountId: ROSHAN, messageId: 1, state, reason },
    ]);
  });

  it.each<readonly [string, readonly RecordedReceipt[], readonly StoredPart[], string]>([
    ['a part has no row yet', [recorded(1, 2, 'delivered')], [], 'none'],
    ['a part is open', [recorded(1, 2, 'delivered')], [stored(1), stored(2)], 'none'],
    [
      'all parts are there by one group',
      [recorded(2, 2, 'delivered'), recorded(1, 2, 'delivered')],
      [stored(1), stored(2)],
      'delivered',
    ],
    [
      'the last of several groups brings the last part',
      [recorded(2, 3, 'delivered')],
      [stored(1, 'delivered'), stored(2), stored(3, 'delivered')],
      'delivered',
    ],
    ['any part failed, others open', [recorded(2, 3, 'failed')], [stored(1), stored(2)], 'failed'],
    [
      'a part failed before',
      [recorded(2, 2, 'delivered')],
      [stored(1, 'failed'), stored(2)],
      'failed',
    ],
    [
      'nothing better is known of a part',
      [recorded(2, 2, 'delivered')],
      [stored(1, 'unknown'), stored(2)],
      'unknown',
    ],
    [
      'what was unknown is known now',
      [recorded(1, 2, 'delivered')],
      [stored(1, 'unknown'), stored(2, 'delivered')],
      'delivered',
    ],
    [
      'another message has the missing part',
      [recorded(1, 2, 'delivered')],
      [stored(1), stored(2, 'delivered', 2)],
      'none',
    ],
  ])('of several parts when %s', (_, receipts, parts, state) => {
    expect(toClosings(receipts, parts)[0]?.state ?? 'none').toBe(state);
  });

  it('is one for each message, with what concerns it alone', () => {
    const other = { ...recorded(1, 1, 'failed'), messageId: 2 as MessageId };
    const closings = toClosings([recorded(1, 1, 'delivered'), other], []);
    expect(closings.map(({ messageId, state }) => `${messageId} ${state}`)).toEqual([
      '1 delivered',
      '2 failed',
    ]);
    expect(toClosings([], [])).toEqual([]);
  });
});
