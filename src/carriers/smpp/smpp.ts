/**
 * A link to an operator over SMPP: what the journey hands over leaves as submit_sm within the
 * link's window and pace, each part gets its outcome, and what the operator sends on its own comes
 * in as receipts and replies, acknowledged when the journey has stored them.
 *
 * What was certainly not written is `unsent`. What was written and not answered is `ambiguous`:
 * the operator may have it. An answer after that still comes, marked late.
 */

import {
  commandStatus,
  describeStatus,
  messageIdKey,
  type InboundRequest,
  type Outcome,
  type Pdu,
} from '@paigham/smpp';
import type {
  CarrierEvents,
  CarrierLink,
  CarrierOutcome,
  CarrierPart,
} from '../../domain/carrier/carrier.ts';
import type { LinkId } from '../../domain/ids.ts';
import type { SmppLinkConfig } from '../../domain/routing/link-config.ts';
import type { Timer } from '../../kit/clock.ts';
import { shortestWakeMs, waitingParts } from './bounds.ts';
import { composeSubmit } from './compose-submit.ts';
import { Connection, type BoundSession, type LinkState, type Machinery } from './connection.ts';
import { meaningOfStatus } from './failure-by-status.ts';
import { Pace } from './pace.ts';
import { readInbound } from './read-inbound.ts';

export type { LinkState, Machinery } from './connection.ts';

export type SmppLinkSettings = {
  readonly linkId: LinkId;
  readonly config: SmppLinkConfig;
  readonly password: string;
  /** The operator does not mark its receipts; see read-inbound.ts. */
  readonly receiptsByText?: boolean;
};

export type SmppLinkEvents = CarrierEvents & {
  state?(state: LinkState): void;
};

export type SmppLink = CarrierLink & { state(): LinkState };

/** Makes a link; it does nothing until `start`. Events come from later turns, or from `submit`. */
export function createSmppLink(
  settings: SmppLinkSettings,
  events: SmppLinkEvents,
  machinery: Machinery,
): SmppLink {
  return new Link(settings, events, machinery);
}

class Link implements SmppLink {
  readonly linkId: LinkId;
  private readonly settings: SmppLinkSettings;
  private readonly events: SmppLinkEvents;
  private readonly machinery: Machinery;
  private readonly connection: Connection;
  private readonly pace: Pace;
  private waiting: CarrierPart[] = [];
  /** Somebody was told of less than all the room there can be, and hears when there is more. */
  private isRoomAwaited = false;
  private isRoomDue = false;
  private wake: Timer | undefined = undefined;
  private wokenAtMs = 0;

  constructor(settings: SmppLinkSettings, events: SmppLinkEvents, machinery: Machinery) {
    this.linkId = settings.linkId;
    this.settings = settings;
    this.events = events;
    this.machinery = machinery;
    this.pace = new Pace(settings.config.ratePerSecond);
    this.connection = new Connection(settings, machinery, {
      onOutcome: (key, outcome) => this.onOutcome(key, outcome),
      onLateAnswer: (key, pdu) => this.onLateAnswer(key, pdu),
      onRequest: (session, request) => this.onRequest(session, request),
      onState: (state) => this.onState(state),
    });
  }

  start(): void {
    this.connection.start();
  }

  async stop(): Promise<void> {
    await this.connection.stop();
  }

  state(): LinkState {
    return this.connection.state;
  }

  room(): number {
    const { bound } = this.connection;
    const { windowSubmits, ratePerSecond } = this.settings.config;
    if (bound === undefined) return this.awaitRoom(0);
    const free = this.pace.free(this.machinery.clock.monotonicMs());
    const room = Math.max(0, Math.min(bound.room(), free) - this.waiting.length);
    if (room >= Math.min(windowSubmits, ratePerSecond)) return room;
    if (free <= bound.room()) this.wakeLater();
    return this.awaitRoom(room);
  }

  submit(parts: readonly CarrierPart[]): void {
    for (const part of parts) {
      const isTakable = this.connection.bound !== undefined && this.waiting.length < waitingParts;
      if (isTakable) this.waiting.push(part);
      else this.tell({ key: part.key, kind: 'unsent' });
    }
    this.pump();
    // Whoever used up room is told when it comes back, without asking.
    this.room();
  }

  /** Writes what waits, as far as window and pace allow. */
  private pump(): void {
    const { bound } = this.connection;
    if (bound === undefined || this.waiting.length === 0) return;
    const nowMs = this.machinery.clock.monotonicMs();
    const allowed = Math.min(bound.room(), this.pace.free(nowMs));
    const leaving = this.waiting.slice(0, allowed);
    this.waiting = this.waiting.slice(allowed);
    for (const part of leaving) this.write(bound, part, nowMs);
    if (this.waiting.length > 0 && bound.room() > 0) this.wakeLater();
  }

