/**
 * What a link is to the journey, whoever carries: how much it takes, and when it says that there is
 * more. Parts wait in the link for its window and rate limit, one-time codes before campaigns. Work
 * goes on once for everything that happens in one turn, and after a delay for what is waiting.
 */
import type { CarrierEvents, CarrierPart } from '../domain/carrier/carrier.ts';
import type { RateLimit } from '../domain/carrier/rate-limit.ts';
import { limit } from '../domain/limits.ts';
import type { Priority } from '../domain/sender/sender.ts';
import type { Clock, Timer } from '@paigham/base/clock.ts';

/** Parts that were given to a link and are not written yet. */
type Waiting = {
  readonly count: number;
  /** Whether a one-time code may overtake something. */
  readonly hasCampaign: boolean;
  /** How many one-time codes are waiting. */
  codes(): number;
  add(part: CarrierPart): void;
};

/** A moment on the monotonic clock is given in milliseconds. */
export abstract class LinkBase {
  protected readonly rateLimit: RateLimit;
  protected abstract readonly waiting: Waiting;
  readonly #clock: Clock;
  readonly #events: Pick<CarrierEvents, 'room'>;
  /** A caller was offered less than the full room, and must hear when there is more. */
  #isRoomAwaited = false;
  #isFrontAwaited = false;
  #isDue = false;
  #timer: Timer | undefined;
  #dueAtMs = Number.POSITIVE_INFINITY;
  #wokenAtMs = Number.NEGATIVE_INFINITY;

  constructor(clock: Clock, rateLimit: RateLimit, events: Pick<CarrierEvents, 'room'>) {
    this.#clock = clock;
    this.rateLimit = rateLimit;
    this.#events = events;
  }

  /** Whether parts are taken at all. */
  protected abstract isUp(): boolean;
  /** The most that may be unanswered; 0 while nothing may leave. */
  protected abstract most(nowMs: number): number;
  /** How many more may be unanswered. */
  protected abstract inWindow(): number;
  /** Writes what may be written. */
  protected abstract pump(): void;
  /** Wakes up, by `within`, when more may leave without anything being heard. */
  protected abstract wakeLater(nowMs: number): void;
  /** Reports a part as unsent. */
  protected abstract giveBack(part: CarrierPart): void;

  room(priority: Priority = 0): number {
    const nowMs = this.nowMs();
    const { waiting, rateLimit } = this;
    const most = this.most(nowMs);
    if (most === 0) return this.#awaitMore(0, nowMs);
    if (priority === 1 && waiting.hasCampaign) return this.#roomInFront(most);
    const inRate = this.free(nowMs) + rateLimit.soon;
    const room = Math.max(0, Math.min(this.inWindow(), inRate) - waiting.count);
    const full = Math.min(most, rateLimit.most + rateLimit.soon);
    return room >= full ? room : this.#awaitMore(room, nowMs);
  }

  submit(parts: readonly CarrierPart[]): void {
    const isUp = this.isUp();
    for (const part of parts) {
      if (isUp && this.waiting.count < limit('linkWaitingParts')) this.waiting.add(part);
      else this.giveBack(part);
    }
    this.pump();
    // A caller that used up the room is told when it is back, without asking.
    this.room();
  }

  /** How many more the rate limit lets leave. */
  protected free(nowMs: number): number {
    return this.rateLimit.free(nowMs);
  }

  protected get isRoomAwaited(): boolean {
    return this.#isRoomAwaited;
  }

  protected nowMs(): number {
    return this.#clock.monotonicMs();
  }

  /** Works and reports room at the end of this turn. */
  protected soon(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    queueMicrotask(() => {
      this.#isDue = false;
      this.#run();
    });
  }

  /** The same after this delay, unless it happens sooner anyway; for groups, not for each part. */
  protected within(delayMs: number): void {
    const nowMs = this.nowMs();
    const dueAtMs = Math.max(nowMs + delayMs, this.#wokenAtMs + limit('linkWakeMs'));
    // A timer counts whole milliseconds: what is due within one is the same.
    if (this.#dueAtMs <= dueAtMs + 1) return;
    this.#timer?.cancel();
    this.#dueAtMs = dueAtMs;
    this.#timer = this.#clock.setTimer(Math.max(0, Math.ceil(dueAtMs - nowMs)), () => {
      this.stopWaking();
      this.#wokenAtMs = this.nowMs();
      this.#run();
    });
  }

  /** Cancels what `within` scheduled. */
  protected stopWaking(): void {
    this.#timer?.cancel();
    this.#timer = undefined;
    this.#dueAtMs = Number.POSITIVE_INFINITY;
  }

  #awaitMore(room: number, nowMs: number): number {
    this.#isRoomAwaited = true;
    this.wakeLater(nowMs);
    return room;
  }

  /** A code would wait behind a campaign that fills the link, so a window of codes may go first. */
  #roomInFront(most: number): number {
    const codes = this.waiting.codes();
    this.#isFrontAwaited ||= codes > 0;
    return Math.max(0, Math.min(most, this.rateLimit.most) - codes);
  }

  #run(): void {
    this.pump();
    const isFrontDue = this.#isFrontAwaited && this.room(1) > 0;
    this.#isFrontAwaited &&= !isFrontDue;
    if (isFrontDue || (this.#isRoomAwaited && this.#isRoomWorthTelling())) this.#events.room();
  }

  /** While parts wait in the link, it asks for more in groups, and awaits the rest. */
  #isRoomWorthTelling(): boolean {
    this.#isRoomAwaited = false;
    return this.room() >= (this.waiting.count === 0 ? 1 : this.rateLimit.soon / 2);
  }
}
