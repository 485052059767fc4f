/**
 * A link to an operator over SMPP. What the journey hands over leaves as submit_sm within the
 * link's window and rate limit, and each part gets its outcome. What the operator sends unprompted
 * comes in as receipts and replies, acknowledged once the journey has stored them.
 *
 * What was certainly not written is `unsent`. What was written and not answered is `ambiguous`: the
 * operator may have it. A later answer is still reported, marked late.
 */

import {
  commandStatus,
  describeStatus,
  messageIdKey,
  readOctetTlv,
  type InboundRequest,
  type Outcome,
  type Pdu,
  type Tlv,
  type UnreadableRequest,
} from '@paigham/smpp';
import {
  type CarrierEvents,
  type CarrierLink,
  type CarrierOutcome,
  type CarrierPart,
  type CarrierQuestion,
  type CarrierState,
  WaitingParts,
} from '../../domain/carrier/carrier.ts';
import type { LinkId } from '../../domain/ids.ts';
import { readReceiptWords } from '../../domain/routing/link-field.ts';
import type { SmppLinkConfig } from '../../domain/routing/smpp-link-config.ts';
import { LinkBase } from '../link-base.ts';
import { Binds } from './binds.ts';
import { composeSubmit } from './compose-submit.ts';
import type { BoundSession, Connection, LinkState, Machinery } from './connection.ts';
import { RateLimit } from '../../domain/carrier/rate-limit.ts';
import { isCarrying, Oddities } from './oddities.ts';
import { Questions } from './questions.ts';
import { readInbound, type InboundRules } from './read-inbound.ts';
import { Refusals } from './refusals.ts';

export type { LinkState, LinkTally, Machinery } from './connection.ts';

export type SmppLinkSettings = {
  readonly linkId: LinkId;
  readonly config: SmppLinkConfig;
  readonly password: string;
};

type StateEvent = { state?(state: LinkState): void };
type SmppLinkEvents = Omit<CarrierEvents, 'state'> & StateEvent;

export type SmppLink = CarrierLink & { state(): LinkState };

/** SMPP 5.0, 4.8.4.18: from here on a server is near its limit and will throttle next. */
const nearingCongestion = 90;

/** Makes a link; it does nothing until `start`. Events come from later turns, or from `submit`. */
export function createSmppLink(
  settings: SmppLinkSettings,
  events: SmppLinkEvents,
  machinery: Machinery,
): SmppLink {
  return new Link(settings, events, machinery);
}

class Link extends LinkBase implements SmppLink {
  readonly linkId: LinkId;
  readonly takesWhole: boolean;
  private readonly config: SmppLinkConfig;
  private readonly events: SmppLinkEvents;
  private readonly machinery: Machinery;
  private readonly binds: Binds;
  private readonly refusals: Refusals;
  private readonly inboundRules: InboundRules;
  private readonly questions = new Questions();
  protected readonly waiting = new WaitingParts();
  /** When parts without an outcome were written, by their keys. */
  private readonly writtenAtMs = new Map<number, number>();
  private readonly oddities: Oddities;

  constructor(settings: SmppLinkSettings, events: SmppLinkEvents, machinery: Machinery) {
    const { linkId, config } = settings;
    super(machinery.clock, new RateLimit(config.ratePerSecond), events);
    this.linkId = linkId;
    this.config = config;
    this.takesWhole = config.longTexts === 'payload';
    this.events = events;
    this.machinery = machinery;
    this.refusals = new Refusals(config, machinery);
    this.oddities = new Oddities(linkId, events, machinery);
    this.inboundRules = {
      ...config,
      receiptsByText: config.receiptsByText === 'yes',
      receiptWords: readReceiptWords(config.receiptWords),
    };
    this.binds = new Binds(settings, machinery, {
      onOutcome: (bind, key, outcome) => this.onOutcome(bind, key, outcome),
      onLateAnswer: (key, pdu) => this.onLateAnswer(key, pdu),
      onRequest: (session, request) => this.onRequest(session, request),
      onUnreadable: (session, request) => this.onUnreadable(session, request),
      onOddity: (oddity) => this.oddities.note(oddity),
      onHanded: () => this.rateLimit.left(machinery.clock.monotonicMs()),
      onChange: (state) => this.onChange(state),
    });
  }

