export { decodeGsm7, encodeGsm7, firstNonGsmCharacter } from './gsm7.ts';
export type { NonGsmCharacter } from './gsm7.ts';
export { toGsmLookalikes } from './lookalikes.ts';
export { concatenationHeader, countParts, splitText, PART_CAPACITY } from './parts.ts';
export type { Alphabet, ConcatenatedPart, PartCount, ReferenceBits } from './parts.ts';
export { decodeUcs2, encodeUcs2, hasLoneSurrogate } from './ucs2.ts';
