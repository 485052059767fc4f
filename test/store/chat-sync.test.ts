/** Which business account's templates are compared next, and by whom. */
import { beforeEach, describe, expect, it } from 'vitest';
import { plain } from '../../src/kit/postgres/statement.ts';
import type { AccountId, ChatBusinessId } from '../../src/domain/ids.ts';
import { claimSync, noteSync, noteSyncBegun } from '../../src/store/chat/businesses.ts';
import { worldDatabase } from '../support/world.ts';

const { database, world } = await worldDatabase();
const { roshan } = world;
const ACCOUNT: AccountId = roshan.accountId;
const NOW = 1_800_000_000_000;
const HOUR_MS = 3_600_000;
const ASK = { atMs: NOW, syncedByMs: NOW - 6 * HOUR_MS, begunByMs: NOW - HOUR_MS / 2 };

const run = (name: string, sql: string, values: readonly unknown[]) =>
  database.transact((transaction) =>
    transaction.run(plain<{ readonly id: ChatBusinessId }>(name, sql), values),
  );
const claim = (change: Partial<typeof ASK> = {}) =>
  database.transact((transaction) => claimSync(transaction, { ...ASK, ...change }));

let last = 0;

/** A business account with one number, compared so long before NOW; undefined: never. */
async function add(syncedAgoMs: number | undefined, enabled = true): Promise<ChatBusinessId> {
  last += 1;
  const [row] = await run(
    'test-business',
    `insert into chat_businesses (account_id, platform_id, token_sealed, app_secrets_sealed,
                                  verify_token_sealed, created_at)
     values ($1, $2, '', array[''::bytea], '', to_timestamp($3::float8 / 1000)) returning id`,
    [ACCOUNT, String(last), NOW],
  );
  const id = row?.id ?? (0 as ChatBusinessId);
  const config = JSON.stringify({ phoneNumberId: String(last), digits: '923001234567' });
  await run(
    'test-number',
    `insert into links (name, carrier, config, enabled, account_id, business_id)
     values ($1, 'whatsapp', $2, $3, $4, $5)`,
    [`chat-${last}`, config, enabled, ACCOUNT, id],
  );
  if (syncedAgoMs === undefined) return id;
  const sync = { atMs: NOW - syncedAgoMs, templateLimit: undefined };
  await database.transact((transaction) =>
    noteSync(transaction, { accountId: ACCOUNT, id, ...sync }),
  );
  return id;
}

beforeEach(async () => {
  await run('test-numbers', `delete from links where carrier = 'whatsapp'`, []);
  await run('test-businesses', 'delete from chat_businesses', []);
});

describe('the templates of a business account are compared', () => {
  it('when their time has come, and not a moment before', async () => {
    const id = await add(6 * HOUR_MS);
    expect(await claim({ syncedByMs: ASK.syncedByMs - 1 })).toBeUndefined();
    expect(await claim()).toBe(id);
  });

  it('by one, who has them for a while whatever comes of it', async () => {
    const id = await add(7 * HOUR_MS);
    expect(await claim()).toBe(id);
    expect(await claim()).toBeUndefined();
    const later = { atMs: NOW + HOUR_MS / 2, begunByMs: NOW - 1 };
    expect(await claim(later)).toBeUndefined();
    expect(await claim({ ...later, begunByMs: NOW })).toBe(id);
  });

  it('not while somebody else may be about it', async () => {
    const id = await add(7 * HOUR_MS);
    await database.transact((transaction) =>
      noteSyncBegun(transaction, { accountId: ACCOUNT, id, atMs: NOW - 60_000 }),
    );
    expect(await claim()).toBeUndefined();
  });

  it('those longest ago first, and only of accounts that send', async () => {
    const [recent, oldest] = [await add(7 * HOUR_MS), await add(9 * HOUR_MS)];
    await add(20 * HOUR_MS, false);
    await add(undefined);
    expect([await claim(), await claim(), await claim()]).toEqual([oldest, recent, undefined]);
  });

  it('once each, however many ask at once', async () => {
    const due: ChatBusinessId[] = [];
    for (let index = 0; index < 5; index += 1) due.push(await add((7 + index) * HOUR_MS));
    const claimed: ChatBusinessId[] = [];
    // Who finds the next one locked by another may get none: the next look has it.
    while (claimed.length < due.length) {
      const got = await Promise.all(Array.from({ length: 12 }, () => claim()));
      claimed.push(...got.filter((it) => it !== undefined));
    }
    expect(claimed.toSorted((a, b) => a - b)).toEqual(due);
  });
});
