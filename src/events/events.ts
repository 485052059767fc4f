/**
 * What accounts are told: facts get their numbers here, and go to webhooks. The facts themselves
 * are written where they become true (store/messages/event-outbox.ts), in the same commit.
 */
import { DAY_MS, MINUTE_MS } from '../domain/durations.ts';
import type { WebhookAttempt } from '../domain/event/webhook.ts';
import type { AccountId } from '../domain/ids.ts';
import { limit } from '../domain/limits.ts';
import { forgetOldEvents } from '../features/events/events.sql.ts';
import type { Ids } from '../kit/ids.ts';
import type { Log } from '../kit/log.ts';
import type { HeldLease } from '../store/nodes/nodes.ts';
import {
  dropDeliveries,
  forgetWebhookAttempts,
  insertWebhookAttempts,
} from '../features/webhooks/webhook-attempts.sql.ts';
import { readHeldWebhooks } from '../features/webhooks/webhooks.sql.ts';
import { listDays } from '../store/messages/old-days.ts';
import { attempt } from './attempt.ts';
import { createDeliver, type DeliverDeps } from './deliver.ts';
import { createKeepLogs } from './keep-logs.ts';

/** Its jobs; `isOld`: it is time to check again which logs this node holds. */
export type EventJobs = {
  isOld(): boolean;
  /** This node holds logs: what other nodes record in them is for it to deliver. */
  keepsLogs(): boolean;
  hold(): Promise<void>;
  number(): Promise<void>;
  /** Removes what is older than events are kept. */
  forget(): Promise<void>;
};

type EventsDeps = DeliverDeps & {
  readonly lease: HeldLease;
  readonly ids: Ids;
  readonly keptDays: number;
};

type OneWebhook = { readonly accountId: AccountId; readonly id: number };

export type RunningEvents = EventJobs & {
  /** Starts delivering: on nodes with the role `worker`. */
  start(): void;
  stop(): Promise<void>;
  /** An account has changed, and perhaps its webhooks. */
  reload(accountId: AccountId): Promise<void>;
  /** Posts a test event; undefined: the account has no such webhook. */
  test(webhook: OneWebhook): Promise<WebhookAttempt | undefined>;
};

export function createEvents(deps: EventsDeps): RunningEvents {
  const { clock } = deps;
  const deliver = createDeliver(deps);
  const logs = createKeepLogs({ ...deps, onHeld: deliver.hold, onNumbered: deliver.numbered });
  let heldAtMs = Number.NEGATIVE_INFINITY;
  return {
    isOld: () => clock.monotonicMs() - heldAtMs >= MINUTE_MS,
    async hold() {
      heldAtMs = clock.monotonicMs();
      await logs.hold();
    },
    keepsLogs: logs.holds,
    number: logs.number,
    forget: () => forgetEvents(deps),
    start: deliver.start,
    async stop() {
      await logs.number();
      await deliver.stop();
      await logs.release();
    },
    reload: deliver.reload,
    test: (webhook) => test(deps, webhook),
  };
}

/** Removes events from more than `keptDays` days ago, and the days of what webhooks answered. */
export async function forgetEvents({
  db,
  clock,
  log,
  keptDays,
}: Pick<EventsDeps, 'db' | 'clock' | 'keptDays'> & {
  readonly log: Pick<Log, 'info' | 'warn'>;
}): Promise<void> {
  const most = limit('eventsForgottenAtOnce');
  const beforeMs = clock.nowMs() - keptDays * DAY_MS;
  while ((await db.transact((tx) => forgetOldEvents(tx, { beforeMs, most }))) === most);
  while ((await db.transact((tx) => forgetWebhookAttempts(tx, { beforeMs, most }))) === most);
  for (const { name: day } of await listDays(db, 'webhook_deliveries', beforeMs)) {
    const held = await dropDeliveries(db, day);
    if (held === undefined) log.info({ day }, 'the deliveries of an old day are dropped');
    else log.warn({ day, held }, 'the deliveries of an old day are kept');
  }
}

/**
 * Signed and posted like any other, once; it appears in the log of attempts but in no list. Its
 * number is an id, far above event numbers, so that receivers see it as new.
 */
async function test(
  deps: EventsDeps,
  { accountId, id }: OneWebhook,
): Promise<WebhookAttempt | undefined> {
  const hook = (await readHeldWebhooks(deps.db, [accountId])).find((it) => it.id === id);
  if (hook === undefined) return undefined;
  const atMs = deps.clock.nowMs();
  const nothing = { subjectId: 0, move: undefined, fact: undefined };
  const number = deps.ids.next();
  const event = { accountId, number, atMs, type: 'webhook.test' as const, ...nothing };
  const [body = {}] = await deps.show([event]);
  const target = deps.open(hook.url);
  try {
    const made = await attempt(deps, { hook, target }, { event, body: JSON.stringify(body) });
    const { verdict: _, ...rest } = made;
    const key = { accountId, webhookId: id, number, type: event.type, attempt: 1 };
    const line = { ...key, ...rest, nextAtMs: undefined };
    await deps.db.transact((tx) => insertWebhookAttempts(tx, [line]));
    return line;
  } finally {
    await target.close();
  }
}
