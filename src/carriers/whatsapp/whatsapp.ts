/**
 * A link to the chat platform: one sending number. What the journey hands over leaves as one HTTP
 * request per message, within the number's rate, its window of unanswered requests, and the
 * platform's limit for messages to one user.
 *
 * What certainly never left is `unsent`. What left and was not answered is `ambiguous`: the
 * platform has neither idempotency nor queries about messages, so only a status that repeats our id
 * for the attempt can explain it. What users write and what becomes of messages comes by webhook,
 * not here.
 */
import type {
  CarrierAnswer,
  CarrierEvents,
  CarrierLink,
  CarrierOutcome,
  CarrierPart,
  CarrierState,
} from '../../domain/carrier/carrier.ts';
import { RateLimit } from '../../domain/carrier/rate-limit.ts';
import type { PlatformOutcome, PlatformRefusal } from '../../domain/chat/platform.ts';
import type { FailureReason } from '../../domain/failure/failure.ts';
import type { ChatBusinessId, LinkId } from '../../domain/ids.ts';
import { limit } from '../../domain/limits.ts';
import type { ChatLinkConfig } from '../../domain/routing/chat-link-config.ts';
import type { Priority } from '../../domain/sender/sender.ts';
import { within, type Clock } from '@paigham/base/clock.ts';
import { openConnections, type HttpConnections } from '@paigham/http/connections.ts';
import type { Log } from '../../kit/log.ts';
import type { Random } from '@paigham/base/random.ts';
import { Availability } from './availability.ts';
import { Backoff, type SharedBackoff } from './backoff.ts';
import { createGraph } from './graph.ts';
import { type Accepted, InFlight } from './in-flight.ts';
import { PairLimit } from './pair-limit.ts';
import { leavesOpen, Refusals, type JudgedRefusal } from './platform-errors.ts';
import { readNumber } from './platform.ts';
import { RoomSignal } from './room-signal.ts';
import { SendQueue, type NotUploaded, type ReadyPart } from './send-queue.ts';
import { Uploads, type MediaShelf } from './uploads.ts';

/** The fields of a sending number's configuration that the link needs. */
export type NumberConfig = Pick<
  ChatLinkConfig,
  | 'phoneNumberId'
  | 'ratePerSecond'
  | 'pairMs'
  | 'windowSubmits'
  | 'answerTimeoutMs'
  | 'messagingAccount'
>;

type WhatsAppLinkSettings = {
  readonly linkId: LinkId;
  readonly businessId: ChatBusinessId;
  readonly config: NumberConfig;
  readonly credential: string;
};

export type LinkDeps = {
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** The platform's address, `https://graph.example`, and its API version. */
  readonly platform: { readonly origin: string; readonly version: string };
  readonly shelf: MediaShelf;
  /** Shared by the links of the node. */
  readonly backoff: SharedBackoff;
  /** The id by which the platform refers to an attempt in statuses. */
  readonly nameOf: (part: CarrierPart) => string;
  readonly tally?: LinkTally;
};

/** Counts of the unexpected on a link. */
export type LinkTally = {
  unknownCode(code: number): void;
};

type Without<One, Name extends PropertyKey> = One extends unknown ? Omit<One, Name> : never;

/** What became of a part, for a caller who knows which part it is. */
type Fate = Without<CarrierOutcome, 'key'>;

/** Makes a link; it does nothing until `start`. Events come from later turns, or from `submit`. */
export function createWhatsAppLink(
  settings: WhatsAppLinkSettings,
  events: CarrierEvents,
  deps: LinkDeps,
): CarrierLink {
  return new Link(settings, events, deps);
}

class Link implements CarrierLink {
  readonly linkId: LinkId;
  /** A chat message is one part. */
  readonly takesWhole = true;
  readonly #settings: WhatsAppLinkSettings;
  readonly #events: CarrierEvents;
  readonly #deps: LinkDeps;
  readonly #connections: HttpConnections;
  readonly #availability: Availability;
  readonly #pace: RateLimit;
  readonly #backoff: Backoff;
  readonly #pairs: PairLimit;
  readonly #inFlight: InFlight;
  readonly #queue: SendQueue;
  readonly #refusals: Refusals;
  readonly #signal: RoomSignal;
  readonly #unwatch: () => void;

