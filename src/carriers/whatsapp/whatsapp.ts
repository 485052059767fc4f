/**
 * A link to the chat platform: one sending number. What the journey hands over leaves as one HTTP
 * request a message, within the number's pace, its window of unanswered requests, and the pause
 * that the platform wants between two messages to one user.
 *
 * What certainly never left is `unsent`. What left and was not answered is `ambiguous`: the
 * platform knows no idempotency and no question about a message, so a status that repeats our name
 * of the attempt explains it, or nothing does. What users write and what becomes of messages comes
 * by webhook, not here.
 */
import type {
  CarrierAnswer,
  CarrierEvents,
  CarrierLink,
  CarrierPart,
  CarrierState,
} from '../../domain/carrier/carrier.ts';
import { Pace } from '../../domain/carrier/pace.ts';
import type { PlatformOutcome, PlatformRefusal } from '../../domain/chat/platform.ts';
import type { FailureReason } from '../../domain/failure/failure.ts';
import type { LinkId } from '../../domain/ids.ts';
import { limit } from '../../domain/limits.ts';
import type { Priority } from '../../domain/sender/sender.ts';
import { within } from '../../kit/clock.ts';
import { openConnections, type HttpConnections } from '../../kit/http/connections.ts';
import { Brakes } from './brakes.ts';
import { createGraph } from './graph.ts';
import { LineUp, type NotUploaded, type ReadyPart } from './line-up.ts';
import type { Fate, Machinery, WhatsAppLinkSettings } from './link-shape.ts';
import { Opening } from './opening.ts';
import { PairGate } from './pair-gate.ts';
import { leavesOpen } from './platform-errors.ts';
import { readNumber } from './platform.ts';
import { Refusals, type Judged } from './refusals.ts';
import { RoomBell } from './room-bell.ts';
import { Sends } from './sends.ts';
import { Uploads } from './uploads.ts';
import { Wake } from './wake.ts';

export type { LinkTally, Machinery, WhatsAppLinkSettings } from './link-shape.ts';

/** Makes a link; it does nothing until `start`. Events come from later turns, or from `submit`. */
export function createWhatsAppLink(
  settings: WhatsAppLinkSettings,
  events: CarrierEvents,
  machinery: Machinery,
): CarrierLink {
  return new Link(settings, events, machinery);
}

class Link implements CarrierLink {
  readonly linkId: LinkId;
  /** A chat message is one part. */
  readonly takesWhole = true;
  readonly #settings: WhatsAppLinkSettings;
  readonly #events: CarrierEvents;
  readonly #machinery: Machinery;
  readonly #connections: HttpConnections;
  readonly #opening: Opening;
  readonly #pace: Pace;
  readonly #brakes: Brakes;
  readonly #gate: PairGate;
  readonly #sends: Sends;
  readonly #lineUp: LineUp;
  readonly #refusals: Refusals;
  readonly #bell: RoomBell;
  readonly #wake: Wake;
  readonly #unwatch: () => void;

