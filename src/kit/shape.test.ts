import fc from 'fast-check';
import { Value } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import { runToEnd } from '@paigham/base/yielding.ts';
import { parseJson } from '@paigham/base/json.ts';
import { readingPlain } from './read-plain.ts';
import { createBounds } from './shape-bounds.ts';
import { checking, faultsOf, Type, withDefaults, type TSchema } from './shape.ts';

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

describe('bounds of a JSON text', () => {
  const boundsOf = createBounds({ items: 5, names: 5, values: 20 });
  const THING = Type.Object({ a: Type.String() }, { additionalProperties: false });
  const BODY = Type.Object(
    {
      few: Type.Array(THING, { maxItems: 3 }),
      some: Type.Optional(Type.Array(Type.String())),
      map: Type.Optional(Type.Record(Type.String(), Type.String())),
      free: Type.Optional(Type.Record(Type.String(), Type.Any())),
      either: Type.Optional(Type.Union([Type.String(), THING])),
    },
    { additionalProperties: false },
  );
  const read = (text: string) => {
    const work = readingPlain(text, 8, boundsOf(BODY));
    let pauses = 0;
    let step = work.next();
    for (; step.done !== true; step = work.next()) pauses += 1;
    return { ...step.value, pauses };
  };
  const many = (item: string, count = 300_000): string => Array(count).fill(item).join(',');

  it.each([
    [`{"few":[${many('{}')}]}`, 'items', '/few', 3],
    [`{"some":[${many('"x"')}]}`, 'items', '/some', 5],
    [`{"few":[{},{"a":[${many('{}')}]}]}`, 'items', '/few/1/a', 5],
    [`{"map":{"a":"1","b":"1","c":"1","d":"1","e":"1","f":"1"}}`, 'names', '/map', 5],
    [`{"free":{"a":[${many(`[${many('1', 5)}]`, 5)}]}}`, 'values', '/free', 20],
    [`[${many('[]')}]`, 'items', '', 5],
    [`{"either":[${many('[]')}]}`, 'items', '/either', 5],
    [`{${Array.from({ length: 50 }, (_, at) => `"k${at}":1`).join(',')}}`, 'names', '', 25],
  ])('hold while it is read: %#', (text, what, pointer, most) => {
    const { pauses, ...seen } = read(text);
    expect(seen).toMatchObject({ ok: false, fault: { fault: 'too_many', what, pointer, most } });
    // So little of it was read.
    expect(pauses).toBe(0);
  });

  it('let pass what the shape allows, as JSON.parse reads it', () => {
    const text =
      '{"few":[{"a":"x"},{"a":"y"}],"either":{"a":"z"},"map":{"__proto__":"1"},"n":1.50}';
    expect(read(text)).toMatchObject({ ok: true, value: JSON.parse(text) as unknown });
  });

  it('read what JSON.parse reads, and nothing else', () => {
    const free = createBounds({ items: 1_000, names: 1_000, values: 100_000 })(Type.Any());
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), fc.integer(), (text, at) => {
        const seen = runToEnd(readingPlain(text, 32, free));
        expect(seen).toEqual({ ok: true, value: JSON.parse(text) as unknown });
        const cut = text.slice(0, Math.abs(at) % text.length);
        const half = runToEnd(readingPlain(cut, 32, free));
        expect(half.ok).toBe(parseJson(cut) !== undefined);
      }),
    );
  });
});

describe('checking', () => {
  const listOf = (length: number, one: () => unknown) => Array.from({ length }, one);
  const SHORT = Type.Array(Type.Object({ a: Type.String() }), { maxItems: 3 });
  const pausesIn = (schema: TSchema, value: unknown) => {
    const work = checking(schema, value, true);
    let pauses = 0;
    let step = work.next();
    for (; step.done !== true; step = work.next()) pauses += 1;
    return { pauses, faults: step.value.faults };
  };

  it('does not go through a list that is too long', () => {
    const { pauses, faults } = pausesIn(
      SHORT,
      listOf(100_000, () => ({})),
    );
    expect(faults).toEqual([{ pointer: '', rule: 'must have at most 3 items' }]);
    expect(pauses).toBe(0);
  });

  it('stops at the first twenty faults', () => {
    const { pauses, faults } = pausesIn(
      Type.Array(SHORT),
      listOf(100_000, () => [{}, {}]),
    );
    expect(faults).toHaveLength(20);
    expect(pauses).toBe(0);
  });

  it('pauses in what is long and right', () => {
    const { pauses, faults } = pausesIn(Type.Array(Type.String()), Array(100_000).fill('x'));
    expect(faults).toEqual([]);
    expect(pauses).toBeGreaterThan(20);
  });

  it('finds a fault exactly where the schema library does', () => {
    const VALUE = fc.oneof(fc.constantFrom('p', 'q', 's', 'Ali', '', null, 1, 0, 1.5, true));
    const OBJECT = fc.dictionary(
      fc.constantFrom('name', 'most', 'kind', 'form', 'a/b~c', 'type', 'size', 'x'),
      fc.oneof(VALUE, fc.dictionary(fc.constantFrom('type', 'size', 'sizes', 'x'), VALUE)),
    );
    fc.assert(
      fc.property(OBJECT, (given) => {
        const filled = Value.Default(SHAPE, structuredClone(given));
        expect(faultsOf(SHAPE, filled).length === 0).toBe(Value.Check(SHAPE, filled));
      }),
      { numRuns: 500 },
    );
  });
});
