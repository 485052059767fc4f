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
import { within, type Clock } from '@paigham/base/clock.ts';
import { openConnections, type HttpConnections } from '@paigham/http/connections.ts';
import type { Log } from '../../kit/log.ts';
import type { Random } from '@paigham/base/random.ts';
import { LinkBase } from '../link-base.ts';
import { Availability } from './availability.ts';
import { Backoff, type SharedBackoff } from './backoff.ts';
import { createGraph } from './graph.ts';
import { type Accepted, InFlight } from './in-flight.ts';
import { PairLimit } from './pair-limit.ts';
import { leavesOpen, Refusals, type JudgedRefusal } from './platform-errors.ts';
import { readNumber } from './platform.ts';
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

class Link extends LinkBase implements CarrierLink {
  readonly linkId: LinkId;
  /** A chat message is one part. */
  readonly takesWhole = true;
  readonly #settings: WhatsAppLinkSettings;
  readonly #events: CarrierEvents;
  readonly #deps: LinkDeps;
  readonly #connections: HttpConnections;
  readonly #availability: Availability;
  readonly #backoff: Backoff;
  readonly #pairs: PairLimit;
  readonly #inFlight: InFlight;
  protected readonly waiting: SendQueue;
  readonly #refusals: Refusals;
  readonly #unwatch: () => void;

