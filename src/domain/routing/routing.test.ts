import { describe, expect, it } from 'vitest';
import { NUMBERS, OPERATORS, ROUTING } from '../../../test/support/fixtures.ts';
import type { OperatorId } from '../ids.ts';
import { operatorByName, operatorByPrefix } from './routing.ts';

const { jazz, zong, ufone } = OPERATORS;

describe('the operator of a number', () => {
  it.each([
    ['jazz', NUMBERS.jazz, jazz],
    ['zong', NUMBERS.zong, zong],
    ['nobody, for a prefix that nobody holds', NUMBERS.unknown, undefined],
    ['nobody, for a number too short to have a prefix', '92', undefined],
    ['nobody, for nothing', '', undefined],
  ])('is %s', (_, number, operator) => {
    expect(operatorByPrefix(ROUTING, number)).toBe(operator);
  });

  it('is the holder of the longest prefix, of three digits to seven', () => {
    const prefixes = new Map<string, OperatorId>([
      ['92', ufone],
      ['923', jazz],
      ['92300', zong],
      ['9230012', jazz],
      ['92300123', ufone],
    ]);
    const routing = { ...ROUTING, operatorsByPrefix: prefixes };
    expect(operatorByPrefix(routing, '923001234567')).toBe(jazz);
    expect(operatorByPrefix(routing, '923009999999')).toBe(zong);
    expect(operatorByPrefix(routing, '923999999999')).toBe(jazz);
    expect(operatorByPrefix(routing, '929999999999')).toBeUndefined();
  });
});

describe('the operator with a name', () => {
  it.each([
    ['Jazz', jazz],
    ['Ufone', ufone],
    ['jazz', undefined],
    [' Jazz', undefined],
    ['', undefined],
    ['Warid', undefined],
  ])('%j is %s', (name, operator) => {
    expect(operatorByName(ROUTING, name)).toBe(operator);
  });
});
