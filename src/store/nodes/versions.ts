/**
 * Versions tell every node that what it has in memory is stale. They are raised in the transaction
 * of the change; the journey compares them when it commits, so a change takes effect at once. The
 * announcement only saves the others a first failed attempt. Never used in a hot transaction.
 *
 * They are locks as well, and every transaction takes locks in one order: accounts by their ids,
 * then the settings, then what is changed. Two kinds of rows come before, always: the do-not-call
 * register before the settings, since its import takes long, and what is paid (a payment, a bank
 * transfer, an invoice) before its account's balance.
 * Where nothing in memory is stale, but what an account has is counted before more is added,
 * `lockAccount` stands first, or after the version.
 */
import type { AccountId } from '../../domain/ids.ts';
import { write } from '../../kit/postgres/callable.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';
import { statement } from '../../kit/postgres/statement.ts';

/** The channel on which changes are announced; changeOf reads what is heard there. */
export const CHANGES_CHANNEL = 'paigham_changes';

type Change =
  | { readonly of: 'account'; readonly accountId: AccountId }
  | { readonly of: 'settings' }
  /** Link states, or domain owners. They have no version: whoever misses it polls. */
  | { readonly of: 'health' | 'hosts' };

/**
 * Raises the version of an account and holds its balance until the transaction ends, so that two
 * changes of one account never interleave. False when there is no such account.
 */
export const raiseAccountVersion = write.any<{ accountId: AccountId }>(
  'raise-account-version',
  `with raised as (
    update balances set version = version + 1 where account_id = :accountId returning account_id
  )
  select pg_notify('${CHANGES_CHANNEL}', 'account ' || account_id) as announced from raised`,
);

/**
 * Whoever adds to what an account may have so many of waits here for who does already: otherwise of
 * many at once none would count the others. Its money moves meanwhile.
 */
export const lockAccount = write.any<{ accountId: AccountId }>(
  'lock-account',
  `select id from accounts where id = :accountId for no key update`,
);

/** Raises the version of every account; nodes learn of it where they commit, or by looking. */
export const raiseAllAccountVersions = write.run(
  'raise-all-account-versions',
  `with locked as (select account_id from balances order by account_id for update)
  update balances b set version = b.version + 1
  from locked where b.account_id = locked.account_id`,
);

/** Raises the version of operators, prefixes, tariffs, links and routes, one change at a time. */
export const raiseSettingsVersion = write.run(
  'raise-settings-version',
  `with raised as (update settings_version set version = version + 1 returning version)
  select pg_notify('${CHANGES_CHANNEL}', 'settings') from raised`,
);

const ANNOUNCE = statement('announce', `select pg_notify('${CHANGES_CHANNEL}', :what)`);

export async function announceHealth(transaction: Transaction): Promise<void> {
  await transaction.run(ANNOUNCE, { what: 'health' });
}

/** Announces that domains, or the accounts that own them, have changed. */
export async function announceHosts(transaction: Transaction): Promise<void> {
  await transaction.run(ANNOUNCE, { what: 'hosts' });
}

/** What an announcement says has changed; undefined if it is not one of ours. */
export function changeOf(announced: string): Change | undefined {
  switch (announced) {
    case 'settings':
    case 'health':
    case 'hosts':
      return { of: announced };
  }
  const id = /^account (\d+)$/.exec(announced)?.[1];
  return id === undefined ? undefined : { of: 'account', accountId: Number(id) as AccountId };
}
