import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FAILURE_WORDS, FORBIDDEN_WORDS } from '../failure/failure.ts';
import { limit } from '../limits.ts';
import { explainRefusal, readNumberPart, readRecipient, readRecipients } from './recipient.ts';

describe('a mobile number is read as 923001234567', () => {
  it.each([
    ['923001234567', 'the stored form'],
    ['+923001234567', 'a plus'],
    ['00923001234567', 'the international prefix'],
    ['03001234567', 'the trunk zero'],
    ['3001234567', 'the national number alone'],
    ['920300 1234567', 'a stray zero after the country code'],
    ['+92 (0)300 1234567', 'the same in brackets'],
    ['0092 0300 1234567', 'the same after the international prefix'],
    [' 923001234567', 'a plus that became a blank on the way'],
    ['\t0300 1234567\r\n', 'blanks around'],
    ['0300-1234567', 'a dash'],
    ['0300\u20131234567', 'an en dash'],
    ['0300\u22121234567', 'a minus sign'],
    ['0300.123.4567', 'dots'],
    ['(0300) 1234567', 'brackets'],
    ['[+92] 300 1234567', 'square brackets'],
    ['0300\u00a0123\u202f4567', 'no-break blanks'],
    ['۰۳۰۰۱۲۳۴۵۶۷', 'Urdu digits'],
    ['٠٠٩٢٣٠٠١٢٣٤٥٦٧', 'Arabic digits'],
    ['＋９２３００１２３４５６７', 'full-width digits and plus'],
    ['０３００．１２３４５６７', 'a full-width dot'],
    ['\u200e03001234567\u200f', 'direction marks'],
    ['\u202a+92 300 1234567\u202c', 'an embedding copied from a contact'],
    ['\ufeff03001234567', 'a byte order mark'],
    ['0300\u200b1234567', 'a zero-width space'],
    ["'03001234567", 'an apostrophe that keeps it a text'],
    ['="03001234567"', 'a formula that keeps it a text'],
    ['="+92 300 1234567"', 'such a formula with blanks'],
    ['"03001234567"', 'quotation marks'],
    ['‘03001234567’', 'typographic ones'],
    ['`03001234567', 'a grave accent'],
    ['3001234567.0', 'a number column converted to text'],
    ['+923001234567.00', 'one with two decimals'],
    ['="۰۳۰۰۱۲۳۴۵۶۷.0"', 'one that is kept a text'],
  ])('%j: %s', (written) => {
    expect(readRecipient(written)).toEqual({ ok: true, number: '923001234567' });
  });

  it('whatever its prefix: who holds one is not decided here', () => {
    expect(readRecipient('03891234567')).toEqual({ ok: true, number: '923891234567' });
  });

  it('in every mixture of prefix, grouping and digits', () => {
    const prefix = fc.constantFrom('92', '+92', '0092', '0', '', '920', '+92 (0)', '0092-0');
    const gaps = fc.array(fc.constantFrom('', ' ', '-', '.', '\u200e', ') ', '\u00a0'), {
      minLength: 10,
      maxLength: 10,
    });
    const subscriber = fc.stringMatching(/^3\d{9}$/);
    const zero = fc.constantFrom(0x30, 0x660, 0x6f0, 0xff10);
    fc.assert(
      fc.property(prefix, gaps, subscriber, zero, (before, between, digits, firstDigit) => {
        let spaced = before;
        for (const [index, gap] of between.entries()) spaced += digits.charAt(index) + gap;
        // A number column converted to text ends in .0: a separate case.
        fc.pre(!/\.0+$/.test(spaced.replaceAll(/[^\d.]/g, '')));
        const written = spaced.replaceAll(/\d/g, (digit) =>
          String.fromCharCode(firstDigit + Number(digit)),
        );
        expect(readRecipient(written)).toEqual({ ok: true, number: `92${digits}` });
      }),
    );
  });
});

