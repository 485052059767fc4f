/** Webhooks of accounts, how far each is, and what is to be tried again. */
import type { Webhook, WebhookState } from '../../domain/event/webhook.ts';
import type { AccountId } from '../../domain/ids.ts';
import { read, write } from '../../kit/postgres/callable.ts';
import type { Reader, Transaction } from '../../kit/postgres/pool.ts';
import { rowsOf, statement } from '../../kit/postgres/statement.ts';

const COLUMNS = `w.account_id, w.id, w.url, w.description, w.types, w.state, w.state_reason,
  w.created_by, coalesce(w.pointed_by, w.created_by) as pointed_by, w.created_at,
  w.failures, w.failing_since, w.old_secret_until`;

export const listWebhooks = read.many<{ accountId: AccountId }, Webhook>(
  'list-webhooks',
  `select ${COLUMNS} from webhooks w where w.account_id = :accountId order by w.id`,
);

/** Webhooks of every account: for staff. */
export const listAllWebhooks = read.many<{ most: number }, Webhook>(
  'list-all-webhooks',
  `select ${COLUMNS} from webhooks w order by w.account_id, w.id limit :most`,
);

/** A webhook as whoever posts to it needs it, with its sealed secrets. */
export type HeldWebhook = Webhook & {
  readonly deliveredNumber: number;
  readonly secret: Uint8Array;
  readonly oldSecret: Uint8Array | undefined;
  /** Those before it that still sign. */
  readonly olderSecrets: readonly Uint8Array[];
};

const OLDER = `from unnest(w.older_secrets, w.older_until)
      with ordinality as o (secret, until, place)
      where o.until > now() order by o.place`;
const OLDER_SECRETS = `select o.secret ${OLDER}`;

const HELD = statement<HeldWebhook>(
  'held-webhooks',
  `select ${COLUMNS}, w.delivered_number, w.secret, w.old_secret,
    array(${OLDER_SECRETS}) as older_secrets
  from webhooks w
  where w.account_id = any (:accountIds::bigint[]) order by w.account_id, w.id`,
);

export async function readHeldWebhooks(
  reader: Reader,
  accountIds: readonly AccountId[],
): Promise<readonly HeldWebhook[]> {
  if (accountIds.length === 0) return [];
  return reader.read(HELD, { accountIds });
}

type NewWebhook = Pick<
  Webhook,
  'accountId' | 'id' | 'url' | 'description' | 'types' | 'createdBy'
> & {
  readonly secret: Uint8Array;
};

/** It begins with what happens from now on. */
export const insertWebhook = write.run<NewWebhook & { atMs: number }>(
  'insert-webhook',
  `insert into webhooks (account_id, id, url, description, types, secret, created_by, created_at,
    delivered_number)
  select :accountId, :id, :url, :description, :types::text[], :secret, :createdBy, @atMs,
    coalesce((select next_number - 1 from event_logs where account_id = :accountId), 0)`,
);

/** Writes what an account may change; one that becomes active again begins anew with failures. */
export const changeWebhookRow = write.run<
  Pick<
    Webhook,
    'accountId' | 'id' | 'url' | 'pointedBy' | 'description' | 'types' | 'state' | 'stateReason'
  >
>(
  'change-webhook',
  `update webhooks set url = :url, pointed_by = :pointedBy, description = :description,
    types = :types::text[], state = :state, state_reason = :stateReason,
    failures = case when :state = 'active' and state <> 'active' then 0 else failures end,
    failing_since = case when :state = 'active' and state <> 'active' then null
      else failing_since end
  where account_id = :accountId and id = :id`,
);

/**
 * Puts a new secret in place of the present one, which signs beside it until then, as do those
 * before it until their own time. False when there are too many of them, or no such webhook.
 */
export const rotateSecret = write.any<{
  accountId: AccountId;
  id: number;
  secret: Uint8Array;
  untilMs: number;
  most: number;
}>(
  'rotate-webhook-secret',
  `update webhooks w set old_secret = secret, old_secret_until = @untilMs, secret = :secret,
    older_secrets = case when old_secret_until > now() then array[old_secret] else '{}' end
      || array(${OLDER_SECRETS}),
    older_until = case when old_secret_until > now() then array[old_secret_until] else '{}' end
      || array(select o.until ${OLDER})
  where account_id = :accountId and id = :id and cardinality(older_secrets) < :most
  returning id`,
);

