/**
 * One SMPP link over one socket, for either role. It numbers requests and gives each exactly one
 * outcome; it passes the peer's requests to their handler, which may answer later; it keeps the
 * link alive with enquire_link and ends it with unbind. Binding is a request like any other: the
 * session's user decides who may do what.
 */

import type { Socket } from 'node:net';
import {
  type Body,
  commandIds,
  emptyAnswer,
  findCommand,
  findResponse,
  isResponse,
  type Pdu,
} from './pdu.ts';
import { decodePdu, type Decoded } from './decode.ts';
import type { DecodeFault } from './fault.ts';
import { Framer } from './framer.ts';
import { Outbox } from './outbox.ts';
import { PendingRequests, type Pending } from './pending-requests.ts';
import {
  InboundRequest,
  UnreadableRequest,
  sessionDefaults,
  type CloseReason,
  type Outcome,
  type RequestRefusal,
  type SessionEvents,
  type SessionOptions,
} from './session-events.ts';

const ticksPerTimeout = 20;
const longestTickMs = 1_000;
/** How long the last PDUs may take to leave after the session has ended. */
const lingerMs = 2_000;

type Phase = 'open' | 'draining' | 'unbinding' | 'closed';

export class Session<Context> {
  private readonly socket: Socket;
  private readonly options: Required<Omit<SessionOptions, 'tap'>>;
  private readonly events: SessionEvents<Context>;
  private readonly framer: Framer;
  private readonly outbox: Outbox;
  private readonly pending: PendingRequests<Context>;
  private readonly tap: SessionOptions['tap'];
  private readonly tickMs: number;
  private timer: { cancel(): void };
  private phase: Phase = 'open';
  private reading = true;
  private unanswered = 0;
  private idleMs = 0;
  private enquiring = false;
  private drainLeftMs = 0;

  /** Takes over a connected socket. Events may fire from the next turn of the event loop. */
  constructor(socket: Socket, options: SessionOptions, events: SessionEvents<Context>) {
    this.socket = socket;
    this.options = { ...sessionDefaults, ...options };
    this.events = events;
    this.tap = options.tap;
    const { responseTimeoutMs, enquireLinkMs, maxPduOctets, rememberLate } = this.options;
    const shortestMs = Math.min(responseTimeoutMs, enquireLinkMs || responseTimeoutMs);
    this.tickMs = Math.min(longestTickMs, Math.max(1, Math.floor(shortestMs / ticksPerTimeout)));
    this.framer = new Framer(maxPduOctets);
    this.outbox = new Outbox(socket, {
      onDrained: () => this.readOn(),
      onHanded: (bytes) => {
        events.onHanded?.();
        options.tap?.('out', bytes);
      },
    });
    this.pending = new PendingRequests(Math.ceil(responseTimeoutMs / this.tickMs), rememberLate);
    socket.setNoDelay(true);
    socket.on('data', (chunk: Buffer) => this.onData(chunk));
    socket.on('end', () => this.close({ kind: 'peer_ended' }));
    socket.on('error', (error) => this.close({ kind: 'socket_error', words: error.message }));
    socket.on('close', () => this.close({ kind: 'peer_ended' }));
    this.timer = this.options.clock.setTimer(this.tickMs, this.onTick);
    // A socket that died before we got it has already emitted its events.
    if (socket.destroyed) setImmediate(() => this.close({ kind: 'peer_ended' }));
  }

  /** How many requests `request` would accept now. */
  room(): number {
    return this.phase === 'open' ? this.options.windowPdus - this.pending.userCount : 0;
  }

  /** How many requests are waiting for an outcome. */
  waiting(): number {
    return this.pending.userCount;
  }

  /**
   * Sends a request. Its one outcome goes to `onOutcome` with `context`; a refusal here is final
   * and has no outcome.
   */
  request(body: Body, context: Context): RequestRefusal | undefined {
    if (this.phase !== 'open') return { reason: 'closed' };
    if (this.room() <= 0) return { reason: 'window_full' };
    const answeredBy = findResponse(body.command);
    if (answeredBy === undefined) return { reason: 'not_a_request' };
    const sequence = this.pending.takeSequence();
    const { batch } = this.outbox;
    const fault = this.outbox.write(body, sequence, 0);
    if (fault !== undefined) return { reason: 'unencodable', fault };
    this.pending.add(sequence, { asker: { by: 'user', context }, answeredBy, batch });
    return undefined;
  }

