import { createReadStream } from 'node:fs';
import { Refusal } from './refusal.ts';

/** A line that is longer belongs to no list of anything. */
const LONGEST_CHARACTERS = 64 * 1024;

/**
 * The lines of a UTF-8 file without their ends, read a piece at a time.
 * @throws Refusal when the file cannot be read, or has a line without end.
 */
export async function* readLines(file: string): AsyncGenerator<string> {
  let rest = '';
  try {
    for await (const piece of createReadStream(file, { encoding: 'utf8' })) {
      const lines = (rest + String(piece)).split('\n');
      rest = lines.pop() ?? '';
      if (rest.length > LONGEST_CHARACTERS) throw new Refusal(`${file} has a line without end.`);
      for (const line of lines) yield line.endsWith('\r') ? line.slice(0, -1) : line;
    }
  } catch (error) {
    if (error instanceof Refusal) throw error;
    refuseFile(file, error, 'read');
  }
  if (rest !== '') yield rest;
}

/** @throws Refusal: why a file that somebody named cannot be used. */
export function refuseFile(file: string, error: unknown, deed: 'read' | 'written'): never {
  const { code = 'unknown' } = error as NodeJS.ErrnoException;
  const isMissing = code === 'ENOENT' && deed === 'read';
  throw new Refusal(
    isMissing ? `${file}: there is no such file.` : `${file} cannot be ${deed}: ${code}.`,
  );
}
