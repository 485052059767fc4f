import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { JsonItems, readJson, type JsonValue } from '../src/json.ts';

function itemsOf(text: string, depth = 8): JsonValue[] | string {
  const items = new JsonItems(text, depth);
  const all = [...items];
  return items.fault === undefined ? all : items.fault.fault;
}

describe('an array, item by item', () => {
  it('is what it is when read whole', () => {
    const text = fc
      .tuple(fc.array(fc.jsonValue()), fc.constantFrom(0, 2))
      .map(([value, indent]) => JSON.stringify(value, null, indent));
    fc.assert(
      fc.property(text, fc.nat(6), (whole, depth) => {
        const read = readJson(whole, depth);
        expect(itemsOf(whole, depth)).toEqual(read.ok ? read.value : read.fault.fault);
      }),
    );
  });

  it('ends where it is broken, as it does when read whole', () => {
    const text = fc.array(fc.jsonValue()).map((value) => JSON.stringify(value));
    fc.assert(
      fc.property(text, fc.nat(40), fc.constantFrom('', ',', ']', '"', 'x'), (whole, at, bad) => {
        const broken = whole.slice(0, at) + bad + whole.slice(at + 1);
        const read = readJson(broken, 10);
        const items = new JsonItems(broken, 10);
        const all = [...items];
        expect(items.fault?.fault).toBe(read.ok ? undefined : read.fault.fault);
        if (read.ok && items.isArray) expect(all).toEqual(read.value);
      }),
    );
  });

  it.each([['{"a":1}'], ['"a"'], [' 7 ']])('is %s alone where it is none', (text) => {
    const items = new JsonItems(text, 8);
    const read = readJson(text, 8);
    expect([...items]).toEqual([read.ok && read.value]);
    expect(items).toMatchObject({ isArray: false, fault: undefined });
  });

  it('is not read further than it is asked for', () => {
    const items = new JsonItems('[1, 2, what is this', 8);
    const reader = items[Symbol.iterator]();
    expect(reader.next().done).toBe(false);
    expect(reader.next().done).toBe(false);
    expect(items.fault).toBeUndefined();
    expect(reader.next().done).toBe(true);
    expect(items.fault).toEqual({ fault: 'syntax' });
  });
});

describe('an item that is too long', () => {
  const longest = 10;
  it.each([
    ['[1,"12345678"]', false],
    ['[1,"123456789"]', true],
    ['[1,[1,2,3,4]]', false],
    ['[1,[1,2,3,4,56]]', false],
    ['[1,[1,2,3,4,5,6,7]]', true],
    ['[1,2,3,4,5,6,7,8,9,10,11]', false],
    ['"123456789"', true],
  ])('ends the reading: %s, %s', (text, expected) => {
    const items = new JsonItems(text, 8, longest);
    expect([...items].length).toBeGreaterThanOrEqual(expected ? 0 : 1);
    expect([items.isTooLong, items.fault !== undefined]).toEqual([expected, expected]);
  });

  it('is told before it is read to its end', () => {
    const items = new JsonItems(`[[${'1,'.repeat(4_000_000)}`, 8, longest);
    expect([...items]).toEqual([]);
    expect(items.isTooLong).toBe(true);
  });
});
