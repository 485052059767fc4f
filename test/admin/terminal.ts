/** The staff's command line on a test's database, its output kept in strings. */
import { readdirSync } from 'node:fs';
import { NO_DIRECTORY, type Directory } from '../../src/domain/portability/directory.ts';
import { runLine } from '../../src/cli/command-line.ts';
import type { Remote } from '../../src/cli/remote.ts';
import { wallClock } from '@paigham/base/clock.ts';
import { machineRandom } from '@paigham/base/random.ts';
import { readLines } from '../../src/kit/terminal.ts';
import type { Database } from '../../src/kit/postgres/pool.ts';
import type { ChatAdmin } from '../../src/features/chat-numbers/chat-admin.ts';
import type { Admin } from '../../src/operations/admin.ts';
import { withoutPlatform } from '../support/without-platform.ts';

/** What this version of the program brings, in order. */
export const MIGRATION_NAMES: readonly string[] = readdirSync(
  new URL('../../db/migrations', import.meta.url),
)
  .filter((file) => file.endsWith('.sql'))
  .toSorted()
  .map((file) => file.replace(/^\d+-|\.sql$/g, ''));

export type Said = { readonly code: number; readonly out: string; readonly err: string };

/** Runs `paigham` with these words; a blank within a word is written as `_` where text has none. */
export type Say = (...words: readonly string[]) => Promise<Said>;

function nobody(): never {
  throw new Error('no command asks for this');
}

/** For commands that stay with the database. */
const NO_REMOTE: Remote = {
  clock: wallClock,
  variable: () => undefined,
  readInput: nobody,
  readText: nobody,
  sizeOf: nobody,
  askSecret: async () => undefined,
  ask: async () => undefined,
  login: { read: async () => undefined, write: nobody },
  confirm: async () => undefined,
  writeText: nobody,
  note: nobody,
  screen: undefined,
  openLive: () => undefined,
  connect: nobody,
  open: nobody,
  post: nobody,
  say: nobody,
  random: machineRandom,
  backups: { backUp: nobody, restore: nobody, settle: nobody },
  nodeHere: nobody,
  newName: nobody,
};

export function openTerminal(
  database: Database,
  admin: Admin,
  given: {
    readonly input?: string;
    readonly migrations?: readonly string[];
    readonly directory?: Directory;
    readonly remote?: Partial<Remote>;
    readonly chat?: ChatAdmin;
    readonly variables?: Readonly<Record<string, string>>;
    /** Filled with the files that commands write. */
    readonly written?: Map<string, Uint8Array>;
    /** What somebody at the terminal answers to a question; absent: nobody sits there. */
    readonly confirm?: (question: string) => boolean;
  } = {},
): Say {
  const { input = '', migrations = MIGRATION_NAMES, directory = NO_DIRECTORY } = given;
  const { chat = withoutPlatform(admin), variables = {} } = given;
  return async (...words) => {
    const out: string[] = [];
    const err: string[] = [];
    const code = await runLine(words, {
      version: '1.2.3',
      print: (text) => out.push(text),
      complain: (text) => err.push(text),
      openRemote: async () => ({
        ...NO_REMOTE,
        note: (line) => err.push(line),
        ...given.remote,
      }),
      lend: (_, work) => {
        const { seal } = admin;
        const { transact } = database;
        const parts = { reader: database, transact, clock: wallClock, seal };
        const check = { ...parts, dataDir: '.', migrations };
        const readInput = async (): Promise<string> => input;
        const confirm = async (question: string) => given.confirm?.(question);
        const writeNew = async (file: string, octets: Uint8Array): Promise<void> => {
          given.written?.set(file, octets);
        };
        const askSecret = async (): Promise<undefined> => undefined;
        const asked = { readInput, readLines, askSecret, confirm, writeNew };
        const variable = (name: string) => variables[name];
        return work({ admin: chat, reader: database, check, directory, variable, ...asked });
      },
    });
    return { code, out: out.join('\n'), err: err.join('\n') };
  };
}