  constructor(settings: WhatsAppLinkSettings, events: CarrierEvents, deps: LinkDeps) {
    const { config, credential, businessId } = settings;
    const { clock, platform } = deps;
    const { phoneNumberId, messagingAccount } = config;
    super(clock, new RateLimit(config.ratePerSecond), events);
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
    const pairs = new PairLimit({
      gapMs: config.pairMs,
      mostWaitMs: limit('chatPairWaitMs'),
      most: limit('linkWaitingParts'),
    });
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
      pace: this.rateLimit,
      pairs,
      onLeave: () => this.soon(),
      onOutcome: (...told) => this.#onOutcome(...told),
    });
    this.waiting = new SendQueue({
      clock,
      pairs,
      uploads: new Uploads({ ...deps, graph, sender }),
      onOver: (part) => this.giveBack(part),
      onRefused: (part, reason, status) => this.#refuse(part, reason, status),
      onNotUploaded: (part, outcome) => this.#onNotUploaded(part, outcome),
      onReady: () => this.soon(),
    });
    this.#refusals = new Refusals(deps);
    this.#unwatch = deps.backoff.watch(() => this.soon());
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
    await this.waiting.prepared();
    this.#returnWaiting();
  }

  query(): Promise<CarrierAnswer> {
    // The platform answers no queries about messages.
    return Promise.resolve({ kind: 'unanswered' });
  }

  protected isUp(): boolean {
    return this.#availability.isOpen;
  }

  protected most(nowMs: number): number {
    return this.#mayLeave(nowMs) ? this.#settings.config.windowSubmits : 0;
  }

  protected inWindow(): number {
    return this.#settings.config.windowSubmits - this.#inFlight.underWay;
  }

  protected override free(nowMs: number): number {
    return this.#inFlight.free(nowMs);
  }

  /** Writes what may be written, within window and rate limit. */
  protected pump(): void {
    const nowMs = this.nowMs();
    if (!this.#availability.isOpen || this.#backoff.waitMs(nowMs) > limit('chatLinkWaitMs'))
      this.#returnWaiting();
    else this.waiting.settle(nowMs);
    if (!this.#mayLeave(nowMs)) return this.wakeLater(nowMs);
    let allowed = Math.min(this.inWindow(), this.free(nowMs));
    for (; allowed > 0; allowed -= 1) {
      const ready = this.waiting.next(nowMs);
      if (ready === undefined) break;
      this.#inFlight.write(ready);
    }
    this.wakeLater(nowMs);
  }

  #onOutcome(
    ready: ReadyPart,
    outcome: PlatformOutcome<Accepted>,
    writtenAtMs: number | undefined,
  ): void {
    const { part } = ready;
    switch (outcome.kind) {
      case 'done':
        this.waiting.trust(ready);
        this.#tell(part, { kind: 'taken', ...outcome.value, late: false });
        break;
      case 'refused':
        this.#onRefusal(ready, outcome.refusal);
        break;
      case 'unsent':
        this.#availability.unreachable(`the platform cannot be reached: ${outcome.why}`);
        this.giveBack(part);
        break;
      case 'lost':
        // A platform that takes requests and drops them counts against the link.
        this.#tell(part, { kind: 'ambiguous', writtenAtMs });
    }
    this.soon();
  }

  #onRefusal(ready: ReadyPart, refusal: PlatformRefusal): void {
    const { part } = ready;
    if (leavesOpen(refusal)) return this.#tell(part, { kind: 'ambiguous' });
    const hasFile = ready.uploads.size > 0;
    const judged = hasFile ? this.#refusals.judgeWithFile(refusal) : this.#refusals.judge(refusal);
    if (this.#availability.isOpen && this.waiting.retries(ready, judged)) return;
    this.#react(judged, refusal);
    const { reason, status, reaction } = judged;
    if (reaction?.kind === 'stop_number') return this.giveBack(part);
    if (judged.backoff === 'recipient') this.#pairs.delay(part.destination, this.nowMs());
    // A new upload was tried above.
    const left = reaction?.kind === 'forget_upload' ? undefined : reaction;
    this.#tell(part, { kind: 'refused', reason, status, late: false, reaction: left });
  }

  /** What a refusal requires besides ending its message. */
  #react({ reaction, backoff }: JudgedRefusal, { retryAfterMs }: PlatformRefusal): void {
    if (reaction?.kind === 'stop_number') this.#availability.attention(reaction.words);
    if (backoff === undefined || backoff === 'recipient') return;
    this.rateLimit.slowDown(this.nowMs());
    this.#backoff.begin(backoff, retryAfterMs, this.nowMs());
  }

  #onNotUploaded(part: CarrierPart, outcome: NotUploaded): void {
    switch (outcome.kind) {
      case 'missing':
        return this.#refuse(part, 'platform_refused_media', 0);
      case 'failed':
        if (!this.#availability.isOpen) return this.giveBack(part);
        return this.#refuse(part, 'platform_media_unready', 0);
      case 'unsent':
        this.#availability.unreachable(`the platform cannot be reached: ${outcome.why}`);
        return this.giveBack(part);
      case 'refused': {
        const judged = this.#refusals.judgeUpload(outcome.refusal);
        this.#react(judged, outcome.refusal);
        if (judged.reaction?.kind === 'stop_number') return this.giveBack(part);
        return this.#refuse(part, judged.reason, judged.status);
      }
    }
  }

  #onChange(state: CarrierState): void {
    if (state.kind === 'bound') this.soon();
    else this.#returnWaiting();
    this.#events.state(state);
  }

  /** What is waiting will not be written. */
  #returnWaiting(): void {
    this.stopWaking();
    for (const part of this.waiting.takeAll(this.nowMs())) this.giveBack(part);
  }

  #refuse(part: CarrierPart, reason: FailureReason, status: number): void {
    this.#tell(part, { kind: 'refused', reason, status, late: false });
  }

  protected giveBack(part: CarrierPart): void {
    this.#tell(part, { kind: 'unsent' });
  }

  #tell(part: CarrierPart, fate: Fate): void {
    this.waiting.forget(part);
    this.#events.outcome({ key: part.key, ...fate });
  }

  #mayLeave(nowMs: number): boolean {
    return this.#availability.isOpen && this.#backoff.waitMs(nowMs) <= 0;
  }

  /** Wakes up when the backoff, the rate limit or a user's pause allows more. */
  protected wakeLater(nowMs: number): void {
    if (!this.#availability.isOpen) return;
    const backoffMs = this.#backoff.waitMs(nowMs);
    if (backoffMs > 0) return this.within(backoffMs);
    const wants = this.waiting.hasNext || this.isRoomAwaited;
    const waits = [wants ? this.rateLimit.waitMs(nowMs) : undefined, this.#pairs.waitMs(nowMs)];
    for (const waitMs of waits) if (waitMs !== undefined) this.within(waitMs);
  }
}
