/**
 * The state of one webhook: what it has yet to receive, what must be retried, and how it is doing.
 * Events of one message are delivered in order; a failure holds up only its own message. No I/O.
 */
import type { StoredEvent } from '../domain/event/event.ts';
import { isFor, retryDelayMs } from '../domain/event/webhook.ts';
import { DAY_MS, SECOND_MS } from '../domain/durations.ts';
import { limit } from '../domain/limits.ts';
import type { HeldWebhook, WebhookRetry } from '../features/webhooks/webhooks.sql.ts';

/** The outcome of an attempt. */
export type Verdict =
  | { readonly kind: 'delivered' }
  | { readonly kind: 'gone' }
  | {
      readonly kind: 'failed';
      readonly retryAfterMs: number | undefined;
      /** From 0 to 1. */
      readonly chance: number;
    };

/** What has to be written since last time. */
export type CourseChanges = {
  readonly deliveredNumber: number;
  readonly failures: number;
  readonly failingSinceMs: number | undefined;
  readonly put: readonly WebhookRetry[];
  readonly ended: readonly number[];
};

/** An event to post now, and the number of the attempt. */
export type Due = { readonly number: number; readonly event: StoredEvent | undefined };

export class DeliveryState {
  /** Replaced when its account changes it. */
  hook: HeldWebhook;
  /** Everything up to here is handled. */
  #delivered: number;
  /** Everything up to here was read from the log. */
  #read: number;
  #failures: number;
  #failingSinceMs: number | undefined;
  #restsUntilMs = 0;
  /** It has answered well since it last failed, so it may be sent several at once. */
  #isProven = false;
  readonly #ready: StoredEvent[] = [];
  readonly #inFlight = new Set<number>();
  readonly #handled = new Set<number>();
  readonly #retries = new Map<number, WebhookRetry>();
  /** Undelivered event numbers by the message that they are about, in order. */
  readonly #bySubject = new Map<number, number[]>();
  #put = new Map<number, WebhookRetry>();
  #ended = new Set<number>();

  constructor(hook: HeldWebhook) {
    this.hook = hook;
    this.#delivered = hook.deliveredNumber;
    this.#read = hook.deliveredNumber;
    this.#failures = hook.failures;
    this.#failingSinceMs = hook.failingSinceMs;
  }

  /** The last number that was read. */
  get read(): number {
    return this.#read;
  }

  get failingSinceMs(): number | undefined {
    return this.#failingSinceMs;
  }

  /** Its account has changed it; made active again, it begins anew with failures. */
  change(hook: HeldWebhook): void {
    if (this.hook.state !== 'active' && hook.state === 'active') {
      this.#failures = 0;
      this.#failingSinceMs = undefined;
      this.#restsUntilMs = 0;
    }
    this.hook = hook;
  }

  attemptsOf(number: number): number {
    return this.#retries.get(number)?.attempts ?? 0;
  }

  hasRoom(): boolean {
    const isActive = this.hook.state === 'active';
    return (
      isActive &&
      this.#ready.length < limit('webhookReady') &&
      this.#retries.size < limit('webhookRetries')
    );
  }

