import type { AccountId, SenderId } from '../../domain/ids.ts';
import type { Sender, SenderRoute } from '../../domain/sender/sender.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';

export type NewSender = {
  readonly name: string;
  readonly route: SenderRoute;
  readonly state: 'waiting' | 'approved';
};

const INSERT_SENDER = `
  insert into senders (account_id, name, route, state, created_at, decided_at)
  values ($1, $2, $3, $4, to_timestamp($5::float8 / 1000),
          case $4 when 'approved' then to_timestamp($5::float8 / 1000) end)
  on conflict (account_id, name) do nothing
  returning id`;

/** undefined when the account has a sender of this name already. */
export async function insertSender(
  transaction: Transaction,
  accountId: AccountId,
  sender: NewSender,
  atMs: number,
): Promise<Sender | undefined> {
  const values = [accountId, sender.name, sender.route, sender.state, atMs];
  const rows = await transaction.run<{ readonly id: SenderId }>(
    'insert-sender',
    INSERT_SENDER,
    values,
  );
  const row = rows[0];
  return row === undefined ? undefined : { ...sender, id: row.id };
}

export type SenderDecision = {
  readonly name: string;
  readonly state: 'approved' | 'rejected';
  /** Why it was rejected. */
  readonly reason: string | undefined;
};

const DECIDE_SENDER = `
  update senders set state = $3, reason = $4, decided_at = to_timestamp($5::float8 / 1000)
  where account_id = $1 and name = $2
  returning id, name, route, state`;

/** undefined when the account has no sender of this name. */
export async function decideSender(
  transaction: Transaction,
  accountId: AccountId,
  decision: SenderDecision,
  atMs: number,
): Promise<Sender | undefined> {
  const { name, state, reason } = decision;
  const values = [accountId, name, state, reason ?? null, atMs];
  const rows = await transaction.run<Sender>('decide-sender', DECIDE_SENDER, values);
  return rows[0];
}

const INSERT_SHARED = `
  insert into shared_senders (name, route) values ($1, $2) on conflict (name) do nothing`;

/** Why a sender was rejected that was taken from every account: it comes back with the name. */
const NOT_SHARED = 'It is not shared any more.';

const GRANT_SHARED = `
  insert into senders (account_id, name, route, state, created_at, decided_at)
  select a.id, s.name, s.route, 'approved', t.at, t.at
  from accounts a cross join shared_senders s
  cross join (select to_timestamp($1::float8 / 1000) as at) t
  where a.id = coalesce($2, a.id) and s.name = coalesce($3, s.name)
  on conflict (account_id, name) do update
    set state = 'approved', reason = null, decided_at = excluded.decided_at
    where senders.route = excluded.route
      and (senders.state = 'waiting' or senders.reason = '${NOT_SHARED}')`;

/** Adds a name to those that are shared; `grantSharedSenders` gives it to accounts. */
export async function insertSharedSender(
  transaction: Transaction,
  { name, route }: Pick<NewSender, 'name' | 'route'>,
): Promise<void> {
  await transaction.run('insert-shared-sender', INSERT_SHARED, [name, route]);
}

/** Waits for names that are being shared at this moment: none is to miss a new account. */
export async function waitForSharing(transaction: Transaction): Promise<void> {
  await transaction.run('wait-for-sharing', 'lock table shared_senders in share mode', []);
}

/** Gives one account every shared name, or every account one; who was refused it stays so. */
export async function grantSharedSenders(
  transaction: Transaction,
  to: { readonly accountId: AccountId } | { readonly name: string },
  atMs: number,
): Promise<void> {
  const { accountId, name } = { accountId: null, name: null, ...to };
  await transaction.run('grant-shared-senders', GRANT_SHARED, [atMs, accountId, name]);
}

const REMOVE_SHARED = `
  with gone as (delete from shared_senders where name = $1 returning name, route)
  update senders s set state = 'rejected', reason = '${NOT_SHARED}',
                       decided_at = to_timestamp($2::float8 / 1000)
  from gone where s.name = gone.name and s.route = gone.route and s.state <> 'rejected'`;

/** Takes a shared name away from every account. */
export async function removeSharedSender(
  transaction: Transaction,
  name: string,
  atMs: number,
): Promise<void> {
  await transaction.run('remove-shared-sender', REMOVE_SHARED, [name, atMs]);
}
