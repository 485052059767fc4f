/**
 * What somebody has made of an account that works without them: keys, webhooks, invitations. Here
 * alone it is known who counts as its maker: a person, also as staff, a key, and whatever keys
 * these have made.
 */
import { ROLE_SCOPES, ROLES, type Scope } from '../../domain/account/account.ts';
import type { Webhook } from '../../domain/event/webhook.ts';
import type { AccountId, KeyId } from '../../domain/ids.ts';
import type { Reader, Transaction } from '../../kit/postgres/pool.ts';
import { endInvitationsOf } from '../invitations/invitations.sql.ts';
import { endKey, listKeysMadeBy, updateKey, type KeyRecord } from '../keys/keys.sql.ts';
import type { AccountUser } from './users.sql.ts';
import { changeWebhookRow, listWebhooks } from '../webhooks/webhooks.sql.ts';
import type { Admin } from '../../operations/admin.ts';

export type Made = {
  /** Those that have not ended, further ones that they have made included. */
  readonly keys: readonly KeyRecord[];
  /** Those whose present address they have set. */
  readonly webhooks: readonly Webhook[];
  /** They, and every key that they have made, as the audit names them. */
  readonly makers: readonly string[];
};

/** In whose names a person acts: people who are on the staff act in that name, too. */
export function actorsOf({ id, email }: Pick<AccountUser, 'id' | 'email'>): readonly string[] {
  return [`user:${id}`, `staff:${email}`];
}

/** What some have made of an account, by themselves or by a key of theirs; not what asks for it. */
export async function findMade(
  { clock, actor: except }: Pick<Admin, 'clock' | 'actor'>,
  reader: Reader,
  accountId: AccountId,
  actors: readonly string[],
): Promise<Made> {
  const keys = await listKeysMadeBy(reader, { actors, except, accountId });
  const makers = [...actors, ...keys.map((key) => `key:${key.id}`)];
  const nowMs = clock.nowMs();
  return {
    keys: keys.filter(({ expiresAtMs = Infinity }) => expiresAtMs > nowMs),
    webhooks: (await listWebhooks(reader, { accountId })).filter(({ pointedBy = '' }) =>
      makers.includes(pointedBy),
    ),
    makers,
  };
}

/** Ends keys, and pauses webhooks, whose maker is gone. */
export async function endMade(
  { clock }: Pick<Admin, 'clock'>,
  transaction: Transaction,
  accountId: AccountId,
  { keys, webhooks, why }: Pick<Made, 'keys' | 'webhooks'> & { readonly why: string },
): Promise<void> {
  const atMs = clock.nowMs();
  for (const { id } of keys) await endKey(transaction, { id, atMs, accountId });
  for (const webhook of webhooks.filter(({ state }) => state === 'active')) {
    await changeWebhookRow(transaction, { ...webhook, state: 'paused', stateReason: why });
  }
}

/** Ends what makers have invited others to, and may not: nobody gives scopes they do not have. */
export async function endInvitations(
  transaction: Transaction,
  accountId: AccountId,
  { makers, scopes }: { readonly makers: readonly string[]; readonly scopes: readonly Scope[] },
): Promise<void> {
  const roles = ROLES.filter(
    (role) =>
      !scopes.includes('account') || ROLE_SCOPES[role].some((scope) => !scopes.includes(scope)),
  );
  await endInvitationsOf(transaction, { makers, roles, accountId });
}

/** What would end, in sentences. */
export function sayMade({ keys, webhooks }: Pick<Made, 'keys' | 'webhooks'>): readonly string[] {
  return [
    ...(keys.length === 0 ? [] : [`Keys end: ${namesOf(keys)}.`]),
    ...webhooks.map(({ id, url }) => `The webhook ${id} is paused: ${url}.`),
  ];
}

/** Keys by id and name. */
export function namesOf(keys: readonly Pick<KeyRecord, 'id' | 'name'>[]): string {
  return keys.map(({ id, name }) => `${id} (${name})`).join(', ');
}

/** For the audit: what has ended, or was kept. */
export function detailOf(
  { keys, webhooks }: Pick<Made, 'keys' | 'webhooks'>,
  keep: boolean,
): Readonly<Record<string, unknown>> {
  const ids = ({ id }: { readonly id: KeyId | number }) => String(id);
  return { [keep ? 'kept' : 'ended']: { keys: keys.map(ids), webhooks: webhooks.map(ids) } };
}

/** The keys that may do more than their maker may now, and what of it they would keep. */
export function beyond(
  own: readonly Scope[],
  keys: readonly KeyRecord[],
): readonly (KeyRecord & { readonly left: readonly Scope[] })[] {
  return keys.flatMap((key) => {
    const left = key.scopes.filter((it) => own.includes(it));
    return left.length === key.scopes.length ? [] : [{ ...key, left }];
  });
}

/** Takes from keys what their maker may not do; one with nothing left ends. */
export async function narrowMade(
  { clock }: Pick<Admin, 'clock'>,
  transaction: Transaction,
  accountId: AccountId,
  keys: ReturnType<typeof beyond>,
): Promise<void> {
  for (const { left, ...key } of keys) {
    await (left.length === 0
      ? endKey(transaction, { id: key.id, atMs: clock.nowMs(), accountId })
      : updateKey(transaction, { ...key, scopes: left, accountId }));
  }
}
