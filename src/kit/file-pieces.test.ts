import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { digestFile, readHead, readInPieces } from './file-pieces.ts';

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
    for await (const piece of readInPieces(file, 10)) pieces.push(piece);
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
