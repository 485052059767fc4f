import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { digestFile, readHead, readPieces, writePieces } from './file-pieces.ts';
import { machineRandom } from '@paigham/base/random.ts';

const folder = mkdtempSync(join(tmpdir(), 'paigham-pieces-'));
afterAll(() => rmSync(folder, { recursive: true }));

function fileOf(bytes: number): { readonly file: string; readonly content: Buffer } {
  const file = join(folder, String(bytes));
  const content = Buffer.from(Array.from({ length: bytes }, (_, index) => index % 251));
  writeFileSync(file, content);
  return { file, content };
}

describe('a file', () => {
  it.each([0, 1, 9, 10, 11, 20, 25])('of %i octets is read in pieces of ten', async (bytes) => {
    const { file, content } = fileOf(bytes);
    const pieces: Uint8Array[] = [];
    for await (const piece of readPieces(file, 10)) pieces.push(piece);
    expect(Buffer.concat(pieces).equals(content)).toBe(true);
    expect(pieces.slice(0, -1).every(({ length }) => length === 10)).toBe(true);
    expect(pieces).toHaveLength(Math.ceil(bytes / 10));
  });

  it.each([0, 5, 10, 30])('of %i octets shows its beginning', async (bytes) => {
    const { file, content } = fileOf(bytes);
    expect(Buffer.from(await readHead(file, 10)).equals(content.subarray(0, 10))).toBe(true);
  });

  it('is told by its digest', async () => {
    const { file, content } = fileOf(200_000);
    const digest = createHash('sha256').update(content).digest();
    expect(Buffer.from(await digestFile(file)).equals(digest)).toBe(true);
  });
});

async function* of(...pieces: readonly string[]): AsyncGenerator<Buffer> {
  for (const piece of pieces) yield Buffer.from(piece);
}

it.each([
  [
    ['abc', 'defg'],
    ['abc', 'def', 'g'],
  ],
  [['abcdef'], ['abc', 'def']],
  [[''], []],
])('%j is written, and read in pieces of three as %j', async (written, read) => {
  const file = await writePieces(folder, of(...written), machineRandom);
  expect(readFileSync(file, 'utf8')).toBe(written.join(''));
  const pieces: string[] = [];
  for await (const piece of readPieces(file, 3)) pieces.push(piece.toString());
  expect(pieces).toEqual(read);
  rmSync(file);
});

it('a file that cannot be written whole is not left behind', async () => {
  async function* breaking(): AsyncGenerator<Buffer> {
    yield Buffer.from('abc');
    throw new Error('the store is gone');
  }
  const before = readdirSync(folder);
  const writing = writePieces(folder, breaking(), machineRandom);
  await expect(writing).rejects.toThrow('the store is gone');
  expect(readdirSync(folder)).toEqual(before);
});