describe('everything else is refused with its reason', () => {
  it.each([
    ['empty', ['', ' ', '\t\r\n', '\u200e\u200f', '\ufeff']],
    [
      'too_short',
      ['0300123456', '92300123456', '+9230012345', '0', '03', '920', '123', '+1', '00'],
    ],
    ['too_short', ['+123456', '0213456', '92213456']],
    ['too_long', ['030012345678', '9230012345678', '30012345678', '0092300123456789']],
    ['too_long', ['0923001234567', '9'.repeat(16), `+1${'2'.repeat(15)}`, '1'.repeat(65)]],
    ['too_long', ['03001234567 03217654321', '0300 '.repeat(13)]],
    ['extension', ['03001234567x5', '0300 1234567 ext. 12', '923001234567;ext=5', '03001234567#5']],
    ['extension', ['0300 1234567 extn 5', '03001234567 extension: 5', '1234567x1']],
    ['spreadsheet_damage', ['9.23E+11', '3.00123E+09', '9.23001e11', '923E9', '9.23 E+11']],
    ['too_short', ['300123456.0', '0300123456.0', "'0300123456.0"]],
    ['landline', ['02134567890.0']],
    ['landline', ['02134567890', '+92 42 1234567', '0923 123456', '922134567890', '0800 55055']],
    ['foreign', ['+12025550123', '0091 98123 45678', '919812345678', '447911123456']],
    ['landline', ['02134567', '922134567']],
    ['foreign', ['+1234567', '+123456789012345', '12025550123', '123456789012345']],
    ['foreign', ['003001234567', '+3001234567']],
    ['short_code', ['8584', '9000', '3627', '99123']],
    ['not_a_mobile_number', ['-', '()', '+', '...', '*123#', '0300/1234567', '0300*1234567']],
    ['not_a_mobile_number', ['++923001234567', '+92+3001234567', '0300+1234567', '+03001234567']],
    ['not_a_mobile_number', ['=03001234567', "0300'1234567", '03001234567;03217654321']],
    ['not_a_mobile_number', ['9200300 1234567', '000923001234567', '2025550123', '०३००१२३४५६७']],
    ['not_a_mobile_number', ['991234']],
  ])('%s: %j', (reason, writtens) => {
    for (const written of writtens) {
      expect([written, readRecipient(written)]).toMatchObject([
        written,
        { ok: false, refusal: { reason } },
      ]);
    }
  });

  it.each([
    ['0300/1234567', 'not a mobile number: it has the sign "/"'],
    ['03001234567, 03217654321', 'not a mobile number: it has the sign ","'],
    ['0300+1234567', 'not a mobile number: it has the sign "+"'],
    ['=03001234567', 'not a mobile number: it has the sign "="'],
    ['0300\ufffd1234567', 'not a mobile number: it has the sign "\ufffd"'],
    ['0300\u00011234567', 'not a mobile number: it has the sign U+0001'],
    ['9200300 1234567', 'not a mobile number'],
  ])('%j: %s', (written, words) => {
    const reading = readRecipient(written);
    expect(reading.ok ? reading.number : explainRefusal(reading.refusal)).toBe(words);
  });

  it.each([
    ['0300123456O', 'O', '0300123456'],
    ['O3001234567', 'O', '3001234567'],
    ['03OO1234567', 'O', '031234567'],
    ['tel:+923001234567', 't', '923001234567'],
    ['علی 03001234567', 'ع', '03001234567'],
    ['Ali', 'A', ''],
    ['#REF!', 'R', ''],
  ])('letters: %j, naming the first', (written, letter, digits) => {
    const refusal = { reason: 'letters', letter, digits };
    expect(readRecipient(written)).toEqual({ ok: false, refusal });
  });

  it.each([
    ['۰۳۰۰ ۱۲۳', '0300123', 'ASCII digits of a short Urdu number'],
    ['+1 (202) 555-0123', '12025550123', 'digits of a foreign number'],
    ['9.23E+11', '', 'nothing when a spreadsheet has lost some'],
    ['-', '', 'nothing when there are none'],
    ['1'.repeat(65), '', 'nothing of a text too long to be a number'],
  ])('%j shows the digits %j: %s', (written, digits) => {
    expect(readRecipient(written)).toMatchObject({ ok: false, refusal: { digits } });
  });

  it('up to 64 characters, and no longer', () => {
    const blanks = ' '.repeat(64 - 11);
    expect(readRecipient(`03001${blanks}234567`)).toEqual({ ok: true, number: '923001234567' });
    const longer = readRecipient(`03001${blanks} 234567`);
    expect(longer).toMatchObject({ ok: false, refusal: { reason: 'too_long' } });
  });

  it('always yields a stored form or a refusal, whatever comes in', () => {
    const character = fc.oneof(
      fc.constantFrom(...'0123456789+- ().eEx;#,'.split('')),
      fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
    );
    fc.assert(
      fc.property(fc.string({ unit: character }), (written) => {
        const reading = readRecipient(written);
        if (reading.ok) expect(reading.number).toMatch(/^923\d{9}$/);
        else expect(reading.refusal.digits).toMatch(/^\d*$/);
      }),
    );
  });
});

