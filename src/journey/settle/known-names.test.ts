import { describe, expect, it } from 'vitest';
import { LINKS, makeTransaction } from '../../../test/support/fixtures.ts';
import type { LinkId } from '../../domain/ids.ts';
import { limit } from '../../domain/limits.ts';
import type { KeptReceipt } from '../../store/receipts.ts';
import { createNewNames, createParkedNames, type ChatName } from './known-names.ts';

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

describe('the names of parked receipts', () => {
  it('are those that were kept as early, within their link', () => {
    const names = createParkedNames();
    expect(names.has(jazz, 'A')).toBe(false);
    names.note([kept('A'), kept('B', 'duplicate'), kept('C', 'reply'), kept(undefined)]);
    const known = ['A', 'B', 'C'].filter((name) => names.has(jazz, name));
    expect(known).toEqual(['A']);
    expect(names.has(zong, 'A')).toBe(false);
  });

  it('do not run into each other where one ends with what another begins', () => {
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

  it('are learnt from the store, link by link', async () => {
    const names = createParkedNames();
    const { transaction, asked } = makeTransaction({ 'early-names': [{ operatorKey: 'X' }] });
    await names.learn(transaction, zong);
    expect(asked).toEqual([{ name: 'early-names', given: { linkId: zong } }]);
    expect(names.has(zong, 'X')).toBe(true);
    expect(names.has(jazz, 'X')).toBe(false);
  });

  it('are as many as the bound, the oldest forgotten for one more', () => {
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

describe('names of attempts that were just stored', () => {
  it('each name is given twice', () => {
    const names = createNewNames();
    names.note([name('a'), name('b')]);
    expect(keys(names.take())).toEqual(['a', 'b']);
    names.note([name('c')]);
    expect(keys(names.take())).toEqual(['a', 'b', 'c']);
    expect(keys(names.take())).toEqual(['c']);
    expect(names.take()).toEqual([]);
  });

  it('as many are noted as there is room for, and again when they were given', () => {
    const names = createNewNames();
    const most = limit('chatNewNames');
    names.note(Array.from({ length: most - 1 }, (_, index) => name(`a${index}`)));
    names.note([name('b'), name('c')]);
    expect(keys(names.take()).slice(-2)).toEqual([`a${most - 2}`, 'b']);
    names.note([name('d')]);
    expect(keys(names.take()).at(-1)).toBe('d');
  });
});
