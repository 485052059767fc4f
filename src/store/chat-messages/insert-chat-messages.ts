import type { ChatPrice } from '../../domain/chat/chat-tariff.ts';
import type { LinkId } from '../../domain/ids.ts';
import type { MessageKey } from '../../domain/message/message.ts';
import { byDay } from '../../kit/ids.ts';
import { numberList, textList } from '../../kit/postgres/lists.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';

/** What a chat message has beside its row of `messages`, when it is accepted and reserved. */
export type NewChatMessage = MessageKey & {
  readonly linkId: LinkId;
  readonly category: ChatPrice;
};

const insertInto = (day: string): string => `
  insert into chat_messages_${day} (account_id, id, link_id, category, wait_until)
  select t.*, to_timestamp($5::float8 / 1000)
  from unnest($1::bigint[], $2::bigint[], $3::int[], $4::text[]) as t`;

/** Writes them, reserved, with the moment up to which a word of the platform is waited for. */
export async function insertChatMessages(
  transaction: Transaction,
  messages: readonly NewChatMessage[],
  { waitUntilMs }: { readonly waitUntilMs: number },
): Promise<void> {
  const insert = ([day, rows]: [string, readonly NewChatMessage[]]): Promise<unknown> =>
    transaction.run(`insert-chat-messages-${day}`, insertInto(day), [
      numberList(rows.map((it) => it.accountId)),
      numberList(rows.map((it) => it.messageId)),
      numberList(rows.map((it) => it.linkId)),
      textList(rows.map((it) => it.category)),
      waitUntilMs,
    ]);
  await Promise.all([...byDay(messages, ({ messageId }) => messageId)].map(insert));
}
