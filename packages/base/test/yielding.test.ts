import { expect, it } from 'vitest';
import { forEachYielding, piecesOf } from '../src/yielding.ts';

it('items are done in their order, and others come in between', async () => {
  const seen: string[] = [];
  const work = forEachYielding(['a', 'b', 'c', 'd', 'e'], 2, (item, index) => {
    seen.push(item);
    if (item === 'b' || item === 'd') setImmediate(() => void seen.push('other'));
    return `${item}${index}`;
  });
  expect(seen).toEqual(['a', 'b']);
  expect(await work).toEqual(['a0', 'b1', 'c2', 'd3', 'e4']);
  expect(seen).toEqual(['a', 'b', 'other', 'c', 'd', 'other', 'e']);
});

it('items of one turn pause nobody', async () => {
  let others = 0;
  setImmediate(() => (others += 1));
  await forEachYielding(['a', 'b'], 2, (item) => item);
  expect(others).toBe(0);
});

it('what is thrown at an item comes out, and no further item is done', async () => {
  const seen: number[] = [];
  const work = forEachYielding([1, 2, 3], 1, (item) => {
    seen.push(item);
    if (item === 2) throw new Error('two');
  });
  await expect(work).rejects.toThrow('two');
  expect(seen).toEqual([1, 2]);
});

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
