import type { AccountId, LinkId, MessageId } from '../../domain/ids.ts';
import type { MessageKey } from '../../domain/message/message.ts';
import type { Reader } from '../../kit/postgres/pool.ts';

/** What a chat message says, as it is stored, and the number it left by. */
export type StoredContent = MessageKey & { readonly linkId: LinkId; readonly text: string };

const READ_CONTENTS = `
  select m.account_id, m.id, m.sender_id, m.text
  from unnest($1::bigint[], $2::bigint[]) as t (account_id, id)
  join messages m on m.account_id = t.account_id and m.id = t.id`;

/** The contents of chat messages. */
export async function readChatContents(
  reader: Reader,
  keys: readonly MessageKey[],
): Promise<readonly StoredContent[]> {
  if (keys.length === 0) return [];
  type Row = {
    readonly account_id: AccountId;
    readonly id: MessageId;
    readonly sender_id: LinkId;
    readonly text: string;
  };
  const rows = await reader.read<Row>('read-chat-contents', READ_CONTENTS, [
    keys.map(({ accountId }) => accountId),
    keys.map(({ messageId }) => messageId),
  ]);
  return rows.map((row) => ({
    accountId: row.account_id,
    messageId: row.id,
    linkId: row.sender_id,
    text: row.text,
  }));
}
