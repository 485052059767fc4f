export { decodeGsm7, encodeGsm7, firstNonGsmCharacter, withPlainLetters } from './alphabets.ts';
export type { NonGsmCharacter } from './alphabets.ts';
export { composed, toGsmLookalikes, withoutInvisible } from './alphabets.ts';
export { concatenationHeader, countParts, splitText, PART_CAPACITY } from './parts.ts';
export type { Alphabet, ConcatenatedPart, PartCount, ReferenceBits } from './parts.ts';
export { decodeUcs2, encodeUcs2, hasLoneSurrogate } from './alphabets.ts';
export { decodeUrdu, type UrduTables } from './urdu.ts';
export { measureText } from './measure.ts';
export type { CostlyCharacter, TextMeasure } from './measure.ts';
