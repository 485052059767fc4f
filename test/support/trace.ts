/**
 * System calls of running processes, by strace: what they wrote where, and when. One strace sees
 * them all, so that their times can be compared.
 */
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from './eventually.ts';
import { temporaryDir } from './temporary.ts';

export type SystemCall = {
  readonly pid: number;
  readonly name: string;
  /** The arguments as printed by strace, texts cut to 96 characters. */
  readonly rest: string;
  /** Seconds since 1970. */
  readonly beganAt: number;
  readonly endedAt: number;
  /** Its return value. */
  readonly result: number;
};

/** Why processes cannot be traced here; undefined if they can. */
export function whyNoTrace(): string | undefined {
  const probe = spawnSync('strace', ['-o', '/dev/null', 'true']);
  if (probe.error !== undefined) return 'strace is not installed';
  return probe.status === 0 ? undefined : 'strace may not trace processes here';
}

/** Traces these calls by these processes and their children, while `work` runs. */
export async function trace(
  pids: readonly number[],
  calls: readonly string[],
  work: () => Promise<void>,
): Promise<readonly SystemCall[]> {
  const folder = temporaryDir();
  const file = join(folder, 'calls');
  const what = ['-ttt', '-T', '-s', '96', '-e', `trace=${calls.join(',')}`, '-o', file];
  const detach = await attach(pids, what);
  await work();
  await detach();
  const seen = parseTrace(readFileSync(file, 'utf8'));
  return seen;
}

/**
 * Lets the tenth flush of any of these processes, and of those that they start, fail as a disk does
 * that is breaking, until the returned function is called.
 */
export function failFlushes(pids: readonly number[]): Promise<() => Promise<void>> {
  const failing = 'fdatasync:error=EIO:when=10+';
  return attach(pids, ['-o', '/dev/null', '-e', 'trace=fdatasync', '-e', `inject=${failing}`]);
}

async function attach(
  pids: readonly number[],
  what: readonly string[],
): Promise<() => Promise<void>> {
  const whom = pids.flatMap((pid) => ['-p', String(pid)]);
  const strace = spawn('strace', ['-f', ...what, ...whom]);
  let said = '';
  strace.stderr.setEncoding('utf8').on('data', (text: string) => void (said += text));
  const exited = new Promise<void>((resolve) => strace.once('exit', () => resolve()));
  await eventually('strace', () => (said.match(/attached/g) ?? []).length >= pids.length);
  return async () => {
    strace.kill('SIGINT');
    await exited;
  };
}

const WHOLE = /^(\d+) +(\d+\.\d+) (\w+)\((.*)\) += (-?\d+).*<(\d+\.\d+)>$/;
const BEGUN = /^(\d+) +(\d+\.\d+) (\w+)\((.*) <unfinished \.\.\.>$/;
const RESUMED = /^(\d+) +(\d+\.\d+) <\.\.\. (\w+) resumed>(.*)\) += (-?\d+).*<(\d+\.\d+)>$/;

/** Parses the output of `strace -f -ttt -T`; joins calls that others interrupted. */
export function parseTrace(text: string): readonly SystemCall[] {
  const open = new Map<string, { readonly beganAt: number; readonly rest: string }>();
  return text.split('\n').flatMap((line): readonly SystemCall[] => {
    const begun = BEGUN.exec(line);
    if (begun !== null) {
      const [, pid, at, name, rest = ''] = begun;
      open.set(`${pid} ${name}`, { beganAt: Number(at), rest });
      return [];
    }
    const whole = WHOLE.exec(line);
    const found = whole ?? RESUMED.exec(line);
    if (found === null) return [];
    const [, pid, at, name = '', rest = '', result, took] = found;
    const earlier = whole === null ? open.get(`${pid} ${name}`) : undefined;
    const beganAt = earlier?.beganAt ?? Number(at);
    return [
      {
        pid: Number(pid),
        name,
        beganAt,
        result: Number(result),
        rest: `${earlier?.rest ?? ''}${rest}`,
        endedAt: beganAt + Number(took),
      },
    ];
  });
}
