/** What shops say in the app on a phone, beside this service (decision 105). */
import type { ChatAppChange, ChatAppMessage, ChatContact } from '../../domain/chat/app-message.ts';
import type { AccountId, LinkId } from '../../domain/ids.ts';
import { fingerprintOf } from '../../kit/digest.ts';
import { firstIdAt, PER_SECOND } from '../../kit/ids.ts';
import { read, write } from '../../kit/postgres/callable.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';
import { countResponses } from '../../features/responses/count.sql.ts';
import { rowsOf, statement } from '../../kit/postgres/statement.ts';

/** At a number of an account, with a user by one name. */
type InApp<Event> = Event & {
  readonly accountId: AccountId;
  readonly linkId: LinkId;
  readonly userKey: string;
};

const INSERT = statement<{ readonly id: number }>(
  'insert-app-messages',
  `insert into chat_app_messages (account_id, id, link_id, operator_key, user_key, is_ours, kind,
                                 text, written_at)
  select t.*
  from ${rowsOf({
    accountId: 'bigint',
    id: 'bigint',
    linkId: 'int',
    operatorKey: 'text',
    userKey: 'text',
    isOurs: 'boolean',
    type: 'text',
    text: 'text',
    atMs: 'timestamptz',
  })}
  order by t.account_id, t.link_id, t.operator_key
  on conflict (account_id, link_id, operator_key) do nothing
  returning id`,
);

/** Keeps each once; returns those that are new. */
export async function insertAppMessages(
  transaction: Transaction,
  messages: readonly InApp<ChatAppMessage>[],
): Promise<readonly (InApp<ChatAppMessage> & { readonly id: number })[]> {
  if (messages.length === 0) return [];
  const rows = messages.map((it) => ({ ...it, id: placeOf(it) }));
  const fresh = new Set((await transaction.run(INSERT, { rows })).map(({ id }) => id));
  return rows.filter(({ id }) => fresh.has(id));
}

/** Somewhere within its second. */
function placeOf({ atMs, operatorKey }: ChatAppMessage): number {
  const hash = Number.parseInt(fingerprintOf([operatorKey]).slice(0, 8), 16);
  return firstIdAt(atMs) + 1 + (hash % (PER_SECOND - 1));
}

/** Shows messages as they were changed in the app; what was taken back stays so. */
export const changeAppMessages = write.run<{ rows: readonly InApp<ChatAppChange>[] }>(
  'change-app-messages',
  `update chat_app_messages m
  set text = case when t.what = 'edit' then t.text end,
    edited_at = case when t.what = 'edit' then t.at else m.edited_at end,
    revoked_at = case when t.what = 'revoke' then t.at else m.revoked_at end
  from ${rowsOf({
    accountId: 'bigint',
    linkId: 'int',
    operatorKey: 'text',
    what: 'text',
    text: 'text',
    atMs: 'timestamptz',
  })}
  where m.account_id = t.account_id and m.link_id = t.link_id and m.operator_key = t.operator_key
    and m.revoked_at is null`,
);

/** Learns, or forgets, what an address book calls users; those who have no name get it. */
export const keepContacts = write.run<{ rows: readonly InApp<ChatContact>[] }>(
  'keep-chat-contacts',
  `with told as (
    select distinct on (t.account_id, t.link_id, t.user_key) t.*
    from ${rowsOf({
      accountId: 'bigint',
      linkId: 'int',
      userKey: 'text',
      name: 'text',
      atMs: 'timestamptz',
    })}
    order by t.account_id, t.link_id, t.user_key, t.at desc
  ), gone as (
    delete from chat_contacts c using told t
    where t.name is null and c.account_id = t.account_id and c.link_id = t.link_id
      and c.user_key = t.user_key
  ), kept as (
    insert into chat_contacts (account_id, link_id, user_key, name)
    select account_id, link_id, user_key, name from told where name is not null
    on conflict (account_id, link_id, user_key) do update set name = excluded.name
  )
  update conversations v set name = t.name
  from told t
  where v.account_id = t.account_id and v.kind = 'chat' and v.own = t.link_id::text
    and v.other = t.user_key and v.name is null and t.name is not null`,
);

/** What a conversation shows of it in lists: whoever the shop has answered there is answered. */
export const noteInConversations = write.rows<{
  readonly accountId: AccountId;
  readonly id: number;
  readonly own: string;
  readonly other: string;
  readonly by: 'us' | 'them';
  readonly text: string | undefined;
  readonly isPast: boolean;
  readonly atMs: number;
}>(
  'note-app-messages-in-conversations',
  `with told as materialized (
    select distinct on (t.account_id, t.own, t.other) t.*
    from ${rowsOf({
      accountId: 'bigint',
      id: 'bigint',
      own: 'text',
      other: 'text',
      by: 'text',
      text: 'text',
      isPast: 'boolean',
      atMs: 'timestamptz',
    })}
    order by t.account_id, t.own, t.other, t.at desc
  ), answered as (
    ${countResponses(`select c.account_id, c.kind, 0::bigint as user_id, c.waits_since,
        t.at as answered_at
      from told t join conversations c on c.account_id = t.account_id and c.kind = 'chat'
        and c.own = t.own and c.other = t.other
      where t.by = 'us' and not t.is_past and t.at >= c.last_at`)}
  )
  insert into conversations as c (account_id, id, kind, own, other, name, last_at, last_by,
                                  last_text, unread, state)
  select t.account_id, t.id, 'chat', t.own, t.other, k.name, t.at, t.by, t.text, 0,
    case when t.is_past then 'closed' else 'open' end
  from told t
  left join chat_contacts k on k.account_id = t.account_id and k.link_id = t.own::int
    and k.user_key = t.other
  order by t.account_id, t.own, t.other
  on conflict (account_id, kind, own, other) do update
    set last_at = greatest(c.last_at, excluded.last_at),
      (last_by, last_text, unread, waits_since) = (
        select case when is_later then excluded.last_by else c.last_by end,
          case when is_later then excluded.last_text else c.last_text end,
          case when is_later and excluded.last_by = 'us' then 0 else c.unread end,
          case when is_later and excluded.last_by = 'us' then null else c.waits_since end
        from (select excluded.last_at >= c.last_at) as o (is_later))`,
);

/** One of them in its conversation. */
type AppMessageRecord = {
  readonly id: number;
  readonly operatorKey: string;
  readonly isOurs: boolean;
  readonly type: string;
  readonly text: string | undefined;
  readonly writtenAtMs: number;
  readonly editedAtMs: number | undefined;
  readonly revokedAtMs: number | undefined;
};

export type AppMessageName = { readonly linkId: LinkId; readonly operatorKey: string };

export const findAppMessage = read.one<
  AppMessageName & { readonly accountId: AccountId },
  AppMessageRecord & { readonly linkId: LinkId; readonly userKey: string }
>(
  'find-app-message',
  `select id, link_id, user_key, operator_key, is_ours, kind as type, text, written_at, edited_at,
    revoked_at
  from chat_app_messages
  where account_id = :accountId and link_id = :linkId and operator_key = :operatorKey`,
);

/** What was said in the app between one user and one number, the newest first. */
export const listAppMessages = read.many<
  { accountId: AccountId; userKey: string; linkId: LinkId; beforeId: number; most: number },
  AppMessageRecord
>(
  'list-app-messages',
  `select id, operator_key, is_ours, kind as type, text, written_at, edited_at, revoked_at
  from chat_app_messages
  where account_id = :accountId and user_key = :userKey and link_id = :linkId and id < :beforeId
  order by id desc limit :most`,
);
