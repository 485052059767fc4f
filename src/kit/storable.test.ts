import { expect, it } from 'vitest';
import { findUnstorable } from './storable.ts';

it.each([
  [{ a: ['b', 'c\0'] }, { pointer: '/a/1', rule: 'holds a NUL character' }],
  [{ a: [{ 'b\0': 1 }] }, { pointer: '/a/0', rule: 'holds a name with a NUL character' }],
  [{ a: ['b', null, 7] }, undefined],
])('in %j the store cannot keep what is at %j', (value, fault) => {
  expect(findUnstorable(value)).toEqual(fault);
});
