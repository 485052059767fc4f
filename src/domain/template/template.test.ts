import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  checkValues,
  readWording,
  render,
  variableNames,
  type CheckedValues,
  type ValueFault,
  type Variable,
} from './template.ts';

function fill(message: string, values: Readonly<Record<string, string>>): string {
  return render(readWording(message), new Map(Object.entries(values)));
}

describe('the placeholders of a wording', () => {
  it.each<readonly [string, readonly string[], readonly string[]]>([
    ['Your code is #code#.', ['code'], ['Your code is ', '.']],
    ['#a#', ['a'], ['', '']],
    ['#a##b#', ['a', 'b'], ['', '', '']],
    ['#a# and #a#', ['a', 'a'], ['', ' and ', '']],
    ['##a##', ['a'], ['#', '#']],
    ['#a#b#', ['a'], ['', 'b#']],
    ['#AB# #order_no2#', ['AB', 'order_no2'], ['', ' ', '']],
    [`#${'n'.repeat(50)}#`, ['n'.repeat(50)], ['', '']],
    ['', [], ['']],
  ])('of %j are %j', (message, names, literals) => {
    expect(readWording(message)).toEqual({ names, literals });
  });

  it.each([
    ['a # alone', 'C# or F'],
    ['a blank within', '#order no#'],
    ['a digit first', '#1st#'],
    ['an underscore first', '#_a#'],
    ['nothing within', '##'],
    ['a letter of another script', '#نام#'],
    ['a dash', '#a-b#'],
    ['a line end', '#a\nb#'],
    ['a name of 51 characters', `#${'n'.repeat(51)}#`],
  ])('are none where there is %s: %j', (_, message) => {
    expect(readWording(message)).toEqual({ names: [], literals: [message] });
  });

  it('are listed once each, in order of first use', () => {
    expect(variableNames(readWording('#b# #a# #b# #A#'))).toEqual(['b', 'a', 'A']);
  });

  it('can be put back: literals and names are the wording', () => {
    const pieces = fc.constantFrom('#', 'a', 'b_1', '1', ' ', '#a#', '$&', '\n', 'ک');
    fc.assert(
      fc.property(fc.string({ unit: pieces }), (message) => {
        const wording = readWording(message);
        const { names, literals } = wording;
        expect(literals).toHaveLength(names.length + 1);
        const same = new Map(names.map((name) => [name, `#${name}#`]));
        expect(render(wording, same)).toBe(message);
      }),
    );
  });
});

describe('substitution', () => {
  it.each([
    ['a value is put in everywhere', '#a#-#a#', { a: 'x' }, 'x-x'],
    ['a value that names a variable stays as typed', '#a# #b#', { a: '#b#', b: 'x' }, '#b# x'],
    ['a value that names itself too', '#a#', { a: '#a#' }, '#a#'],
    ['half a placeholder makes none with its neighbour', '#a#b#', { a: '#', b: 'x' }, '#b#'],
    ['two halves make none', '#a##b#', { a: '#c', b: '#', c: 'x' }, '#c#'],
    ['signs of a replacement pattern are signs', '#a#', { a: "$&$1$$$'" }, "$&$1$$$'"],
    ['an empty value leaves nothing', '[#a#]', { a: '' }, '[]'],
  ])('%s', (_, message, values, text) => {
    expect(fill(message, values as Readonly<Record<string, string>>)).toBe(text);
  });

  it('is a single pass: values are never searched for placeholders', () => {
    const unit = fc.constantFrom('#', 'a', 'b', '#a#', '#b#', '$&', ' ', '😀');
    const tricky = fc.string({ unit });
    fc.assert(
      fc.property(tricky, fc.array(tricky, { minLength: 1 }), (message, drawn) => {
        const wording = readWording(message);
        const values = new Map(
          variableNames(wording).map((name, at) => [name, drawn[at % drawn.length] ?? '']),
        );
        const pattern = /#([A-Za-z][A-Za-z0-9_]{0,49})#/g;
        const expected = message.replace(pattern, (_, name: string) => values.get(name) ?? '?');
        expect(render(wording, values)).toBe(expected);
      }),
    );
  });

  it('without a value is a bug', () => {
    expect(() => fill('#a#', {})).toThrow(/missing/);
  });
});

const variable = (name: string, changes: Partial<Variable> = {}): Variable => ({
  name,
  type: 'text',
  maxLength: 160,
  ...changes,
});

function check(
  variables: readonly Variable[],
  given: readonly (readonly [string, unknown])[],
): CheckedValues {
  return checkValues(variables, new Map(given));
}

const a = variable('a');
const b = variable('b', { maxLength: 3 });

