/** Numbers that must not be messaged: opt-outs of accounts, and the do-not-call register. */
import { isUserId } from '../../domain/chat/user-id.ts';
import type { AccountId } from '../../domain/ids.ts';
import { read, write } from '../../kit/postgres/callable.ts';
import type { Reader, Transaction } from '../../kit/postgres/pool.ts';
import { only, rowsOf, statement } from '../../kit/postgres/statement.ts';

export type OptoutScope = 'all' | 'promotional';

type NewOptout = {
  /** Digits, or the chat platform's id of a user. */
  readonly recipient: string;
  readonly scope: OptoutScope;
  /** Where the request came from: `staff`, `reply`, … */
  readonly source: string;
};

/** Who wants nothing at all is not asked for less by whoever wants less advertising. */
const WIDEN = `on conflict (account_id, recipient) do update
    set scope = excluded.scope, source = excluded.source, created_at = excluded.created_at
    where excluded.scope = 'all' and optouts.scope <> 'all'`;

/** Records that a number has opted out of an account; a second one only widens the first. */
export const insertOptout = write.run<NewOptout & { accountId: AccountId; atMs: number }>(
  'insert-optout',
  `insert into optouts (account_id, recipient, scope, source, created_at)
  values (:accountId, :recipient, :scope, :source, @atMs)
  ${WIDEN}`,
);

/** False when the number had not opted out. */
export const deleteOptout = write.any<{ accountId: AccountId; recipient: string }>(
  'delete-optout',
  `delete from optouts where account_id = :accountId and recipient = :recipient
  returning recipient`,
);

/** Who asks for advertising again gets it; whoever wants nothing at all still gets nothing. */
export const liftPromotionalOptout = write.run<{ accountId: AccountId; recipient: string }>(
  'lift-promotional-optout',
  `delete from optouts
  where account_id = :accountId and recipient = :recipient::bigint and scope = 'promotional'`,
);

export const hasSoManyOptouts = read.value<
  { readonly accountId: AccountId; readonly most: number },
  { readonly has: boolean }
>(
  'has-so-many-optouts',
  `select count(*) >= :most as has
  from (
    (select from optouts where account_id = :accountId limit :most)
    union all
    (select from chat_optouts where account_id = :accountId limit :most)
  ) o`,
);

export type OptoutRecord = NewOptout & { readonly createdAtMs: number };

type AskOptouts = {
  readonly accountId: AccountId;
  /** Digits, or the id of a user. */
  readonly after: string;
  readonly most: number;
  readonly scope?: OptoutScope | undefined;
  readonly source?: string | undefined;
  /** Added from then on, and before then; milliseconds since 1970. */
  readonly sinceMs?: number | undefined;
  readonly untilMs?: number | undefined;
};

/** By the key, whatever is filtered: `offset 0` keeps the planner from sorting all of them. */
const listNumbers = read.many<AskOptouts, OptoutRecord>(
  'list-optouts',
  `select recipient::text, scope, source, created_at
  from (
    select * from optouts where account_id = :accountId and recipient > :after
    order by recipient offset 0
  ) as o
  where (:scope::text is null or scope = :scope) and (:source::text is null or source = :source)
    and (@sinceMs is null or created_at >= @sinceMs)
    and (@untilMs is null or created_at < @untilMs)
  order by o.recipient limit :most`,
);

/** In chat people are known by ids, too; the words for what is stopped are the platform's. */
const OF_CHAT = `case when category = 'all' then 'all' else 'promotional' end as scope, source,
    created_at`;

const listOfChat = read.many<AskOptouts, OptoutRecord>(
  'list-optouts-of-chat',
  `select recipient, scope, source, created_at
  from (
    select recipient, ${OF_CHAT} from chat_optouts
    where account_id = :accountId and recipient > :after
    order by recipient offset 0
  ) as c
  where not exists (
      select from optouts n
      where n.account_id = :accountId
        and n.recipient = case when c.recipient ~ '^[0-9]{1,15}$' then c.recipient::bigint end)
    and (:scope::text is null or scope = :scope) and (:source::text is null or source = :source)
    and (@sinceMs is null or created_at >= @sinceMs)
    and (@untilMs is null or created_at < @untilMs)
  order by recipient limit :most`,
);

