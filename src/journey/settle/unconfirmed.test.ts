import { beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../../../test/support/eventually.ts';
import { LEASE, LINKS, NOON_MS, ROSHAN } from '../../../test/support/fixtures.ts';
import type { LinkId } from '../../domain/ids.ts';
import { limit } from '../../domain/limits.ts';
import type { Statement } from '../../kit/postgres/statement.ts';
import { createOutboxes, type Outboxes } from '../../links/outboxes.ts';
import { reconcile, type UnconfirmedContext } from './unconfirmed.ts';
import { openOutbox, type Heard, type Outbox } from '../../links/outbox.ts';

/** Links that have something to be asked for, as the store says. */
let due: readonly LinkId[];
let window: number;
let outboxes: Outboxes;
let deps: UnconfirmedContext;
/** What the store finds of receipts that may explain something. */
let clues: readonly Readonly<Record<string, unknown>>[];
/** By link: the messages that are left out when it is asked for. */
let taken: Map<unknown, unknown>;
/** What the store knows of the message that is taken, at each look. */
let known: (readonly Readonly<Record<string, unknown>>[])[];
let heard: Heard[];
/** With what the store was last read. */
let looked: Map<string, object>;

/** A message in one part whose time for an explanation is over. */
const TAKEN = {
  account_id: ROSHAN,
  message_id: 41,
  alphabet: 1,
  attempt: 1,
  link_id: LINKS.jazz,
  recipient: 923001234567,
  parts: 1,
  price_micros: 0,
  parts_taken: null,
  lost_until: NOON_MS,
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
    'any-lost': () => [{ isAny: clues.length > 0 }],
    'find-clues': () => clues,
    'read-lost': () => known.shift() ?? [],
    'links-to-ask': () => due.map((linkId) => ({ linkId })),
  };
  const run = (_: Statement, values: readonly unknown[]): Promise<readonly unknown[]> => {
    const [, , linkId, , , but] = values;
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
  const outbox = openOutbox(link, LEASE, () => undefined);
  outboxes.open(outbox);
  return outbox;
}

/** What the traffic may have of an outbox when its window opens. */
function roomOf(outbox: Outbox, opened: number): number {
  window = opened;
  const room = outbox.room();
  window = 0;
  return room;
}

describe('the room that a full outbox keeps for questions', () => {
  it('is kept while something waits to be asked', async () => {
    const outbox = open(LINKS.jazz);
    await reconcile(deps);
    expect(roomOf(outbox, 12)).toBe(7);
  });

  it('goes back to the traffic when nothing waits any more', async () => {
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

  it('is forgotten with the outbox that kept it', async () => {
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
  it('is asked although another operator leaves all our questions unanswered', async () => {
    for (let id = 0; id < limit('questionsAtOnce'); id += 1) deps.asking.set(id, LINKS.zong);
    due = [LINKS.zong, LINKS.jazz];
    for (const linkId of due) open(linkId);
    window = 12;
    await reconcile(deps);
    expect([...taken.keys()]).toEqual([LINKS.jazz]);
  });

  it('is asked for all but what a receipt has just explained', async () => {
    const clue = { messageId: 41, linkId: LINKS.jazz, attempt: 1, part: 1, parts: 1 };
    clues = [{ ...clue, priceMicros: 0n, isOpen: true, operatorKey: 'A' }];
    open(LINKS.jazz);
    window = 12;
    await reconcile(deps);
    expect([...taken]).toEqual([[LINKS.jazz, [41]]]);
  });

  it('is not compared with the receipts of links that other nodes hold', async () => {
    clues = [{ messageId: 41, linkId: LINKS.zong, attempt: 1, part: 1, priceMicros: 0n }];
    open(LINKS.jazz);
    await reconcile(deps);
    expect(looked.get('find-clues')).toMatchObject({ links: [LINKS.jazz] });
  });

  it('takes the answer that comes while it is asked', async () => {
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