describe('the values of a request', () => {
  it('may be empty where the variable is optional, of whatever kind it is', () => {
    const optional = variable('a', { type: 'digits', optional: true });
    expect(check([optional], [['a', '']]).ok).toBe(true);
    expect(check([optional], [['a', ' ']]).ok).toBe(true);
    expect(check([optional], [['a', 'x']]).ok).toBe(false);
    expect(check([variable('a')], [['a', '\u200b\u2060 ']])).toMatchObject({ ok: false });
    expect(check([optional], [])).toEqual({ ok: true, values: new Map([['a', '']]) });
  });

  it('are taken as they are, numbers as text', () => {
    const checked = check(
      [a, b],
      [
        ['b', 2.5],
        ['a', ' #b# '],
      ],
    );
    expect(checked).toEqual({
      ok: true,
      values: new Map([
        ['a', ' #b# '],
        ['b', '2.5'],
      ]),
    });
    expect(check([], [])).toEqual({ ok: true, values: new Map() });
    expect(check([variable('__proto__')], [['__proto__', 'x']]).ok).toBe(true);
  });

  it.each<readonly [string, readonly (readonly [string, unknown])[], ValueFault]>([
    ['one is missing', [['a', 'x']], { fault: 'missing', name: 'b' }],
    ['both are missing: the template says which is first', [], { fault: 'missing', name: 'a' }],
    ['missing before unknown', [['c', 'x']], { fault: 'missing', name: 'a' }],
    [
      'unknown before any value, in the order of the request',
      [
        ['z', 1],
        ['a', null],
        ['y', 1],
        ['b', 'x'],
      ],
      { fault: 'unknown', name: 'z' },
    ],
    [
      'a name in another case is unknown',
      [
        ['a', 'x'],
        ['B', 'x'],
        ['b', 'x'],
      ],
      { fault: 'unknown', name: 'B' },
    ],
    [
      'the first wrong value of the template',
      [
        ['b', 'long'],
        ['a', true],
      ],
      { fault: 'not_text', name: 'a' },
    ],
    [
      'a value that is empty, or only looks full',
      [
        ['a', '\t\u00a0\n'],
        ['b', 'long'],
      ],
      { fault: 'empty', name: 'a' },
    ],
    [
      'a value past its length',
      [
        ['a', 'x'],
        ['b', 'long'],
      ],
      { fault: 'too_long', name: 'b', maxLength: 3 },
    ],
  ])('are refused when %s', (_, given, fault) => {
    expect(check([a, b], given)).toEqual({ ok: false, fault });
  });

  it.each([
    ['true', true],
    ['null', null],
    ['a list', ['x']],
    ['an object', { x: 1 }],
    ['a map', new Map([['x', 1]])],
    ['no number', Number.NaN],
    ['infinity', Number.POSITIVE_INFINITY],
    ['nothing', undefined],
  ])('must be text or a number, not %s', (_, value) => {
    expect(check([a], [['a', value]])).toEqual({
      ok: false,
      fault: { fault: 'not_text', name: 'a' },
    });
  });

  it('are at most as long as their limit', () => {
    expect(check([b], [['b', 'xyz']]).ok).toBe(true);
    expect(check([b], [['b', 'xyz4']]).ok).toBe(false);
    expect(check([b], [['b', 1234]]).ok).toBe(false);
  });

  it.each([
    ['a NUL', 'x\0', false],
    ['an escape', '\u001b[0m', false],
    ['a delete', 'x\u007f', false],
    ['half a character', 'x\ud83d', false],
    ['the other half', '\ude00x', false],
    ['a control character of the upper half', 'x\u0085y', false],
    ['line ends and a tab', 'x\r\ny\tz', true],
    ['an emoji', '😀', true],
    ['an Urdu text', 'کوڈ', true],
  ])('with %s: %j', (_, value, isTaken) => {
    const fault = { fault: 'control_character', name: 'a' };
    expect(check([a], [['a', value]])).toMatchObject(isTaken ? { ok: true } : { fault });
  });
});

describe('a value of a kind', () => {
  it.each<readonly [Variable['type'], string, boolean]>([
    ['digits', '0042', true],
    ['digits', '4 2', false],
    ['digits', '-4', false],
    ['digits', '4.2', false],
    ['digits', '۴۲', false],
    ['digits', '42\n', false],
    ['url', 'https://shop.example/o/1?x=y#z', true],
    ['url', 'HTTP://shop.example', true],
    ['url', 'http://localhost', false],
    ['url', 'ftp://shop.example', false],
    ['url', 'shop.example', false],
    ['url', 'https://shop.example/a b', false],
    ['url', 'see https://shop.example', false],
    ['url', 'javascript:alert(1)', false],
    ['date', '2026-11-20', true],
    ['date', '20/11/2026 18:30', true],
    ['date', '20 Nov 2026', true],
    ['date', '5-November-26', true],
    ['date', 'tomorrow', false],
    ['date', '20 Nov', false],
  ])('%s may be %j: %s', (type, value, isTaken) => {
    const fault = { fault: 'wrong_kind', name: 'v', type };
    const checked = check([variable('v', { type })], [['v', value]]);
    expect(checked).toMatchObject(isTaken ? { ok: true } : { ok: false, fault });
  });

  it('is checked for length first: a text that is too long is not looked into', () => {
    const long = variable('v', { type: 'digits', maxLength: 2 });
    expect(check([long], [['v', 'xxx']])).toMatchObject({ fault: { fault: 'too_long' } });
  });
});