  constructor(settings: WhatsAppLinkSettings, events: CarrierEvents, deps: LinkDeps) {
    const { config, credential, businessId } = settings;
    const { clock, platform } = deps;
    const { phoneNumberId, messagingAccount } = config;
    this.linkId = settings.linkId;
    this.#settings = settings;
    this.#events = events;
    this.#deps = deps;
    this.#connections = openConnections({
      origin: platform.origin,
      clock,
      // Uploads and queries besides the messages.
      most: config.windowSubmits + limit('chatUploadsAtOnce') + 1,
      connectMs: limit('chatConnectMs'),
    });
    const graph = createGraph({
      connections: this.#connections,
      version: platform.version,
      timeoutMs: config.answerTimeoutMs,
    });
    const sender = { credential, phoneNumberId, messagingAccount };
    const pace = new RateLimit(config.ratePerSecond);
    const pairs = new PairLimit({
      gapMs: config.pairMs,
      mostWaitMs: limit('chatPairWaitMs'),
      most: limit('linkWaitingParts'),
    });
    this.#pace = pace;
    this.#pairs = pairs;
    this.#backoff = new Backoff(businessId, deps.backoff);
    this.#availability = new Availability({
      ...deps,
      ask: () => readNumber(graph, credential, phoneNumberId),
      onChange: (state) => this.#onChange(state),
    });
    this.#inFlight = new InFlight({
      ...deps,
      graph,
      sender,
      pace,
      pairs,
      onLeave: () => this.#signal.soon(),
      onOutcome: (...told) => this.#onOutcome(...told),
    });
    this.#queue = new SendQueue({
      clock,
      pairs,
      uploads: new Uploads({ ...deps, graph, sender }),
      onOver: (part) => this.#return(part),
      onRefused: (part, reason, status) => this.#refuse(part, reason, status),
      onNotUploaded: (part, outcome) => this.#onNotUploaded(part, outcome),
      onReady: () => this.#signal.soon(),
    });
    this.#refusals = new Refusals(deps);
    this.#signal = new RoomSignal({
      clock,
      roomInFront: () => this.room(1),
      isWorthTelling: () => this.room() >= (this.#queue.count === 0 ? 1 : pace.soon / 2),
      pump: () => this.#pump(),
      tell: () => events.room(),
    });
    this.#unwatch = deps.backoff.watch(() => this.#signal.soon());
  }

  start(): void {
    this.#availability.start();
  }

  async stop(): Promise<void> {
    this.#availability.stop();
    this.#unwatch();
    this.#returnWaiting();
    const mostMs = Math.min(limit('linkStopMs'), this.#settings.config.answerTimeoutMs);
    await within(this.#deps.clock, mostMs, this.#inFlight.ended());
    await this.#connections.close();
    await this.#inFlight.ended();
    await this.#queue.prepared();
    this.#returnWaiting();
  }

  query(): Promise<CarrierAnswer> {
    // The platform answers no queries about messages.
    return Promise.resolve({ kind: 'unanswered' });
  }

  room(priority: Priority = 0): number {
    const nowMs = this.#nowMs();
    if (!this.#mayLeave(nowMs)) return this.#awaitRoom(0, nowMs);
    const most = this.#settings.config.windowSubmits;
    if (priority === 1 && this.#queue.hasCampaign) return this.#roomInFront(most);
    const inWindow = most - this.#inFlight.underWay;
    const free = this.#inFlight.free(nowMs);
    const room = Math.max(0, Math.min(inWindow, free + this.#pace.soon) - this.#queue.count);
    if (room >= Math.min(most, this.#pace.most + this.#pace.soon)) return room;
    return this.#awaitRoom(room, nowMs);
  }

  #awaitRoom(room: number, nowMs: number): number {
    this.#signal.awaitMore();
    this.#wakeLater(nowMs);
    return room;
  }

  /** A code would wait behind a campaign that fills the link, so a window of codes may go first. */
  #roomInFront(most: number): number {
    if (this.#queue.codes() > 0) this.#signal.awaitFront();
    return Math.max(0, Math.min(most, this.#pace.most) - this.#queue.codes());
  }

  submit(parts: readonly CarrierPart[]): void {
    for (const part of parts) {
      const isTaken = this.#availability.isOpen && this.#queue.count < limit('linkWaitingParts');
      if (isTaken) this.#queue.add(part);
      else this.#return(part);
    }
    this.#pump();
    // A caller that used up the room is told when it is back, without asking.
    this.room();
  }

  /** Writes what may be written, within window and rate limit. */
  #pump(): void {
    const nowMs = this.#nowMs();
    if (!this.#availability.isOpen || this.#backoff.waitMs(nowMs) > limit('chatLinkWaitMs'))
      this.#returnWaiting();
    else this.#queue.settle(nowMs);
    if (!this.#mayLeave(nowMs)) return this.#wakeLater(nowMs);
    const inWindow = this.#settings.config.windowSubmits - this.#inFlight.underWay;
    let allowed = Math.min(inWindow, this.#inFlight.free(nowMs));
    for (; allowed > 0; allowed -= 1) {
      const ready = this.#queue.next(nowMs);
      if (ready === undefined) break;
      this.#inFlight.write(ready);
    }
    this.#wakeLater(nowMs);
  }

  #onOutcome(
    ready: ReadyPart,
    outcome: PlatformOutcome<Accepted>,
    writtenAtMs: number | undefined,
  ): void {
    const { part } = ready;
    switch (outcome.kind) {
      case 'done':
        this.#queue.trust(ready);
        this.#tell(part, { kind: 'taken', ...outcome.value, late: false });
        break;
      case 'refused':
        this.#onRefusal(ready, outcome.refusal);
        break;
      case 'unsent':
        this.#availability.unreachable(`the platform cannot be reached: ${outcome.why}`);
        this.#return(part);
        break;
      case 'lost':
        // A platform that takes requests and drops them counts against the link.
        this.#tell(part, { kind: 'ambiguous', writtenAtMs });
    }
    this.#signal.soon();
  }

  #onRefusal(ready: ReadyPart, refusal: PlatformRefusal): void {
    const { part } = ready;
    if (leavesOpen(refusal)) return this.#tell(part, { kind: 'ambiguous' });
    const hasFile = ready.uploads.size > 0;
    const judged = hasFile ? this.#refusals.judgeWithFile(refusal) : this.#refusals.judge(refusal);
    if (this.#availability.isOpen && this.#queue.retries(ready, judged)) return;
    this.#react(judged, refusal);
    const { reason, status, reaction } = judged;
    if (reaction?.kind === 'stop_number') return this.#return(part);
    if (judged.backoff === 'recipient') this.#pairs.delay(part.destination, this.#nowMs());
    // A new upload was tried above.
    const left = reaction?.kind === 'forget_upload' ? undefined : reaction;
    this.#tell(part, { kind: 'refused', reason, status, late: false, reaction: left });
  }

  /** What a refusal requires besides ending its message. */
  #react({ reaction, backoff }: JudgedRefusal, { retryAfterMs }: PlatformRefusal): void {
    if (reaction?.kind === 'stop_number') this.#availability.attention(reaction.words);
    if (backoff === undefined || backoff === 'recipient') return;
    this.#pace.slowDown(this.#nowMs());
    this.#backoff.begin(backoff, retryAfterMs, this.#nowMs());
  }

  #onNotUploaded(part: CarrierPart, outcome: NotUploaded): void {
    switch (outcome.kind) {
      case 'missing':
        return this.#refuse(part, 'platform_refused_media', 0);
      case 'failed':
        if (!this.#availability.isOpen) return this.#return(part);
        return this.#refuse(part, 'platform_media_unready', 0);
      case 'unsent':
        this.#availability.unreachable(`the platform cannot be reached: ${outcome.why}`);
        return this.#return(part);
      case 'refused': {
        const judged = this.#refusals.judgeUpload(outcome.refusal);
        this.#react(judged, outcome.refusal);
        if (judged.reaction?.kind === 'stop_number') return this.#return(part);
        return this.#refuse(part, judged.reason, judged.status);
      }
    }
  }

  #onChange(state: CarrierState): void {
    if (state.kind === 'bound') this.#signal.soon();
    else this.#returnWaiting();
    this.#events.state(state);
  }

  /** What is waiting will not be written. */
  #returnWaiting(): void {
    this.#signal.cancel();
    for (const part of this.#queue.takeAll(this.#nowMs())) this.#return(part);
  }

  #refuse(part: CarrierPart, reason: FailureReason, status: number): void {
    this.#tell(part, { kind: 'refused', reason, status, late: false });
  }

  #return(part: CarrierPart): void {
    this.#tell(part, { kind: 'unsent' });
  }

  #tell(part: CarrierPart, fate: Fate): void {
    this.#queue.forget(part);
    this.#events.outcome({ key: part.key, ...fate });
  }

  #nowMs(): number {
    return this.#deps.clock.monotonicMs();
  }

  #mayLeave(nowMs: number): boolean {
    return this.#availability.isOpen && this.#backoff.waitMs(nowMs) <= 0;
  }

  /** Wakes up when the backoff, the rate limit or a user's pause allows more. */
  #wakeLater(nowMs: number): void {
    if (!this.#availability.isOpen) return;
    const backoffMs = this.#backoff.waitMs(nowMs);
    if (backoffMs > 0) return this.#signal.within(backoffMs);
    const wants = this.#queue.hasNext || this.#signal.isAwaited;
    const waits = [wants ? this.#pace.waitMs(nowMs) : undefined, this.#pairs.waitMs(nowMs)];
    for (const waitMs of waits) if (waitMs !== undefined) this.#signal.within(waitMs);
  }
}
