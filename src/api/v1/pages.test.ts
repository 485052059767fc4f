import { describe, expect, it } from 'vitest';
import { readCursor, readNumberCursor, writeCursor, writeNumberCursor } from './pages.ts';

const encoded = (text: string): string => Buffer.from(text).toString('base64url');

describe('a cursor', () => {
  it('is read as it was written', () => {
    const place = readCursor(encoded('1795251600123.117378331489242'));
    if (place === undefined || place === 'unreadable') throw new Error('it is one of ours');
    expect(place).toEqual({ receivedAtMs: 1_795_251_600_123, id: 117_378_331_489_242 });
    expect(writeCursor(place)).toBe(encoded('1795251600123.117378331489242'));
    expect(readNumberCursor(writeNumberCursor(17))).toBe(17);
  });

  // NaN is what the writers would make of no number at all.
  it.each([
    '',
    'zzz',
    'NaN.NaN',
    '1.NaN',
    '1',
    '01.2',
    '1.02',
    '1.2.3',
    '-1.2',
    '1.99999999999999999',
  ])('that says %j is none of a list by time', (text) =>
    expect(readCursor(encoded(text))).toBe('unreadable'),
  );

  it.each(['', 'zzz', 'n.NaN', 'n.', 'n.01', 'n.-1', 'n.1.5', 'n.9007199254740993', '17'])(
    'that says %j is none of a list by number',
    (text) => expect(readNumberCursor(encoded(text))).toBe('unreadable'),
  );

  it('in other letters than its own is none', () => {
    expect(readNumberCursor(`${writeNumberCursor(17)}=`)).toBe('unreadable');
  });
});
