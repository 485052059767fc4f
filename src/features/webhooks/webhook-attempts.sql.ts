/** Every attempt at a webhook, and what was answered, by the day (docs/decisions/0081). */
import type { WebhookAttempt } from '../../domain/event/webhook.ts';
import type { AccountId } from '../../domain/ids.ts';
import { firstIdAt, PER_SECOND } from '../../kit/ids.ts';
import type { Database, Reader, Transaction } from '../../kit/postgres/pool.ts';
import { rowsOf, statement } from '../../kit/postgres/statement.ts';
import { numberList } from '../../kit/postgres/values.ts';
import { last } from '../../kit/postgres/callable.ts';

/** The id carries the second of the attempt; within it attempts have the order of this. */
const INSERT = statement(
  'insert-webhook-attempts',
  `insert into webhook_deliveries (id, account_id, webhook_id, number, type, attempt, at,
    duration_ms, status, answer, error, next_at)
  select t.first_id + nextval('webhook_delivery_order') % ${PER_SECOND}, t.account_id,
    t.webhook_id, t.number, t.type, t.attempt, t.at, t.duration_ms, t.status, t.answer, t.error,
    t.next_at
  from ${rowsOf({
    firstId: 'bigint',
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

export async function insertWebhookAttempts(
  transaction: Transaction,
  attempts: readonly WebhookAttempt[],
): Promise<void> {
  if (attempts.length === 0) return;
  const rows = attempts.map((it) => ({ ...it, firstId: firstIdAt(it.atMs) }));
  await transaction.run(INSERT, { rows });
}

/** An attempt in the log, with its place there. */
export type LoggedAttempt = WebhookAttempt & { readonly id: number };

type AttemptSearch = {
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

const COLUMNS = `account_id, webhook_id, id, number, type, attempt, at, duration_ms, status,
    answer, error, next_at`;

const list = (ofEvent: string): string => `
  select ${COLUMNS} from webhook_deliveries
  where account_id = :accountId and webhook_id = :webhookId ${ofEvent}
    and id < coalesce(:below::bigint, 9223372036854775807)
    and (not :failed::boolean or error is not null)
  order by id desc limit :most`;

const LIST = statement<LoggedAttempt>('list-webhook-attempts', list(''));
/** A statement of its own, for an index of its own. */
const OF_EVENT = statement<LoggedAttempt>('list-webhook-attempts-of', list('and number = :number'));

/** Attempts at one webhook, the newest first. */
export async function listWebhookAttempts(
  reader: Reader,
  search: AttemptSearch,
): Promise<readonly LoggedAttempt[]> {
  return reader.read(search.number === undefined ? LIST : OF_EVENT, search);
}

const AT_EVENTS = statement<LoggedAttempt>(
  'list-attempts-at-events',
  `select ${COLUMNS} from webhook_deliveries
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

/** Removes attempts that the version before noted before that moment, `most` at once; how many. */
export const forgetWebhookAttempts = last.count<{ beforeMs: number; most: number }>(
  'forget-webhook-attempts',
  `delete from webhook_attempts a
  using (select ctid from webhook_attempts where at < @beforeMs order by at limit :most) as old
  where a.ctid = old.ctid
  returning a.id`,
);

const DROP = statement<{ readonly held: string | undefined }>(
  'drop-deliveries',
  'select drop_deliveries(:day) as held',
);

/** Drops what webhooks answered on a day. Why not, where it is kept: then nothing has happened. */
export async function dropDeliveries(
  { transact }: Pick<Database, 'transact'>,
  day: string,
): Promise<string | undefined> {
  const [row] = await transact((transaction) => transaction.run(DROP, { day }));
  return row?.held;
}
