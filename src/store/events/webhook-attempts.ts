/** Every attempt at a webhook, and what was answered. */
import type { WebhookAttempt } from '../../domain/event/webhook.ts';
import type { AccountId } from '../../domain/ids.ts';
import type { Reader, Transaction } from '../../kit/postgres/pool.ts';
import { rowsOf, statement } from '../../kit/postgres/statement.ts';
import { numberList } from '../../kit/postgres/values.ts';

const INSERT = statement(
  'insert-webhook-attempts',
  `insert into webhook_attempts (account_id, webhook_id, number, type, attempt, at, duration_ms,
    status, answer, error, next_at)
  select t.* from ${rowsOf({
    accountId: 'bigint',
    webhookId: 'bigint',
    number: 'bigint',
    type: 'text',
    attempt: 'smallint',
    atMs: 'timestamptz',
    durationMs: 'int',
    status: 'smallint',
    answer: 'text',
    error: 'text',
    nextAtMs: 'timestamptz',
  })}`,
);

/** Notes attempts. */
export async function insertWebhookAttempts(
  transaction: Transaction,
  attempts: readonly WebhookAttempt[],
): Promise<void> {
  if (attempts.length > 0) await transaction.run(INSERT, { rows: attempts });
}

/** An attempt in the log, with its place there. */
export type LoggedAttempt = WebhookAttempt & { readonly id: number };

export type AttemptSearch = {
  readonly accountId: AccountId;
  readonly webhookId: number;
  /** Below this place; undefined: from the newest. */
  readonly below: number | undefined;
  /** Of this event. */
  readonly number: number | undefined;
  /** Those alone that failed. */
  readonly failed: boolean;
  readonly most: number;
};

const LIST = statement<LoggedAttempt>(
  'list-webhook-attempts',
  `select account_id, webhook_id, id, number, type, attempt, at, duration_ms, status, answer,
    error, next_at
  from webhook_attempts
  where account_id = :accountId and webhook_id = :webhookId
    and id < coalesce(:below::bigint, 9223372036854775807)
    and (:number::bigint is null or number = :number)
    and (not :failed::boolean or error is not null)
  order by id desc limit :most`,
);

/** Attempts at one webhook, the newest first. */
export async function listWebhookAttempts(
  reader: Reader,
  search: AttemptSearch,
): Promise<readonly LoggedAttempt[]> {
  return reader.read(LIST, search);
}

const AT_EVENTS = statement<LoggedAttempt>(
  'list-attempts-at-events',
  `select account_id, webhook_id, id, number, type, attempt, at, duration_ms, status, answer,
    error, next_at
  from webhook_attempts
  where account_id = :accountId and number = any (:numbers::bigint[]) and at >= @sinceMs
  order by at limit :most`,
);

/** Attempts to tell these events to any webhook of the account, the oldest first. */
export async function listAttemptsAtEvents(
  reader: Reader,
  asked: {
    readonly accountId: AccountId;
    readonly numbers: readonly number[];
    /** None was made before. */
    readonly sinceMs: number;
    readonly most: number;
  },
): Promise<readonly LoggedAttempt[]> {
  const { numbers } = asked;
  return numbers.length === 0
    ? []
    : reader.read(AT_EVENTS, { ...asked, numbers: numberList(numbers) });
}

const FORGET = statement<{ readonly id: number }>(
  'forget-webhook-attempts',
  `delete from webhook_attempts a
  using (select ctid from webhook_attempts where at < @beforeMs order by at limit :most) as old
  where a.ctid = old.ctid
  returning a.id`,
);

/** Removes attempts from before that moment, `most` at once. Tells how many. */
export async function forgetWebhookAttempts(
  transaction: Transaction,
  beforeMs: number,
  most: number,
): Promise<number> {
  return (await transaction.last(FORGET, { beforeMs, most })).length;
}
