/** Questions to the person at the terminal. */
import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import { readSecret } from '../kit/terminal.ts';

/** Asks the person at the terminal; undefined: nobody is there, or would see the question. */
export async function askSecret(prompt: string): Promise<string | undefined> {
  if (!process.stderr.isTTY) return undefined;
  const write = (text: string): void => void process.stderr.write(text);
  return (await readSecret({ input: process.stdin, write }, prompt))?.trim();
}

/** What somebody types, '' if they give up; undefined: nobody is there, or would see it. */
export async function ask(prompt: string): Promise<string | undefined> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return undefined;
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  // Ctrl-C and Ctrl-D close it.
  const left = once(terminal, 'close').then(() => '');
  const answer = await Promise.race([terminal.question(prompt), left]);
  terminal.close();
  return answer.trim();
}

/** undefined: nobody is at the terminal, or would see the question. */
export async function confirm(question: string): Promise<boolean | undefined> {
  const answer = await ask(question);
  return answer === undefined ? undefined : /^y(es)?$/i.test(answer);
}
