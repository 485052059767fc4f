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
  insert into shared_senders (name) values ($1) on conflict (name) do nothing`;

/** Adds a name to those that every account may use. */
export async function insertSharedSender(transaction: Transaction, name: string): Promise<void> {
  await transaction.run('insert-shared-sender', INSERT_SHARED, [name]);
}
