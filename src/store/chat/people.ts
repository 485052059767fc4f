/**
 * Who is who among people of the chat platform: their numbers, the platform's ids of them, and our
 * own numbers of those who are written to without one (decision 102).
 */
import { isUserId } from '../../domain/chat/user-id.ts';
import type { AccountId } from '../../domain/ids.ts';
import { read, write } from '../../kit/postgres/callable.ts';
import type { Reader, Transaction } from '../../kit/postgres/pool.ts';
import { rowsOf, statement } from '../../kit/postgres/statement.ts';

/** A person by one of the names. */
type PersonName = {
  readonly accountId: AccountId;
  /** Digits, or the platform's id of the user. */
  readonly userKey: string;
};

/** Another name of a recipient of ours. */
export type KnownAs = PersonName & {
  /** Digits. */
  readonly recipient: string;
};

/** Users by their ids: the recipient that stands for each, if it is known. */
export const findUsers = read.many<
  { accountId: AccountId; userIds: readonly string[] },
  {
    readonly userId: string;
    readonly recipient: string | undefined;
    /** They are the account's own: they have written to it, or were found by their number. */
    readonly isOwn: boolean;
  }
>(
  'find-chat-users',
  `select t.user_id, u.recipient::text,
    u.recipient is not null or exists (
      select from chat_replies r
      where r.account_id = :accountId and r.user_key = t.user_id) as is_own
  from unnest(:userIds::text[]) as t (user_id)
  left join chat_users u on u.account_id = :accountId and u.user_key = t.user_id`,
);

/** Gives users without a known number one of ours, except whom somebody has named meanwhile. */
export const nameUsers = write.run<{
  accountId: AccountId;
  userIds: readonly string[];
  atMs: number;
}>(
  'name-chat-users',
  `with made as (
    insert into chat_people (account_id, user_id)
    select :accountId, t.user_id from unnest(:userIds::text[]) as t (user_id)
    returning id, user_id
  )
  insert into chat_users (account_id, user_key, recipient, seen_at)
  select :accountId, user_id, id, @atMs from made order by user_id
  on conflict (account_id, user_key) do nothing`,
);

const recipientsOf = read.many<PersonName, { readonly recipient: string }>(
  'recipients-of-person',
  `with named as (
    select u.recipient from chat_users u
    where u.account_id = :accountId and u.user_key = :userKey
    union
    select case when :userKey ~ '^[0-9]{1,15}$' then :userKey::bigint end
  )
  select n.recipient::text from named n where n.recipient is not null
  union
  select p.id::text from named n
  join chat_users u on u.account_id = :accountId and u.recipient = n.recipient
  join chat_people p on p.account_id = :accountId and p.user_id = u.user_key`,
);

/**
 * All recipients of messages to a person, by any name: the number, and ours from before it. Of
 * texts there is only the number; undefined: nobody is named.
 */
export async function findRecipients(
  reader: Reader,
  accountId: AccountId,
  named: { readonly recipient: string | undefined; readonly isChat: boolean | undefined },
): Promise<readonly string[] | undefined> {
  const { recipient, isChat } = named;
  if (recipient === undefined) return undefined;
  if (isChat === false) return isUserId(recipient) ? [] : [recipient];
  const found = await recipientsOf(reader, { accountId, userKey: recipient });
  const all = new Set(found.map((it) => it.recipient));
  return [...(isUserId(recipient) ? all : all.add(recipient))];
}

/** A person of whom something is kept under an id whose number has become known. */
type Found = KnownAs & {
  /** Our own number until now; undefined: the person was never written to. */
  readonly was: string | undefined;
};

/** Every status repeats them: what is known already is not even locked. */
const LEARN = statement<Found>(
  'learn-chat-names',
  `with learned as (
    insert into chat_users as u (account_id, user_key, recipient, seen_at)
    select distinct on (1, 2) t.account_id, t.user_key, t.recipient, @atMs
    from ${rowsOf({ accountId: 'bigint', userKey: 'text', recipient: 'bigint' })}
    where not exists (
      select from chat_users k
      where k.account_id = t.account_id and k.user_key = t.user_key
        and k.recipient = t.recipient
    )
    order by 1, 2
    on conflict (account_id, user_key) do update
      set recipient = excluded.recipient, seen_at = excluded.seen_at
      where u.recipient <> excluded.recipient
    returning account_id, user_key, recipient
  )
  select l.account_id, l.user_key, l.recipient::text, b.recipient::text as was
  from learned l
  left join chat_users b on b.account_id = l.account_id and b.user_key = l.user_key
  where b.recipient < 0 or b.recipient is null and exists (
    select from chat_replies r where r.account_id = l.account_id and r.user_key = l.user_key)`,
);

/**
 * Stores the names by which the platform knows recipients. What is kept of a person without a
 * number becomes the number's.
 */
export async function learnNames(
  transaction: Transaction,
  names: readonly KnownAs[],
  atMs: number,
): Promise<void> {
  if (names.length === 0) return;
  for (const found of await transaction.run(LEARN, { rows: names, atMs })) {
    await join(transaction, found);
  }
}

