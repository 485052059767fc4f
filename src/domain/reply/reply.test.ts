import { describe, expect, it } from 'vitest';
import { REPLY_ALPHABETS, replyAlphabetOf, senderNamesOf } from './reply.ts';

describe('the possible names of the sender that was written to', () => {
  it.each([
    ['8584', ['8584']],
    [' +8584 ', ['8584', '+8584']],
    ['923001234567', ['923001234567', '03001234567']],
    ['+923001234567', ['923001234567', '+923001234567', '03001234567']],
    ['00923001234567', ['923001234567', '00923001234567', '03001234567']],
    ['03001234567', ['03001234567', '923001234567']],
    ['00', ['00']],
    ['', ['']],
  ])('for %s', (to, names) => {
    expect(senderNamesOf(to)).toEqual(names);
  });
});

describe('the alphabets', () => {
  it('are read as they are stored', () => {
    for (const [name, stored] of Object.entries(REPLY_ALPHABETS)) {
      expect(replyAlphabetOf(stored)).toBe(name);
    }
    expect(() => replyAlphabetOf(9)).toThrow('no alphabet');
  });
});
