import { expect, it } from 'vitest';
import { patternOf } from './known-person.ts';

const cut = (text: string) =>
  text.replaceAll(new RegExp(patternOf(['923001234567', 'PK.77']), 'g'), '…');

it.each([
  ['03001234567', '…'],
  ['+92 300 1234567', '…'],
  ['0092-300-1234567', '…'],
  ['call (0300) 123-4567 now', 'call (… now'],
  ['0300.123.4567', '…'],
  ['۰۳۰۰۱۲۳۴۵۶۷', '…'],
  ['+٩٢ ٣٠٠ ١٢٣٤٥٦٧', '…'],
  ['PK.77', '…'],
  ['PKx77', 'PKx77'],
  ['03001234568', '03001234568'],
])('%j is cut as the number that it is', (text, left) => {
  expect(cut(text)).toBe(left);
});