  /** Answers a request from the peer, once. False: it was already answered, or the link is gone. */
  respond(request: InboundRequest | UnreadableRequest, body: Body, status = 0): boolean {
    if (request.answered || this.phase === 'closed') return false;
    request.answered = true;
    this.unanswered -= 1;
    const fault = this.outbox.write(body, request.sequence, status);
    this.readOn();
    return fault === undefined;
  }

  /** Sends a PDU that has no answer (outbind, alert_notification), or raw octets (tests, fakes). */
  notify(body: Body | Uint8Array): void {
    if (this.phase === 'closed') return;
    if (body instanceof Uint8Array) this.outbox.writeRaw(body);
    else this.outbox.write(body, this.pending.takeSequence(), 0);
  }

  /** Tells the peer that a PDU without an answer, such as outbind, is not supported. */
  nack(sequence: number, status: number): void {
    this.outbox.write({ command: 'generic_nack' }, sequence, status);
  }

  /**
   * Closes the link gracefully: accepts no more requests, waits up to `drainMs` for answers in both
   * directions, then unbinds. `onClose` reports the end.
   */
  unbind(drainMs = 0): void {
    if (this.phase !== 'open') return;
    this.phase = 'draining';
    this.drainLeftMs = drainMs;
    this.unbindIfDrained();
  }

  /** Drops the link at once. */
  destroy(words: string): void {
    this.close({ kind: 'closed_by_us', words });
  }

  private onData(chunk: Buffer): void {
    if (this.phase === 'closed') return;
    this.idleMs = 0;
    this.tap?.('in', chunk);
    this.framer.push(chunk);
    if (this.reading) this.readFrames();
  }

  private readFrames(): void {
    while (this.phase !== 'closed') {
      if (this.unanswered >= this.options.maxUnanswered || this.isClogged()) {
        this.reading = false;
        this.socket.pause();
        return;
      }
      const framed = this.framer.next();
      if (framed === undefined) return;
      if (framed.kind === 'fault') return this.refuseStream(framed.fault);
      this.take(decodePdu(framed.frame), framed.frame);
    }
  }

  /** Resumes reading once half of the limit is free again. */
  private readOn(): void {
    const half = this.options.maxUnanswered / 2;
    if (this.reading || this.unanswered > half || this.isClogged()) return;
    this.reading = true;
    this.socket.resume();
    this.readFrames();
  }

  /** Whether the peer is not reading what we answer. */
  private isClogged(): boolean {
    return this.outbox.pendingOctets > this.options.maxBacklogOctets;
  }

  private take(decoded: Decoded, frame: Buffer): void {
    if (!decoded.ok) return this.refusePdu(decoded.fault, frame);
    const { pdu, fault, leftOver } = decoded;
    if (fault !== undefined) {
      if (this.options.strict && !isResponse(pdu.body.command)) return this.refusePdu(fault, frame);
      this.events.onOddity?.({ kind: 'damaged', fault, frame });
    }
    this.receive(new InboundRequest(pdu, frame, leftOver));
  }

  private receive(request: InboundRequest): void {
    const { pdu } = request;
    const { command } = pdu.body;
    if (isResponse(command)) return this.receiveAnswer(pdu);
    if (command === 'enquire_link') {
      if (this.events.answersEnquiry?.() === false) return;
      this.outbox.write({ command: 'enquire_link_resp' }, pdu.sequence, 0);
    } else if (command === 'unbind') {
      this.outbox.write({ command: 'unbind_resp' }, pdu.sequence, 0);
      this.close({ kind: 'unbound_by_peer' });
    } else if (command === 'outbind' || command === 'alert_notification') {
      this.events.onNotice?.(pdu);
    } else {
      this.unanswered += 1;
      this.events.onRequest(request);
    }
  }

  private receiveAnswer(pdu: Pdu): void {
    const match = this.pending.match(pdu.sequence, pdu.body.command);
    if (match.kind === 'unexpected') this.events.onOddity?.({ kind: 'unexpected_answer', pdu });
    else if (match.kind === 'late') this.events.onLateAnswer?.(match.context, pdu);
    else this.settle(match.pending, { kind: 'answered', pdu });
  }

