/**
 * Which of our files the platform has for one number, and under which id. A file is uploaded when a
 * message first needs it, once no matter how many wait for it, and again before the platform
 * forgets it or when it says it has. Two nodes uploading a file at the same time do no harm: both
 * ids are valid.
 */
import { DAY_MS } from '../../domain/durations.ts';
import type { ChatMediaId } from '../../domain/ids.ts';
import { limit } from '../../domain/limits.ts';
import type { PlatformRefusal } from '../../domain/chat/platform.ts';
import type { Clock } from '@paigham/base/clock.ts';
import type { Log } from '../../kit/log.ts';
import type { Random } from '@paigham/base/random.ts';
import type { Graph } from './graph.ts';
import { uploadMedia, type MediaFile } from './media-calls.ts';
import type { Sender } from './in-flight.ts';

export type Upload = {
  /** The platform's id of the file. */
  readonly uploadId: string;
  /** By our wall clock: after this it is uploaded again. */
  readonly refreshAtMs: number;
};

/** Where files and their uploads are kept across messages and nodes, for one number. */
export type MediaShelf = {
  findUpload(mediaId: ChatMediaId): Promise<Upload | undefined>;
  keepUpload(mediaId: ChatMediaId, upload: Upload): Promise<void>;
  forgetUpload(mediaId: ChatMediaId, uploadId: string): Promise<void>;
  open(mediaId: ChatMediaId): Promise<MediaFile | undefined>;
};

export type UploadOutcome =
  | { readonly kind: 'ready'; readonly uploadId: string }
  | { readonly kind: 'missing' }
  | { readonly kind: 'refused'; readonly refusal: PlatformRefusal }
  /** Not uploaded, or nobody knows: nothing of the message was written. */
  | { readonly kind: 'failed'; readonly why: string }
  /** The platform could not be reached. */
  | { readonly kind: 'unsent'; readonly why: string };

type UploadsParts = {
  readonly graph: Graph;
  readonly sender: Sender;
  readonly shelf: MediaShelf;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
};

/** So long an upload that replaced a doubted one is not doubted in its turn. */
const DOUBT_MS = 60_000;
const BOUNDARY_BYTES = 24;

/** Times are by the monotonic clock. */
type Known = Upload & {
  /** When the store had it. */
  readonly seenAtMs: number;
  /** When it replaced a doubted upload; undefined: it did not, or a message was taken with it. */
  readonly renewedAtMs: number | undefined;
};

export class Uploads {
  readonly #parts: UploadsParts;
  readonly #known = new Map<ChatMediaId, Known>();
  readonly #underWay = new Map<ChatMediaId, Promise<UploadOutcome>>();
  readonly #waiting: (() => void)[] = [];
  #working = 0;

  constructor(parts: UploadsParts) {
    this.#parts = parts;
  }