const REMOVE = statement<{ readonly id: number }>(
  'remove-webhook',
  `with retries as (
    delete from webhook_retries where account_id = :accountId and webhook_id = :id
  )
  delete from webhooks where account_id = :accountId and id = :id returning id`,
);

const UNRECORD = statement(
  'unrecord-events',
  `update event_logs l set recorded_until = @untilMs
  where l.account_id = :accountId
    and not exists (select from webhooks w where w.account_id = :accountId)`,
);

/**
 * Removes a webhook; false when the account has none with this id. What it answered goes with its
 * days. After the last one the account's events are recorded until then.
 */
export async function removeWebhookRow(
  transaction: Transaction,
  key: { readonly accountId: AccountId; readonly id: number },
  untilMs: number,
): Promise<boolean> {
  const removed = await transaction.run(REMOVE, key);
  await transaction.run(UNRECORD, { accountId: key.accountId, untilMs });
  return removed.length === 1;
}

/** An event that is to be tried again at a webhook. */
export type WebhookRetry = {
  readonly accountId: AccountId;
  readonly webhookId: number;
  readonly number: number;
  /** The message whose later events wait for it; undefined: none do. */
  readonly subjectId: number | undefined;
  /** Made so far. */
  readonly attempts: number;
  readonly dueAtMs: number;
};

const RETRIES = statement<WebhookRetry>(
  'read-webhook-retries',
  `select r.account_id, r.webhook_id, r.number, r.subject_id, r.attempts, r.due_at
  from webhook_retries r where r.account_id = any (:accountIds::bigint[])
  order by r.account_id, r.webhook_id, r.number`,
);

/** What is to be tried again at the webhooks of these accounts. */
export async function readRetries(
  reader: Reader,
  accountIds: readonly AccountId[],
): Promise<readonly WebhookRetry[]> {
  return accountIds.length === 0 ? [] : reader.read(RETRIES, { accountIds });
}

/** Notes what is to be tried again, at webhooks that are still there. */
export const putRetries = write.rows<WebhookRetry>(
  'put-webhook-retries',
  `insert into webhook_retries (account_id, webhook_id, number, subject_id, attempts, due_at)
  select t.* from ${rowsOf({
    accountId: 'bigint',
    webhookId: 'bigint',
    number: 'bigint',
    subjectId: 'bigint',
    attempts: 'smallint',
    dueAtMs: 'timestamptz',
  })}
  join webhooks w on w.account_id = t.account_id and w.id = t.webhook_id
  on conflict (account_id, webhook_id, number) do update
    set attempts = excluded.attempts, due_at = excluded.due_at`,
);

/** What was delivered at last, or given up. */
export const endRetries = write.rows<Pick<WebhookRetry, 'accountId' | 'webhookId' | 'number'>>(
  'end-webhook-retries',
  `delete from webhook_retries r
  using ${rowsOf({ accountId: 'bigint', webhookId: 'bigint', number: 'bigint' })}
  where r.account_id = t.account_id and r.webhook_id = t.webhook_id and r.number = t.number`,
);

/** How far a webhook is, and how it fares. */
type WebhookProgress = {
  readonly accountId: AccountId;
  readonly id: number;
  readonly deliveredNumber: number;
  readonly failures: number;
  readonly failingSinceMs: number | undefined;
};

/** Writes how far webhooks are. Whoever writes it, it is true: it never goes back. */
export const advanceWebhooks = write.rows<WebhookProgress>(
  'advance-webhooks',
  `update webhooks w
  set delivered_number = greatest(w.delivered_number, t.delivered_number),
      failures = t.failures, failing_since = t.failing_since
  from ${rowsOf({
    accountId: 'bigint',
    id: 'bigint',
    deliveredNumber: 'bigint',
    failures: 'int',
    failingSinceMs: 'timestamptz',
  })}
  where w.account_id = t.account_id and w.id = t.id`,
);

/** Stops a webhook by itself; false: it was not active any more. */
export const stopWebhook = write.any<{
  accountId: AccountId;
  id: number;
  state: WebhookState;
  reason: string;
}>(
  'stop-webhook',
  `update webhooks set state = :state, state_reason = :reason
  where account_id = :accountId and id = :id and state = 'active' returning id`,
);
