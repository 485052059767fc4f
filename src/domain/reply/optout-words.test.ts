import { describe, expect, it } from 'vitest';
import { readOptoutRequest } from './optout-words.ts';

describe('an opt-out request', () => {
  it.each([
    ['STOP', 'stop'],
    ['stop', 'stop'],
    ['  Stop!! ', 'stop'],
    ['“STOP”', 'stop'],
    ['S\u200cTOP', 'stop'],
    ['ＳＴＯＰ', 'stop'],
    ['Stop promotions', 'stop'],
    ['unsub', 'stop'],
    ['Opt-Out', 'stop'],
    ['بند', 'stop'],
    ['بند کریں', 'stop'],
    ['بند كرين', 'stop'],
    ['بند  کریں۔', 'stop'],
    ['بَند', 'stop'],
    ['بنـد', 'stop'],
    ['روکیں', 'stop'],
    ['رُوكيں', 'stop'],
    ['Stop all', 'stop_all'],
    ['سب بند کریں', 'stop_all'],
    ['Start', 'start'],
    ['UNSTOP.', 'start'],
    ['شروع کریں', 'start'],
  ])('is recognised in %s', (text, wish) => {
    expect(readOptoutRequest(text)).toBe(wish);
  });

  it.each([
    '',
    '.',
    'Please do not stop',
    'STOP IT',
    'nonstop',
    'stopped',
    'REG',
    'UNREG',
    'دکان بند ہے؟',
    'S T O P',
    `stop${' '.repeat(80)}`,
  ])('is not recognised in "%s"', (text) => {
    expect(readOptoutRequest(text)).toBeUndefined();
  });
});
