import { describe, expect, it } from 'vitest';
import { LINKS, NUMBERS, OPERATORS, ROADS } from '../../../test/support/fixtures.ts';
import type { LinkId, OperatorId } from '../ids.ts';
import { linkFor, operatorByName, operatorByPrefix, type Route } from './routing.ts';

const { jazz, zong, ufone } = OPERATORS;

describe('the operator of a number', () => {
  it.each([
    ['jazz', NUMBERS.jazz, jazz],
    ['zong', NUMBERS.zong, zong],
    ['nobody, for a prefix that nobody holds', NUMBERS.unknown, undefined],
    ['nobody, for a number too short to have a prefix', '92', undefined],
    ['nobody, for nothing', '', undefined],
  ])('is %s', (_, number, operator) => {
    expect(operatorByPrefix(ROADS, number)).toBe(operator);
  });

  it('is the holder of the longest prefix, of three digits to seven', () => {
    const prefixes = new Map<string, OperatorId>([
      ['92', ufone],
      ['923', jazz],
      ['92300', zong],
      ['9230012', jazz],
      ['92300123', ufone],
    ]);
    const roads = { ...ROADS, operatorsByPrefix: prefixes };
    expect(operatorByPrefix(roads, '923001234567')).toBe(jazz);
    expect(operatorByPrefix(roads, '923009999999')).toBe(zong);
    expect(operatorByPrefix(roads, '923999999999')).toBe(jazz);
    expect(operatorByPrefix(roads, '929999999999')).toBeUndefined();
  });
});

describe('the operator of a name', () => {
  it.each([
    ['Jazz', jazz],
    ['Ufone', ufone],
    ['jazz', undefined],
    [' Jazz', undefined],
    ['', undefined],
    ['Warid', undefined],
  ])('%j is %s', (name, operator) => {
    expect(operatorByName(ROADS, name)).toBe(operator);
  });
});

describe('the link to an operator', () => {
  const route = (link: number, changes: Partial<Route> = {}): Route => ({
    operatorId: jazz,
    senderRoute: undefined,
    linkId: link as LinkId,
    priority: 100,
    ...changes,
  });

  it('is that of the first route which serves the operator and the sender route', () => {
    const routes = [
      route(1, { operatorId: zong }),
      route(2, { senderRoute: 'short_code' }),
      route(3),
      route(4, { senderRoute: 'simple' }),
    ];
    const roads = { ...ROADS, routes };
    expect(linkFor(roads, jazz, 'short_code')).toBe(2);
    expect(linkFor(roads, jazz, 'simple')).toBe(3);
    expect(linkFor(roads, zong, 'branded')).toBe(1);
  });

  it('is none where no route leads', () => {
    expect(linkFor(ROADS, jazz, 'simple')).toBe(LINKS.jazz);
    expect(linkFor(ROADS, OPERATORS.sco, 'simple')).toBeUndefined();
    const roads = { ...ROADS, routes: [route(1, { senderRoute: 'branded' })] };
    expect(linkFor(roads, jazz, 'simple')).toBeUndefined();
  });
});