  private settle({ asker }: Pending<Context>, outcome: Outcome): void {
    if (asker.by === 'user') {
      this.events.onOutcome(asker.context, outcome);
      if (this.phase === 'draining') this.unbindIfDrained();
    } else if (asker.by === 'unbind') {
      this.close({ kind: 'unbound_by_us' });
    } else {
      this.enquiring = false;
      if (outcome.kind === 'timeout') this.close({ kind: 'enquire_link_unanswered' });
    }
  }

  /** An unreadable PDU in an intact stream: the peer is told, and the link stays up. */
  private refusePdu(fault: DecodeFault, frame: Buffer): void {
    const command = findCommand(fault.commandId);
    this.events.onOddity?.({ kind: 'undecodable', fault, frame });
    if (fault.commandId >= commandIds.generic_nack) {
      const match = command && this.pending.match(fault.sequence, command);
      if (match?.kind === 'pending') this.settle(match.pending, { kind: 'unreadable', fault });
      return;
    }
    const request = new UnreadableRequest(fault, frame);
    const isKnown = command !== undefined && findResponse(command) !== undefined;
    this.unanswered += 1;
    if (isKnown && this.events.onUnreadable !== undefined) this.events.onUnreadable(request);
    else this.refuse(request);
  }

  /** Answers a request that cannot be read, once: with the fault's status. */
  refuse(request: UnreadableRequest): boolean {
    const command = findCommand(request.fault.commandId);
    const answer = emptyAnswer(command === undefined ? undefined : findResponse(command));
    const body = answer ?? { command: 'generic_nack' as const };
    return this.respond(request, body, request.fault.answerStatus);
  }

  private refuseStream(fault: DecodeFault): void {
    this.outbox.write({ command: 'generic_nack' }, fault.sequence, fault.answerStatus);
    this.close({ kind: 'unreadable', fault });
  }

  private readonly onTick = (): void => {
    this.timer = this.options.clock.setTimer(this.tickMs, this.onTick);
    if (this.phase === 'draining') {
      this.drainLeftMs -= this.tickMs;
      this.unbindIfDrained();
    }
    // While we are not reading, the peer's silence is our own doing.
    if (!this.reading && this.phase === 'open') return;
    for (const due of this.pending.advance()) this.settle(due, { kind: 'timeout' });
    this.idleMs += this.tickMs;
    const { enquireLinkMs } = this.options;
    if (enquireLinkMs > 0 && this.idleMs >= enquireLinkMs) this.enquire();
  };

  private enquire(): void {
    if (this.enquiring || this.phase === 'closed' || this.phase === 'unbinding') return;
    this.enquiring = true;
    this.idleMs = 0;
    this.ask('enquire_link');
  }

  private unbindIfDrained(): void {
    const drained = this.pending.userCount === 0 && this.unanswered === 0;
    if (this.phase !== 'draining' || (!drained && this.drainLeftMs > 0)) return;
    this.phase = 'unbinding';
    this.ask('unbind');
  }

  private ask(command: 'enquire_link' | 'unbind'): void {
    const sequence = this.pending.takeSequence();
    const { batch } = this.outbox;
    this.outbox.write({ command }, sequence, 0);
    const answeredBy = `${command}_resp` as const;
    this.pending.add(sequence, { asker: { by: command }, answeredBy, batch });
  }

  private close(reason: CloseReason): void {
    if (this.phase === 'closed') return;
    this.phase = 'closed';
    this.timer.cancel();
    const abandoned = this.pending.drain().map(({ asker, batch }) => {
      return { asker, written: this.outbox.wasHanded(batch) };
    });
    this.shut(reason);
    for (const { asker, written } of abandoned) {
      if (asker.by !== 'user') continue;
      this.events.onOutcome(asker.context, { kind: 'closed', written, reason });
    }
    this.events.onClose(reason);
  }

  private shut(reason: CloseReason): void {
    const parting = reason.kind === 'unbound_by_peer' || reason.kind === 'unreadable';
    if (!parting && reason.kind !== 'unbound_by_us') {
      this.outbox.discard();
      this.socket.destroy();
      return;
    }
    this.outbox.endAfterFlush();
    this.socket.resume();
    const linger = this.options.clock.setTimer(lingerMs, () => this.socket.destroy());
    this.socket.once('close', () => linger.cancel());
  }
}
