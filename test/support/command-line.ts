/** `bin/paigham` as people run it. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { CLI } from './compiled.ts';

export type Said = { readonly code: number; readonly out: string; readonly err: string };

type Begun = { readonly child: ChildProcess; readonly said: Promise<Said> };

/** Begins a command; `said` resolves when it has ended. */
export function beginPaigham(words: readonly string[], env = process.env): Begun {
  const child = spawn(process.execPath, [CLI, ...words], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, err] = [text(child.stdout), text(child.stderr)];
  const end = async (): Promise<Said> => {
    const [code] = (await once(child, 'close')) as [number];
    return { code, out: await out, err: await err };
  };
  return { child, said: end() };
}

export const paigham = (...words: readonly string[]): Promise<Said> => beginPaigham(words).said;
