/** What a person has made of an account that works without them: keys, and webhooks. */
import { ROLE_SCOPES, type Role, type Scope } from '../domain/account/account.ts';
import type { Webhook } from '../domain/event/webhook.ts';
import type { AccountId } from '../domain/ids.ts';
import type { Reader, Transaction } from '../kit/postgres/pool.ts';
import { endKey, listKeysMadeBy, updateKey, type KeyRecord } from '../store/accounts/keys.ts';
import type { AccountUser } from '../store/accounts/users.ts';
import { changeWebhookRow, listWebhooks } from '../store/events/webhooks.ts';
import type { Admin } from './admin.ts';

export type Made = {
  /** Those that have not ended, further ones that they have made included. */
  readonly keys: readonly KeyRecord[];
  readonly webhooks: readonly Webhook[];
};

/** What somebody has made, by themselves or by a key of theirs. */
export async function findMade(
  { clock }: Pick<Admin, 'clock'>,
  reader: Reader,
  accountId: AccountId,
  { id, email }: Pick<AccountUser, 'id' | 'email'>,
): Promise<Made> {
  // People who are on the staff too act in that name.
  const actors = [`user:${id}`, `staff:${email}`];
  const keys = await listKeysMadeBy(reader, accountId, actors);
  const makers = new Set([...actors, ...keys.map((key) => `key:${key.id}`)]);
  const nowMs = clock.nowMs();
  return {
    keys: keys.filter(({ expiresAtMs = Infinity }) => expiresAtMs > nowMs),
    webhooks: (await listWebhooks(reader, accountId)).filter(({ createdBy = '' }) =>
      makers.has(createdBy),
    ),
  };
}

/** Ends keys, and pauses webhooks, whose maker leaves. What was active is told, for the audit. */
export async function endMade(
  { clock }: Pick<Admin, 'clock'>,
  transaction: Transaction,
  accountId: AccountId,
  { keys, webhooks }: Made,
): Promise<void> {
  const atMs = clock.nowMs();
  for (const { id } of keys) await endKey(transaction, accountId, { id, atMs });
  const stateReason = 'whoever made it was removed from the account';
  for (const webhook of webhooks.filter(({ state }) => state === 'active')) {
    await changeWebhookRow(transaction, { ...webhook, state: 'paused', stateReason });
  }
}

/** The keys that may do more than a role, and what of it they would keep. */
export function beyond(
  role: Role,
  keys: readonly KeyRecord[],
): readonly (KeyRecord & { readonly left: readonly Scope[] })[] {
  const own: readonly Scope[] = ROLE_SCOPES[role];
  return keys.flatMap((key) => {
    const left = key.scopes.filter((it) => own.includes(it));
    return left.length === key.scopes.length ? [] : [{ ...key, left }];
  });
}

/** Takes from keys what a role may not do; one with nothing left ends. */
export async function narrowMade(
  { clock }: Pick<Admin, 'clock'>,
  transaction: Transaction,
  accountId: AccountId,
  keys: ReturnType<typeof beyond>,
): Promise<void> {
  for (const { left, ...key } of keys) {
    await (left.length === 0
      ? endKey(transaction, accountId, { id: key.id, atMs: clock.nowMs() })
      : updateKey(transaction, accountId, { ...key, scopes: left }));
  }
}
