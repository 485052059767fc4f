import { EventEmitter } from 'node:events';
import { expect, it } from 'vitest';
import { readSecret } from './terminal.ts';

/** A terminal at which somebody types. */
class Keyboard extends EventEmitter {
  readonly isTTY: boolean;
  isRaw = false;

  constructor(isTTY = true) {
    super();
    this.isTTY = isTTY;
  }

  setRawMode(raw: boolean): void {
    this.isRaw = raw;
  }
  setEncoding(): void {}
  resume(): void {}
  pause(): void {}
}

function ask(keyboard: Keyboard) {
  const written: string[] = [];
  const input = keyboard as unknown as NodeJS.ReadStream;
  const reading = readSecret({ input, write: (text) => void written.push(text) }, 'Key: ');
  return { reading, written };
}

it.each([
  [['abc', '\r'], 'abc'],
  [['a', 'b', 'x\u007f', 'c\n', 'ignored'], 'abc'],
  [['\r'], ''],
  [['abc', '\u0003'], undefined],
])('%j gives %j, and shows nothing of it', async (typed, secret) => {
  const keyboard = new Keyboard();
  const { reading, written } = ask(keyboard);
  expect(keyboard.isRaw).toBe(true);
  for (const text of typed) keyboard.emit('data', text);
  expect(await reading).toBe(secret);
  expect([keyboard.isRaw, keyboard.listenerCount('data')]).toEqual([false, 0]);
  expect(written).toEqual(['Key: ', '\n']);
});

it('where nobody is, nobody is asked', async () => {
  const { reading, written } = ask(new Keyboard(false));
  expect([await reading, written]).toEqual([undefined, []]);
});
