import { expect, it } from 'vitest';
import type { LinkId } from '../../domain/ids.ts';
import { limit } from '../../domain/limits.ts';
import { createNewNames, type ChatName } from './new-names.ts';

const name = (operatorKey: string): ChatName => ({ linkId: 3 as LinkId, operatorKey });
const keys = (names: readonly ChatName[]) => names.map(({ operatorKey }) => operatorKey);

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
