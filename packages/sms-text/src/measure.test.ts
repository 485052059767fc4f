import { describe, expect, it } from 'vitest';
import { measureText } from './measure.ts';

describe('what a text amounts to', () => {
  it.each([
    ['', 'gsm7', 1, 0, 160],
    ['a'.repeat(160), 'gsm7', 1, 160, 0],
    ['a'.repeat(161), 'gsm7', 2, 161, 145],
    ['€'.repeat(80), 'gsm7', 1, 160, 0],
    ['آپ کا کوڈ', 'ucs2', 1, 9, 61],
    ['ک'.repeat(71), 'ucs2', 2, 71, 63],
  ] as const)('%j', (text, ...expected) => {
    const { alphabet, parts, units, unitsLeft } = measureText(text, 8);
    expect([alphabet, parts, units, unitsLeft]).toEqual(expected);
  });

  it('names each character that makes it Unicode once, with what could stand for it', () => {
    expect(measureText('It’s 😀 “here’s”\u200b', 8).characters).toEqual([
      { character: '’', index: 2, replacement: "'" },
      { character: '😀', index: 5, replacement: undefined },
      { character: '“', index: 8, replacement: '"' },
      { character: '”', index: 15, replacement: '"' },
      { character: '\u200b', index: 16, replacement: '' },
    ]);
  });
});
