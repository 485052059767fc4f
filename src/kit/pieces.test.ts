import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { afterAll, expect, it } from 'vitest';
import { makeTemporaryDir } from './data-dir.ts';
import { readPieces, writePieces } from './pieces.ts';
import { machineRandom } from './random.ts';

const folder = makeTemporaryDir();
afterAll(() => rmSync(folder, { recursive: true }));

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
  const writing = writePieces(folder, breaking(), machineRandom);
  await expect(writing).rejects.toThrow('the store is gone');
  expect(readdirSync(folder)).toEqual([]);
});
