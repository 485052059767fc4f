import { REPLY_ALPHABETS, type KeptReply } from '../../domain/reply/reply.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';

/** The account under which replies are kept that belong to nobody. */
export const NOBODY = 0;

const INSERT_REPLIES = `
  insert into replies (account_id, id, link_id, from_address, to_address, alphabet, octets, text,
                       parts, parts_expected, message_id, wish, received_at)
  select t.account_id, t.id, t.link_id, t.from_address, t.to_address, t.alphabet,
         decode(t.octets, 'hex'), t.text, t.parts, t.parts_expected, t.message_id, t.wish,
         to_timestamp(t.received_at / 1000)
  from unnest($1::bigint[], $2::bigint[], $3::int[], $4::text[], $5::text[], $6::smallint[],
              $7::text[], $8::text[], $9::smallint[], $10::smallint[], $11::bigint[],
              $12::text[], $13::float8[])
       as t (account_id, id, link_id, from_address, to_address, alphabet, octets, text, parts,
             parts_expected, message_id, wish, received_at)`;

/** Writes replies, those of nobody under an account that there is not. */
export async function insertReplies(
  transaction: Transaction,
  replies: readonly KeptReply[],
): Promise<void> {
  if (replies.length === 0) return;
  await transaction.run('insert-replies', INSERT_REPLIES, [
    replies.map((it) => it.accountId ?? NOBODY),
    replies.map((it) => it.id),
    replies.map((it) => it.linkId),
    replies.map((it) => it.from),
    replies.map((it) => it.to),
    replies.map((it) => REPLY_ALPHABETS[it.alphabet]),
    replies.map((it) => Buffer.from(it.octets).toString('hex')),
    replies.map((it) => it.text ?? null),
    replies.map((it) => it.parts),
    replies.map((it) => it.partsExpected),
    replies.map((it) => it.messageId ?? null),
    replies.map((it) => it.wish ?? null),
    replies.map((it) => it.receivedAtMs),
  ]);
}