const FIRST = '923001234567';
const SECOND = '923217654321';

describe('a part of a number', () => {
  it.each([
    ['4567', { within: '4567', start: undefined }],
    ['۴۵۶۷', { within: '4567', start: undefined }],
    [' 123-45 67', { within: '1234567', start: undefined }],
    ['0312', { within: '0312', start: '92312' }],
    ['٠٣١٢', { within: '0312', start: '92312' }],
    ['+92 312', { within: undefined, start: '92312' }],
    ['+92 (0)312', { within: undefined, start: '92312' }],
    ['0092-312', { within: '0092312', start: '92312' }],
    ['0004', { within: '0004', start: '04' }],
    ['+44 77', { within: undefined, start: '4477' }],
    ['92312', { within: '92312', start: undefined }],
  ])('%s is read as people write it', (written, part) => {
    expect(readNumberPart(written)).toEqual(part);
  });

  it.each(['', '12', '12a4', '12+34', '4_7%8', '1234567890123456', '9'.repeat(300)])(
    '%s is none',
    (written) => {
      expect(readNumberPart(written)).toBeUndefined();
    },
  );
});

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

  it('is read whole up to the limit of entries, and at most one past it', () => {
    const most = limit('recipientsPerRequest');
    const numbers = Array.from({ length: most }, (_, index) => `92${3_000_000_000 + index}`);
    const whole = readRecipients(`${numbers.join(',')},`);
    expect(whole).toEqual({ accepted: numbers, filtered: [] });
    const twoMore = readRecipients([...numbers, '8584', 'x'].join(','));
    expect(twoMore.accepted).toHaveLength(most);
    expect(twoMore.filtered).toHaveLength(1);
  });
});

/** Words by which callers recognise a refusal or an acceptance. */
const TELLING = new RegExp([...FAILURE_WORDS, ...FORBIDDEN_WORDS].join('|'), 'i');

describe('the explanation of a filtered recipient', () => {
  it.each([
    'empty',
    'too_short',
    'too_long',
    'extension',
    'landline',
    'foreign',
    'short_code',
    'not_a_mobile_number',
  ] as const)('of %s says something and contains none of those words', (reason) => {
    const words = explainRefusal({ reason, digits: '' });
    expect(words).toMatch(/^[a-z]/);
    expect(words).not.toMatch(TELLING);
  });

  it('of a number that a spreadsheet damaged shows the original text', () => {
    const explain = (written: string): string =>
      explainRefusal({ reason: 'spreadsheet_damage', written, digits: '' });
    const words = explain('9.23E+11');
    expect(words).toBe('damaged by a spreadsheet: 9.23E+11 (format the column as text)');
    expect(words).not.toMatch(TELLING);
  });

  it('of letters names the letter and contains none of those words, whichever letter it is', () => {
    const explain = (letter: string): string =>
      explainRefusal({ reason: 'letters', letter, digits: '' });
    expect(explain('O')).toBe('the letter "O" among the digits');
    const letter = fc.string({ unit: 'binary', minLength: 1, maxLength: 1 });
    fc.assert(fc.property(letter, (any) => !TELLING.test(explain(any))));
    for (const any of 'abcdefghijklmnopqrstuvwxyz') expect(explain(any)).not.toMatch(TELLING);
  });
});
