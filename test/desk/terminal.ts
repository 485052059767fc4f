/** The staff's command line on a test's database, its output kept in strings. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { runLine } from '../../src/doors/line/line.ts';
import { wallClock } from '../../src/kit/clock.ts';
import type { Database } from '../../src/kit/postgres/pool.ts';
import type { Desk } from '../../src/desk/desk.ts';

export type Said = { readonly code: number; readonly out: string; readonly err: string };

/** As a database knows them: without number and ending. */
export const MIGRATION_NAMES = readdirSync(join(import.meta.dirname, '../../db/migrations')).map(
  (file) => file.replaceAll(/^\d+-|\.sql$/g, ''),
);

/** Runs `paigham` with these words; a blank within a word is written as `_` where text has none. */
export type Say = (...words: readonly string[]) => Promise<Said>;

export function openTerminal(
  database: Database,
  desk: Desk,
  given: { readonly input?: string; readonly migrations?: readonly string[] } = {},
): Say {
  const { input = '', migrations = MIGRATION_NAMES } = given;
  return async (...words) => {
    const out: string[] = [];
    const err: string[] = [];
    const code = await runLine(words, {
      print: (text) => out.push(text),
      complain: (text) => err.push(text),
      lend: (_, work) => {
        const { seal } = desk;
        const patient = { reader: database, clock: wallClock, seal, dataDir: '.', migrations };
        const readInput = async (): Promise<string> => input;
        return work({ desk, reader: database, patient, readInput });
      },
    });
    return { code, out: out.join('\n'), err: err.join('\n') };
  };
}
