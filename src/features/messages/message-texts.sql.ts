/** What messages say, for people whose role sees it. */
import type { KeptText } from '../../domain/message/readable-text.ts';
import type { MessageKey } from '../../domain/message/message.ts';
import type { MessageId } from '../../domain/ids.ts';
import type { Reader } from '../../kit/postgres/pool.ts';
import { eachDay } from '../../kit/ids.ts';
import { daily, rowsOf } from '../../kit/postgres/statement.ts';

type Row = KeptText & { readonly messageId: MessageId };

const READ = daily<Row>(
  'read-message-texts',
  (day) => `
  select m.id as message_id, m.text, c.category
  from ${rowsOf({ accountId: 'bigint', messageId: 'bigint' })}
  join messages_${day} m on m.account_id = t.account_id and m.id = t.message_id
  left join chat_messages_${day} c on c.account_id = m.account_id and c.id = m.id`,
);

export async function readKeptTexts(
  reader: Reader,
  keys: readonly MessageKey[],
): Promise<ReadonlyMap<MessageId, KeptText>> {
  const found = await eachDay(keys, (day, rows) => reader.read(READ(day), { rows }));
  return new Map(found.map(({ messageId, ...kept }) => [messageId, kept]));
}
