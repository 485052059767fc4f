/** Somebody before `bin/paigham send-file`, at a terminal or not, with the key of a shop. */
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { createPaigham } from '@paigham/client';
import type { Node, Remote } from '../../src/cli/remote.ts';
import { wallClock, type Clock } from '@paigham/base/clock.ts';
import { createJsonClient, postText } from '@paigham/http/json-client.ts';
import { machineRandom } from '@paigham/base/random.ts';
import type { Paigham } from '../support/paigham.ts';
import type { Shop } from '../support/shop.ts';
import { openTerminal, type Say } from './terminal.ts';

/** What was drawn on the screen of a terminal, line by line. */
export type Drawn = { readonly lines: string[] };

export type Seat = {
  readonly url?: string;
  readonly key?: string | undefined;
  readonly typed?: string;
  readonly drawn?: Drawn;
  readonly clock?: Clock;
  /** What the person at the terminal says; absent: nobody sits there. */
  readonly says?: boolean;
  /** Filled with what that person was asked. */
  readonly asked?: string[];
  /** Filled with the lines that come before the end. */
  readonly said?: string[];
  /** What "paigham login" keeps; nothing unless given. */
  readonly login?: Remote['login'];
  /** The node of the settings; this one unless given. */
  readonly node?: Node;
  /** The terminal that takes pictures; absent: nobody sits there. */
  readonly live?: ReturnType<Remote['openLive']>;
};

const NO_LOGIN: Remote['login'] = {
  read: async () => undefined,
  write: async () => 'nowhere',
};

/** Takes a seat; gives what runs the command there. */
export function takeSeat(
  { paigham, shop }: { readonly paigham: Paigham; readonly shop: Shop },
  { url, drawn, typed, says, asked, clock = wallClock, login = NO_LOGIN, said, ...seat }: Seat = {},
): Say {
  const key = 'key' in seat ? seat.key : shop.apiKey;
  const known = new Map([
    ['PAIGHAM_URL', url ?? paigham.baseUrl],
    ['PAIGHAM_KEY', key],
  ]);
  const remote: Partial<Remote> = {
    clock,
    variable: (name) => known.get(name),
    readText: async (file) => readFileSync(file, 'utf8'),
    sizeOf: async (file) => statSync(file).size,
    askSecret: async () => typed,
    confirm: async (question) => {
      asked?.push(question);
      return says;
    },
    writeText: async (file, text) => writeFileSync(file, text),
    screen: drawn && { columns: () => 79, write: (text) => void drawn.lines.push(text) },
    nodeHere: () => seat.node ?? { baseUrl: paigham.baseUrl, metricsToken: undefined },
    openLive: () => seat.live,
    newName: () => machineRandom.secret(9),
    open: createPaigham,
    post: postText,
    say: (line) => void said?.push(line),
    login,
    ask: async () => typed,
    connect: (server) => createJsonClient({ ...server, boundary: 'frontier' }),
  };
  return openTerminal(paigham.db, paigham.world.admin, { remote });
}
