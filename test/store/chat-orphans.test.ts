/** Statuses of messages that nobody knows yet: taken when their message is known, in pieces. */
import { beforeEach, expect, it } from 'vitest';
import { plain } from '../../src/kit/postgres/statement.ts';
import type { AccountId, LinkId, MessageId } from '../../src/domain/ids.ts';
import type { ChatStatusEvent } from '../../src/domain/chat/webhook-event.ts';
import { wallClock } from '@paigham/base/clock.ts';
import { firstIdAt } from '../../src/kit/ids.ts';
import { insertAttempts } from '../../src/store/messages/attempts.ts';
import {
  keepStatuses,
  type OrphanPlace,
  takeMatchedOrphans,
} from '../../src/store/chat/statuses.ts';
import { makePartitions } from '../../src/store/messages/make-partitions.ts';
import { freshDatabase } from '../support/database.ts';

const { database } = await freshDatabase();
const ACCOUNT = 7 as AccountId;
const LINK = 3 as LinkId;
const NOW = wallClock.nowMs();
const DAY_MS = 86_400_000;
const LOOK = 10;
let lastId = 0;

beforeEach(async () => {
  await database.transact(async (transaction) => {
    for (const atMs of [NOW - DAY_MS, NOW]) await makePartitions(transaction, atMs, 1);
    await transaction.run(plain('empty', 'truncate chat_statuses, attempts'), []);
  });
});

function word(operatorKey: string, status = 'delivered'): ChatStatusEvent {
  return {
    kind: 'status',
    phoneNumberId: '1',
    operatorKey,
    status,
    atMs: NOW,
    opaqueId: undefined,
    user: { phone: '923001234567', userId: undefined },
    pricing: undefined,
    failure: undefined,
  };
}

/** Keeps statuses that nobody knows the messages of, received at `atMs`. */
const keep = (words: readonly ChatStatusEvent[], atMs: number) =>
  database.transact((transaction) =>
    keepStatuses(
      transaction,
      words.map((it) => ({
        accountId: ACCOUNT,
        linkId: LINK,
        event: it,
        kind: 'orphan' as const,
        messageId: undefined,
      })),
      atMs,
    ),
  );
const many = (count: number, prefix: string) =>
  Array.from({ length: count }, (_, at) => word(`${prefix}${String(at).padStart(4, '0')}`));

/** The message of a status is known from now on. */
const know = (operatorKey: string, atMs = NOW) =>
  database.transact((transaction) =>
    insertAttempts(
      transaction,
      [
        {
          accountId: ACCOUNT,
          messageId: (firstIdAt(atMs) + (lastId += 1)) as MessageId,
          attempt: 1,
          part: 1,
          linkId: LINK,
          outcome: 'taken',
          operatorKey,
          status: undefined,
          reason: undefined,
          lease: { slot: 0, epoch: 0 },
        },
      ],
      NOW,
    ),
  );
const look = (after: OrphanPlace | undefined, most = 500, known: readonly string[] = []) =>
  database.transact((transaction) =>
    takeMatchedOrphans(transaction, {
      sinceId: firstIdAt(NOW - DAY_MS),
      most,
      newest: { most: LOOK, sinceId: firstIdAt(NOW) },
      names: known.map((operatorKey) => ({ linkId: LINK, operatorKey })),
      piece: { most: LOOK, after },
    }),
  );
const names = (statuses: Awaited<ReturnType<typeof look>>['statuses']) =>
  statuses.map((it) => `${it.event.operatorKey} ${it.event.status}`);

it('the newest are looked at each time', async () => {
  await keep(many(100, 'b'), NOW - 60_000);
  await keep([word('z', 'sent'), word('z')], NOW);
  await know('z');
  expect(names((await look(undefined)).statuses)).toEqual(['z delivered', 'z sent']);
  expect((await look(undefined)).statuses).toEqual([]);
});

it('all others are looked at in turn, a bounded piece at a time, and again', async () => {
  await keep(many(35, 'b'), NOW - 60_000);
  await keep(many(LOOK, 'z'), NOW);
  const taken: string[][] = [];
  await know('b0024');
  let after: OrphanPlace | undefined;
  do {
    const seen = await look(after);
    taken.push(names(seen.statuses));
    after = seen.next;
  } while (after !== undefined);
  expect(taken).toEqual([[], [], ['b0024 delivered'], [], []]);
  await know('b0003');
  expect(names((await look(after)).statuses)).toEqual(['b0003 delivered']);
});

it('all of one message are in one piece', async () => {
  const words = ['sent', 'delivered', 'read'].map((status) => word('b0009', status));
  await keep([...many(9, 'b'), ...words, ...many(9, 'c')], NOW - 60_000);
  await keep(many(LOOK, 'z'), NOW);
  await know('b0009');
  expect((await look(undefined)).statuses).toHaveLength(3);
});

it('what is over the bound is taken by the next looks', async () => {
  await keep(many(LOOK, 'b'), NOW - 60_000);
  for (const { operatorKey } of many(5, 'b')) await know(operatorKey);
  const first = await look(undefined, 2);
  const second = await look(first.next, 2);
  const third = await look(second.next, 2);
  expect([first, second, third].map((it) => it.statuses.length)).toEqual([2, 2, 1]);
});

it('of the newest too, one of an older message is found in its turn', async () => {
  await keep([...many(LOOK, 'b'), word('z')], NOW);
  await know('z', NOW - DAY_MS + 1_000);
  const first = await look(undefined);
  expect(first.statuses).toEqual([]);
  expect(names((await look(first.next)).statuses)).toEqual(['z delivered']);
});

it('all of a message that is known since a moment ago are taken, wherever they lie', async () => {
  await keep([word('y', 'sent'), word('y'), ...many(35, 'b')], NOW - 60_000);
  await keep(many(LOOK, 'z'), NOW);
  // The name of a message whose attempt is not stored after all, and one that nothing waits under.
  expect((await look(undefined, 500, ['y', 'x'])).statuses).toEqual([]);
  await know('y');
  expect(names((await look(undefined)).statuses)).toEqual([]);
  const taken = await look(undefined, 500, ['y', 'x', 'y']);
  expect(names(taken.statuses)).toEqual(['y delivered', 'y sent']);
  expect((await look(undefined, 500, ['y'])).statuses).toEqual([]);
});
