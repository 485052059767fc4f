/** Texts that no operator reported on, in a store that is full: found without reading all of it. */
import { beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/domain/durations.ts';
import type { LinkId } from '../../src/domain/ids.ts';
import { MESSAGE_STATES } from '../../src/domain/message/message.ts';
import { createGiveUpSilent } from '../../src/journey/settle/overdue.ts';
import { stepClock } from '../support/step-clock.ts';
import { firstIdAt } from '../../src/kit/ids.ts';
import type { Database, Transaction } from '../../src/kit/postgres/pool.ts';
import { plain } from '../../src/kit/postgres/statement.ts';
import { makePartitions } from '../../src/store/messages/make-partitions.ts';
import { listOpen, listSilent, nextOf } from '../../src/store/messages/silent.ts';
import { addUp } from '../../src/store/reports/add-up.ts';
import { freshDatabase, type FreshDatabase } from '../support/database.ts';

const NOON_MS = Date.UTC(2026, 10, 20, 12);
const { sent, delivered, unknown } = MESSAGE_STATES;
/** Each day an account has so many texts: most are reported on. */
const ROWS = 20_000;

let fresh: FreshDatabase;
let made = 0;
let asked = 0;

const run = <Row>(text: string, values: readonly unknown[] = []) => {
  asked += 1;
  const name = `x ${asked}`;
  return fresh.database.transact((tx) => tx.run(plain<Row>(name, text), values));
};

type Text = {
  readonly account: number;
  readonly acceptedMs: number;
  readonly sentMs?: number;
  readonly state?: number;
  readonly alphabet?: number;
};

async function add({ account, acceptedMs, ...text }: Text): Promise<number> {
  made += 1;
  const id = firstIdAt(acceptedMs) + made;
  const { sentMs = acceptedMs, state = sent, alphabet = 1 } = text;
  await run(
    `insert into messages (account_id, id, position, recipient, template_id, sender_id, tariff_id,
       operator_id, alphabet, parts, parts_taken, state, price_micros, reserve_id, accepted_at,
       expires_at, sent_at, text)
     values ($1, $2, 1, 923001234567, 1, 1, 1, 1, $3, 1, 1, $4, 0, 1, to_timestamp($5),
       to_timestamp($5), to_timestamp($6), 'a text')`,
    [account, id, alphabet, state, acceptedMs / 1_000, sentMs / 1_000],
  );
  return id;
}

async function addedUp(): Promise<void> {
  while ((await fresh.database.transact((tx) => addUp(tx, 10_000))) === 10_000);
}

const clock = stepClock(NOON_MS);
/** Counts the rows of messages that are read. */
const seen: number[] = [];
const counted: Database['transact'] = (work) =>
  fresh.database.transact(async (tx) => {
    // A session may not have reported yet what it read before: only the difference is ours.
    const before = await rowsRead(tx);
    const value = await work(tx);
    seen.push((await rowsRead(tx)) - before);
    return value;
  });
const db: Pick<Database, 'read' | 'transact'> = {
  read: (statement, values) => counted((tx) => tx.run(statement, values)),
  transact: counted,
};
const look = createGiveUpSilent({ db, clock });

async function stateOf(id: number): Promise<number | undefined> {
  const [row] = await run<{ readonly state: number }>('select state from messages where id = $1', [
    id,
  ]);
  return row?.state;
}

/** How many rows of messages this session has read, or more: what it has not reported yet. */
async function rowsRead(tx: Transaction): Promise<number> {
  const [row] = await tx.run(
    plain<{ readonly rows: string }>(
      'rows-read',
      `select coalesce(sum(seq_tup_read + idx_tup_fetch), 0)::text as rows
       from pg_stat_xact_user_tables where relname ~ '^messages_'`,
    ),
  );
  return Number(row?.rows);
}

beforeAll(async () => {
  fresh = await freshDatabase(3);
  await fresh.database.transact((tx) => makePartitions(tx, NOON_MS - 12 * DAY_MS, 13));
  for (const [account, ago] of [
    [1001, 4],
    [1002, 4],
    [1001, 6],
  ] as const) {
    await run(
      `insert into messages (account_id, id, position, recipient, template_id, sender_id, tariff_id,
         operator_id, alphabet, parts, parts_taken, state, price_micros, reserve_id, accepted_at,
         expires_at, sent_at, text)
       select ${account}, ${firstIdAt(NOON_MS - ago * DAY_MS)}::bigint + n::bigint * 200000, 1,
         923000000000 + n, 1, 1, 1, 1, 1, 1, 1, ${delivered}, 0, 1, t, t, t, 'a text'
       from generate_series(1, ${ROWS}) as n,
         to_timestamp(${(NOON_MS - ago * DAY_MS) / 1_000}) as t`,
    );
  }
});

describe('texts without a receipt', () => {
  it('are given up when their time is over, whatever else is kept', async () => {
    const silent = await add({ account: 1001, acceptedMs: NOON_MS - 73 * HOUR_MS });
    const younger = await add({ account: 1001, acceptedMs: NOON_MS - 71 * HOUR_MS });
    const late = await add({
      ...{ account: 1001, acceptedMs: NOON_MS - 90 * HOUR_MS },
      sentMs: NOON_MS - 71.5 * HOUR_MS,
    });
    const chat = await add({ account: 1003, acceptedMs: NOON_MS - 80 * HOUR_MS, alphabet: 3 });
    await addedUp();
    await look();
    expect([await stateOf(silent), await stateOf(younger)]).toEqual([unknown, sent]);
    expect([await stateOf(late), await stateOf(chat)]).toEqual([sent, sent]);
    clock.advance(31 * MINUTE_MS);
    await look();
    expect(await stateOf(late)).toBe(unknown);
  });

  it('are given up in time though they left late, by whichever worker', async () => {
    const acceptedMs = clock.nowMs() - 90 * HOUR_MS;
    const leftLate = { account: 1001, acceptedMs, sentMs: clock.nowMs() - 69.5 * HOUR_MS };
    const [late, behind] = [await add(leftLate), await add({ ...leftLate, account: 1005 })];
    await look();
    // Each hour by the clock of the database it is found out where they are.
    await run(`update silent_looks set late_at = late_at - interval '61 minutes'`);
    clock.advance(HOUR_MS);
    await look();
    clock.advance(91 * MINUTE_MS);
    await run(`update silent_looks set held_until = now() + interval '1 minute'`);
    await look();
    expect([await stateOf(late), await stateOf(behind)]).toEqual([unknown, unknown]);
    await run(`update silent_looks set held_until = now() - interval '1 second'`);
  });

  it('are given up though nothing was added up yet', async () => {
    const silent = await add({ account: 1006, acceptedMs: clock.nowMs() - 72.1 * HOUR_MS });
    await createGiveUpSilent({ db, clock })();
    expect(await stateOf(silent)).toBe(unknown);
  });

  it('are looked for by one worker at a time, and by the next when that is gone', async () => {
    const silent = await add({ account: 1002, acceptedMs: clock.nowMs() - 72.1 * HOUR_MS });
    await addedUp();
    await run(`update silent_looks set held_until = now() + interval '1 minute'`);
    await look();
    expect(await stateOf(silent)).toBe(sent);
    await run(`update silent_looks set held_until = now() - interval '1 second'`);
    await look();
    expect(await stateOf(silent)).toBe(unknown);
  });

  it('are found without reading what others have, or what was looked at', async () => {
    await add({ account: 1004, acceptedMs: clock.nowMs() - 72.05 * HOUR_MS });
    await addedUp();
    clock.advance(10 * MINUTE_MS);
    seen.length = 0;
    await look();
    const rows = seen.reduce((all, it) => all + it, 0);
    expect(rows).toBeGreaterThan(0);
    expect(rows).toBeLessThan(ROWS / 10);
  });

  it('are read in bounded pieces where an account has many', async () => {
    const accepted = NOON_MS - 4 * DAY_MS;
    await add({ account: 1002, acceptedMs: accepted });
    await addedUp();
    const toId = firstIdAt(accepted + HOUR_MS);
    let open = await listOpen(fresh.database, { fromId: firstIdAt(accepted), toId });
    const links: readonly LinkId[] = [1 as LinkId];
    const ask = { links, sentSinceMs: accepted, sentBeforeMs: accepted + HOUR_MS };
    let pieces = 0;
    while (open.length > 0) {
      const next = nextOf(open);
      const { left, found } = await listSilent(fresh.database, next, ask);
      expect(found).toEqual([]);
      open = [...left, ...open.slice(next.length)];
      pieces += 1;
    }
    expect(pieces).toBeGreaterThan(10);
  });
});
