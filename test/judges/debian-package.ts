/**
 * A throwaway copy of this machine, in which dpkg installs what it likes: an overlay over its root,
 * which nobody outside sees. Needs root and a kernel that allows it.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { makeTemporaryDir } from '@paigham/base/data-dir.ts';
import { afterFile } from '../support/after-file.ts';
import { end } from '../support/smsc-program.ts';

const PROJECT = join(import.meta.dirname, '../..');

/** $0 is the folder; what follows is the command. Nothing stays mounted: the namespace ends. */
const ENTER =
  'mount -t overlay overlay -o lowerdir=/,upperdir=$0/upper,workdir=$0/work $0/root && ' +
  'mount --rbind /dev $0/root/dev && mount -t proc proc $0/root/proc && exec chroot $0/root "$@"';

export type Ran = { readonly code: number; readonly output: string };

export type Machine = {
  /** Runs a script of the shell; resolves when it has ended. */
  run(script: string): Promise<Ran>;
  /** Starts a script that becomes a program. `hasSaid` throws if it ended without saying it. */
  start(script: string): { hasSaid(words: string): boolean; stop(): Promise<void> };
  /** Builds the package of that version, and says where it is in there. */
  makePackage(version: string): Promise<string>;
};

function prepare(): string {
  const folder = makeTemporaryDir();
  for (const name of ['upper/packages', 'work', 'root']) {
    mkdirSync(join(folder, name), { recursive: true });
  }
  return folder;
}

const words = (folder: string, script: string): readonly string[] =>
  ['--mount', 'sh', '-c', ENTER, folder].concat(['sh', '-euc', script]);

/** Why there cannot be such a machine here; undefined: there can. */
export function whyNoMachine(): string | undefined {
  if (!existsSync('/var/lib/dpkg/status')) return 'this is no Debian';
  if (process.getuid?.() !== 0) return 'only root can make a copy of the machine';
  const folder = prepare();
  const { status, stderr } = spawnSync('unshare', words(folder, 'true'), { encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  return status === 0 ? undefined : `no copy of the machine can be made: ${stderr}`;
}

async function runToEnd(program: string, args: readonly string[]): Promise<Ran> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const exited = new Promise<number>((resolve) => child.once('exit', (it) => resolve(it ?? -1)));
  const said = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await exited, output: said.join('') };
}

/** Removed after the file's last test. */
export function openMachine(): Machine {
  const folder = prepare();
  afterFile(() => rmSync(folder, { recursive: true }));
  return {
    run: (script) => runToEnd('unshare', words(folder, script)),
    start(script) {
      const child = spawn('unshare', words(folder, script), { stdio: ['ignore', 'pipe', 'pipe'] });
      let said = '';
      for (const stream of [child.stdout, child.stderr]) {
        stream.setEncoding('utf8').on('data', (piece: string) => void (said += piece));
      }
      const runs = (): boolean => child.exitCode === null && child.signalCode === null;
      const stop = (): Promise<void> => (runs() ? end(child) : Promise.resolve());
      afterFile(stop);
      const hasSaid = (words: string): boolean => {
        if (!said.includes(words) && !runs()) throw new Error(`ended: ${said}`);
        return said.includes(words);
      };
      return { hasSaid, stop };
    },
    async makePackage(version) {
      const target = join(folder, 'upper/packages');
      // Not compressed: that takes a minute.
      const made = await runToEnd(join(PROJECT, 'deploy/make-deb'), [target, version, '-Znone']);
      const name = /paigham_[^/]*\.deb/.exec(made.output)?.[0];
      if (made.code !== 0 || name === undefined) throw new Error(made.output);
      return `/packages/${name}`;
    },
  };
}
