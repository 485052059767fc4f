/** What a text amounts to, for people who write it: alphabet, parts, and why. */
import { firstNonGsmCharacter, toGsmLookalikes } from './alphabets.ts';
import {
  countParts,
  PART_CAPACITY,
  splitText,
  type PartCount,
  type ReferenceBits,
} from './parts.ts';

export type TextMeasure = PartCount & {
  /** Units that still fit into the last part. */
  readonly unitsLeft: number;
  /** Characters that make the text Unicode, once each, in order. */
  readonly characters: readonly CostlyCharacter[];
};

export type CostlyCharacter = {
  readonly character: string;
  /** Of its first occurrence, in UTF-16 units from 0. */
  readonly index: number;
  /** A cheaper look-alike; undefined: there is none. '' if the character is invisible. */
  readonly replacement: string | undefined;
};

/** Measures a text as its parts are cut and charged. */
export function measureText(text: string, referenceBits: ReferenceBits): TextMeasure {
  const { alphabet, parts, units } = countParts(text, referenceBits);
  const octets = splitText(text, alphabet, referenceBits).at(-1)?.length ?? 0;
  const used = alphabet === 'gsm7' ? octets : octets / 2;
  const capacity = PART_CAPACITY[alphabet][parts === 1 ? 'whole' : referenceBits];
  return { alphabet, parts, units, unitsLeft: capacity - used, characters: costlyIn(text) };
}

function costlyIn(text: string): readonly CostlyCharacter[] {
  const found = new Map<string, CostlyCharacter>();
  let index = 0;
  for (const character of text) {
    if (!found.has(character) && firstNonGsmCharacter(character) !== undefined) {
      const alike = toGsmLookalikes(character);
      const replacement = alike === character ? undefined : alike;
      found.set(character, { character, index, replacement });
    }
    index += character.length;
  }
  return [...found.values()];
}