  private write(bound: BoundSession, part: CarrierPart, nowMs: number): void {
    const { key } = part;
    const message = composeSubmit(part, this.settings.config);
    const refusal = message && bound.request(message, key);
    if (refusal?.reason === 'closed') return this.tell({ key, kind: 'unsent' });
    if (refusal?.reason === 'window_full') return void this.waiting.unshift(part);
    if (message === undefined || refusal !== undefined) {
      const reason = refusal?.reason ?? 'the default alphabet of the link lacks a character';
      this.machinery.log.error({ reason }, 'a part cannot be written as submit_sm');
      const refused = { reason: 'operator_refused_form', status: 0, late: false } as const;
      return this.tell({ key, kind: 'refused', ...refused });
    }
    this.pace.note(nowMs);
  }

  private onOutcome(key: number, outcome: Outcome): void {
    switch (outcome.kind) {
      case 'answered':
        this.tell(this.judge(key, outcome.pdu));
        break;
      case 'unreadable':
        this.tell(this.judgeUnreadable(key, outcome.fault.status));
        break;
      case 'timeout':
        this.tell({ key, kind: 'ambiguous' });
        break;
      case 'closed':
        this.tell({ key, kind: outcome.written ? 'ambiguous' : 'unsent' });
        break;
    }
    this.roomLater();
  }

  /** What an answer says of the part it answers. */
  private judge(key: number, { status, body }: Pdu): CarrierOutcome {
    if (status !== 0) return this.judgeRefusal(key, status);
    // A generic_nack without an error says nothing at all.
    if (body.command !== 'submit_sm_resp') return { key, kind: 'ambiguous' };
    return { key, kind: 'taken', operatorKey: this.keyOf(body.messageId), late: false };
  }

  private judgeRefusal(key: number, status: number): CarrierOutcome {
    const reason = meaningOfStatus(status);
    if (reason === 'link_fault') {
      this.connection.rebind(`submit refused: ${describeStatus(status)}`);
      return { key, kind: 'unsent' };
    }
    if (reason === 'operator_throttled') {
      this.pace.slowDown(this.machinery.clock.monotonicMs());
    }
    return { key, kind: 'refused', reason, status, late: false };
  }

  private onLateAnswer(key: number, { status, body }: Pdu): void {
    if (status !== 0) {
      const meaning = meaningOfStatus(status);
      const reason = meaning === 'link_fault' ? 'operator_fault' : meaning;
      this.tell({ key, kind: 'refused', reason, status, late: true });
    } else if (body.command === 'submit_sm_resp') {
      this.tell({ key, kind: 'taken', operatorKey: this.keyOf(body.messageId), late: true });
    }
  }

  private keyOf(messageId: string): string {
    return messageIdKey(messageId, this.settings.config.answerIdForm);
  }

  /** The status stands in the header, which was read: only the id is lost, and so its receipt. */
  private judgeUnreadable(key: number, status: number): CarrierOutcome {
    if (status !== 0) return this.judgeRefusal(key, status);
    return { key, kind: 'taken', operatorKey: '', late: false };
  }

  private onRequest(session: BoundSession, request: InboundRequest): void {
    const { body } = request.pdu;
    if (body.command !== 'deliver_sm' && body.command !== 'data_sm') {
      session.respond(request, { command: 'generic_nack' }, commandStatus.ESME_RINVCMDID);
      return;
    }
    const { config, receiptsByText } = this.settings;
    const rules = { ...config, ...(receiptsByText === undefined ? {} : { receiptsByText }) };
    const command = `${body.command}_resp` as const;
    this.events.inbound({
      linkId: this.linkId,
      raw: request.frame,
      acknowledge: () => void session.respond(request, { command, messageId: '', tlvs: [] }),
      ...readInbound(body, rules),
    });
  }

  private onState(state: LinkState): void {
    if (state.kind === 'bound') this.roomLater();
    else this.returnWaiting();
    this.events.state?.(state);
  }

  /** What waits is not written any more. */
  private returnWaiting(): void {
    this.wake?.cancel();
    this.wake = undefined;
    const unsent = this.waiting;
    this.waiting = [];
    for (const { key } of unsent) this.tell({ key, kind: 'unsent' });
  }

  private tell(outcome: CarrierOutcome): void {
    this.events.outcome(outcome);
  }

  /** Somebody may want more than this: the event tells when there is more. */
  private awaitRoom(room: number): number {
    this.isRoomAwaited = true;
    return room;
  }

  /** Once for all answers of one chunk: sends what waits, and tells of the room that is left. */
  private roomLater(): void {
    if (this.isRoomDue) return;
    this.isRoomDue = true;
    queueMicrotask(() => {
      this.isRoomDue = false;
      this.useRoom();
    });
  }

  private useRoom(): void {
    this.pump();
    if (!this.isRoomAwaited) return;
    this.isRoomAwaited = false;
    if (this.room() > 0) this.events.room();
  }

  /** Comes back when the pace allows more, in groups rather than for each part. */
  private wakeLater(): void {
    if (this.wake !== undefined) return;
    const { clock } = this.machinery;
    const nowMs = clock.monotonicMs();
    const waitMs = this.pace.waitMs(nowMs);
    if (waitMs === undefined) return;
    const delayMs = Math.max(waitMs, shortestWakeMs - (nowMs - this.wokenAtMs));
    this.wake = clock.setTimer(Math.ceil(delayMs), () => {
      this.wake = undefined;
      this.wokenAtMs = clock.monotonicMs();
      this.useRoom();
    });
  }
}
