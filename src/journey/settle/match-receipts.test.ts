import { describe, expect, it } from 'vitest';
import { LINKS, makeTransaction, ROSHAN } from '../../../test/support/fixtures.ts';
import type { LinkId, MessageId } from '../../domain/ids.ts';
import { limit } from '../../domain/limits.ts';
import type { MessageState } from '../../domain/message/message.ts';
import type { StoredPart } from '../../store/messages/attempts.ts';
import type { KeptReceipt } from '../../store/messages/receipts.ts';
import {
  type ChatName,
  createNewNames,
  createParkedNames,
  keepOdd,
  type MatchedReceipt,
  type RecordedReceipt,
  sortReceipts,
  toClosings,
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

/** A receipt with `state` for a part of message 1, after `earlier`. */
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

/** A short form of what was recorded and kept. */
function outline(matched: readonly MatchedReceipt[]) {
  const { recorded, kept } = sortReceipts(matched);
  return {
    recorded: recorded.map(({ part, state }) => `${part} ${state}`),
    kept: kept.map(({ kind, state }) => `${kind} ${state ?? 'no word'}`),
  };
}

describe('a receipt', () => {
  it('with the first final state is recorded with its attempt', () => {
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

  it('that is more precise than UNKNOWN is recorded, and kept as well', () => {
    const matched = [said('delivered', { earlier: 'unknown' })];
    expect(outline(matched)).toEqual({ recorded: ['1 delivered'], kept: ['late delivered'] });
    const message = { accountId: ROSHAN, messageId: 1 };
    expect(sortReceipts(matched).kept).toMatchObject([{ operatorKey: 'op1', message, raw }]);
  });

  it('for an unknown attempt is parked, or just kept when its state is not final', () => {
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

  it('is kept with its message and its raw bytes', () => {
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
    const nothing = { operatorKey: undefined, state: undefined, error: 'no_state' };
    const odd = { linkId: LINKS.zong, raw, acknowledge: () => undefined };
    expect(keepOdd({ ...odd, kind: 'unreadable', why: 'no_state' })).toEqual({
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
  it('are sorted in order of arrival: the first final state stands', () => {
    const matched = [said(undefined), said('delivered'), said('delivered'), said('failed')];
    expect(outline(matched)).toEqual({
      recorded: ['1 delivered'],
      kept: ['intermediate no word', 'duplicate delivered', 'contradiction failed'],
    });
  });

  it('may replace UNKNOWN with something better', () => {
    const matched = [said('unknown'), said('delivered'), said('unknown')];
    expect(outline(matched)).toEqual({
      recorded: ['1 delivered'],
      kept: ['late delivered', 'contradiction unknown'],
    });
  });

  it('are independent for different parts, attempts and messages', () => {
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

describe('the final state of a message', () => {
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

  it('is one per message, from its own receipts only', () => {
    const other = { ...recorded(1, 1, 'failed'), messageId: 2 as MessageId };
    const closings = toClosings([recorded(1, 1, 'delivered'), other], []);
    expect(closings.map(({ messageId, state }) => `${messageId} ${state}`)).toEqual([
      '1 delivered',
      '2 failed',
    ]);
    expect(toClosings([], [])).toEqual([]);
  });
});

const { jazz, zong } = LINKS;

const kept = (
  operatorKey: string | undefined,
  kind: KeptReceipt['kind'] = 'early',
  linkId = jazz,
) =>
  ({
    linkId,
    kind,
    operatorKey,
    state: 'delivered',
    error: undefined,
    level: 'handset',
    message: undefined,
    raw: new Uint8Array(),
    clues: undefined,
  }) satisfies KeptReceipt;

describe('the ids of parked receipts', () => {
  it('are those kept as early, per link', () => {
    const names = createParkedNames();
    expect(names.has(jazz, 'A')).toBe(false);
    names.note([kept('A'), kept('B', 'duplicate'), kept('C', 'reply'), kept(undefined)]);
    const known = ['A', 'B', 'C'].filter((name) => names.has(jazz, name));
    expect(known).toEqual(['A']);
    expect(names.has(zong, 'A')).toBe(false);
  });

  it('are kept apart when one ends with what another begins with', () => {
    const names = createParkedNames();
    names.note([kept('2 A', 'early', 1 as LinkId)]);
    expect(names.has(12 as LinkId, 'A')).toBe(false);
    expect(names.has(1 as LinkId, '2 A')).toBe(true);
  });

  it('are forgotten one by one', () => {
    const names = createParkedNames();
    names.note([kept('A'), kept('A', 'early', zong), kept('B')]);
    names.forget(jazz, 'A');
    names.forget(jazz, 'never known');
    expect(names.has(jazz, 'A')).toBe(false);
    expect(names.has(zong, 'A')).toBe(true);
    expect(names.has(jazz, 'B')).toBe(true);
  });

  it('are learned from the store, link by link', async () => {
    const names = createParkedNames();
    const { transaction, asked } = makeTransaction({ 'early-names': [{ operatorKey: 'X' }] });
    await names.learn(transaction, zong);
    expect(asked).toEqual([{ name: 'early-names', given: { linkId: zong } }]);
    expect(names.has(zong, 'X')).toBe(true);
    expect(names.has(jazz, 'X')).toBe(false);
  });

  it('are limited in number: one more drops the oldest', () => {
    const names = createParkedNames();
    const most = limit('parkedNames');
    names.note(Array.from({ length: most }, (_, at) => kept(`op${at}`)));
    expect(names.has(jazz, 'op0')).toBe(true);
    names.note([kept('one more')]);
    const known = ['op0', 'op1', `op${most - 1}`, 'one more'].filter((it) => names.has(jazz, it));
    expect(known).toEqual(['op1', `op${most - 1}`, 'one more']);
  });
});

const name = (operatorKey: string): ChatName => ({ linkId: 3 as LinkId, operatorKey });
const keys = (names: readonly ChatName[]) => names.map(({ operatorKey }) => operatorKey);

describe('ids of attempts that were just stored', () => {
  it('are each given twice', () => {
    const names = createNewNames();
    names.note([name('a'), name('b')]);
    expect(keys(names.take())).toEqual(['a', 'b']);
    names.note([name('c')]);
    expect(keys(names.take())).toEqual(['a', 'b', 'c']);
    expect(keys(names.take())).toEqual(['c']);
    expect(names.take()).toEqual([]);
  });

  it('are noted up to the limit, and again once they were given', () => {
    const names = createNewNames();
    const most = limit('chatNewNames');
    names.note(Array.from({ length: most - 1 }, (_, index) => name(`a${index}`)));
    names.note([name('b'), name('c')]);
    expect(keys(names.take()).slice(-2)).toEqual([`a${most - 2}`, 'b']);
    names.note([name('d')]);
    expect(keys(names.take()).at(-1)).toBe('d');
  });
});
