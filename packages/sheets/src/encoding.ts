/** The encoding in which a text file was written. */
import { isUtf8 } from 'node:buffer';
import { tooLarge } from './fault.ts';
import { readChunks, type Source } from './source.ts';

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' | 'windows-1256';

const startsWith = (head: Buffer, ...bytes: number[]): boolean =>
  bytes.every((byte, index) => head[index] === byte);

/**
 * UTF-16 by its byte order mark or, without one, by the positions of its ASCII characters' zeros.
 */
export function readUtf16(head: Buffer): Encoding | undefined {
  if (startsWith(head, 0xff, 0xfe)) return 'utf-16le';
  if (startsWith(head, 0xfe, 0xff)) return 'utf-16be';
  const zeros = [0, 0] as [number, number];
  head.forEach((byte, index) => {
    if (byte === 0) zeros[index & 1 ? 1 : 0]++;
  });
  const [even, odd] = zeros;
  const many = head.length / 8;
  if (odd > many && even === 0) return 'utf-16le';
  if (even > many && odd === 0) return 'utf-16be';
  return undefined;
}

const isHigh = (byte: number): boolean => byte >= 0xc0;
const isAsciiLetter = (byte: number): boolean => (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a;

/** Bytes that Windows-1252 does not have and Windows-1256 uses for پ چ ژ ڈ گ. */
const onlyArabic = new Set([0x81, 0x8d, 0x8e, 0x8f, 0x90]);

/**
 * Positive for Windows-1256 where bytes above ASCII are adjacent, as in an Urdu word; negative
 * where they are next to a Latin letter, as in `José`.
 */
function weighArabic(chunk: Buffer): number {
  let weight = 0;
  for (let index = 1; index < chunk.length; index++) {
    const [before, byte] = [chunk[index - 1] ?? 0, chunk[index] ?? 0];
    if (before < 0x80 && byte < 0x80) continue;
    if (isHigh(before) && isHigh(byte)) weight++;
    else if (isHigh(byte) && isAsciiLetter(before)) weight--;
    else if (isHigh(before) && isAsciiLetter(byte)) weight--;
    if (onlyArabic.has(byte)) weight++;
  }
  return weight;
}

/** How many bytes at the end belong to an incomplete UTF-8 character. */
function unfinished(chunk: Buffer): number {
  for (let back = 1; back <= Math.min(3, chunk.length); back++) {
    const byte = chunk[chunk.length - back] ?? 0;
    if (byte >= 0xf0) return back < 4 ? back : 0;
    if (byte >= 0xe0) return back < 3 ? back : 0;
    if (byte >= 0xc0) return back < 2 ? back : 0;
    if (byte < 0x80) return 0;
  }
  return 0;
}

/** A character is at most four bytes: a row that is far too long is not read to its end. */
function createRowGuard(mostCharacters: number): (chunk: Buffer) => void {
  const mostBytes = 4 * mostCharacters;
  let gap = 0;
  return (chunk) => {
    const last = Math.max(chunk.lastIndexOf('\n'), chunk.lastIndexOf('\r'));
    gap = last < 0 ? gap + chunk.length : chunk.length - last;
    if (gap > mostBytes) throw tooLarge('rowCharacters', mostCharacters);
  };
}

/** A lead octet of UTF-8: how many octets follow, and the range of the first of them (RFC 3629). */
function followersOf(lead: number): readonly [count: number, least: number, most: number] {
  if (lead < 0xc2 || lead > 0xf4) return [0, 0, 0];
  if (lead < 0xe0) return [1, 0x80, 0xbf];
  if (lead < 0xf0) return [2, lead === 0xe0 ? 0xa0 : 0x80, lead === 0xed ? 0x9f : 0xbf];
  return [3, lead === 0xf0 ? 0x90 : 0x80, lead === 0xf4 ? 0x8f : 0xbf];
}

/**
 * Where the first octet is that is not UTF-8, in a file that otherwise is: it begins with its mark,
 * or has as many valid characters of several octets as octets that fit nowhere. Words in a Windows
 * code page hardly ever look like such characters. undefined: the file is in another encoding.
 */
async function findDamage({ fd }: Source): Promise<number | undefined> {
  let at = 0;
  let start = 0;
  let left = 0;
  let [least, most] = [0, 0];
  let valid = 0;
  let strange = 0;
  let first: number | undefined;
  const fault = (): void => {
    strange++;
    first ??= start;
  };
  for await (const chunk of readChunks(fd)) {
    if (at === 0 && startsWith(chunk, 0xef, 0xbb, 0xbf)) valid = Number.POSITIVE_INFINITY;
    for (const octet of chunk) {
      if (left > 0 && octet >= least && octet <= most) {
        [least, most] = [0x80, 0xbf];
        if (--left === 0) valid++;
      } else {
        if (left > 0) fault();
        start = at;
        [left, least, most] = followersOf(octet);
        if (octet >= 0x80 && left === 0) fault();
      }
      at++;
    }
  }
  if (left > 0) fault();
  return valid >= strange && valid > 0 ? first : undefined;
}

/** How a text file was written, and where its first octet is that does not fit. */
export type JudgedEncoding = {
  readonly encoding: Encoding;
  readonly damagedAt?: number | undefined;
};

/**
 * Reads through the file once: UTF-8 if all of it is valid or nearly all, else the Windows code
 * page that its words look like. Throws a Refusal when it has an endless row.
 */
export async function judgeEncoding(source: Source): Promise<JudgedEncoding> {
  const { fd, caps } = source;
  const guard = createRowGuard(caps.rowCharacters);
  let rest = Buffer.alloc(0);
  let isValid = true;
  let weight = 0;
  for await (const chunk of readChunks(fd)) {
    guard(chunk);
    if (isValid) {
      const whole = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      const end = whole.length - unfinished(whole);
      isValid = isUtf8(whole.subarray(0, end));
      rest = Buffer.from(whole.subarray(end));
    }
    if (!isValid) weight += weighArabic(chunk);
  }
  if (isValid && rest.length === 0) return { encoding: 'utf-8' };
  const damagedAt = await findDamage(source);
  if (damagedAt !== undefined) return { encoding: 'utf-8', damagedAt };
  return { encoding: weight > 0 ? 'windows-1256' : 'windows-1252' };
}