/** All names of a person lead to the number, and what waits for them waits in its lane. */
const FOLLOW = write.run<{ accountId: AccountId; was: string; recipient: string }>(
  'follow-chat-person',
  `with renamed as (
    update chat_users set recipient = :recipient
    where account_id = :accountId and recipient = :was::bigint
  )
  update queue set recipient = :recipient
  where ctid = any (array(
    select ctid from queue where account_id = :accountId and recipient = :was
    for update skip locked))`,
);

async function join(
  transaction: Transaction,
  { accountId, userKey: before, recipient, was }: Found,
): Promise<void> {
  if (was !== undefined) await FOLLOW(transaction, { accountId, was, recipient });
  await moveConversations(transaction, { accountId, before, after: recipient });
}

type Move = { readonly accountId: AccountId; readonly before: string; readonly after: string };

/** What the account noted on the one that goes is noted on the one that stays. */
const MOVE_NOTES = write.run<Move>(
  'move-conversation-notes',
  `update conversation_notes n set conversation_id = k.id
  from conversations c, conversations k
  where c.account_id = :accountId and c.kind = 'chat' and c.other = :after
    and k.account_id = :accountId and k.kind = 'chat' and k.other = :before and k.own = c.own
    and n.account_id = :accountId and n.conversation_id = c.id`,
);

/** It has its labels, too. */
const MOVE_LABELS = write.run<Move>(
  'move-conversation-labels',
  `insert into conversation_labels (account_id, conversation_id, label_id)
  select l.account_id, k.id, l.label_id
  from conversations c, conversations k, conversation_labels l
  where c.account_id = :accountId and c.kind = 'chat' and c.other = :after
    and k.account_id = :accountId and k.kind = 'chat' and k.other = :before and k.own = c.own
    and l.account_id = :accountId and l.conversation_id = c.id
  on conflict do nothing`,
);

/** Of two conversations with one number of ours the one by the former name stays. */
const MERGE = write.run<Move>(
  'merge-conversations',
  `with other as (
    delete from conversations c
    using conversations k
    where c.account_id = :accountId and c.kind = 'chat' and c.other = :after
      and k.account_id = :accountId and k.kind = 'chat' and k.other = :before and k.own = c.own
    returning c.*
  )
  update conversations k
  set name = coalesce(k.name, o.name), user_name = coalesce(k.user_name, o.user_name),
    last_at = greatest(k.last_at, o.last_at), unread = k.unread + o.unread,
    last_by = case when o.last_at > k.last_at then o.last_by else k.last_by end,
    last_text = case when o.last_at > k.last_at then o.last_text else k.last_text end,
    assigned_user = coalesce(k.assigned_user, o.assigned_user),
    state = case when 'open' in (k.state, o.state) then 'open' else k.state end,
    held_by = case when o.held_at > k.held_at or k.held_at is null then o.held_by
      else k.held_by end,
    held_note = coalesce(k.held_note, o.held_note), held_at = greatest(k.held_at, o.held_at),
    waits_since = least(k.waits_since, o.waits_since)
  from other o
  where k.account_id = :accountId and k.kind = 'chat' and k.other = :before and k.own = o.own`,
);

const MOVE = write.run<Move>(
  'move-conversations',
  `with moved as (
    update chat_replies set user_key = :after
    where account_id = :accountId and user_key = :before
  ), moved_in_app as (
    update chat_app_messages set user_key = :after
    where account_id = :accountId and user_key = :before
  )
  update conversations set other = :after
  where account_id = :accountId and kind = 'chat' and other = :before`,
);

/** What was said under one name of a person is said under another. */
async function moveConversations(transaction: Transaction, move: Move): Promise<void> {
  await MOVE_NOTES(transaction, move);
  await MOVE_LABELS(transaction, move);
  await MERGE(transaction, move);
  await MOVE(transaction, move);
}

const RENAME = write.run<Move & { readonly atMs: number }>(
  'rename-chat-person',
  `with renamed as (
    update chat_people set user_id = :after where account_id = :accountId and user_id = :before
  )
  insert into chat_users (account_id, user_key, recipient, seen_at)
  select u.account_id, :after, u.recipient, @atMs from chat_users u
  where u.account_id = :accountId and u.user_key = :before
  on conflict (account_id, user_key) do nothing`,
);

/**
 * A person has another id: messages that wait go there, and the conversation goes on, under the
 * number where it is known by now.
 */
export async function renamePerson(
  transaction: Transaction,
  { accountId, before, after, atMs }: Move & { readonly atMs: number },
): Promise<void> {
  // Both names must lead to one person, so that windows and opt-outs under the former one count.
  const former = await findUsers(transaction, { accountId, userIds: [before] });
  const unnamed = former.filter((it) => it.isOwn && it.recipient === undefined);
  if (unnamed.length > 0) await nameUsers(transaction, { accountId, userIds: [before], atMs });
  await RENAME(transaction, { accountId, before, after, atMs });
  const known = await findUsers(transaction, { accountId, userIds: [before, after] });
  const of = (userId: string) => known.find((it) => it.userId === userId)?.recipient;
  const [was, recipient] = [of(before), of(after)];
  const isNumbered = recipient?.startsWith('-') === false;
  // What is kept under a number stays there.
  if (was !== undefined && !was.startsWith('-')) return;
  if (isNumbered) await join(transaction, { accountId, userKey: before, recipient, was });
  else await moveConversations(transaction, { accountId, before, after });
}
