/**
 * Ids as version 7 UUIDs, for interfaces that promise them (chat seed, section 2). A UUID is
 * computed from its id and back, so nothing is stored for it: the time of the UUID is the id's
 * second, with random milliseconds; the rest is the id itself, scrambled, and check bits.
 * A foreign UUID is practically never taken for one of ours: 48 bits have to match.
 *
 * The scrambling hides that ids are consecutive; it is not a secret.
 */
import { timeOfId } from './ids.ts';

const FORM = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
/** Bits after the version and after the variant. */
const CHECK_BITS = 12n;
const REST_BITS = 62n;
const ID_BITS = 53n;
const REST_MASK = (1n << REST_BITS) - 1n;
/** Odd, so that multiplying by it can be undone. */
const MULTIPLIER = 0x1d8e_4e27_c47d_124fn & REST_MASK;
const INVERSE = inverseOf(MULTIPLIER);
const OFFSET = 0x2b99_2ddf_a232_49d6n & REST_MASK;

/** The UUID of an id (0 to 2^53 - 1). */
export function uuidOf(id: number): string {
  const mixed = mix(BigInt(id));
  const time = BigInt(timeOfId(id)) + (mixed % 1_000n);
  const bits =
    (time << 80n) | (0x7n << 76n) | (checkOf(mixed) << 64n) | (0b10n << REST_BITS) | mixed;
  const hex = bits.toString(16).padStart(32, '0');
  const ends = [8, 12, 16, 20, 32];
  return ends.map((end, index) => hex.slice(ends[index - 1] ?? 0, end)).join('-');
}

/** The id of a UUID, in either letter case; undefined if it is not one of ours. */
export function idOfUuid(text: string): number | undefined {
  const lower = text.toLowerCase();
  if (!FORM.test(lower)) return undefined;
  const bits = BigInt(`0x${lower.replaceAll('-', '')}`);
  const mixed = bits & REST_MASK;
  const id = unmix(mixed);
  if (id >> ID_BITS !== 0n) return undefined;
  return uuidOf(Number(id)) === lower ? Number(id) : undefined;
}

function mix(id: bigint): bigint {
  const stirred = fold((id * MULTIPLIER + OFFSET) & REST_MASK);
  return fold((stirred * MULTIPLIER) & REST_MASK);
}

function unmix(mixed: bigint): bigint {
  const stirred = (fold(mixed) * INVERSE) & REST_MASK;
  return ((fold(stirred) - OFFSET) * INVERSE) & REST_MASK;
}

/** The upper half XORed into the lower one: applying it twice undoes it. */
function fold(value: bigint): bigint {
  return value ^ (value >> (REST_BITS / 2n));
}

function checkOf(mixed: bigint): bigint {
  return ((mixed * 0x9e37n) >> 17n) & ((1n << CHECK_BITS) - 1n);
}

/** Newton's method: each step doubles the correct bits. */
function inverseOf(odd: bigint): bigint {
  let inverse = 1n;
  for (let bits = 1n; bits < REST_BITS; bits *= 2n) {
    inverse = (inverse * (2n - odd * inverse)) & REST_MASK;
  }
  return inverse & REST_MASK;
}
