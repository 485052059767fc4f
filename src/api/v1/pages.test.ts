import { describe, expect, it } from 'vitest';
import { byTime, NUMBERS } from './pages.ts';

const TIMES = byTime<{ readonly atMs: number; readonly id: number }>('atMs', 'id');

const encoded = (text: string): string => Buffer.from(text).toString('base64url');

describe('a cursor', () => {
  it('is read as it was written', () => {
    const place = TIMES.read(encoded('listReplies.1795251600123.117378331489242'), 'listReplies');
    if (place === 'unreadable') throw new Error('it is one of ours');
    expect(place).toEqual({ atMs: 1_795_251_600_123, id: 117_378_331_489_242 });
    expect(TIMES.read(TIMES.write(place, 'listReplies'), 'listReplies')).toEqual(place);
    expect(NUMBERS.read(NUMBERS.write(17, 'listKeys'), 'listKeys')).toBe(17);
  });

  // NaN is what the writers would produce without a number.
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
  ])('with %j is not valid for a list by time', (text) =>
    expect(TIMES.read(encoded(text && `listReplies.${text}`), 'listReplies')).toBe('unreadable'),
  );

  it.each(['', 'zzz', 'n.NaN', 'n.', 'n.01', 'n.-1', 'n.1.5', 'n.9007199254740993', '17', '.17'])(
    'with %j is not valid for a list by number',
    (text) => expect(NUMBERS.read(encoded(text), 'n')).toBe('unreadable'),
  );

  it('from another list is not valid', () => {
    expect(NUMBERS.read(NUMBERS.write(17, 'listKeys'), 'listAudit')).toBe('unreadable');
    const place = TIMES.read(encoded('listReplies.1795251600123.17'), 'listReplies');
    if (place === 'unreadable') throw new Error('it is one of ours');
    const cursor = TIMES.write(place, 'listReplies');
    expect(TIMES.read(cursor, 'listChatReplies')).toBe('unreadable');
  });

  it('is not valid in a different spelling', () => {
    expect(NUMBERS.read(`${NUMBERS.write(17, 'n')}=`, 'n')).toBe('unreadable');
  });
});
