import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { JsonNumber, readJson, toPlain } from '../src/json.ts';

const wellFormed = fc.string({ unit: 'binary' }).filter((text) => text.isWellFormed());
const anyValue = fc.jsonValue({ depthSize: 'medium', maxDepth: 6, stringUnit: 'grapheme' });

/** Whether JSON.parse takes a text. */
function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}

const fault = (name: string) => ({ ok: false, fault: { fault: name } });

describe('what JSON.parse reads', () => {
  it('is read alike, with blanks or without', () => {
    const blanks = fc.constantFrom('', 1, 2, '\t');
    fc.assert(
      fc.property(anyValue, blanks, (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        const read = readJson(text, 10);
        expect(read.ok && toPlain(read.value)).toEqual(JSON.parse(text));
      }),
    );
  });

  it('is read alike when it is a text, with every escape', () => {
    fc.assert(
      fc.property(wellFormed, (text) => {
        const escaped = text.replace(
          /[^]/g,
          (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
        );
        expect(readJson(JSON.stringify(text), 0)).toEqual({ ok: true, value: text });
        expect(readJson(`"${escaped}"`, 0)).toEqual({ ok: true, value: text });
      }),
    );
    const value = '"\\/\b\f\n\r\t/';
    expect(readJson(String.raw`"\"\\\/\b\f\n\r\t/"`, 0)).toEqual({ ok: true, value });
  });

  it('is all that is read: what one refuses the other refuses too', () => {
    const unit = fc.constantFrom(...'{}[]",:\\u0041-+.eE tfn \n\u0001'.split(''), 'true', 'null');
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 12 }), (text) => {
        const read = readJson(text, 20);
        const faultName = read.ok ? '' : read.fault.fault;
        if (faultName === '' || faultName === 'syntax') expect(read.ok).toBe(isJson(text));
        else expect(isJson(text)).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    ['nothing', ''],
    ['blanks alone', ' \n'],
    ['something after the value', '{} x'],
    ['two values', '1 2'],
    ['a comma at the end', '[1,]'],
    ['a comma at the end of an object', '{"a":1,}'],
    ['a missing comma', '[1 2]'],
    ['a missing colon', '{"a" 1}'],
    ['a key without quotes', '{a:1}'],
    ['a key in single quotes', "{'a':1}"],
    ['a key that is a number', '{1:1}'],
    ['an open text', '"abc'],
    ['an open object', '{"a":1'],
    ['an open list', '['],
    ['a raw line end in a text', '"a\nb"'],
    ['a raw NUL in a text', '"a\0b"'],
    ['an unknown escape', String.raw`"\x41"`],
    ['a short escape', String.raw`"\u41"`],
    ['an escaped line end', '"a\\\nb"'],
    ['a leading zero', '007'],
    ['a plus', '+1'],
    ['a dot alone', '1.'],
    ['no digit before the dot', '.5'],
    ['an empty exponent', '1e'],
    ['a minus alone', '-'],
    ['a word cut short', 'tru'],
    ['a word too long', 'nulls'],
    ['a word in capitals', 'True'],
    ['a comment', '{} // end'],
    ['a byte order mark', '\ufeff{}'],
    ['a no-break space', '\u00a0{}'],
    ['NaN', 'NaN'],
  ])('is not %s', (_, text) => {
    const read = readJson(text, 8);
    expect(read).toMatchObject(fault('syntax'));
    expect(read.ok || 'at' in read.fault).toBe(true);
    expect(isJson(text)).toBe(false);
  });
});

describe('a number', () => {
  it.each(['0', '-0', '1.50', '0042'.slice(2), '1e5', '1E+05', '-12.0', '9'.repeat(40)])(
    '%s keeps the form in which it was written',
    (text) => {
      expect(readJson(` ${text} `, 0)).toEqual({ ok: true, value: new JsonNumber(text) });
      const inList = readJson(`[${text},${text}]`, 1);
      expect(inList).toEqual({ ok: true, value: [new JsonNumber(text), new JsonNumber(text)] });
    },
  );
});

describe('a key given twice', () => {
  it.each([
    ['side by side', '{"a":1,"a":1}', 'a'],
    ['with others between', '{"a":1,"b":2,"a":3}', 'a'],
    ['once written in escapes', String.raw`{"ab":1,"\u0061b":2}`, 'ab'],
    ['when it is empty', '{"":1,"":2}', ''],
    ['deeper down', '[{"x":{"b":1,"b":2}}]', 'b'],
    ['that means something to objects', '{"__proto__":1,"__proto__":2}', '__proto__'],
  ])('is a fault that names it: %s', (_, text, key) => {
    expect(readJson(text, 8)).toEqual({ ok: false, fault: { fault: 'repeated_key', key } });
  });

  it('is none in two objects, or in another case', () => {
    expect(readJson('[{"a":1},{"a":{"a":1}},{"a":1,"A":2}]', 8).ok).toBe(true);
  });

  it('is just a key when it means something to objects', () => {
    const read = readJson('{"__proto__":"x","constructor":"y"}', 1);
    expect(read.ok && read.value).toEqual(
      new Map([
        ['__proto__', 'x'],
        ['constructor', 'y'],
      ]),
    );
  });
});

describe('half a character', () => {
  it.each([
    ['raw, first half', '"a\ud83d"'],
    ['raw, second half', '"\ude00a"'],
    ['the halves in the wrong order', '"\ude00\ud83d"'],
    ['escaped', String.raw`"\ud83d"`],
    ['one half escaped and followed by something else', String.raw`"\ud83dA"`],
    ['in a key', '{"\ud83d":1}'],
  ])('is a fault: %s', (_, text) => {
    expect(readJson(text, 8)).toEqual(fault('lone_surrogate'));
  });

  it.each([
    ['raw', '"😀"'],
    ['escaped', String.raw`"\ud83d\ude00"`],
    ['mixed', '"\ud83d\\ude00"'],
  ])('is none when its other half stands beside it, %s', (_, text) => {
    expect(readJson(text, 0)).toEqual({ ok: true, value: '😀' });
  });
});

describe('depth', () => {
  const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);
  const objects = (levels: number): string => '{"a":'.repeat(levels) + '1' + '}'.repeat(levels);

  it.each([1, 2, 8, 64])('of %d levels is read at its bound and refused one past it', (most) => {
    for (const make of [nested, objects]) {
      expect(readJson(make(most), most).ok).toBe(true);
      expect(readJson(make(most + 1), most)).toEqual(fault('too_deep'));
    }
  });

  it('counts levels, not values: a list may be as long as it likes', () => {
    expect(readJson(`[${'[1],'.repeat(5_000)}[]]`, 2).ok).toBe(true);
  });

  it('is 0 for a value alone', () => {
    expect(readJson('"x"', 0).ok).toBe(true);
    expect(readJson('{}', 0)).toEqual(fault('too_deep'));
    expect(readJson('[]', 0)).toEqual(fault('too_deep'));
  });

  it('is a fault before anything behind it is looked at', () => {
    expect(readJson('['.repeat(1_000_000), 8)).toEqual(fault('too_deep'));
  });
});

describe('size', () => {
  it.each([
    ['plain', 'a'],
    ['in escapes', String.raw`\n`],
    ['of emoji', '😀'],
  ])('of a text is no matter: eight million characters, %s', (_, unit) => {
    const read = readJson(`{"a":"${unit.repeat(8 * 1024 * 1024)}"}`, 1);
    expect(read.ok).toBe(true);
  });
});
