/** Damages real inputs, the same way for the same seed and index. */
import { seededChance } from '../../fakes/kit/chance.ts';

/** Where a length, a count or an address is likely to be wrong. */
const NUMBERS = [0, 1, 0x7f, 0x80, 0xff, 0x7fff, 0xffff, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff];
const MOST_BYTES = 32 * 1024;
const MOST_REPEATS = 6_000;

/** One of the inputs, damaged; `words` are what the decoder looks for. */
export function mutate(
  corpus: readonly Buffer[],
  words: readonly string[],
  { seed, index }: { readonly seed: number; readonly index: number },
): Buffer {
  const chance = createChance(Math.imul(seed + 1, 0x9e37_79b1) ^ Math.imul(index, 0x85eb_ca6b));
  let bytes: Buffer = Buffer.from(chance.pick(corpus));
  for (let left = 1 + chance.below(4); left > 0; left -= 1) {
    bytes = damage(bytes, { corpus, words, chance });
  }
  return bytes.subarray(0, MOST_BYTES);
}

type Chance = {
  /** A whole number from 0 to below `limit`. */
  below(limit: number): number;
  pick<Item>(items: readonly Item[]): Item;
};

function createChance(seed: number): Chance {
  const draw = seededChance(seed);
  const below = (limit: number): number => Math.floor(draw() * limit);
  return {
    below,
    pick: (items) => {
      const item = items[below(items.length)];
      if (item === undefined) throw new Error('there is nothing to pick from');
      return item;
    },
  };
}

type Means = {
  readonly corpus: readonly Buffer[];
  readonly words: readonly string[];
  readonly chance: Chance;
};

function damage(bytes: Buffer, { corpus, words, chance }: Means): Buffer {
  const at = chance.below(bytes.length + 1);
  const end = Math.min(bytes.length, at + 1 + chance.below(chance.below(8) === 0 ? 400 : 8));
  const piece = bytes.subarray(at, end);
  switch (chance.below(9)) {
    case 0:
      if (at < bytes.length) bytes.writeUInt8(chance.below(256), at);
      return bytes;
    case 1:
      if (at < bytes.length) bytes.writeUInt8((bytes[at] ?? 0) ^ (1 << chance.below(8)), at);
      return bytes;
    case 2:
      return splice(bytes, at, end, Buffer.alloc(0));
    case 3:
      return splice(bytes, at, at, piece);
    case 4:
      return splice(bytes, at, at, Buffer.from(chance.pick(words), 'latin1'));
    case 5:
      return writeNumber(bytes, at, chance);
    case 6: {
      const other = chance.pick(corpus);
      return splice(bytes, at, bytes.length, other.subarray(chance.below(other.length + 1)));
    }
    case 7:
      return bytes.subarray(0, at);
    default:
      return chance.below(50) === 0 ? repeat(bytes, at, { words, chance, corpus }) : bytes;
  }
}

function splice(bytes: Buffer, from: number, to: number, inner: Buffer): Buffer {
  return Buffer.concat([bytes.subarray(0, from), inner, bytes.subarray(to)]);
}

function writeNumber(bytes: Buffer, at: number, chance: Chance): Buffer {
  const value = chance.pick(NUMBERS);
  const size = chance.pick([1, 2, 4]);
  if (at + size > bytes.length) return bytes;
  const cut = size === 4 ? value : value % 2 ** (8 * size);
  if (chance.below(2) === 0) bytes.writeUIntBE(cut, at, size);
  else bytes.writeUIntLE(cut, at, size);
  return bytes;
}

/** What nests, nests deeply. */
function repeat(bytes: Buffer, at: number, { words, chance }: Means): Buffer {
  const word = chance.pick(words).repeat(1 + chance.below(MOST_REPEATS));
  return splice(bytes, at, at, Buffer.from(word, 'latin1'));
}
