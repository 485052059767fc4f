import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { limit } from '../limits.ts';
import { readRecipients } from './recipients.ts';

const FIRST = '923001234567';
const SECOND = '923217654321';

describe('a list of recipients', () => {
  it.each([
    [FIRST, [FIRST]],
    [`${FIRST},${SECOND}`, [FIRST, SECOND]],
    [`${SECOND} , 0300-1234567`, [SECOND, FIRST]],
    [`,, ${FIRST},\u200e, ,${SECOND},`, [FIRST, SECOND]],
    ['', []],
    [' , ,, ', []],
  ])('%j holds %j and nothing is filtered', (raw, accepted) => {
    expect(readRecipients(raw)).toEqual({ accepted, filtered: [] });
  });

  it('keeps a repeated number once, however it is written, at its first place', () => {
    const repeated = { code: 'repeated', reason: 'repeated' };
    expect(readRecipients(`${FIRST},${SECOND},0300 1234567,,+923217654321`)).toEqual({
      accepted: [FIRST, SECOND],
      filtered: [
        { ...repeated, shown: FIRST },
        { ...repeated, shown: SECOND },
      ],
    });
  });

  it('shows each filtered entry by its digits, else by its place, and says why', () => {
    const { accepted, filtered } = readRecipients(`8584,,${FIRST},Ali,۰۲۱ 34567890`);
    expect(accepted).toEqual([FIRST]);
    expect(filtered).toEqual([
      { code: 'short_code', reason: 'a short code', shown: '8584' },
      { code: 'letters', reason: 'the letter "A" among the digits', shown: 'number 3' },
      { code: 'landline', reason: 'a landline or service number', shown: '02134567890' },
    ]);
  });

  it('accounts for every entry exactly once', () => {
    const entry = fc.constantFrom(FIRST, SECOND, '03001234567', '8584', 'x', ' ', '', '923');
    fc.assert(
      fc.property(fc.array(entry), (entries) => {
        const { accepted, filtered } = readRecipients(entries.join(','));
        const written = entries.filter((one) => one.trim() !== '');
        expect(accepted.length + filtered.length).toBe(written.length);
        expect(new Set(accepted).size).toBe(accepted.length);
      }),
    );
  });

  it('is read whole at the limit of entries, and no further than one past it', () => {
    const most = limit('recipientsPerRequest');
    const numbers = Array.from({ length: most }, (_, index) => `92${3_000_000_000 + index}`);
    const whole = readRecipients(`${numbers.join(',')},`);
    expect(whole).toEqual({ accepted: numbers, filtered: [] });
    const twoMore = readRecipients([...numbers, '8584', 'x'].join(','));
    expect(twoMore.accepted).toHaveLength(most);
    expect(twoMore.filtered).toHaveLength(1);
  });
});
