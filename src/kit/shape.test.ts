import { describe, expect, it } from 'vitest';
import { faultsOf, Type, withDefaults } from './shape.ts';

const FORMS = Type.Union([
  Type.Object({ type: Type.Literal('p'), size: Type.Integer() }),
  Type.Object({ type: Type.Literal('q') }),
  Type.Object(
    { type: Type.Enum(['s', 't']), sizes: Type.Array(Type.Integer(), { default: [] }) },
    { additionalProperties: false },
  ),
]);

const SHAPE = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 5 }),
    most: Type.Integer({ minimum: 1, default: 4 }),
    kind: Type.Optional(Type.Enum(['a', 'b'])),
    form: Type.Optional(FORMS),
    'a/b~c': Type.Optional(Type.Object({ x: Type.String() }, { additionalProperties: false })),
  },
  { additionalProperties: false },
);

const TIME = Type.String({ format: 'date-time' });

describe('what is wrong with a value', () => {
  it.each<[object, readonly (readonly [string, string])[]]>([
    [{ name: 'Ali', most: 1 }, []],
    [{ most: 1 }, [['/name', 'is missing']]],
    [{ name: 'Ali', most: 1, kid: 'a' }, [['/kid', 'is not known here']]],
    [{ name: 'Ali', most: 0 }, [['/most', 'must be at least 1']]],
    [{ name: 'Ali', most: 1, kind: 'c' }, [['/kind', 'must be one of a, b']]],
    [{ name: 'Ali', most: 1, 'a/b~c': {} }, [['/a~1b~0c/x', 'is missing']]],
  ])('%j is told at its place', (value, faults) => {
    expect(faultsOf(SHAPE, value).map(({ pointer, rule }) => [pointer, rule])).toEqual(faults);
  });

  it.each<[unknown, readonly (readonly [string, string])[]]>([
    [{ type: 'p', size: 1 }, []],
    [{ type: 'q' }, []],
    [{ type: 'p' }, [['/form/size', 'is missing']]],
    [{ type: 'p', size: 'x' }, [['/form/size', 'must be a whole number']]],
    [{ type: 'r' }, [['/form/type', 'must be one of p, q, s, t']]],
    [{ type: 1 }, [['/form/type', 'must be one of p, q, s, t']]],
    [{ type: 't', sizes: [], size: 1 }, [['/form/size', 'is not known here']]],
    [{ type: 's', many: 1 }, [['/form/many', 'is not known here']]],
    [{}, [['/form/type', 'is missing']]],
    [null, [['/form', 'must be an object']]],
    [['p'], [['/form', 'must be an object']]],
  ])('%j, of several forms, is held against the one that it names', (form, faults) => {
    const found = faultsOf(SHAPE, { name: 'Ali', most: 1, form });
    expect(found.map(({ pointer, rule }) => [pointer, rule])).toEqual(faults);
  });

  it('is told of each element of a list of several forms', () => {
    const list = Type.Object({ all: Type.Array(FORMS) });
    const all = [{ type: 'q' }, { type: 'p' }, 7, { type: 't' }];
    expect(faultsOf(list, { all })).toEqual([
      { pointer: '/all/1/size', rule: 'is missing' },
      { pointer: '/all/2', rule: 'must be an object' },
    ]);
  });

  it('is that it has none of several forms, where no type tells which was meant', () => {
    const alike = Type.Union([
      Type.Object({ type: Type.Literal('p'), size: Type.Integer() }),
      Type.Object({ type: Type.Literal('p'), name: Type.String() }),
    ]);
    const shape = Type.Object({ form: alike });
    expect(faultsOf(shape, { form: { type: 'p', size: 1 } })).toEqual([]);
    expect(faultsOf(shape, { form: { type: 'p', name: 'a' } })).toEqual([]);
    expect(faultsOf(shape, { form: { type: 'p' } })).toContainEqual({
      pointer: '/form',
      rule: 'must have one of the forms that are described',
    });
  });

  it('is told of what is no object at all', () => {
    expect(faultsOf(SHAPE, null)).toEqual([{ pointer: '', rule: 'must be an object' }]);
  });

  it.each([
    [Type.Array(Type.String(), { minItems: 1 }), [], 'must have at least one item'],
    [Type.Array(Type.String(), { maxItems: 2 }), ['a', 'b', 'c'], 'must have at most 2 items'],
    [Type.Array(Type.String()), 'a', 'must be a list'],
    [Type.String(), 1, 'must be a string'],
    [Type.String({ minLength: 1 }), '', 'must have at least one character'],
    [Type.Boolean(), 1, 'must be true or false'],
    [Type.Literal('a'), 'b', 'must be "a"'],
    [Type.String({ pattern: '^[1-9]$', examples: ['7'] }), 'a', 'must be written as 7'],
    [TIME, 'tomorrow', 'must be a time such as 2026-11-22T09:00:00Z'],
    [Type.Union([TIME, Type.Null()]), 'x', 'must be a time such as 2026-11-22T09:00:00Z'],
  ])('is put in plain words: %#', (schema, value, rule) => {
    expect(faultsOf(schema, value)).toEqual([{ pointer: '', rule }]);
  });

  it('is also a time that no clock here can show', () => {
    expect(faultsOf(TIME, '2026-12-31T23:59:59Z')).toEqual([]);
    expect(faultsOf(TIME, '2026-12-31T23:59:60Z')).toHaveLength(1);
  });
});

describe('defaults', () => {
  it('stand where nothing is given, in a copy', () => {
    const given = { name: 'Ali' };
    expect(withDefaults(SHAPE, given)).toEqual({ name: 'Ali', most: 4 });
    expect(given).toEqual({ name: 'Ali' });
    expect(withDefaults(SHAPE, { name: 'Ali', most: 9 })).toEqual({ name: 'Ali', most: 9 });
    expect(withDefaults(SHAPE, 'text')).toBe('text');
    const form = { type: 't' };
    expect(withDefaults(SHAPE, { name: 'Ali', form })).toMatchObject({ form: { sizes: [] } });
  });
});
