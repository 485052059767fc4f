/** Asks a person at a terminal for a secret, which is not shown. */

const ENTER = new Set(['\r', '\n', '\u0004']);
const RUB_OUT = new Set(['\u007f', '\b']);
const INTERRUPT = '\u0003';

/** What reading from a terminal needs of it. */
export type SecretTerminal = {
  readonly input: NodeJS.ReadStream;
  readonly write: (text: string) => void;
};

/** What was typed up to Enter; undefined when the person gave up, or nobody is there. */
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
