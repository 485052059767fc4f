/**
 * Runs PostgreSQL's programs, as another user where we are root: the server refuses root.
 */
import { spawn, spawnSync } from 'node:child_process';

/** Whom a program runs as. `undefined`: as ourselves. */
export type Owner = { readonly uid: number; readonly gid: number } | undefined;

/** Nothing of our own environment, which may hold secrets, reaches the database's programs. */
const environment = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C', TZ: 'UTC' };

export type Outcome = { readonly worked: boolean; readonly output: string };

/** Runs a short program to its end. `output` is what it printed, errors included. */
export function runToEnd(program: string, args: readonly string[], owner: Owner): Outcome {
  const ran = spawnSync(program, args, {
    ...owner,
    cwd: '/',
    env: environment,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  if (ran.error) return { worked: false, output: ran.error.message };
  return { worked: ran.status === 0, output: `${ran.stdout}${ran.stderr}`.trim() };
}

/** A program that goes on after us. */
export type Started = {
  readonly pid: number;
  hasEnded(): boolean;
};

/**
 * Starts a server in a session of its own, so that Ctrl-C in our terminal does not reach it before
 * we have stopped using it. Its output goes to the open file `logFile`.
 */
export function startServer(
  program: string,
  args: readonly string[],
  to: { readonly owner: Owner; readonly logFile: number },
): Started {
  const child = spawn(program, args, {
    ...to.owner,
    cwd: '/',
    env: environment,
    detached: true,
    stdio: ['ignore', to.logFile, to.logFile],
  });
  let failed = false;
  child.on('error', () => (failed = true));
  child.unref();
  return {
    pid: child.pid ?? 0,
    hasEnded: () => failed || child.exitCode !== null || child.signalCode !== null,
  };
}
