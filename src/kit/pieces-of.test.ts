import { expect, it } from 'vitest';
import { piecesOf } from './pieces-of.ts';

it.each([
  [[], []],
  [['a', 'b'], [['a', 'b']]],
  [['a', 'b', 'c'], [['a', 'b', 'c']]],
  [
    ['a', 'b', 'c', 'd'],
    [['a', 'b', 'c'], ['d']],
  ],
])('%j comes in pieces of three', (items, pieces) => {
  expect([...piecesOf(items, 3)]).toEqual(pieces);
});