/** Before a number that only chat is stopped to; no country: places in the list are told apart. */
const OF_CHAT_ALONE = 'AA.';

type ListedOptout = OptoutRecord & { readonly place: string };

/**
 * The opt-outs of an account in order of numbers, starting after a place; after all numbers that
 * nothing is sent to, those of chat alone by number or id.
 */
export async function listOptouts(
  reader: Reader,
  ask: AskOptouts,
): Promise<readonly ListedOptout[]> {
  const inChat = async (after: string, most: number): Promise<readonly ListedOptout[]> =>
    (await listOfChat(reader, { ...ask, after, most })).map((it) => {
      return { ...it, place: isUserId(it.recipient) ? it.recipient : OF_CHAT_ALONE + it.recipient };
    });
  const { after, most } = ask;
  if (after.startsWith(OF_CHAT_ALONE)) return inChat(after.slice(OF_CHAT_ALONE.length), most);
  if (isUserId(after)) return inChat(after, most);
  const numbers = (await listNumbers(reader, ask)).map((it) => ({ ...it, place: it.recipient }));
  const left = most - numbers.length;
  return left === 0 ? numbers : [...numbers, ...(await inChat('', left))];
}

/** All names of a person: digits, ids, and our own number of one without (decision 102). */
const NAMED = `person as (
    select u.recipient from chat_users u
    where u.account_id = :accountId and u.user_key = :name
    union
    select case when :name ~ '^[0-9]{1,15}$' then :name::bigint end
  ), names as (
    select :name::text as name
    union
    select recipient::text from person where recipient is not null
    union
    select k.user_key from person p
    join chat_users k on k.account_id = :accountId and k.recipient = p.recipient
  ), numbers as (
    select case when name ~ '^[0-9]{1,15}$' then name::bigint end as number from names
  )`;

/** What a person wants no more, whatever name it was said by; shown by the one that is given. */
export const findOptoutOf = read.one<{ accountId: AccountId; name: string }, OptoutRecord>(
  'find-optout-of-person',
  `with ${NAMED}
  select :name::text as recipient, scope, source, created_at
  from (
    select scope, source, created_at from optouts
    where account_id = :accountId and recipient in (select number from numbers)
    union all
    select ${OF_CHAT} from chat_optouts
    where account_id = :accountId and recipient in (select name from names)
  ) as o
  order by scope, created_at limit 1`,
);

/** False when the person had not opted out. */
export const deleteOptoutOf = write.any<{ accountId: AccountId; name: string }>(
  'delete-optout-of-person',
  `with ${NAMED}, gone as (
    delete from optouts
    where account_id = :accountId and recipient in (select number from numbers)
    returning 1
  ), gone_in_chat as (
    delete from chat_optouts
    where account_id = :accountId and recipient in (select name from names)
    returning 1
  )
  select 1 as gone from gone union all select 1 from gone_in_chat`,
);

const INSERT_USERS = statement<{ readonly added: number }>(
  'insert-optouts-of-users',
  `with came as (
    insert into chat_optouts as o (account_id, recipient, category, source, created_at)
    select :accountId, it, case when :scope = 'all' then 'all' else 'marketing' end, :source, @atMs
    from unnest(:userIds::text[]) it order by it
    on conflict (account_id, recipient) do update
      set category = excluded.category, source = excluded.source, created_at = excluded.created_at
      where excluded.category = 'all' and o.category <> 'all'
    returning xmax = 0 as is_new
  )
  select count(*) filter (where is_new) as added from came`,
);

/** The same for chat users, by their ids. */
export async function insertUserOptouts(
  transaction: Transaction,
  accountId: AccountId,
  optouts: Omit<NewOptout, 'recipient'> & { readonly userIds: readonly string[] },
  atMs: number,
): Promise<number> {
  if (optouts.userIds.length === 0) return 0;
  return only(await transaction.run(INSERT_USERS, { ...optouts, accountId, atMs })).added;
}

/** Writes opt-outs of different numbers; gives how many were none before. */
export const insertOptouts = write.value<
  Omit<NewOptout, 'recipient'> & {
    readonly recipients: readonly string[];
    readonly accountId: AccountId;
    readonly atMs: number;
  },
  { readonly added: number }
