/** What chat messages have in addition to their rows in `messages`. */
import type { ChatPrice } from '../../domain/chat/chat-tariff.ts';
import { CHAT_MONEY } from '../../domain/chat/progress.ts';
import type { AccountId, LinkId, MessageId } from '../../domain/ids.ts';
import type { MessageKey } from '../../domain/message/message.ts';
import { byDay, eachDay, spanOf } from '../../kit/ids.ts';
import { read } from '../../kit/postgres/callable.ts';
import { numberList, textList } from '../../kit/postgres/values.ts';
import type { Reader, Transaction } from '../../kit/postgres/pool.ts';
import { daily, rowsOf, statement } from '../../kit/postgres/statement.ts';

/** What a chat message has in addition to its row in `messages`, when accepted and reserved. */
type NewChatMessage = MessageKey & {
  readonly linkId: LinkId;
  readonly category: ChatPrice;
};

const INSERT = daily(
  'insert-chat-messages',
  (day) => `
  insert into chat_messages_${day} (account_id, id, link_id, category, wait_until)
  select t.*, @waitUntilMs
  from unnest(:accountId::bigint[], :messageId::bigint[], :linkId::int[], :category::text[]) as t`,
);

/** Writes them, reserved, with the deadline for a status from the platform. */
export async function insertChatMessages(
  transaction: Transaction,
  messages: readonly NewChatMessage[],
  { waitUntilMs }: { readonly waitUntilMs: number },
): Promise<void> {
  await eachDay(messages, (day, rows) =>
    transaction.run(INSERT(day), {
      accountId: numberList(rows.map((it) => it.accountId)),
      messageId: numberList(rows.map((it) => it.messageId)),
      linkId: numberList(rows.map((it) => it.linkId)),
      category: textList(rows.map((it) => it.category)),
      waitUntilMs,
    }),
  );
}

const INSERT_PIECE = daily(
  'insert-chat-piece',
  (day) => `
  insert into chat_messages_${day} (account_id, id, link_id, category, wait_until)
  select :accountId, t.id, :linkId, :category, @waitUntilMs
  from unnest(:ids::bigint[]) as t (id)`,
);

/** The messages of one piece of a batch, which have all but their ids in common. */
type ChatPiece = Omit<NewChatMessage, 'messageId'> & {
  readonly waitUntilMs: number;
  readonly ids: readonly MessageId[];
};

/** The same for a piece of a batch. Gives the way to write it, which holds little: it may wait. */
export function packChatPiece({
  ids,
  ...same
}: ChatPiece): (transaction: Transaction) => Promise<unknown> {
  const days = [...byDay(ids, (id) => id)].map(([day, some]) => {
    return { day, ids: numberList(some) };
  });
  return (transaction) =>
    Promise.all(days.map(({ day, ids }) => transaction.run(INSERT_PIECE(day), { ...same, ids })));
}

const KEYS = { accountId: 'bigint', messageId: 'bigint' } as const;

/**
 * Each is found by its key; the span only leaves out the days that none of them is of. Without
 * `offset 0` everything within the span is read to join it: thousands of rows for forty statuses.
 */
const FIND = statement<{ readonly id: MessageId; readonly linkId: LinkId }>(
  'find-chats',
  `select c.id, c.link_id
  from ${rowsOf(KEYS)}
  cross join lateral (
    select m.id, m.link_id from chat_messages m
    where m.account_id = t.account_id and m.id = t.message_id
      and m.id between :firstId and :lastId offset 0
  ) as c`,
);

/** Which of these are chat messages, with the number that each is sent from. */
export async function findChats(
  reader: Reader,
  keys: readonly MessageKey[],
): Promise<ReadonlyMap<MessageId, LinkId>> {
  if (keys.length === 0) return new Map();
  const found = await reader.read(FIND, { rows: keys, ...spanOf(keys) });
  return new Map(found.map(({ id, linkId }) => [id, linkId]));
}

/** The content of a chat message, as stored, and the number it was sent from. */
type StoredContent = MessageKey & { readonly linkId: LinkId; readonly text: string };

/** As in `FIND`. */
const READ_CONTENTS = statement<StoredContent>(
  'read-chat-contents',
  `select m.account_id, m.id as message_id, m.sender_id as link_id, m.text
  from ${rowsOf(KEYS)}
  cross join lateral (
    select k.account_id, k.id, k.sender_id, k.text from messages k
    where k.account_id = t.account_id and k.id = t.message_id
      and k.id between :firstId and :lastId offset 0
  ) as m`,
);

export async function readChatContents(
  reader: Reader,
  keys: readonly MessageKey[],
): Promise<readonly StoredContent[]> {
  return keys.length === 0 ? [] : reader.read(READ_CONTENTS, { rows: keys, ...spanOf(keys) });
}

const RELEASE = daily<MessageKey>(
  'release-chats',
  (day) => `
  update chat_messages_${day} c
  set money = ${CHAT_MONEY.released}, wait_until = null
  from ${rowsOf(KEYS)}
  where c.account_id = t.account_id and c.id = t.message_id and c.money = ${CHAT_MONEY.reserved}
  returning c.account_id, c.id as message_id`,
);

/**
 * Ends the reservations of messages that failed. Returns those whose reservation had
 * not ended: only for them the caller writes the release.
 */
export async function releaseChats(
  transaction: Transaction,
  keys: readonly MessageKey[],
): Promise<readonly MessageKey[]> {
  return eachDay(keys, (day, rows) => transaction.run(RELEASE(day), { rows }));
}

const LOSE = daily<
  MessageKey & { readonly isHeard: boolean; readonly heardKey: string | undefined }
>(
  'lose-chats',
  (day) => `
  update chat_messages_${day} c
  set lost_at = case when c.heard_at is null then @atMs else c.lost_at end,
      wait_until = case when c.heard_at is null then t.until else c.wait_until end
  from ${rowsOf({ ...KEYS, untilMs: 'timestamptz' })}
  where c.account_id = t.account_id and c.id = t.message_id
  returning c.account_id, c.id as message_id, c.heard_at is not null as is_heard, c.heard_key`,
);

/** A message whose answer was lost, and until when a status may explain it. */
type LostChat = MessageKey & { readonly untilMs: number };

/** A message that the platform has, and its id there. */
type HeardOf = MessageKey & { readonly operatorKey: string };

/**
 * Records lost answers, except where the platform has already sent a status. Returns
 * the exceptions.
 */
export async function loseChats(
  transaction: Transaction,
  lost: readonly LostChat[],
  atMs: number,
): Promise<readonly HeardOf[]> {
  const all = await eachDay(lost, (day, rows) => transaction.run(LOSE(day), { rows, atMs }));
  return all.flatMap(({ accountId, messageId, isHeard, heardKey = '' }) =>
    isHeard ? [{ accountId, messageId, operatorKey: heardKey }] : [],
  );
}

/** How many messages of a number the platform billed, of these categories and with such ids. */
export const countBilled = read.many<
  {
    accountId: AccountId;
    linkId: LinkId;
    categories: readonly ChatPrice[];
    sinceId: number;
  },
  { readonly category: ChatPrice; readonly messages: number }
>(
  'count-billed-chats',
  `select c.category, count(*) as messages from chat_messages c
  where c.account_id = :accountId and c.id >= :sinceId and c.link_id = :linkId and c.billable
    and c.category = any (:categories::text[])
  group by c.category order by c.category`,
);
