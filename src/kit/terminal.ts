/** A person at a terminal: asked for a secret, which is not shown, or shown live pictures. */
import { createReadStream } from 'node:fs';
import { Refusal } from '@paigham/base/refusal.ts';

/** No list has longer lines. */
const LONGEST_CHARACTERS = 64 * 1024;

/**
 * The lines of a UTF-8 file without line endings, read a chunk at a time.
 * @throws Refusal when the file cannot be read, or has a line without end.
 */
export async function* readLines(file: string): AsyncGenerator<string> {
  let rest = '';
  try {
    for await (const piece of createReadStream(file, { encoding: 'utf8' })) {
      const lines = (rest + String(piece)).split('\n');
      rest = lines.pop() ?? '';
      if (rest.length > LONGEST_CHARACTERS) throw new Refusal(`${file} has a line without end.`);
      for (const line of lines) yield line.endsWith('\r') ? line.slice(0, -1) : line;
    }
  } catch (error) {
    if (error instanceof Refusal) throw error;
    refuseFile(file, error, 'read');
  }
  if (rest !== '') yield rest;
}

/** @throws Refusal: why a file that somebody named cannot be used. */
export function refuseFile(file: string, error: unknown, auditAction: 'read' | 'written'): never {
  const { code = 'unknown' } = error as NodeJS.ErrnoException;
  const isMissing = code === 'ENOENT' && auditAction === 'read';
  throw new Refusal(
    isMissing ? `${file}: there is no such file.` : `${file} cannot be ${auditAction}: ${code}.`,
  );
}

const ENTER = new Set(['\r', '\n', '\u0004']);
const RUB_OUT = new Set(['\u007f', '\b']);
const INTERRUPT = '\u0003';

/** The parts of a terminal that reading needs. */
type SecretTerminal = {
  readonly input: NodeJS.ReadStream;
  readonly write: (text: string) => void;
};

/** What was typed up to Enter; undefined if the person cancelled, or there is no terminal. */
export function readSecret(
  { input, write }: SecretTerminal,
  prompt: string,
): Promise<string | undefined> {
  if (!input.isTTY) return Promise.resolve(undefined);
  write(prompt);
  input.setRawMode(true);
  input.setEncoding('utf8');
  return new Promise((resolve) => {
    let typed = '';
    const end = (secret: string | undefined): void => {
      input.off('data', hear);
      input.setRawMode(false);
      input.pause();
      write('\n');
      resolve(secret);
    };
    const hear = (text: string): void => {
      for (const character of text) {
        if (ENTER.has(character)) return end(typed);
        if (character === INTERRUPT) return end(undefined);
        typed = RUB_OUT.has(character) ? typed.slice(0, -1) : typed + character;
      }
    };
    input.on('data', hear);
    input.resume();
  });
}

/** A terminal that shows one picture after the other, until somebody types q or Ctrl-C. */
export type Live = {
  /** Replaces the picture; what does not fit is cut off. */
  draw(text: string): void;
  hasLeft(): boolean;
  /** Resolves when somebody wants to leave. */
  readonly left: Promise<void>;
  /** Gives the terminal back as it was. */
  close(): void;
};

const LEAVES = /[qQ\u0003]/;
const [OTHER_PAGE, OWN_PAGE] = ['\u001b[?1049h\u001b[?25l', '\u001b[?25h\u001b[?1049l'];
const [HOME, REST_OF_LINE, REST_OF_PAGE] = ['\u001b[H', '\u001b[K', '\u001b[J'];

/** undefined: it is no terminal at both ends. */
export function openLive(input: NodeJS.ReadStream, output: NodeJS.WriteStream): Live | undefined {
  if (!input.isTTY || !output.isTTY) return undefined;
  const { promise: left, resolve } = Promise.withResolvers<void>();
  let hasLeft = false;
  const hear = (typed: string): void => {
    if (!LEAVES.test(typed)) return;
    hasLeft = true;
    resolve();
  };
  input.setRawMode(true);
  input.setEncoding('utf8');
  input.on('data', hear);
  input.resume();
  output.write(OTHER_PAGE);
  return {
    draw(text) {
      const lines = text.split('\n').slice(0, output.rows - 1);
      const fitting = lines.map((line) => `${line.slice(0, output.columns)}${REST_OF_LINE}\n`);
      output.write(`${HOME}${fitting.join('')}${REST_OF_PAGE}`);
    },
    hasLeft: () => hasLeft,
    left,
    close() {
      input.off('data', hear);
      input.setRawMode(false);
      input.pause();
      output.write(OWN_PAGE);
    },
  };
}
