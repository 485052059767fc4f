import { describe, expect, it } from 'vitest';
import { faultsOf, Type, withDefaults } from './shape.ts';

const SHAPE = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 5 }),
    most: Type.Integer({ minimum: 1, default: 4 }),
    kind: Type.Optional(Type.Enum(['a', 'b'])),
    form: Type.Optional(
      Type.Union([
        Type.Object({ type: Type.Literal('p'), size: Type.Integer() }),
        Type.Object({ type: Type.Literal('q') }),
      ]),
    ),
    'a/b~c': Type.Optional(Type.Object({ x: Type.String() }, { additionalProperties: false })),
  },
  { additionalProperties: false },
);

describe('what is wrong with a value', () => {
  it.each<[object, readonly (readonly [string, string])[]]>([
    [{ name: 'Ali', most: 1 }, []],
    [{ most: 1 }, [['/name', 'is missing']]],
    [{ name: 'Ali', most: 1, kid: 'a' }, [['/kid', 'is not known here']]],
    [{ name: 'Ali', most: 0 }, [['/most', 'must be >= 1']]],
    [{ name: 'Ali', most: 1, kind: 'c' }, [['/kind', 'must be one of a, b']]],
    [{ name: 'Ali', most: 1, 'a/b~c': {} }, [['/a~1b~0c/x', 'is missing']]],
  ])('%j is told at its place', (value, faults) => {
    expect(faultsOf(SHAPE, value).map(({ pointer, rule }) => [pointer, rule])).toEqual(faults);
  });

  it('is that it has none of several forms', () => {
    const faults = faultsOf(SHAPE, { name: 'Ali', most: 1, form: { type: 'r' } });
    expect(faults).toContainEqual({
      pointer: '/form',
      rule: 'must have one of the forms that are described',
    });
  });

  it('is told of what is no object at all', () => {
    expect(faultsOf(SHAPE, null)).toEqual([{ pointer: '', rule: 'must be object' }]);
  });
});

describe('defaults', () => {
  it('stand where nothing is given, in a copy', () => {
    const given = { name: 'Ali' };
    expect(withDefaults(SHAPE, given)).toEqual({ name: 'Ali', most: 4 });
    expect(given).toEqual({ name: 'Ali' });
    expect(withDefaults(SHAPE, { name: 'Ali', most: 9 })).toEqual({ name: 'Ali', most: 9 });
    expect(withDefaults(SHAPE, 'text')).toBe('text');
  });
});
