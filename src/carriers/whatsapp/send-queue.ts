/**
 * Parts on their way to be written: each needs the platform's id of its file, if it has one, and
 * its user at rest. Neither wait holds up other parts.
 */
import type { CarrierPart } from '../../domain/carrier/carrier.ts';
import { WaitingParts } from '../../domain/carrier/waiting-parts.ts';
import { mediaOf, type ChatContent } from '../../domain/chat/content.ts';
import type { FailureReason } from '../../domain/failure/failure.ts';
import type { ChatMediaId } from '../../domain/ids.ts';
import { limit } from '../../domain/limits.ts';
import type { Clock } from '../../kit/clock.ts';
import { readContent } from './compose-message.ts';
import type { PairLimit } from './pair-limit.ts';
import type { ErrorMeaning } from './platform-errors.ts';
import type { UploadOutcome, Uploads } from './uploads.ts';

/** A part that may be written: its user is taken for it. */
export type ReadyPart = {
  readonly part: CarrierPart;
  readonly content: ChatContent;
  readonly mediaId: ChatMediaId | undefined;
  /** '' where it has no file. */
  readonly uploadId: string;
};

export type SendQueueDeps = {
  readonly clock: Pick<Clock, 'nowMs' | 'monotonicMs'>;
  readonly pairs: PairLimit;
  readonly uploads: Uploads;
  /** A part cannot be written. */
  readonly onRefused: (part: CarrierPart, reason: FailureReason, status: number) => void;
  /** Nobody wants the part any more, or it is to be judged anew: it was not written. */
  readonly onOver: (part: CarrierPart) => void;
  /** The platform did not take the file of a part. */
  readonly onNotUploaded: (part: CarrierPart, outcome: NotUploaded) => void;
  /** There may be something for `next` again. */
  readonly onReady: () => void;
};

export type NotUploaded = Exclude<UploadOutcome, { readonly kind: 'ready' }>;

/** What the platform says of too many messages to one user. */
const PAIR_RATE = 131_056;

export class SendQueue {
  readonly #deps: SendQueueDeps;
  readonly #waiting = new WaitingParts();
  /** Those that were parked, and whose users are at rest by now. */
  readonly #rested: CarrierPart[] = [];
  readonly #preparing = new Set<Promise<void>>();
  /** Keys of those that go once more. */
  readonly #again = new Set<number>();

  constructor(deps: SendQueueDeps) {
    this.#deps = deps;
  }

  /** Parts that use up room; those that are parked for their users do not. */
  get count(): number {
    return this.#waiting.count + this.#rested.length + this.#preparing.size;
  }

  /** Whether `next` may give something. */
  get hasNext(): boolean {
    return this.#waiting.count + this.#rested.length > 0;
  }

  /** Whether something waits that a one-time code goes before. */
  get hasCampaign(): boolean {
    return this.#waiting.hasCampaign;
  }

  codes(): number {
    return this.#waiting.codes();
  }

  add(part: CarrierPart): void {
    this.#waiting.add(part);
  }

  /** Lets those in again whose users are at rest. */
  settle(nowMs: number): void {
    this.#rested.push(...this.#deps.pairs.due(nowMs));
  }

  /** The next part that may be written; undefined: none for now. */
  next(nowMs: number): ReadyPart | undefined {
    for (;;) {
      const [rested] = this.#rested.splice(0, 1);
      const [part] = rested === undefined ? this.#waiting.take(1) : [rested];
      if (part === undefined) return undefined;
      const ready = this.#look(part);
      if (ready === undefined) {
        if (rested !== undefined) this.#deps.pairs.unused(part.destination, nowMs);
      } else if (rested !== undefined || this.#enter(part, nowMs)) return ready;
    }
  }

  /**
   * Whether a part that was refused goes once more with a new upload of its file: the platform says
   * that it has lost the file, or may mean that.
   */
  retries({ part, mediaId, uploadId }: ReadyPart, { reason, reaction }: ErrorMeaning): boolean {
    if (mediaId === undefined || this.#again.has(part.key)) return false;
    const isDoubted = reason === 'platform_refused_form' && this.#deps.uploads.isOld(mediaId);
    if (reaction?.kind !== 'forget_upload' && !isDoubted) return false;
    this.#again.add(part.key);
    this.#await(part, this.#uploadAgain(mediaId, uploadId));
    return true;
  }

  /** A part has its outcome. */
  forget({ key }: CarrierPart): void {
    this.#again.delete(key);
  }

  /** Gives up all but what is being prepared: that comes back by itself. */
  takeAll(nowMs: number): readonly CarrierPart[] {
    const rested = this.#rested.splice(0);
    // Their users were taken for them: nobody else would let those go.
    for (const { destination } of rested) this.#deps.pairs.unused(destination, nowMs);
    return [...rested, ...this.#waiting.take(this.#waiting.count), ...this.#deps.pairs.takeAll()];
  }

  /** Resolves when no file is being prepared any more. */
  async prepared(): Promise<void> {
    await Promise.allSettled(this.#preparing);
  }

  /** A part with all it needs but its user; undefined: it has an outcome, or waits for its file. */
  #look(part: CarrierPart): ReadyPart | undefined {
    if (part.expiresAtMs <= this.#deps.clock.nowMs()) {
      this.#deps.onOver(part);
      return undefined;
    }
    const content = readContent(part.body);
    if (content === undefined) {
      this.#deps.onRefused(part, 'content_unreadable', 0);
      return undefined;
    }
    const mediaId = mediaOf(content);
    if (mediaId === undefined) return { part, content, mediaId, uploadId: '' };
    const uploadId = this.#deps.uploads.known(mediaId);
    if (uploadId !== undefined) return { part, content, mediaId, uploadId };
    this.#prepare(part, mediaId);
    return undefined;
  }

  #enter(part: CarrierPart, nowMs: number): boolean {
    const entry = this.#deps.pairs.enter(part, nowMs);
    if (entry === 'full') this.#deps.onRefused(part, 'platform_recipient_paced', PAIR_RATE);
    return entry === 'go';
  }

  #prepare(part: CarrierPart, mediaId: ChatMediaId): void {
    if (this.#preparing.size >= limit('chatPreparing')) {
      this.#deps.onRefused(part, 'platform_media_unready', 0);
    } else this.#await(part, this.#deps.uploads.prepare(mediaId));
  }

  #await(part: CarrierPart, prepared: Promise<UploadOutcome>): void {
    const done = this.#comeBack(part, prepared).finally(() => this.#preparing.delete(done));
    this.#preparing.add(done);
  }

  async #comeBack(part: CarrierPart, prepared: Promise<UploadOutcome>): Promise<void> {
    const sinceMs = this.#deps.clock.monotonicMs();
    const outcome = await prepared;
    if (outcome.kind !== 'ready') this.#deps.onNotUploaded(part, outcome);
    else if (this.#isJudgedAnew(part, sinceMs)) this.#deps.onOver(part);
    else this.#waiting.add(part);
    this.#deps.onReady();
  }

  /**
   * Whether a part is to be judged again: what may be sent may have changed meanwhile. One that
   * goes once more has been to the platform already.
   */
  #isJudgedAnew({ key }: CarrierPart, sinceMs: number): boolean {
    const waitedMs = this.#deps.clock.monotonicMs() - sinceMs;
    return waitedMs > limit('chatLinkWaitMs') && !this.#again.has(key);
  }

  async #uploadAgain(mediaId: ChatMediaId, uploadId: string): Promise<UploadOutcome> {
    await this.#deps.uploads.forget(mediaId, uploadId);
    return this.#deps.uploads.prepare(mediaId);
  }
}
