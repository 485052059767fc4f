/**
 * A second opinion: libphonenumber with its full metadata (the smaller ones take landlines for
 * mobile numbers). Here it accepts any valid Pakistani mobile number without an extension. Where
 * the two differ by design, the difference is listed with its reason.
 */
import fc from 'fast-check';
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { describe, expect, it } from 'vitest';
import { readRecipient } from './recipient.ts';

function secondOpinion(written: string): string | undefined {
  const parsed = parsePhoneNumberFromString(written, 'PK');
  if (parsed === undefined || parsed.country !== 'PK' || parsed.ext !== undefined) return undefined;
  const isMobile = parsed.isValid() && parsed.getType() === 'MOBILE';
  return isMobile ? parsed.number.slice(1) : undefined;
}

function ourOpinion(written: string): string | undefined {
  const reading = readRecipient(written);
  return reading.ok ? reading.number : undefined;
}

/** The mobile prefixes in the library's metadata; we leave prefixes to the routing table. */
const KNOWN_PREFIX = /^92(?:3[0-247]\d|33[0-79]|355|364)/;

const subscriber = fc.stringMatching(/^3\d{9}$/);
const knownSubscriber = fc
  .tuple(fc.constantFrom('300', '312', '326', '337', '345', '355', '364', '370'), fc.nat(9_999_999))
  .map(([prefix, rest]) => prefix + String(rest).padStart(7, '0'));
const spelling = fc.constantFrom<(digits: string) => string>(
  (digits) => `92${digits}`,
  (digits) => `+92${digits}`,
  (digits) => `0092${digits}`,
  (digits) => `0${digits}`,
  (digits) => digits,
  (digits) => `+92 (0)${digits.slice(0, 3)} ${digits.slice(3)}`,
  (digits) => `920${digits}`,
  (digits) => `\u200e0${digits.slice(0, 3)}-${digits.slice(3, 6)}.${digits.slice(6)}\u200f`,
);

describe('libphonenumber agrees', () => {
  it('on every spelling of numbers with a known prefix', () => {
    fc.assert(
      fc.property(knownSubscriber, spelling, (digits, spell) => {
        expect(secondOpinion(spell(digits))).toBe(`92${digits}`);
        expect(ourOpinion(spell(digits))).toBe(`92${digits}`);
      }),
    );
  });

  it('on every spelling of any number, except for prefixes it does not know', () => {
    fc.assert(
      fc.property(subscriber, spelling, (digits, spell) => {
        const ours = ourOpinion(spell(digits));
        expect(ours).toBe(`92${digits}`);
        const expected = KNOWN_PREFIX.test(`92${digits}`) ? ours : undefined;
        expect(secondOpinion(spell(digits))).toBe(expected);
      }),
    );
  });

  it('on digits of any length: what it accepts, we accept as the same number', () => {
    const digits = fc.stringMatching(/^(?:\+|00)?(?:92)?0?3?\d{0,12}$/);
    fc.assert(
      fc.property(digits, (written) => {
        const theirs = secondOpinion(written);
        const ours = ourOpinion(written);
        if (theirs !== undefined) expect(ours).toBe(theirs);
        if (ours !== undefined && KNOWN_PREFIX.test(ours)) expect(theirs).toBe(ours);
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    '02134567890',
    '080055055',
    '8584',
    '+12025550123',
    '0091 98123 45678',
    '03001234567x5',
    '92300123456',
    '9230012345678',
    '9.23E+11',
    '0300123456O',
    '03OO1234567',
    '+03001234567',
    '0923001234567',
    '9200300 1234567',
  ])('that nothing can be sent to %s', (written) => {
    expect(secondOpinion(written)).toBeUndefined();
    expect(ourOpinion(written)).toBeUndefined();
  });
});

describe('libphonenumber differs', () => {
  it.each<[written: string, theirs: string | undefined, ours: string | undefined, why: string]>([
    ['03381234567', undefined, '923381234567', 'prefixes are data of the routes, not of a library'],
    ['03501234567', undefined, '923501234567', 'likewise'],
    ['{0300}1234567', undefined, '923001234567', 'we take brackets of every kind'],
    ['tel:+923001234567', '923001234567', undefined, 'letters are refused, whatever they say'],
    ['Ali 03001234567', '923001234567', undefined, 'likewise: the column may be the wrong one'],
    ['O3001234567', '923001234567', undefined, 'likewise: a letter for a digit'],
    ['923001234567 ext', '923001234567', undefined, 'likewise: an extension that got lost'],
    ['0300/1234567', '923001234567', undefined, 'a slash parts alternatives'],
    ['0300123456.0', '923001234560', undefined, 'a number column made this zero, nobody typed it'],
  ])('on %j: it reads %s, we read %s, because %s', (written, theirs, ours) => {
    expect(secondOpinion(written)).toBe(theirs);
    expect(ourOpinion(written)).toBe(ours);
  });
});
