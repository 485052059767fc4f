/**
 * Posts events to webhooks of accounts whose logs this node holds: in turns, so that a slow or dead
 * webhook delays nobody else, and with a limit on what is under way.
 */
import { eventsOf, type StoredEvent } from '../domain/event/event.ts';
import type { WebhookAttempt } from '../domain/event/webhook.ts';
import { limit } from '../domain/limits.ts';
import { pause, type Timer } from '@paigham/base/clock.ts';
import type { PostTarget } from '@paigham/http/fetch/post.ts';
import { createGroup, type Group } from '../kit/group.ts';
import type { Log } from '../kit/log.ts';
import { isTransient } from '../kit/postgres/faults.ts';
import type { Database } from '../kit/postgres/pool.ts';
import { oneAtATime } from '../kit/semaphore.ts';
import { readEventsAfter } from '../features/events/events.sql.ts';
import { attempt, type AttemptDeps, type Attempted } from './attempt.ts';
import { type DeliveryState, subjectOf, type Verdict } from './delivery-state.ts';
import {
  createHeldWebhooks,
  type HeldWebhooks,
  type Picked,
  type Running,
} from './held-webhooks.ts';
import { writeAttempts } from './write-attempts.ts';

const TICK_MS = 20;
const RETRY_MS = 250;
/** How long answers may still arrive when the node stops. */
const STOP_MS = 1_000;

export type DeliverDeps = AttemptDeps & {
  readonly db: Database;
  readonly log: Log;
  readonly lease: { holds(): boolean };
  /** Opens connections to a webhook. */
  readonly open: (url: string) => PostTarget;
  /** Each event as JSON, in order. */
  readonly show: (events: readonly StoredEvent[]) => Promise<readonly object[]>;
  /** Called for each post, with what became of it. */
  readonly count: (fate: Verdict['kind']) => void;
};

type Deliver = Pick<HeldWebhooks, 'hold' | 'reload' | 'numbered'> & {
  start(): void;
  /** What is not answered in a moment is cut off, and posted again later. */
  stop(): Promise<void>;
};

export type Made = {
  readonly running: Running;
  readonly attempted: Attempted;
  readonly line: WebhookAttempt;
};

export function createDeliver(deps: DeliverDeps): Deliver {
  const { clock, log, lease } = deps;
  const webhooks = createHeldWebhooks(deps);
  let underWay = 0;
  let timer: Timer | undefined;
  const group = createGroup<Made, void>({
    async work(made) {
      await writeAtLast(deps, made);
      return made.map(() => undefined);
    },
    mostItems: limit('webhookAttemptsAtOnce'),
  });

  const tick = oneAtATime(async () => {
    if (timer === undefined || !lease.holds()) return;
    await webhooks.fill();
    const picked = webhooks.pick(limit('webhooksUnderWay') - underWay, clock.nowMs());
    if (picked.length === 0) return;
    underWay += picked.length;
    const telling = await tellingOf(deps, picked).catch((error: unknown) => {
      underWay -= picked.length;
      for (const { running, due } of picked) running.deliveryState.giveBack(due);
      throw error;
    });
    for (const { running, due, told } of telling) {
      const ended = (): void => void (underWay -= 1);
      if (told !== undefined) {
        void post(deps, { group, running }, told).finally(ended);
        continue;
      }
      // The event has expired.
      running.deliveryState.end(due.number, undefined, { kind: 'delivered' }, clock.nowMs());
      ended();
    }
  });
  const tickOn = (): void => {
    tick().catch((error: unknown) => log.warn({ error }, 'events could not be posted now'));
  };

  return {
    hold: webhooks.hold,
    reload: webhooks.reload,
    numbered(events) {
      webhooks.numbered(events);
      tickOn();
    },
    start() {
      timer = clock.every(TICK_MS, tickOn);
    },
    async stop() {
      timer?.cancel();
      timer = undefined;
      const untilMs = clock.monotonicMs() + STOP_MS;
      while (underWay > 0 && clock.monotonicMs() < untilMs) await pause(clock, TICK_MS);
      await webhooks.close();
      while (underWay > 0) await pause(clock, TICK_MS);
      await group.drained();
    },
  };
}

