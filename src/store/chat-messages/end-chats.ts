import { CHAT_MONEY } from '../../domain/chat/record.ts';
import type { AccountId, MessageId } from '../../domain/ids.ts';
import type { MessageKey } from '../../domain/message/message.ts';
import { byDay } from '../../kit/days.ts';
import { numberList } from '../../kit/postgres/lists.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';

const releaseIn = (day: string): string => `
  update chat_messages_${day} c
  set money = ${CHAT_MONEY.released}, wait_until = null
  from unnest($1::bigint[], $2::bigint[]) as t (account_id, id)
  where c.account_id = t.account_id and c.id = t.id and c.money = ${CHAT_MONEY.reserved}
  returning c.account_id, c.id`;

/**
 * Ends the reservations of messages that come to nothing. Gives those of which the reservation had
 * not ended: for them, and nobody else, the caller writes the release.
 */
export async function releaseChats(
  transaction: Transaction,
  keys: readonly MessageKey[],
): Promise<readonly MessageKey[]> {
  type Row = { readonly account_id: number; readonly id: number };
  const release = ([day, rows]: [string, readonly MessageKey[]]): Promise<readonly Row[]> =>
    transaction.run<Row>(`release-chats-${day}`, releaseIn(day), keyLists(rows));
  const released = await Promise.all([...byDay(keys, ({ messageId }) => messageId)].map(release));
  return released.flat().map((row) => ({
    accountId: row.account_id as AccountId,
    messageId: row.id as MessageId,
  }));
}

const loseIn = (day: string): string => `
  update chat_messages_${day} c
  set lost_at = to_timestamp($3::float8 / 1000), wait_until = to_timestamp(t.until / 1000)
  from unnest($1::bigint[], $2::bigint[], $4::float8[]) as t (account_id, id, until)
  where c.account_id = t.account_id and c.id = t.id and c.heard_at is null`;

/** A message whose answer was lost, and up to when a word may explain it. */
export type LostChat = MessageKey & { readonly untilMs: number };

/** Notes that answers were lost: those of which the platform has spoken already are not. */
export async function loseChats(
  transaction: Transaction,
  lost: readonly LostChat[],
  atMs: number,
): Promise<void> {
  const lose = ([day, rows]: [string, readonly LostChat[]]): Promise<unknown> =>
    transaction.run(`lose-chats-${day}`, loseIn(day), [
      ...keyLists(rows),
      atMs,
      rows.map(({ untilMs }) => untilMs),
    ]);
  await Promise.all([...byDay(lost, ({ messageId }) => messageId)].map(lose));
}

function keyLists(keys: readonly MessageKey[]): readonly string[] {
  return [
    numberList(keys.map(({ accountId }) => accountId)),
    numberList(keys.map(({ messageId }) => messageId)),
  ];
}
