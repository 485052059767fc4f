/** Sender IDs of accounts, and the names that every account may use. */
import type { AccountId, SenderId } from '../../domain/ids.ts';
import { looksLike, type Sender, type SenderRoute } from '../../domain/sender/sender.ts';
import { read, write } from '../../kit/postgres/callable.ts';
import type { Reader, Transaction } from '../../kit/postgres/pool.ts';
import { statement } from '../../kit/postgres/statement.ts';

type SenderRecord = Sender & {
  readonly accountId: AccountId;
  readonly account: string;
  readonly reason: string | undefined;
  readonly createdAtMs: number;
};

/** Which senders are asked for; undefined: all. */
type SenderSearch = {
  readonly accountId: AccountId | undefined;
  readonly state: Sender['state'] | undefined;
  /** Older than this one. */
  readonly beforeId: number | undefined;
  readonly most: number;
};

/** Senders of an account, or of all, newest first. */
export const listSenders = read.many<SenderSearch, Omit<SenderRecord, 'isShared'>>(
  'list-senders',
  `select s.account_id, a.name as account, s.id, s.name, s.route, s.state, s.reason, s.created_at
  from senders s join accounts a on a.id = s.account_id
  where (:accountId::bigint is null or s.account_id = :accountId)
    and (:state::text is null or s.state = :state)
    and (:beforeId::bigint is null or s.id < :beforeId)
  order by s.id desc
  limit :most`,
);

/** The names that every account may use. */
export const listSharedSenders = read.values<void, { readonly name: string }>(
  'list-shared-senders',
  `select name from shared_senders order by name`,
);

/** Whether a sender of any account, or a chat number, has or had this name. */
export const isSenderKnown = read.any<{ name: string }>(
  'is-sender-known',
  `select from senders where lower(name) = lower(:name)
  union all
  select from links where config ->> 'digits' = :name`,
);

/** A name that an account owns or has requested. */
export type OwnName = { readonly accountId: AccountId; readonly name: string };

/** The brands and short codes of accounts. */
export const listOwnSenders = read.many<void, OwnName>(
  'list-own-senders',
  `select account_id, name from senders s
  where route in ('branded', 'short_code') and state <> 'rejected'
    and not exists (select from shared_senders h where h.name = s.name)
  order by account_id, name`,
);

/** Those that look like a name, itself among them. */
export async function listLikeSenders(reader: Reader, name: string): Promise<readonly OwnName[]> {
  return (await listOwnSenders(reader)).filter((other) => looksLike(name, other.name));
}

type NewSender = {
  readonly name: string;
  readonly route: SenderRoute;
  readonly state: 'waiting' | 'approved';
};

const INSERT = statement<{ readonly id: SenderId }>(
  'insert-sender',
  `insert into senders (account_id, name, route, state, created_at, decided_at)
  values (:accountId, :name, :route, :state, @atMs, case :state when 'approved' then @atMs end)
  on conflict (account_id, name) do nothing
  returning id`,
);

/** undefined if the account already has a sender with this name. */
export async function insertSender(
  transaction: Transaction,
  accountId: AccountId,
  sender: NewSender,
  atMs: number,
): Promise<Sender | undefined> {
  const [row] = await transaction.run(INSERT, { ...sender, accountId, atMs });
  return row && { ...sender, ...row };
}

type SenderDecision = {
  readonly name: string;
  readonly state: 'approved' | 'rejected';
  /** Why it was rejected. */
  readonly reason: string | undefined;
};

/** undefined when the account has no sender of this name. */
export const decideSender = write.one<
  SenderDecision & { accountId: AccountId; atMs: number },
  Omit<Sender, 'isShared'>
>(
  'decide-sender',
  `update senders set state = :state, reason = :reason, decided_at = @atMs
  where account_id = :accountId and name = :name
  returning id, name, route, state`,
);

/** Adds a name to those that are shared; `grantSharedSenders` gives it to accounts. */
export const insertSharedSender = write.run<Pick<NewSender, 'name' | 'route'>>(
  'insert-shared-sender',
  `insert into shared_senders (name, route) values (:name, :route) on conflict (name) do nothing`,
);

/** Waits for names that are being shared at this moment: none must miss a new account. */
export const waitForSharing = write.run(
  'wait-for-sharing',
  'lock table shared_senders in share mode',
);

/** Why a sender withdrawn from every account was rejected: it comes back with the name. */
const NOT_SHARED = 'It is not shared any more.';

/** Gives one account every shared name, or every account one; rejections stay. */
export const grantSharedSenders = write.run<
  { readonly accountId: AccountId } | ({ readonly name: string } & { atMs: number })
>(
  'grant-shared-senders',
  `insert into senders (account_id, name, route, state, created_at, decided_at)
  select a.id, s.name, s.route, 'approved', t.at, t.at
  from accounts a cross join shared_senders s
  cross join (select @atMs as at) t
  where a.id = coalesce(:accountId, a.id) and s.name = coalesce(:name, s.name)
  on conflict (account_id, name) do update
    set state = 'approved', reason = null, decided_at = excluded.decided_at
    where senders.route = excluded.route
      and (senders.state = 'waiting' or senders.reason = '${NOT_SHARED}')`,
);

/** Withdraws a shared name from every account. */
export const removeSharedSender = write.run<{ name: string; atMs: number }>(
  'remove-shared-sender',
  `with gone as (delete from shared_senders where name = :name returning name, route)
  update senders s set state = 'rejected', reason = '${NOT_SHARED}', decided_at = @atMs
  from gone where s.name = gone.name and s.route = gone.route and s.state <> 'rejected'`,
);

export type AccountSender = Omit<SenderRecord, 'accountId' | 'account'> & {
  /** It is approved, and shared or of a verified account. */
  readonly isUsable: boolean;
  readonly decidedAtMs: number | undefined;
};

const OF_ACCOUNT = `
  select s.id, s.name, s.route, s.state, s.reason, s.created_at, s.decided_at, h.is_shared,
    s.state = 'approved' and (h.is_shared or a.verified) as is_usable
  from senders s join accounts a on a.id = s.account_id
  cross join lateral (select exists (
    select from shared_senders h where h.name = s.name and h.route = s.route) as is_shared) as h
  where s.account_id = :accountId`;

export const listAccountSenders = read.many<
  Pick<SenderSearch, 'state' | 'beforeId' | 'most'> & { accountId: AccountId },
  AccountSender
>(
  'list-account-senders',
  `${OF_ACCOUNT} and s.id < coalesce(:beforeId::bigint, 9223372036854775807)
    and (:state::text is null or s.state = :state)
  order by s.id desc limit :most`,
);

export const findSender = read.one<{ accountId: AccountId; id: SenderId }, AccountSender>(
  'find-account-sender',
  `${OF_ACCOUNT} and s.id = :id::bigint`,
);