  /** Takes over stored retries. One that was asked for does not wait for its time, nor for rest. */
  addRetries(retries: readonly WebhookRetry[]): void {
    for (const retry of retries.toSorted((a, b) => a.number - b.number)) {
      const { number, attempts, dueAtMs } = retry;
      if (this.#ended.has(number) || this.#inFlight.has(number)) continue;
      const known = this.#retries.get(number);
      // What is stored may be an attempt behind; after one failure the next is a moment away.
      const isAsked = attempts === 0 && (known?.attempts ?? 0) > 1;
      if (known !== undefined && !isAsked) continue;
      this.#retries.set(number, known === undefined ? retry : { ...known, attempts, dueAtMs });
      this.#queue(retry.subjectId, number);
      if (attempts === 0) this.#restsUntilMs = 0;
    }
  }

  /** Takes events from the log, in order; skips those read before. */
  add(events: readonly StoredEvent[]): void {
    for (const event of events) {
      if (event.number !== this.#read + 1) continue;
      this.#read = event.number;
      if (isFor(this.hook, event)) {
        this.#ready.push(event);
        this.#queue(subjectOf(event), event.number);
      } else this.#handled.add(event.number);
    }
    this.#advance();
  }

  /** The next event to post; undefined: there is none, or it must wait. */
  next(nowMs: number): Due | undefined {
    const most = this.#isProven ? limit('webhookAtOnce') : 1;
    if (this.hook.state !== 'active' || this.#inFlight.size >= most) return undefined;
    if (nowMs < this.#restsUntilMs) return undefined;
    const retry = this.#dueRetry(nowMs);
    if (retry !== undefined) {
      this.#inFlight.add(retry);
      return { number: retry, event: undefined };
    }
    for (;;) {
      const index = this.#ready.findIndex((it) => !this.#isInFlightBefore(it));
      const [event] = index === -1 ? [] : this.#ready.splice(index, 1);
      if (event === undefined) return undefined;
      if (this.#isFirst(subjectOf(event), event.number)) {
        this.#inFlight.add(event.number);
        return { number: event.number, event };
      }
      this.#waitBehind(event, nowMs);
    }
  }

  /** It was not posted after all. */
  giveBack({ number, event }: Due): void {
    this.#inFlight.delete(number);
    if (event !== undefined) this.#ready.unshift(event);
  }

  /** Records the outcome of an attempt. Returns when it is retried; undefined: never. */
  end(number: number, subjectId: number | undefined, verdict: Verdict, nowMs: number) {
    this.#inFlight.delete(number);
    if (verdict.kind === 'delivered') {
      this.#failures = 0;
      this.#failingSinceMs = undefined;
      this.#restsUntilMs = 0;
      this.#isProven = true;
      this.#finish(number, subjectId, nowMs);
      return undefined;
    }
    // Written a moment later; nothing is posted meanwhile.
    if (verdict.kind === 'gone') this.hook = { ...this.hook, state: 'disabled' };
    this.#isProven = false;
    this.#failures += 1;
    this.#failingSinceMs ??= nowMs;
    this.#restsUntilMs = nowMs + restMs(this.#failures);
    const attempts = this.attemptsOf(number) + 1;
    const delayMs = verdict.kind === 'gone' ? undefined : retryDelayMs(attempts, verdict);
    if (delayMs === undefined) {
      this.#finish(number, subjectId, nowMs);
      return undefined;
    }
    const dueAtMs = nowMs + delayMs;
    this.#keep({ ...keyOf(this.hook), number, subjectId, attempts, dueAtMs });
    return dueAtMs;
  }

  /** Whether it has failed for so long that it gets paused. */
  hasFailedLong(nowMs: number): boolean {
    return nowMs - (this.#failingSinceMs ?? nowMs) >= limit('webhookFailingDays') * DAY_MS;
  }

  takeChanges(): CourseChanges {
    const changes = {
      deliveredNumber: this.#delivered,
      failures: this.#failures,
      failingSinceMs: this.#failingSinceMs,
      put: [...this.#put.values()],
      ended: [...this.#ended],
    };
    this.#put = new Map();
    this.#ended = new Set();
    return changes;
  }

  #queue(subjectId: number | undefined, number: number): void {
    if (subjectId === undefined) return;
    const known = this.#bySubject.get(subjectId);
    if (known === undefined) this.#bySubject.set(subjectId, [number]);
    else if (!known.includes(number)) known.push(number);
  }

  #isFirst(subjectId: number | undefined, number: number): boolean {
    if (subjectId === undefined) return true;
    return this.#bySubject.get(subjectId)?.[0] === number;
  }

  #isInFlightBefore(event: StoredEvent): boolean {
    const first = this.#bySubject.get(subjectOf(event) ?? -1)?.[0];
    return first !== undefined && this.#inFlight.has(first);
  }

  #dueRetry(nowMs: number): number | undefined {
    for (const { number, dueAtMs, subjectId } of this.#retries.values()) {
      const isDue = dueAtMs <= nowMs && !this.#inFlight.has(number);
      if (isDue && this.#isFirst(subjectId, number)) return number;
    }
    return undefined;
  }

  /** An earlier event of the same message must be retried first. */
  #waitBehind(event: StoredEvent, nowMs: number): void {
    const { number } = event;
    this.#keep({
      ...keyOf(this.hook),
      number,
      subjectId: subjectOf(event),
      attempts: 0,
      dueAtMs: nowMs,
    });
  }

  #keep(retry: WebhookRetry): void {
    this.#retries.set(retry.number, retry);
    this.#put.set(retry.number, retry);
    this.#handle(retry.number);
  }

  #finish(number: number, subjectId: number | undefined, nowMs: number): void {
    if (this.#retries.delete(number)) {
      this.#put.delete(number);
      this.#ended.add(number);
    }
    this.#handle(number);
    if (subjectId === undefined) return;
    const rest = this.#bySubject.get(subjectId)?.filter((it) => it !== number) ?? [];
    if (rest.length === 0) this.#bySubject.delete(subjectId);
    else this.#bySubject.set(subjectId, rest);
    const following = this.#retries.get(rest[0] ?? -1);
    if (following !== undefined && following.attempts === 0) {
      this.#retries.set(following.number, { ...following, dueAtMs: nowMs });
    }
  }

  #handle(number: number): void {
    if (number > this.#delivered) this.#handled.add(number);
    this.#advance();
  }

  #advance(): void {
    while (this.#handled.delete(this.#delivered + 1)) this.#delivered += 1;
  }
}

/** The subject whose events must be delivered in order. */
export function subjectOf({ move, subjectId }: StoredEvent): number | undefined {
  return move === undefined ? undefined : subjectId;
}

function keyOf({ accountId, id }: HeldWebhook) {
  return { accountId, webhookId: id };
}

/** After a few consecutive failures one event is tried only now and then. */
function restMs(failures: number): number {
  if (failures < limit('webhookFailures')) return 0;
  const doubled = 5 * SECOND_MS * 2 ** Math.min(failures - limit('webhookFailures'), 10);
  return Math.min(doubled, limit('webhookRestMs'));
}
