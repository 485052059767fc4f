/** What commands work with that call the running service, or work on backups. */
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createPaigham } from '@paigham/client';
import type { Remote } from '../cli/remote.ts';
import { wallClock } from '@paigham/base/clock.ts';
import { createJsonClient, postText } from '@paigham/http/json-client.ts';
import { openLive, refuseFile } from '../kit/terminal.ts';
import { machineRandom } from '@paigham/base/random.ts';
import { readEnvironment } from '../kit/started-with.ts';
import { ask, askSecret, confirm } from './ask-person.ts';
import { nodeHere } from './installation.ts';
import { openBackups } from './open-backups.ts';

const NAME_BYTES = 18;

/** What commands that call the service work with: this terminal, and its files. */
export const openRemote = (): Remote => ({
  clock: wallClock,
  variable: (name) => readEnvironment()[name] || undefined,
  readInput: () => text(process.stdin),
  readText: (file) =>
    readFile(file, 'utf8').catch((error: unknown) => refuseFile(file, error, 'read')),
  sizeOf: async (file) =>
    (await stat(file).catch((error: unknown) => refuseFile(file, error, 'read'))).size,
  askSecret,
  ask,
  confirm,
  login: {
    read: () => readIfThere(loginFile()),
    write: async (text) => {
      const file = loginFile();
      await mkdir(dirname(file), { recursive: true, mode: 0o700 });
      // Deleted first, so that it is never readable by others, not even for a moment.
      await rm(file, { force: true });
      await writeFile(file, text, { mode: 0o600, flag: 'wx' });
      return file;
    },
  },
  writeText: (file, content) =>
    writeFile(file, content).catch((error: unknown) => refuseFile(file, error, 'written')),
  note: (line) => console.error(line),
  screen: process.stderr.isTTY
    ? {
        columns: () => process.stderr.columns,
        write: (it) => void process.stderr.write(it),
      }
    : undefined,
  openLive: () => openLive(process.stdin, process.stdout),
  newName: () => machineRandom.secret(NAME_BYTES),
  open: createPaigham,
  post: postText,
  say: (line) => console.log(line),
  random: machineRandom,
  backups: openBackups(),
  nodeHere,
  connect: (server) => {
    const boundary = `paigham-${machineRandom.randomBytes(NAME_BYTES).toString('hex')}`;
    return createJsonClient({ ...server, boundary });
  },
});

/** What "paigham login" stores (XDG Base Directory Specification). */
function loginFile(): string {
  const { XDG_CONFIG_HOME: given = '', HOME: home = homedir() } = readEnvironment();
  return join(given === '' ? join(home, '.config') : given, 'paigham/login.json');
}

async function readIfThere(file: string): Promise<string | undefined> {
  return existsSync(file) ? readFile(file, 'utf8') : undefined;
}
