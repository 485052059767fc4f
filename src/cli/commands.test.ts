import { join } from 'node:path';
import { expect, it } from 'vitest';
import { COMMANDS } from './commands.ts';
import { runLine } from './command-line.ts';

const here = (name: string): string => join(import.meta.dirname, name);
const never = () => Promise.reject(new Error('help needs nothing'));

it('help and the check of words know every command as it is: `npm run commands`', async () => {
  const rows = COMMANDS.map(({ name, args, options, about, operation }) => {
    const isRemote = operation === undefined;
    return JSON.stringify({ name, args, options, about, isRemote });
  });
  await expect(`[\n${rows.join(',\n')}\n]\n`).toMatchFileSnapshot(here('commands.json'));
});

it('help is what bin/paigham shows where nothing is set up: `npm run commands`', async () => {
  const said: string[] = [];
  const print = (text: string): void => void said.push(text);
  const terminal = { version: '', print, complain: print, openRemote: never, lend: never };
  expect(await runLine(['help'], terminal)).toBe(0);
  await expect(`${said.join('\n')}\n`).toMatchFileSnapshot(here('help.txt'));
});
