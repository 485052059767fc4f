import { CHAT_MONEY } from '../../domain/chat/record.ts';
import type { AccountId, MessageId } from '../../domain/ids.ts';
import type { MessageKey } from '../../domain/message/message.ts';
import { byDay } from '../../kit/ids.ts';
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
  set lost_at = case when c.heard_at is null then to_timestamp($3::float8 / 1000)
                     else c.lost_at end,
      wait_until = case when c.heard_at is null then to_timestamp(t.until / 1000)
                        else c.wait_until end
  from unnest($1::bigint[], $2::bigint[], $4::float8[]) as t (account_id, id, until)
  where c.account_id = t.account_id and c.id = t.id
  returning c.account_id, c.id, c.heard_at is not null as is_heard, c.heard_key`;

/** A message whose answer was lost, and up to when a word may explain it. */
export type LostChat = MessageKey & { readonly untilMs: number };

/** A message that the platform has, and how it calls it. */
export type HeardOf = MessageKey & { readonly operatorKey: string };

/**
 * Notes that answers were lost: those of which the platform has spoken already are not. Gives
 * these.
 */
export async function loseChats(
  transaction: Transaction,
  lost: readonly LostChat[],
  atMs: number,
): Promise<readonly HeardOf[]> {
  type Row = {
    readonly account_id: AccountId;
    readonly id: MessageId;
    readonly is_heard: boolean;
    readonly heard_key: string | null;
  };
  const lose = ([day, rows]: [string, readonly LostChat[]]): Promise<readonly Row[]> =>
    transaction.run<Row>(`lose-chats-${day}`, loseIn(day), [
      ...keyLists(rows),
      atMs,
      rows.map(({ untilMs }) => untilMs),
    ]);
  const rows = await Promise.all([...byDay(lost, ({ messageId }) => messageId)].map(lose));
  return rows.flat().flatMap((row) => {
    const { account_id: accountId, id: messageId, heard_key: key } = row;
    return row.is_heard ? [{ accountId, messageId, operatorKey: key ?? '' }] : [];
  });
}

function keyLists(keys: readonly MessageKey[]): readonly string[] {
  return [
    numberList(keys.map(({ accountId }) => accountId)),
    numberList(keys.map(({ messageId }) => messageId)),
  ];
}
