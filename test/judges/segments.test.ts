/**
 * An independent judge of our parts: Twilio's public segment calculator, smart encoding off. It
 * assumes 8-bit references. Two disagreements are known and kept out of the texts: it lets a
 * cluster longer than a part overflow its part (ours is cut), and it knows the emoji of Unicode 10
 * only, so a later sequence may stand a few units elsewhere.
 */
import { countParts, splitText } from '@paigham/sms-text';
import fc from 'fast-check';
import { SegmentedMessage } from 'sms-segments-calculator';
import { describe, expect, it } from 'vitest';

const judged = { gsm7: 'GSM-7', ucs2: 'UCS-2' } as const;

function expectAgreement(text: string): void {
  const judge = new SegmentedMessage(text, 'auto', false);
  const ours = countParts(text, 8);
  const whole = { encoding: judge.encodingName, parts: judge.segmentsCount };
  expect({ encoding: judged[ours.alphabet], parts: ours.parts }).toEqual(whole);

  const octetsPerUnit = ours.alphabet === 'gsm7' ? 1 : 2;
  const bitsPerUnit = ours.alphabet === 'gsm7' ? 7 : 16;
  const sizes = splitText(text, ours.alphabet, 8).map((part) => part.length / octetsPerUnit);
  const judgedSizes = judge.segments.map((segment) => segment.messageSizeInBits() / bitsPerUnit);
  expect(sizes).toEqual(judgedSizes);
}

const gsm = ['a', 'Q', '7', ' ', '.', '@', 'é', 'Ω', 'Ç', '\n', '\r\n'];
const extended = ['€', '[', ']', '{', '}', '\\', '^', '~', '|', '\f'];
const urdu = ['ک', 'ے', 'ہ', 'ۓ', '۔', '،', 'بِ', 'کّ', 'لَا', '\u200c', '۵'];
const emoji = ['😀', '❤️', '👍🏽', '🇵🇰', '👩‍👩‍👧‍👦', '1️⃣', '👨🏿‍🚀', '🏴󠁧󠁢󠁥󠁮󠁧󠁿'];
const other = ['ç', '`', '\t', '’', '…', 'e\u0301', 'न', 'ก', '漢', '한', '\u{10348}'];

function texts(units: readonly string[], maxLength: number): fc.Arbitrary<string> {
  return fc.string({ unit: fc.constantFrom(...units), maxLength, size: 'max' });
}

/** Texts whose interesting characters stand near the places where parts are cut. */
const nearCuts = fc
  .tuple(
    fc.constantFrom('a', 'ک'),
    fc.array(
      fc.tuple(
        fc.constantFrom(60, 65, 66, 67, 68, 70, 150, 152, 153, 154, 160),
        fc.integer({ min: -3, max: 3 }),
        fc.constantFrom(...extended, ...urdu, ...emoji, '\r\n', '😀'),
      ),
      { minLength: 1, maxLength: 4 },
    ),
  )
  .map(([filler, runs]) =>
    runs.map(([length, shift, special]) => filler.repeat(length + shift) + special).join(''),
  );

describe('the segment calculator agrees on alphabet, number and size of parts', () => {
  it.each([
    ['GSM texts', texts([...gsm, ...extended], 480), 1500],
    ['texts heavy with extension characters', texts(['a', ...extended], 330), 1000],
    ['Urdu texts', texts([...urdu, ' '], 300), 1000],
    ['texts of emoji', texts(emoji, 60), 700],
    ['mixed texts', texts([...gsm, ...extended, ...urdu, ...emoji, ...other], 250), 1000],
    ['texts with something special near a cut', nearCuts, 1500],
  ])('on %s', (_, text, numRuns) => {
    fc.assert(fc.property(text, expectAgreement), { numRuns });
  });

  it('on every single character of the basic plane', () => {
    for (let unit = 0; unit < 0xd800; unit += 1) expectAgreement(String.fromCharCode(unit));
    for (let unit = 0xe000; unit < 0x10000; unit += 1) expectAgreement(String.fromCharCode(unit));
  });

  it('on the empty text', () => {
    expectAgreement('');
  });
});
