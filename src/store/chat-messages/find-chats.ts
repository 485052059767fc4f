import type { LinkId, MessageId } from '../../domain/ids.ts';
import type { MessageKey } from '../../domain/message/message.ts';
import type { Reader } from '../../kit/postgres/pool.ts';

const FIND_CHATS = `
  select c.id, c.link_id
  from unnest($1::bigint[], $2::bigint[]) as t (account_id, id)
  join chat_messages c on c.account_id = t.account_id and c.id = t.id`;

/** Of these, the chat messages that there are, with the number that each leaves by. */
export async function findChats(
  reader: Reader,
  keys: readonly MessageKey[],
): Promise<ReadonlyMap<MessageId, LinkId>> {
  if (keys.length === 0) return new Map();
  type Row = { readonly id: MessageId; readonly link_id: LinkId };
  const rows = await reader.read<Row>('find-chats', FIND_CHATS, [
    keys.map(({ accountId }) => accountId),
    keys.map(({ messageId }) => messageId),
  ]);
  return new Map(rows.map((row) => [row.id, row.link_id]));
}
