/** Webhooks: where an account has its events posted, and when failed posts are retried. */
import type { AccountId } from '../ids.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../durations.ts';
import type { EventType, StoredEvent } from './event.ts';

export const WEBHOOK_STATES = ['active', 'paused', 'disabled'] as const;
export type WebhookState = (typeof WEBHOOK_STATES)[number];

/** A webhook as its account sees it. */
export type Webhook = {
  readonly accountId: AccountId;
  readonly id: number;
  readonly url: string;
  readonly description: string;
  /** Empty: all types. */
  readonly types: readonly EventType[];
  readonly state: WebhookState;
  /** Why it is not active, as a sentence. */
  readonly stateReason: string | undefined;
  /** As the audit names them; undefined: it was made before this was kept. */
  readonly createdBy: string | undefined;
  /** Who has set its address; undefined: nobody knows. */
  readonly pointedBy: string | undefined;
  readonly createdAtMs: number;
  /** Failed attempts since the last one that worked. */
  readonly failures: number;
  readonly failingSinceMs: number | undefined;
  readonly oldSecretUntilMs: number | undefined;
};

export type WebhookAttempt = {
  readonly accountId: AccountId;
  readonly webhookId: number;
  /** The event's number; a test event (`webhook.test`) has an id in its place. */
  readonly number: number;
  readonly type: EventType;
  /** 1 for the first. */
  readonly attempt: number;
  readonly atMs: number;
  readonly durationMs: number;
  /** The HTTP status of the answer; undefined: no answer. */
  readonly status: number | undefined;
  /** The first bytes of the answer. */
  readonly answer: string | undefined;
  /** What went wrong, as a sentence; undefined: nothing. */
  readonly error: string | undefined;
  /** When it is retried; undefined: never. */
  readonly nextAtMs: number | undefined;
};

/** Standard Webhooks 1.0, "deliverability and reliability": from each attempt to the next. */
const RETRIES_MS: readonly number[] = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
];

const LONGEST_MS = 24 * HOUR_MS;

/**
 * How long after its `attempts`-th failed attempt an event is retried, in milliseconds: up to a
 * tenth sooner or later by `chance` (0 to 1), and no sooner than the receiver asks, within a day.
 * undefined: that was the last attempt.
 */
export function retryDelayMs(
  attempts: number,
  ask: { readonly chance: number; readonly retryAfterMs: number | undefined },
): number | undefined {
  const planned = RETRIES_MS[attempts - 1];
  if (planned === undefined) return undefined;
  const jittered = planned * (0.9 + 0.2 * ask.chance);
  return Math.round(Math.max(jittered, Math.min(ask.retryAfterMs ?? 0, LONGEST_MS)));
}

/** `Retry-After` (RFC 9110, section 10.2.3) in milliseconds from `nowMs`; undefined: unreadable. */
export function readRetryAfter(given: string | undefined, nowMs: number): number | undefined {
  if (given === undefined) return undefined;
  if (/^\d{1,9}$/.test(given)) return Number(given) * SECOND_MS;
  const atMs = Date.parse(given);
  return Number.isNaN(atMs) ? undefined : Math.max(0, atMs - nowMs);
}

export function isFor({ types }: Pick<Webhook, 'types'>, { type }: StoredEvent): boolean {
  return types.length === 0 || types.includes(type);
}
