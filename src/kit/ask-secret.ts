/** Asks whoever sits at the terminal for a secret, without showing it. */
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

/** The answer; undefined when nobody sits there: input or errors go elsewhere. */
export async function askSecret(question: string): Promise<string | undefined> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return undefined;
  process.stderr.write(question);
  const nothing = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: nothing, terminal: true });
  try {
    return (await terminal.question('')).trim();
  } finally {
    terminal.close();
    process.stderr.write('\n');
  }
}
