import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { oneLine, readTag } from './contact.ts';

const someText = fc.string({
  unit: fc.constantFrom('a', 'B', '7', ' ', '-', '_', '.', '!', '\t', '\n', '\u200b', 'é', 'ا'),
  maxLength: 8,
});

describe('a text in one line', () => {
  it.each([
    ['', ''],
    [' Ayesha', 'Ayesha'],
    ['Ayesha ', 'Ayesha'],
    ['Ayesha  Khan', 'Ayesha Khan'],
    ['Ayesha\tKhan', 'Ayesha Khan'],
    ['Aye\u200bsha', 'Ayesha'],
    ['عائشہ  خان', 'عائشہ خان'],
  ])('%j is %j', (given, line) => {
    expect(oneLine(given)).toBe(line);
  });

  it('has no blanks but single ones between others, and is read again as it is', () => {
    fc.assert(
      fc.property(someText, (given) => {
        const line = oneLine(given);
        expect(line).toMatch(/^$|^[^\s\u200b]+(?: [^\s\u200b]+)*$/u);
        expect(oneLine(line)).toBe(line);
      }),
    );
  });
});

describe('a tag', () => {
  it('is the same in any case, with blanks around it, and read again', () => {
    fc.assert(
      fc.property(someText, (given) => {
        const tag = readTag(given);
        expect(readTag(` ${given.toUpperCase()} `)).toBe(tag);
        if (tag !== undefined) expect(readTag(tag)).toBe(tag);
      }),
    );
  });
});
