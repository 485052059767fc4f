import type { ChatReply } from '../../domain/chat/reply.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';

const INSERT = `
  insert into chat_replies (account_id, id, link_id, operator_key, user_key, phone, user_id,
                            profile_name, kind, text, payload, message_id, context_key, media_id,
                            media_mime, media_name, content, wish, written_at, received_at)
  select t.account_id, t.id, t.link_id, t.operator_key, t.user_key, t.phone, t.user_id,
         t.profile_name, t.kind, t.text, t.payload, t.message_id, t.context_key, t.media_id,
         t.media_mime, t.media_name, t.content, t.wish, to_timestamp(t.written_at / 1000),
         to_timestamp(t.received_at / 1000)
  from unnest($1::bigint[], $2::bigint[], $3::int[], $4::text[], $5::text[], $6::text[], $7::text[],
              $8::text[], $9::text[], $10::text[], $11::text[], $12::bigint[], $13::text[],
              $14::text[], $15::text[], $16::text[], $17::json[], $18::text[], $19::float8[],
              $20::float8[])
       as t (account_id, id, link_id, operator_key, user_key, phone, user_id, profile_name, kind,
             text, payload, message_id, context_key, media_id, media_mime, media_name, content,
             wish, written_at, received_at)
  order by 1, 3, 4
  on conflict (account_id, link_id, operator_key) do nothing
  returning id`;

/** Keeps replies, each once however often it comes. Gives the ids of those that are new. */
export async function insertChatReplies(
  transaction: Transaction,
  replies: readonly ChatReply[],
): Promise<ReadonlySet<number>> {
  if (replies.length === 0) return new Set();
  const rows = await transaction.run<{ readonly id: number }>('insert-chat-replies', INSERT, [
    replies.map((it) => it.accountId),
    replies.map((it) => it.id),
    replies.map((it) => it.linkId),
    replies.map((it) => it.operatorKey),
    replies.map((it) => it.userKey),
    replies.map((it) => it.phone ?? null),
    replies.map((it) => it.userId ?? null),
    replies.map((it) => it.profileName ?? null),
    replies.map((it) => it.type),
    replies.map((it) => it.text ?? null),
    replies.map((it) => it.payload ?? null),
    replies.map((it) => it.messageId ?? null),
    replies.map((it) => it.contextKey ?? null),
    replies.map((it) => it.media?.id ?? null),
    replies.map((it) => it.media?.mime ?? null),
    replies.map((it) => it.media?.fileName ?? null),
    replies.map((it) => JSON.stringify(it.content)),
    replies.map((it) => it.wish ?? null),
    replies.map((it) => it.writtenAtMs),
    replies.map((it) => it.receivedAtMs),
  ]);
  return new Set(rows.map(({ id }) => id));
}