  constructor(settings: WhatsAppLinkSettings, events: CarrierEvents, machinery: Machinery) {
    const { config, credential, businessId } = settings;
    const { clock, platform, pauses } = machinery;
    const { phoneNumberId } = config;
    this.linkId = settings.linkId;
    this.#settings = settings;
    this.#events = events;
    this.#machinery = machinery;
    this.#connections = openConnections({
      origin: platform.origin,
      clock,
      // Uploads and questions beside the messages.
      most: config.windowSubmits + limit('chatUploadsAtOnce') + 1,
      connectMs: limit('chatConnectMs'),
    });
    const graph = createGraph({
      connections: this.#connections,
      version: platform.version,
      timeoutMs: config.answerTimeoutMs,
    });
    const sender = { credential, phoneNumberId };
    const pace = new Pace(config.ratePerSecond);
    const gate = new PairGate({
      gapMs: config.pairMs,
      mostWaitMs: limit('chatPairWaitMs'),
      most: limit('linkWaitingParts'),
    });
    this.#pace = pace;
    this.#gate = gate;
    this.#brakes = new Brakes(businessId, pace, pauses);
    this.#opening = new Opening({
      ...machinery,
      ask: () => readNumber(graph, credential, phoneNumberId),
      onChange: (state) => this.#onChange(state),
    });
    this.#sends = new Sends({
      ...{ ...machinery, graph, sender, pace, gate },
      onLeave: () => this.#bell.later(),
      onOutcome: (ready, outcome) => this.#onOutcome(ready, outcome),
    });
    this.#lineUp = new LineUp({
      ...{ clock, gate },
      uploads: new Uploads({ ...machinery, graph, sender }),
      onOver: (part) => this.#return(part),
      onRefused: (part, reason, status) => this.#refuse(part, reason, status),
      onNotUploaded: (part, outcome) => this.#onNotUploaded(part, outcome),
      onReady: () => this.#bell.later(),
    });
    this.#refusals = new Refusals(machinery);
    this.#bell = new RoomBell({
      roomInFront: () => this.room(1),
      isWorthTelling: () => this.room() >= (this.#lineUp.count === 0 ? 1 : pace.soon / 2),
      pump: () => this.#pump(),
      tell: () => events.room(),
    });
    this.#wake = new Wake(clock, () => this.#bell.ring());
    this.#unwatch = pauses.watch(() => this.#bell.later());
  }

  start(): void {
    this.#opening.start();
  }

  async stop(): Promise<void> {
    this.#opening.stop();
    this.#unwatch();
    this.#returnWaiting();
    const mostMs = Math.min(limit('linkStopMs'), this.#settings.config.answerTimeoutMs);
    await within(this.#machinery.clock, mostMs, this.#sends.ended());
    await this.#connections.close();
    await this.#sends.ended();
    await this.#lineUp.prepared();
    this.#returnWaiting();
  }

  query(): Promise<CarrierAnswer> {
    // The platform answers no questions about messages.
    return Promise.resolve({ kind: 'unanswered' });
  }

  room(priority: Priority = 0): number {
    const nowMs = this.#nowMs();
    if (!this.#mayLeave(nowMs)) return this.#awaitRoom(0, nowMs);
    const most = this.#settings.config.windowSubmits;
    if (priority === 1 && this.#lineUp.hasCampaign) return this.#roomInFront(most);
    const inWindow = most - this.#sends.underWay;
    const free = this.#sends.free(nowMs);
    const room = Math.max(0, Math.min(inWindow, free + this.#pace.soon) - this.#lineUp.count);
    if (room >= Math.min(most, this.#pace.most + this.#pace.soon)) return room;
    return this.#awaitRoom(room, nowMs);
  }

  #awaitRoom(room: number, nowMs: number): number {
    this.#bell.awaitMore();
    this.#wakeLater(nowMs);
    return room;
  }

  /** Behind a campaign that fills the link a code would wait: a window of codes goes before it. */
  #roomInFront(most: number): number {
    if (this.#lineUp.codes() > 0) this.#bell.awaitFront();
    return Math.max(0, Math.min(most, this.#pace.most) - this.#lineUp.codes());
  }

  submit(parts: readonly CarrierPart[]): void {
    for (const part of parts) {
      const isTaken = this.#opening.isOpen && this.#lineUp.count < limit('linkWaitingParts');
      if (isTaken) this.#lineUp.add(part);
      else this.#return(part);
    }
    this.#pump();
    // Whoever used up room is told when it comes back, without asking.
    this.room();
  }

  /** Writes what may be written, as far as window and pace allow. */
  #pump(): void {
    const nowMs = this.#nowMs();
    if (!this.#opening.isOpen || this.#brakes.areLong(nowMs)) this.#returnWaiting();
    else this.#lineUp.settle(nowMs);
    if (!this.#mayLeave(nowMs)) return this.#wakeLater(nowMs);
    const inWindow = this.#settings.config.windowSubmits - this.#sends.underWay;
    let allowed = Math.min(inWindow, this.#sends.free(nowMs));
    for (; allowed > 0; allowed -= 1) {
      const ready = this.#lineUp.next(nowMs);
      if (ready === undefined) break;
      this.#sends.write(ready);
    }
    this.#wakeLater(nowMs);
  }

  #onOutcome(ready: ReadyPart, outcome: PlatformOutcome<string>): void {
    const { part } = ready;
    switch (outcome.kind) {
      case 'done':
        this.#tell(part, { kind: 'taken', operatorKey: outcome.value, late: false });
        break;
      case 'refused':
        this.#onRefusal(ready, outcome.refusal);
        break;
      case 'unsent':
        this.#opening.unreachable(`the platform cannot be reached: ${outcome.why}`);
        this.#return(part);
        break;
      case 'lost':
        // A platform that takes requests and drops them speaks against the link.
        this.#tell(part, { kind: 'ambiguous' });
    }
    this.#bell.later();
  }

  #onRefusal(ready: ReadyPart, refusal: PlatformRefusal): void {
    const { part } = ready;
    if (leavesOpen(refusal)) return this.#tell(part, { kind: 'ambiguous' });
    const judged = this.#refusals.judge(refusal);
    if (this.#opening.isOpen && this.#lineUp.goesAgain(ready, judged)) return;
    this.#react(judged, refusal);
    const { reason, status, reaction } = judged;
    if (reaction?.kind === 'stop_number') return this.#return(part);
    if (judged.backoff === 'recipient') this.#gate.delay(part.destination, this.#nowMs());
    // A new upload was tried above.
    const left = reaction?.kind === 'forget_upload' ? undefined : reaction;
    this.#tell(part, { kind: 'refused', reason, status, late: false, reaction: left });
  }

  /** What a refusal asks for besides the fate of its message. */
  #react({ reaction, backoff }: Judged, { retryAfterMs }: PlatformRefusal): void {
    if (reaction?.kind === 'stop_number') this.#opening.attention(reaction.words);
    if (backoff === undefined || backoff === 'recipient') return;
    this.#brakes.pull(backoff, retryAfterMs, this.#nowMs());
  }

  #onNotUploaded(part: CarrierPart, outcome: NotUploaded): void {
    switch (outcome.kind) {
      case 'missing':
        return this.#refuse(part, 'platform_refused_media', 0);
      case 'failed':
        if (!this.#opening.isOpen) return this.#return(part);
        return this.#refuse(part, 'platform_media_unready', 0);
      case 'unsent':
        this.#opening.unreachable(`the platform cannot be reached: ${outcome.why}`);
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
    if (state.kind === 'bound') this.#bell.later();
    else this.#returnWaiting();
    this.#events.state(state);
  }

  /** What waits is not written any more. */
  #returnWaiting(): void {
    this.#wake.cancel();
    for (const part of this.#lineUp.takeAll(this.#nowMs())) this.#return(part);
  }

  #refuse(part: CarrierPart, reason: FailureReason, status: number): void {
    this.#tell(part, { kind: 'refused', reason, status, late: false });
  }

  #return(part: CarrierPart): void {
    this.#tell(part, { kind: 'unsent' });
  }

  #tell(part: CarrierPart, fate: Fate): void {
    this.#lineUp.forget(part);
    this.#events.outcome({ key: part.key, ...fate });
  }

  #nowMs(): number {
    return this.#machinery.clock.monotonicMs();
  }

  #mayLeave(nowMs: number): boolean {
    return this.#opening.isOpen && this.#brakes.waitMs(nowMs) <= 0;
  }

  /** Comes back when brakes, pace or a user allow more. */
  #wakeLater(nowMs: number): void {
    if (!this.#opening.isOpen) return;
    const brakeMs = this.#brakes.waitMs(nowMs);
    if (brakeMs > 0) return this.#wake.within(brakeMs);
    const wants = this.#lineUp.hasNext || this.#bell.isAwaited;
    const waits = [wants ? this.#pace.waitMs(nowMs) : undefined, this.#gate.waitMs(nowMs)];
    for (const waitMs of waits) if (waitMs !== undefined) this.#wake.within(waitMs);
  }
}
