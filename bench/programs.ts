/**
 * The programs that a run starts. Each is ended by its own id, even if the bench fails or is
 * interrupted.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

export type Program = {
  readonly pid: number;
  readonly child: ChildProcess;
  /** Asks it to end, and kills it after `patienceMs` (10 s). Resolves when it has ended. */
  end(patienceMs?: number): Promise<void>;
};

export type ProgramSettings = {
  /** Besides PATH. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Shown with the bench's own output unless it is read. */
  readonly output?: 'pipe' | 'ignore';
};

const running = new Set<Program>();
let ending = false;

/** Starts a program. Its standard error is the bench's, unless `output` is `ignore`. */
export function start(
  program: string,
  args: readonly (string | number)[],
  { environment = {}, output = 'ignore' }: ProgramSettings = {},
): Program {
  if (ending) throw new Error('the bench is ending');
  const child = spawn(program, args.map(String), {
    env: { PATH: `${process.env['PATH'] ?? ''}:/usr/sbin:/sbin`, ...environment },
    stdio: ['ignore', output, output === 'ignore' ? 'ignore' : 'inherit'],
  });
  const { pid } = child;
  if (pid === undefined) throw new Error(`${program} could not be started`);
  const ended = once(child, 'exit');
  const started: Program = {
    pid,
    child,
    async end(patienceMs = 10_000) {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGTERM');
        const timer = setTimeout(() => child.kill('SIGKILL'), patienceMs);
        await ended;
        clearTimeout(timer);
      }
    },
  };
  running.add(started);
  void ended.then(() => running.delete(started));
  return started;
}

/** Everything that a program prints until it ends. */
export async function readToEnd({ child }: Program): Promise<string> {
  let text = '';
  child.stdout?.setEncoding('utf8').on('data', (piece: string) => (text += piece));
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`${child.spawnfile} ended with ${code}: ${text}`);
  return text;
}

/** Ends whatever is still running, newest first: a service before what it depends on. */
export async function endPrograms(): Promise<void> {
  for (const program of [...running].toReversed()) await program.end();
}

const cleanUps = new Set<() => void>();

/**
 * Something to undo after the programs have ended, whatever happens. Returns a function that undoes
 * it now.
 */
export function cleanUpLater(undo: () => void): () => void {
  cleanUps.add(undo);
  return () => {
    if (cleanUps.delete(undo)) undo();
  };
}

/**
 * Ends whatever is still running and undoes what is to be undone. Nothing can be started any more.
 */
export async function endAll(): Promise<void> {
  ending = true;
  await endPrograms();
  for (const undo of [...cleanUps].toReversed()) {
    cleanUps.delete(undo);
    undo();
  }
}
