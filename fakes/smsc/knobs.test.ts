import { describe, expect, it } from 'vitest';
import { plainBehaviour, readBehaviour } from './knobs.ts';

describe('a change of behaviour', () => {
  it('accepts what it knows', () => {
    const change = {
      answerDelayMs: 20,
      receiptBeforeAnswer: true,
      receiptNeverPercent: 5.5,
      answerIdForm: 'hex',
      dropPoint: 'mid_answer',
      refuseNumbers: [{ pattern: '^92300', status: 11 }],
    };
    expect(readBehaviour(change)).toEqual({ ok: true, change });
  });

  it.each([
    [{ throtleNext: 1 }, 'there is no behaviour "throtleNext"'],
    [{ throttleNext: -1 }, 'throttleNext: '],
    [{ throttleNext: 1.5 }, 'throttleNext: '],
    [{ receiptNeverPercent: 101 }, 'receiptNeverPercent: '],
    [{ accepting: 'yes' }, 'accepting: '],
    [{ dropPoint: 'somewhere' }, 'dropPoint: '],
    [{ refuseNumbers: [{ pattern: '(', status: 11 }] }, 'refuseNumbers: '],
    [[], 'a behaviour is an object'],
  ])('refuses %j with a sentence', (change, words) => {
    const read = readBehaviour(change);
    expect(!read.ok && read.words.startsWith(words)).toBe(true);
  });

  it('is refused whole when a part of it is invalid', () => {
    expect(readBehaviour({ throttleNext: 1, nonsense: 1 }).ok).toBe(false);
  });

  it('can set every behaviour to its default', () => {
    expect(readBehaviour(plainBehaviour())).toEqual({ ok: true, change: plainBehaviour() });
  });
});