>(
  'insert-optouts',
  `with came as (
    insert into optouts (account_id, recipient, scope, source, created_at)
    select :accountId, it, :scope, :source, @atMs
    from unnest(:recipients::bigint[]) it order by it
    ${WIDEN}
    returning xmax = 0 as is_new
  )
  select count(*) filter (where is_new) as added from came`,
);

export type StandingOptout = Omit<NewOptout, 'source'> & { readonly accountId: AccountId };

const READ_OPTOUTS = statement<StandingOptout>(
  'read-optouts',
  `select o.account_id, o.recipient::text, o.scope
  from ${rowsOf({ accountId: 'bigint', recipient: 'bigint' })}
  join optouts o on o.account_id = t.account_id and o.recipient = t.recipient`,
);

/** Which of these numbers have opted out of which of these accounts. */
export async function readOptouts(
  transaction: Transaction,
  asked: readonly Omit<StandingOptout, 'scope'>[],
): Promise<readonly StandingOptout[]> {
  return asked.length === 0 ? [] : transaction.run(READ_OPTOUTS, { rows: asked });
}

/** Creates a temporary table for the numbers of a file, until the transaction ends. */
export const beginImport = write.run(
  'begin-dnc-import',
  `create temporary table do_not_call_import (recipient bigint primary key) on commit drop`,
);

export const addToImport = write.run<{ numbers: readonly string[] }>(
  'add-to-dnc-import',
  `insert into do_not_call_import select unnest(:numbers::bigint[]) on conflict do nothing`,
);

type Count = { readonly rows: number };

const REMOVE_MISSING = statement<Count>(
  'remove-missing-dnc',
  `with gone as (
    delete from do_not_call d
    where d.source = :source and not exists (
      select from do_not_call_import i where i.recipient = d.recipient)
    returning 1
  )
  select count(*) as rows from gone`,
);

const ADD_NEW = statement<Count>(
  'add-new-dnc',
  `with came as (
    insert into do_not_call (recipient, source, listed_at)
    select i.recipient, :source, @atMs from do_not_call_import i
    on conflict (recipient, source) do nothing
    returning 1
  )
  select count(*) as rows from came`,
);

const LOCK_REGISTER = statement('lock-dnc', 'lock table do_not_call in share row exclusive mode');

/**
 * Makes the numbers of the file part of a source's list; with `replace` all of the list. Nobody
 * else changes the register until the transaction ends: two in different orders of numbers would
 * wait for each other.
 */
export async function finishImport(
  transaction: Transaction,
  source: string,
  { replace, atMs }: { readonly replace: boolean; readonly atMs: number },
): Promise<{ readonly added: number; readonly removed: number }> {
  await transaction.run(LOCK_REGISTER);
  const removed = replace ? only(await transaction.run(REMOVE_MISSING, { source })).rows : 0;
  return { added: only(await transaction.run(ADD_NEW, { source, atMs })).rows, removed };
}

export type DoNotCallRecord = {
  readonly recipient: string;
  readonly source: string;
  readonly listedAtMs: number;
};

const REGISTER = 'select recipient::text, source, listed_at from do_not_call';

/** The register in order of numbers, starting after one. */
export const listDoNotCall = read.many<{ after: string; most: number }, DoNotCallRecord>(
  'list-dnc',
  `${REGISTER} where recipient > :after order by recipient, source limit :most`,
);

/** Whose lists contain a number. */
export const findDoNotCall = read.many<{ recipient: string }, DoNotCallRecord>(
  'find-dnc',
  `${REGISTER} where recipient = :recipient order by source`,
);

/** Removes a number from the list of a source, or from all; returns the sources. */
export const deleteDoNotCall = write.values<
  { readonly recipient: string; readonly source: string | undefined },
  { readonly source: string }
>(
  'delete-dnc',
  `delete from do_not_call
  where recipient = :recipient and (:source::text is null or source = :source)
  returning source`,
);

type SourceSummary = {
  readonly source: string;
  readonly numbers: number;
  readonly newestAtMs: number;
};

export const sumUpDoNotCall = read.many<void, SourceSummary>(
  'sum-up-dnc',
  `select source, count(*) as numbers, max(listed_at) as newest_at
  from do_not_call group by source order by source`,
);
