import { beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../../../test/support/eventually.ts';
import { LEASE, LINKS, NOON_MS, ROSHAN } from '../../../test/support/fixtures.ts';
import type { LinkId } from '../../domain/ids.ts';
import { limit } from '../../domain/limits.ts';
import type { Statement } from '../../kit/postgres/statement.ts';
import { createOutboxes, type Heard, Outbox, type Outboxes } from '../../links/outbox.ts';
import { reconcile, type UnconfirmedContext } from './unconfirmed.ts';

/** Links with something to ask about, according to the store. */
let due: readonly LinkId[];
let window: number;
let outboxes: Outboxes;
let deps: UnconfirmedContext;
/** Receipts in the store that may explain something. */
let clues: readonly Readonly<Record<string, unknown>>[];
/** By link: the messages to leave out when it is asked about. */
let taken: Map<unknown, unknown>;
/** What the store knows of the taken message, at each look. */
let known: (readonly Readonly<Record<string, unknown>>[])[];
let heard: Heard[];
/** The arguments of the last read of the store. */
let looked: Map<string, object>;

/** A message in one part whose time for an explanation is over. */
const TAKEN = {
  accountId: ROSHAN,
  messageId: 41,
  alphabet: 1,
  attempt: 1,
  linkId: LINKS.jazz,
  recipient: 923001234567,
  parts: 1,
  priceMicros: 0n,
  partsTaken: undefined,
  lostUntilMs: NOON_MS,
};

beforeEach(() => {
  due = [LINKS.jazz];
  window = 0;
  clues = [];
  taken = new Map();
  known = [];
  heard = [];
  looked = new Map();
  outboxes = createOutboxes();
  const rows = {
    'span-of-lost': () => [clues.length > 0 ? { firstId: 1, lastId: 2 } : {}],
    'find-clues': () => clues,
    'read-lost': () => known.shift() ?? [],
    'links-to-ask': () => due.map((linkId) => ({ linkId })),
  };
  type Ask = { readonly linkId: unknown; readonly but: unknown };
  const run = (_: Statement, { linkId, but }: Ask): Promise<readonly unknown[]> => {
    taken.set(linkId, but);
    return Promise.resolve(known.length > 0 ? [TAKEN] : []);
  };
  const read = ({ name }: Statement, given: object = {}) => {
    looked.set(name, given);
    return Promise.resolve<readonly unknown[]>(rows[name as keyof typeof rows]());
  };
  deps = {
    db: {
      read,
      transact: (work: (transaction: unknown) => unknown) => work({ run, read }),
    },
    accounts: { byId: () => Promise.resolve(undefined) },
    hear: (it: Heard) => void heard.push(it),
    count: () => undefined,
    clock: { nowMs: () => NOON_MS },
    lease: { current: () => LEASE, holds: () => true },
    outboxes: outboxes,
    routing: { current: () => ({ links: new Map() }) },
    asking: new Map(),
    setAside: new Map(),
  } as unknown as UnconfirmedContext;
});

function open(linkId: LinkId): Outbox {
  const link = {
    linkId,
    takesWhole: false,
    room: () => window,
    submit: () => undefined,
    query: () => Promise.resolve({ kind: 'unanswered' as const }),
    start: () => undefined,
    stop: () => Promise.resolve(),
  };
  const outbox = new Outbox(link, LEASE, () => undefined);
  outboxes.open(outbox);
  return outbox;
}

/** What an outbox leaves for traffic when its window opens. */
function roomOf(outbox: Outbox, opened: number): number {
  window = opened;
  const room = outbox.room();
  window = 0;
  return room;
}

describe('the room that a full outbox reserves for questions', () => {
  it('is kept while something waits to be asked', async () => {
    const outbox = open(LINKS.jazz);
    await reconcile(deps);
    expect(roomOf(outbox, 12)).toBe(7);
  });

  it('goes back to traffic when nothing is waiting any more', async () => {
    const outbox = open(LINKS.jazz);
    for (let look = 0; look < 3; look += 1) {
      due = [LINKS.jazz];
      await reconcile(deps);
      due = [];
      await reconcile(deps);
    }
    expect(roomOf(outbox, 12)).toBe(12);
    expect(deps.setAside.size).toBe(0);
  });

  it('is forgotten with its outbox', async () => {
    open(LINKS.jazz);
    await reconcile(deps);
    const next = open(LINKS.jazz);
    window = 12;
    due = [];
    await reconcile(deps);
    expect(next.room()).toBe(12);
    expect(deps.setAside.size).toBe(0);
  });
});

describe('a link whose lost answers are due', () => {
  it('is asked about although another operator leaves all our questions unanswered', async () => {
    for (let id = 0; id < limit('questionsAtOnce'); id += 1) deps.asking.set(id, LINKS.zong);
    due = [LINKS.zong, LINKS.jazz];
    for (const linkId of due) open(linkId);
    window = 12;
    await reconcile(deps);
    expect([...taken.keys()]).toEqual([LINKS.jazz]);
  });

  it('is asked about, except for what a receipt has just explained', async () => {
    const clue = { messageId: 41, linkId: LINKS.jazz, attempt: 1, part: 1, parts: 1 };
    clues = [{ ...clue, priceMicros: 0n, isOpen: true, operatorKey: 'A' }];
    open(LINKS.jazz);
    window = 12;
    await reconcile(deps);
    expect([...taken]).toEqual([[LINKS.jazz, [41]]]);
  });

  it('is not compared with receipts of links that other nodes hold', async () => {
    clues = [{ messageId: 41, linkId: LINKS.zong, attempt: 1, part: 1, priceMicros: 0n }];
    open(LINKS.jazz);
    await reconcile(deps);
    expect(looked.get('find-clues')).toMatchObject({ links: [LINKS.jazz] });
  });

  it('uses an answer that arrives during the query', async () => {
    const lost = { messageId: 41, part: 1, outcome: 'lost' };
    known = [[lost], [{ ...lost, outcome: 'taken', operatorKey: 'A' }]];
    open(LINKS.jazz);
    window = 12;
    await reconcile(deps);
    await eventually('its end', () => deps.asking.size === 0);
    expect(heard).toMatchObject([
      { attempt: { results: [{ part: 1, kind: 'taken', operatorKey: 'A' }] } },
    ]);
  });
});