  start(): void {
    this.binds.start();
  }

  async stop(): Promise<void> {
    await this.binds.stop();
  }

  state(): LinkState {
    return this.binds.state;
  }

  protected isUp(): boolean {
    return this.most() > 0;
  }

  protected most(): number {
    return this.binds.most();
  }

  protected inWindow(): number {
    return this.binds.room();
  }

  /** Writes what is waiting, within windows and rate limit; the few queries go first. */
  protected pump(): void {
    if (this.waiting.count + this.questions.count === 0) return;
    const nowMs = this.nowMs();
    let allowed = Math.min(this.inWindow(), this.free(nowMs));
    for (; allowed > 0 && this.questions.count > 0; allowed -= 1) {
      this.questions.ask(this.binds.choose(undefined), this.config);
      this.rateLimit.note(nowMs);
    }
    for (const part of this.waiting.take(allowed)) this.write(part, nowMs);
    if (this.waiting.count + this.questions.count > 0 && this.binds.room() > 0)
      this.wakeLater(nowMs);
  }

  private write(part: CarrierPart, nowMs: number): void {
    const { key } = part;
    const atMs = this.machinery.clock.nowMs();
    const message = composeSubmit(part, this.config, atMs);
    const bound = this.binds.choose(part.segment?.reference);
    // Half a text is worse than a late one: once begun, it is sent to the end.
    const isTooLate = part.expiresAtMs <= atMs && (part.segment?.number ?? 1) === 1;
    if (bound === undefined || isTooLate) return this.tell({ key, kind: 'unsent' });
    const refusal = message && bound.request(message, key);
    if (refusal?.reason === 'closed' || refusal?.reason === 'window_full') {
      return this.tell({ key, kind: 'unsent' });
    }
    if (message === undefined || refusal !== undefined) {
      const reason = refusal?.reason ?? 'the default alphabet of the link lacks a character';
      this.machinery.log.error({ reason }, 'a part cannot be written as submit_sm');
      const refused = { reason: 'operator_refused_form', status: 0, late: false } as const;
      return this.tell({ key, kind: 'refused', ...refused });
    }
    this.writtenAtMs.set(key, atMs);
    this.rateLimit.note(nowMs);
  }

  query(question: CarrierQuestion): ReturnType<SmppLink['query']> {
    const answer = this.questions.add(question, this.binds.room());
    this.pump();
    return answer;
  }

  private onOutcome(bind: Connection, key: number, outcome: Outcome): void {
    if (this.questions.take(key, outcome, this.config)) return this.soon();
    const lost = { key, kind: 'ambiguous', writtenAtMs: this.writtenAtMs.get(key) } as const;
    this.writtenAtMs.delete(key);
    switch (outcome.kind) {
      case 'answered':
        this.tell(this.judge(bind, key, outcome.pdu));
        break;
      case 'unreadable':
        this.tell(this.judgeUnreadable(bind, key, outcome.fault.status));
        break;
      case 'timeout':
        this.tell(lost);
        break;
      case 'closed':
        if (outcome.written) this.tell({ ...lost, broken: true });
        else this.tell({ key, kind: 'unsent' });
        break;
    }
    this.soon();
  }

  /** What an answer says about its part. */
  private judge(bind: Connection, key: number, { status, body }: Pdu): CarrierOutcome {
    if (status !== 0) return this.judgeRefusal(bind, key, status);
    // A generic_nack without an error says nothing.
    if (body.command !== 'submit_sm_resp') return { key, kind: 'ambiguous' };
    if (isCongested(body.tlvs)) this.rateLimit.slowDown(this.nowMs());
    return { key, kind: 'taken', operatorKey: this.keyOf(body.messageId), late: false };
  }

