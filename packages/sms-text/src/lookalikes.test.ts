import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { firstNonGsmCharacter } from './gsm7.ts';
import { toGsmLookalikes } from './lookalikes.ts';

describe('typographic characters', () => {
  it.each([
    ['Don’t', "Don't"],
    ['‘a’ ‚b‛ 5′', "'a' 'b' 5'"],
    ['“Sale” „now‟ 7″', '"Sale" "now" 7"'],
    ['9–5 — or‐so‑on ‒ ― −1', '9-5 - or-so-on - - -1'],
    ['Wait…', 'Wait...'],
    ['• 5% off', '* 5% off'],
    ['Rs.\u00a0500\u202fonly\u2009now\t!', 'Rs. 500 only now !'],
    ['one\u2028two\u2029three', 'one\ntwo\nthree'],
    ['\ufeffzero\u200b width\u2060 soft\u00adly', 'zero width softly'],
    ['ﬁne ﬂat oﬀ oﬃce baﬄe', 'fine flat off office baffle'],
  ])('%j becomes %j', (text, replaced) => {
    expect(toGsmLookalikes(text)).toBe(replaced);
    expect(firstNonGsmCharacter(replaced)).toBeUndefined();
  });

  it.each(['ç', 'á', '`', '´', '½', '™', '₨', '！', 'Α', '\u200d', 'کوڈ', '😀'])(
    '%s stays: its replacement would say something else',
    (text) => {
      expect(toGsmLookalikes(text)).toBe(text);
    },
  );

  it('leave every GSM text as it is, and nothing to replace a second time', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const replaced = toGsmLookalikes(text);
        expect(toGsmLookalikes(replaced)).toBe(replaced);
        if (firstNonGsmCharacter(text) === undefined) expect(replaced).toBe(text);
      }),
    );
  });
});
