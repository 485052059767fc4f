import type { AccountId, LinkId, MessageId } from '../../domain/ids.ts';
import type { Reader } from '../../kit/postgres/pool.ts';

/** A recipient of an account by one of its numbers, and the message to it where there is one. */
export type ChatQuestion = {
  readonly accountId: AccountId;
  readonly linkId: LinkId;
  /** Digits. */
  readonly recipient: string;
  /** undefined: it is only to be accepted. */
  readonly messageId: MessageId | undefined;
};

/** What is asked of the store before a chat message is accepted, and again before it leaves. */
export type ChatFacts = {
  /** What of the account's messages the recipient does not want; undefined: nothing. */
  readonly optedOut: 'marketing' | 'all' | undefined;
  /** When the user last wrote to the number, by whatever name; undefined: never, or closed. */
  readonly inboundAtMs: number | undefined;
  /** The platform has spoken of the message: it has it. Its id there, as far as it is known. */
  readonly known: { readonly operatorKey: string | undefined } | undefined;
};

/**
 * A person may be told of by other names than the number that we write to: what was written under
 * one of them is held against what was refused under another.
 */
const FIND_FACTS = `
  select t.place::int,
    (select min(o.category) from chat_optouts o
     where o.account_id = t.account_id and o.recipient = any (names.keys)) as opted_out,
    (select max(w.inbound_at) from chat_windows w
     where w.account_id = t.account_id and w.link_id = t.link_id
       and w.user_key = any (names.keys)
     having coalesce(max(w.closed_at) <= max(w.inbound_at), true)) as inbound_at,
    c.heard_at is not null as is_known,
    case when c.heard_at is not null then (
      select a.operator_key from attempts a
      where a.account_id = t.account_id and a.message_id = t.message_id
        and a.operator_key is not null
      order by a.attempt desc limit 1) end as operator_key
  from unnest($1::bigint[], $2::int[], $3::bigint[], $4::bigint[])
       with ordinality as t (account_id, link_id, recipient, message_id, place)
  cross join lateral (
    select array_append(array(
      select u.user_key from chat_users u
      where u.account_id = t.account_id and u.recipient = t.recipient
    ), t.recipient::text) as keys
  ) as names
  left join chat_messages c on c.account_id = t.account_id and c.id = t.message_id
  order by t.place`;

type Row = {
  readonly place: number;
  readonly opted_out: 'marketing' | 'all' | null;
  readonly inbound_at: number | null;
  readonly is_known: boolean;
  readonly operator_key: string | null;
};

/** The facts of each question, in their order. */
export async function findChatFacts(
  reader: Reader,
  questions: readonly ChatQuestion[],
): Promise<readonly ChatFacts[]> {
  if (questions.length === 0) return [];
  const rows = await reader.read<Row>('find-chat-facts', FIND_FACTS, [
    questions.map((it) => it.accountId),
    questions.map((it) => it.linkId),
    questions.map((it) => it.recipient),
    questions.map((it) => it.messageId ?? null),
  ]);
  return rows.map((row) => ({
    optedOut: row.opted_out ?? undefined,
    inboundAtMs: row.inbound_at ?? undefined,
    known: row.is_known ? { operatorKey: row.operator_key ?? undefined } : undefined,
  }));
}