  /**
   * The platform's id for a file, while it is known to be valid. The store is soon asked again: a
   * failed status, on whichever node, may have said that the platform has lost it.
   */
  known(mediaId: ChatMediaId): string | undefined {
    const upload = this.#known.get(mediaId);
    if (upload === undefined || this.#isOver(upload)) return undefined;
    const agoMs = this.#parts.clock.monotonicMs() - upload.seenAtMs;
    return agoMs < limit('chatUploadTrustMs') ? upload.uploadId : undefined;
  }

  /**
   * Whether a message that was refused with this upload is worth another one. What is refused with
   * a new upload too is refused for another reason: a campaign of it does not upload its file again
   * for each message.
   */
  mayBeLost(mediaId: ChatMediaId, uploadId: string): boolean {
    const upload = this.#known.get(mediaId);
    if (upload?.uploadId !== uploadId || upload.renewedAtMs === undefined) return true;
    return this.#parts.clock.monotonicMs() - upload.renewedAtMs >= DOUBT_MS;
  }

  /** A message was taken with it. */
  trust(mediaId: ChatMediaId, uploadId: string): void {
    const upload = this.#known.get(mediaId);
    if (upload?.uploadId !== uploadId || upload.renewedAtMs === undefined) return;
    this.#known.set(mediaId, { ...upload, renewedAtMs: undefined });
  }

  /** Forgets an upload that the platform may no longer have, and finds or makes another. */
  async renew(mediaId: ChatMediaId, uploadId: string): Promise<UploadOutcome> {
    await this.#forget(mediaId, uploadId);
    const outcome = await this.prepare(mediaId);
    const upload = this.#known.get(mediaId);
    if (upload !== undefined && upload.uploadId !== uploadId) {
      this.#known.set(mediaId, { ...upload, renewedAtMs: this.#parts.clock.monotonicMs() });
    }
    return outcome;
  }

  /** Finds the platform's id for a file, and uploads the file if there is none. */
  prepare(mediaId: ChatMediaId): Promise<UploadOutcome> {
    const underWay = this.#underWay.get(mediaId);
    if (underWay !== undefined) return underWay;
    const prepared = this.#prepare(mediaId)
      .catch((error: unknown): UploadOutcome => {
        this.#parts.log.warn({ error }, 'a file could not be read for upload');
        return { kind: 'failed', why: 'the file could not be read' };
      })
      .finally(() => this.#underWay.delete(mediaId));
    this.#underWay.set(mediaId, prepared);
    return prepared;
  }

  async #forget(mediaId: ChatMediaId, uploadId: string): Promise<void> {
    if (this.#known.get(mediaId)?.uploadId === uploadId) this.#known.delete(mediaId);
    try {
      await this.#parts.shelf.forgetUpload(mediaId, uploadId);
    } catch (error) {
      this.#parts.log.warn({ error }, 'an upload that is gone could not be deleted');
    }
  }

  async #prepare(mediaId: ChatMediaId): Promise<UploadOutcome> {
    const kept = await this.#parts.shelf.findUpload(mediaId);
    if (kept !== undefined && !this.#isOver(kept)) {
      this.#remember(mediaId, kept);
      return { kind: 'ready', uploadId: kept.uploadId };
    }
    await this.#turn();
    try {
      return await this.#upload(mediaId);
    } finally {
      this.#working -= 1;
      this.#waiting.shift()?.();
    }
  }

  async #turn(): Promise<void> {
    while (this.#working >= limit('chatUploadsAtOnce')) {
      await new Promise<void>((resolve) => void this.#waiting.push(resolve));
    }
    this.#working += 1;
  }

  async #upload(mediaId: ChatMediaId): Promise<UploadOutcome> {
    const { graph, sender, shelf, clock, random } = this.#parts;
    const file = await shelf.open(mediaId);
    if (file === undefined) return { kind: 'missing' };
    const boundary = `paigham-${random.secret(BOUNDARY_BYTES)}`;
    const outcome = await uploadMedia(graph, sender, { file, boundary });
    switch (outcome.kind) {
      case 'done': {
        const refreshAtMs = clock.nowMs() + limit('chatUploadDays') * DAY_MS;
        const upload = { uploadId: outcome.value, refreshAtMs };
        this.#remember(mediaId, upload);
        await shelf.keepUpload(mediaId, upload);
        return { kind: 'ready', uploadId: upload.uploadId };
      }
      case 'refused':
        return outcome;
      case 'unsent':
        return outcome;
      case 'lost':
        return { kind: 'failed', why: outcome.why };
    }
  }

  #isOver({ refreshAtMs }: Upload): boolean {
    return refreshAtMs <= this.#parts.clock.nowMs();
  }

  #remember(mediaId: ChatMediaId, upload: Upload): void {
    const before = this.#known.get(mediaId);
    const renewedAtMs = before?.uploadId === upload.uploadId ? before.renewedAtMs : undefined;
    const seenAtMs = this.#parts.clock.monotonicMs();
    this.#known.delete(mediaId);
    this.#known.set(mediaId, { ...upload, seenAtMs, renewedAtMs });
    if (this.#known.size <= limit('chatUploadsKnown')) return;
    const oldest = this.#known.keys().next();
    if (oldest.done !== true) this.#known.delete(oldest.value);
  }
}
