/** `bin/start` as people run it: with its simulators, and with its output in a pipe. */
import { spawn } from 'node:child_process';
import { COMPILED, mainOf } from './compiled.ts';
import { eventually } from './eventually.ts';

/** Creating a database and starting four programs takes a while on a busy machine. */
const PATIENCE_MS = 120_000;

export type Started = {
  /** What it has printed, including errors. */
  output(): string;
  /** Resolves with its exit code once it has ended and nobody holds its pipes any more. */
  readonly closed: Promise<number | null>;
  /** Resolves when it has printed its panel. */
  ready(): Promise<void>;
  /** Like Ctrl-C; resolves like `closed`. */
  stop(): Promise<number | null>;
};

/** Starts it on a data folder, with these arguments. */
export function start(dataDir: string, args: readonly string[]): Started {
  const child = spawn(process.execPath, [mainOf(), '--data-dir', dataDir, ...args], {
    env: { ...COMPILED, HOME: dataDir },
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (piece: string) => void (text += piece));
  }
  const closed = new Promise<number | null>((resolve) => child.once('close', resolve));
  return {
    output: () => text,
    closed,
    ready: () =>
      eventually(
        'the panel',
        () => {
          if (child.exitCode !== null) throw new Error(`ended: ${text}`);
          return text.includes('Ctrl-C stops everything') || undefined;
        },
        PATIENCE_MS,
      ).then(() => undefined),
    stop() {
      child.kill('SIGINT');
      return closed;
    },
  };
}