  private judgeRefusal(bind: Connection, key: number, status: number): CarrierOutcome {
    const refusal = this.refusals.judge(status);
    if (refusal.reason === 'link_fault') {
      bind.rebind(`submit refused: ${describeStatus(status)}`);
      return { key, kind: 'unsent' };
    }
    if (refusal.reason === 'operator_throttled') {
      this.rateLimit.slowDown(this.nowMs());
    }
    return { key, kind: 'refused', reason: refusal.reason, status: refusal.status, late: false };
  }

  private onLateAnswer(key: number, { status, body }: Pdu): void {
    if (status !== 0) {
      const refusal = this.refusals.judge(status);
      const reason = refusal.reason === 'link_fault' ? 'operator_fault' : refusal.reason;
      this.tell({ key, kind: 'refused', reason, status: refusal.status, late: true });
    } else if (body.command === 'submit_sm_resp') {
      this.tell({ key, kind: 'taken', operatorKey: this.keyOf(body.messageId), late: true });
    }
  }

  private keyOf(messageId: string): string {
    return messageIdKey(messageId, this.config.answerIdForm);
  }

  /** The status is in the header, which was read: only the id is lost, and so is its receipt. */
  private judgeUnreadable(bind: Connection, key: number, status: number): CarrierOutcome {
    if (status !== 0) return this.judgeRefusal(bind, key, status);
    return { key, kind: 'taken', operatorKey: '', late: false };
  }

  private onRequest(session: BoundSession, request: InboundRequest): void {
    const { body } = request.pdu;
    if (body.command !== 'deliver_sm' && body.command !== 'data_sm') {
      session.respond(request, { command: 'generic_nack' }, commandStatus.ESME_RINVCMDID);
      return;
    }
    const command = `${body.command}_resp` as const;
    const { unknownWord, ...content } = readInbound(body, this.inboundRules, request.leftOver);
    if (unknownWord !== undefined) this.oddities.noteWord(unknownWord);
    this.events.inbound({
      linkId: this.linkId,
      raw: request.frame,
      acknowledge: () => void session.respond(request, { command, messageId: '', tlvs: [] }),
      ...content,
    });
  }

  /** What may have been a receipt or a reply is kept before it is refused. */
  private onUnreadable(session: BoundSession, request: UnreadableRequest): void {
    const { fault, frame: raw } = request;
    const refuse = (): void => void session.refuse(request);
    if (!isCarrying(fault.commandId)) return refuse();
    this.oddities.keep({ kind: 'unreadable', why: fault.reason, raw, acknowledge: refuse });
  }

  private onChange(state: LinkState | undefined): void {
    if (this.binds.most() > 0) this.soon();
    else this.returnWaiting();
    if (state !== undefined) this.events.state?.(state);
  }

  /** What is waiting will not be written. */
  private returnWaiting(): void {
    this.stopWaking();
    this.questions.putOffAll();
    for (const part of this.waiting.take(this.waiting.count)) this.giveBack(part);
  }

  protected giveBack({ key }: CarrierPart): void {
    this.tell({ key, kind: 'unsent' });
  }

  private tell(outcome: CarrierOutcome): void {
    this.events.outcome(outcome);
  }

  /** Unless the windows are what is full: then answers tell. */
  protected wakeLater(nowMs: number): void {
    if (!this.isUp() || this.free(nowMs) > this.inWindow()) return;
    const waitMs = this.rateLimit.waitMs(nowMs);
    if (waitMs !== undefined) this.within(waitMs);
  }
}

/** Whether the answer to a submit says that the operator is nearly full. */
function isCongested(tlvs: readonly Tlv[]): boolean {
  return tlvs.length > 0 && (readOctetTlv(tlvs, 'congestion_state') ?? 0) >= nearingCongestion;
}

export function carrierState(state: LinkState): CarrierState {
  switch (state.kind) {
    case 'bound':
    case 'needs_attention':
      return state;
    case 'waiting':
      return { kind: 'unbound', words: state.words };
    case 'connecting':
    case 'binding':
    case 'stopping':
    case 'stopped':
      return { kind: 'unbound', words: undefined };
  }
}