type Told = { readonly event: StoredEvent; readonly body: string };

/** What to post for each; undefined: the event has expired. */
async function tellingOf(
  { db, show }: DeliverDeps,
  picked: readonly Picked[],
): Promise<readonly (Picked & { readonly told: Told | undefined })[]> {
  const events = await eventsOfPicked(db, picked);
  const kept = events.filter((it) => it !== undefined);
  const shown = await show(kept);
  const bodies = new Map(kept.map((it, index) => [it, JSON.stringify(shown[index])]));
  return picked.map((it, index) => {
    const event = events[index];
    const body = event && bodies.get(event);
    const told = event === undefined || body === undefined ? undefined : { event, body };
    return { ...it, told };
  });
}

/** Posts one event, and has recorded the outcome when it resolves. Never rejects. */
async function post(
  deps: DeliverDeps,
  to: { readonly group: Group<Made, void>; readonly running: Running },
  told: Told,
): Promise<void> {
  const { clock, log } = deps;
  const { group, running } = to;
  const { deliveryState, target } = running;
  const { hook } = deliveryState;
  const { event } = told;
  try {
    const attempted = await attempt(deps, { hook, target }, told);
    deps.count(attempted.verdict.kind);
    const line = endOf(deliveryState, event, attempted, clock.nowMs());
    await group.add({ running, attempted, line });
  } catch (error) {
    log.error({ error, account: hook.accountId, webhook: hook.id }, 'an event was not posted');
    const failed = { kind: 'failed', retryAfterMs: undefined, chance: 0.5 } as const;
    deliveryState.end(event.number, subjectOf(event), failed, clock.nowMs());
  }
}

/** The events themselves; retried ones are read from the log. */
async function eventsOfPicked(
  db: Database,
  picked: readonly Picked[],
): Promise<readonly (StoredEvent | undefined)[]> {
  const again = picked.filter(({ due }) => due.event === undefined);
  const places = again.map(({ running, due }) => {
    return { accountId: running.deliveryState.hook.accountId, after: due.number - 1 };
  });
  const groups = await readEventsAfter(db, places, 1);
  const byName = new Map(
    groups.flatMap(eventsOf).map((it) => [`${it.accountId} ${it.number}`, it]),
  );
  return picked.map(({ running, due }) => {
    return due.event ?? byName.get(`${running.deliveryState.hook.accountId} ${due.number}`);
  });
}

function endOf(
  deliveryState: DeliveryState,
  event: StoredEvent,
  attempted: Attempted,
  nowMs: number,
): WebhookAttempt {
  const { atMs, durationMs, status, answer, error, verdict } = attempted;
  const { number, type, accountId } = event;
  const made = deliveryState.attemptsOf(number) + 1;
  const nextAtMs = deliveryState.end(number, subjectOf(event), verdict, nowMs);
  const key = { accountId, webhookId: deliveryState.hook.id, number, type };
  return { ...key, attempt: made, atMs, durationMs, status, answer, error, nextAtMs };
}

/** Writes what was done, however long the database is away. */
async function writeAtLast(deps: DeliverDeps, made: readonly Made[]): Promise<void> {
  const { db, clock, log } = deps;
  const running = new Set(made.map((it) => it.running));
  const changes = [...running].map((it) => ({
    running: it,
    changes: it.deliveryState.takeChanges(),
  }));
  for (;;) {
    try {
      return await db.transact((tx) => writeAttempts(tx, { made, changes, nowMs: clock.nowMs() }));
    } catch (error) {
      if (!isTransient(error)) throw error;
      log.warn({ error }, 'what webhooks answered could not be stored yet');
      await pause(clock, RETRY_MS);
    }
  }
}
