import { expect, it } from 'vitest';
import { readConsentCell } from './consent-cell.ts';

const day = (text: string) => ({ state: 'given', saidAtMs: Date.parse(text) });

it.each([
  ['2026-11-20', day('2026-11-20T00:00+05:00')],
  ['20/11/2026', day('2026-11-20T00:00+05:00')],
  ['1.2.2026', day('2026-02-01T00:00+05:00')],
  ['20-11-2026', day('2026-11-20T00:00+05:00')],
  ['۲۰۲۶-۰۵-۰۱', day('2026-05-01T00:00+05:00')],
  ['2026-11-20 09:30', day('2026-11-20T09:30+05:00')],
  ['2026-11-20T09:30:15Z', day('2026-11-20T09:30:15Z')],
  ['2024-02-29', day('2024-02-29T00:00+05:00')],
  [' ہاں ', { state: 'given', saidAtMs: undefined }],
  ['۱', { state: 'given', saidAtMs: undefined }],
  ['No', { state: 'withdrawn', saidAtMs: undefined }],
])('%j says that somebody agreed, or does not', (cell, said) => {
  expect(readConsentCell(cell)).toEqual(said);
});

it.each([
  ...['2026-02-30', '2026-13-45', '31/04/2026', '11/20/2026', '0001-01-01', '1989-12-31'],
  ...['maybe', '2026', '20/11/26', '2026-11-20T25:00', ''],
])('%j says neither', (cell) => {
  expect(readConsentCell(cell)).toBeUndefined();
});
