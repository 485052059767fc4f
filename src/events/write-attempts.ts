/**
 * Commits a group of attempts: the log, each webhook's position, and which webhooks are stopped.
 */
import type { Transaction } from '../kit/postgres/pool.ts';
import { noteFacts } from '../store/messages/event-outbox.ts';
import { insertWebhookAttempts } from '../features/webhooks/webhook-attempts.sql.ts';
import {
  advanceWebhooks,
  endRetries,
  putRetries,
  stopWebhook,
} from '../features/webhooks/webhooks.sql.ts';
import type { CourseChanges } from './delivery-state.ts';
import type { Made } from './deliver.ts';
import type { Running } from './held-webhooks.ts';

type WrittenAttempts = {
  readonly made: readonly Made[];
  readonly changes: readonly { readonly running: Running; readonly changes: CourseChanges }[];
  readonly nowMs: number;
};

const GONE = { state: 'disabled', reason: 'it answered 410: it wants no more events' } as const;
const LONG = { state: 'paused', reason: 'it has failed for 5 days' } as const;

/** Deliveries and retries are one commit, so that nothing is lost in between. */
export async function writeAttempts(
  transaction: Transaction,
  { made, changes, nowMs }: WrittenAttempts,
): Promise<void> {
  const progress = changes.map(({ running, changes: it }) => {
    const { accountId, id } = running.deliveryState.hook;
    return { accountId, id, webhookId: id, ...it };
  });
  const keyed = progress.toSorted((a, b) => a.accountId - b.accountId || a.id - b.id);
  const ended = keyed.flatMap(({ accountId, webhookId, ended: numbers }) =>
    numbers.map((number) => ({ accountId, webhookId, number })),
  );
  await Promise.all([
    insertWebhookAttempts(
      transaction,
      made.map(({ line }) => line),
    ),
    advanceWebhooks(transaction, keyed),
    putRetries(
      transaction,
      keyed.flatMap(({ put }) => put),
    ),
    endRetries(transaction, ended),
  ]);
  for (const { running } of changes) {
    const gone = made.some((it) => it.running === running && it.attempted.verdict.kind === 'gone');
    if (gone) await stop(transaction, running, GONE, nowMs);
    else if (running.deliveryState.hasFailedLong(nowMs))
      await stop(transaction, running, LONG, nowMs);
  }
}

/**
 * The account hears of it through its other webhooks, its list of events, and the webhook's state.
 */
async function stop(
  transaction: Transaction,
  { deliveryState }: Running,
  as: typeof GONE | typeof LONG,
  nowMs: number,
): Promise<void> {
  const { accountId, id, url } = deliveryState.hook;
  if (!(await stopWebhook(transaction, { accountId, id, ...as }))) return;
  deliveryState.hook = { ...deliveryState.hook, state: as.state, stateReason: as.reason };
  const fact = { id: String(id), url, state: as.state, reason: as.reason };
  await noteFacts(transaction, [{ accountId, type: 'webhook.stopped', subjectId: id, fact }], {
    atMs: nowMs,
  });
}
