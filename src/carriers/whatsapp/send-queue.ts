/**
 * Parts on their way to being written: each needs the platform's id for its file, if it has one,
 * and its user's pause to be over. Neither wait holds up other parts.
 */
import { type CarrierPart, WaitingParts } from '../../domain/carrier/carrier.ts';
import { mediaOf, type ChatContent } from '../../domain/chat/content.ts';
import type { FailureReason } from '../../domain/failure/failure.ts';
import type { ChatMediaId } from '../../domain/ids.ts';
import { limit } from '../../domain/limits.ts';
import type { Clock } from '@paigham/base/clock.ts';
import { readContent } from './compose-message.ts';
import type { PairLimit } from './pair-limit.ts';
import type { ErrorMeaning } from './platform-errors.ts';
import type { UploadOutcome, Uploads } from './uploads.ts';

/** A part that may be written: it has taken its user. */
export type ReadyPart = {
  readonly part: CarrierPart;
  readonly content: ChatContent;
  /** The platform's ids for its files. */
  readonly uploads: ReadonlyMap<ChatMediaId, string>;
};

type SendQueueDeps = {
  readonly clock: Pick<Clock, 'nowMs' | 'monotonicMs'>;
  readonly pairs: PairLimit;
  readonly uploads: Uploads;
  /** A part cannot be written. */
  readonly onRefused: (part: CarrierPart, reason: FailureReason, status: number) => void;
  /** Nobody wants the part any more, or it must be judged again: it was not written. */
  readonly onOver: (part: CarrierPart) => void;
  /** The platform refused the file of a part. */
  readonly onNotUploaded: (part: CarrierPart, outcome: NotUploaded) => void;
  /** `next` may have something again. */
  readonly onReady: () => void;
};

export type NotUploaded = Exclude<UploadOutcome, { readonly kind: 'ready' }>;

/** The platform's code for too many messages to one user. */
const PAIR_RATE = 131_056;

export class SendQueue {
  readonly #deps: SendQueueDeps;
  readonly #waiting = new WaitingParts();
  /** Parts that were parked and whose users' pauses are over. */
  readonly #rested: CarrierPart[] = [];
  readonly #preparing = new Set<Promise<void>>();
  /** Keys of parts that are sent again. */
  readonly #again = new Set<number>();

  constructor(deps: SendQueueDeps) {
    this.#deps = deps;
  }

  /** How many parts use up room; those parked for their users do not. */
  get count(): number {
    return this.#waiting.count + this.#rested.length + this.#preparing.size;
  }

  get hasNext(): boolean {
    return this.#waiting.count + this.#rested.length > 0;
  }

  /** Whether something is waiting that a one-time code may overtake. */
  get hasCampaign(): boolean {
    return this.#waiting.hasCampaign;
  }

  codes(): number {
    return this.#waiting.codes();
  }

  add(part: CarrierPart): void {
    this.#waiting.add(part);
  }

  /** Lets parts back in whose users' pauses are over. */
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
   * Whether a refused part is sent again with new uploads of its files: the platform says, or may
   * mean, that it has lost one.
   */
  retries({ part, uploads }: ReadyPart, { reaction }: ErrorMeaning): boolean {
    if (reaction?.kind !== 'forget_upload' || this.#again.has(part.key)) return false;
    const doubted = [...uploads].filter((it) => this.#deps.uploads.mayBeLost(...it));
    if (doubted.length === 0) return false;
    this.#again.add(part.key);
    this.#await(
      part,
      doubted.map((it) => this.#deps.uploads.renew(...it)),
    );
    return true;
  }

  /** The platform took a part. */
  trust({ uploads }: ReadyPart): void {
    for (const upload of uploads) this.#deps.uploads.trust(...upload);
  }

  /** A part has its outcome. */
  forget({ key }: CarrierPart): void {
    this.#again.delete(key);
  }

  /** Gives up everything except what is being prepared, which comes back on its own. */
  takeAll(nowMs: number): readonly CarrierPart[] {
    const rested = this.#rested.splice(0);
    // They had taken their users, and nobody else would release those.
    for (const { destination } of rested) this.#deps.pairs.unused(destination, nowMs);
    return [...rested, ...this.#waiting.take(this.#waiting.count), ...this.#deps.pairs.takeAll()];
  }

  /** Resolves when no file is being prepared any more. */
  async prepared(): Promise<void> {
    await Promise.allSettled(this.#preparing);
  }

  /**
   * A part with everything it needs except its user; undefined: it has an outcome, or waits for its
   * file.
   */
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
    const uploads = new Map<ChatMediaId, string>();
    const missing = new Set<ChatMediaId>();
    for (const mediaId of mediaOf(content)) {
      const uploadId = this.#deps.uploads.known(mediaId);
      if (uploadId === undefined) missing.add(mediaId);
      else uploads.set(mediaId, uploadId);
    }
    if (missing.size === 0) return { part, content, uploads };
    this.#prepare(part, [...missing]);
    return undefined;
  }

  #enter(part: CarrierPart, nowMs: number): boolean {
    const entry = this.#deps.pairs.enter(part, nowMs);
    if (entry === 'full') this.#deps.onRefused(part, 'platform_recipient_paced', PAIR_RATE);
    return entry === 'go';
  }

  #prepare(part: CarrierPart, mediaIds: readonly ChatMediaId[]): void {
    if (this.#preparing.size >= limit('chatPreparing')) {
      this.#deps.onRefused(part, 'platform_media_unready', 0);
    } else
      this.#await(
        part,
        mediaIds.map((it) => this.#deps.uploads.prepare(it)),
      );
  }

  #await(part: CarrierPart, prepared: readonly Promise<UploadOutcome>[]): void {
    const done = this.#comeBack(part, prepared).finally(() => this.#preparing.delete(done));
    this.#preparing.add(done);
  }

  async #comeBack(part: CarrierPart, prepared: readonly Promise<UploadOutcome>[]): Promise<void> {
    const sinceMs = this.#deps.clock.monotonicMs();
    const outcomes = await Promise.all(prepared);
    const outcome = outcomes.find((it) => it.kind !== 'ready');
    if (outcome !== undefined) this.#deps.onNotUploaded(part, outcome);
    else if (this.#isJudgedAnew(part, sinceMs)) this.#deps.onOver(part);
    else this.#waiting.add(part);
    this.#deps.onReady();
  }

  /**
   * Whether a part must be judged again, because what may be sent can have changed meanwhile. A
   * part that is sent again has already been to the platform.
   */
  #isJudgedAnew({ key }: CarrierPart, sinceMs: number): boolean {
    const waitedMs = this.#deps.clock.monotonicMs() - sinceMs;
    return waitedMs > limit('chatLinkWaitMs') && !this.#again.has(key);
  }
}
