/** What a session is given, and what it reports. */

import type { DecodeFault, EncodeFault } from './fault.ts';
import type { Pdu } from './pdu.ts';

/** The only timer that a session needs; the caller may provide a clock. */
export type SessionClock = {
  /** Calls `fn` once, `delayMs` from now. */
  setTimer(delayMs: number, fn: () => void): { cancel(): void };
};

/** Real time, for callers without a clock of their own. */
export const realClock: SessionClock = {
  setTimer(delayMs, fn) {
    const handle = setTimeout(fn, delayMs);
    return { cancel: () => clearTimeout(handle) };
  },
};

export type SessionOptions = {
  readonly clock?: SessionClock;
  /** How many of our requests may wait for answers at once. */
  readonly windowPdus?: number;
  /** How long to wait for an answer; only counted while we are reading, never shorter. */
  readonly responseTimeoutMs?: number;
  /** How much silence until enquire_link probes the peer; 0: never. */
  readonly enquireLinkMs?: number;
  /** How many of the peer's requests may wait for our answer; at this limit reading pauses. */
  readonly maxUnanswered?: number;
  /** How many octets may wait for a peer that does not read; above this, reading pauses. */
  readonly maxBacklogOctets?: number;
  readonly maxPduOctets?: number;
  /** Requests with any fault are refused, for servers that test their clients. */
  readonly strict?: boolean;
  /** How many requests are remembered after their timeout, in case an answer still comes. */
  readonly rememberLate?: number;
  /** Sees every octet of the link, for captures. */
  readonly tap?: (direction: 'in' | 'out', bytes: Buffer) => void;
};

export const sessionDefaults: Required<Omit<SessionOptions, 'tap'>> = {
  clock: realClock,
  windowPdus: 100,
  responseTimeoutMs: 60_000,
  enquireLinkMs: 30_000,
  maxUnanswered: 1_000,
  maxBacklogOctets: 1_048_576,
  maxPduOctets: 65_536,
  strict: false,
  rememberLate: 10_000,
};

/** Why a session ended. */
export type CloseReason =
  | { readonly kind: 'unbound_by_us' }
  | { readonly kind: 'unbound_by_peer' }
  /** The peer closed the connection without unbind. */
  | { readonly kind: 'peer_ended' }
  | { readonly kind: 'socket_error'; readonly words: string }
  | { readonly kind: 'enquire_link_unanswered' }
  /** The peer's octets can no longer be cut into PDUs. */
  | { readonly kind: 'unreadable'; readonly fault: DecodeFault }
  | { readonly kind: 'closed_by_us'; readonly words: string };

/** What became of a request: exactly one of these. */
export type Outcome =
  /** Any answer, including refusals and generic_nack: check `pdu.status`. */
  | { readonly kind: 'answered'; readonly pdu: Pdu }
  /** An answer whose body cannot be read; `fault.status` is its command_status. */
  | { readonly kind: 'unreadable'; readonly fault: DecodeFault }
  | { readonly kind: 'timeout' }
  /** `written` false: certainly not sent. True: it may have arrived. */
  | { readonly kind: 'closed'; readonly written: boolean; readonly reason: CloseReason };

/** Why `request` sent nothing. */
export type RequestRefusal =
  | { readonly reason: 'closed' }
  | { readonly reason: 'window_full' }
  | { readonly reason: 'not_a_request' }
  | { readonly reason: 'unencodable'; readonly fault: EncodeFault };

export type Oddity =
  | { readonly kind: 'undecodable'; readonly fault: DecodeFault; readonly frame: Buffer }
  /** It was read all the same. */
  | { readonly kind: 'damaged'; readonly fault: DecodeFault; readonly frame: Buffer }
  /** An answer to none of our requests, or of the wrong type. */
  | { readonly kind: 'unexpected_answer'; readonly pdu: Pdu };

/** A request from the peer, to be answered once with `Session.respond`. */
export class InboundRequest {
  readonly pdu: Pdu;
  /** The whole PDU as received; a view, like the octet strings in `pdu`. */
  readonly frame: Buffer;
  readonly sequence: number;
  /** The octets at its end that belong to no field. */
  readonly leftOver: Uint8Array | undefined;
  answered = false;

  constructor(pdu: Pdu, frame: Buffer, leftOver?: Uint8Array) {
    this.pdu = pdu;
    this.frame = frame;
    this.sequence = pdu.sequence;
    this.leftOver = leftOver;
  }
}

/** A request whose mandatory part is not whole, to be answered once with `Session.refuse`. */
export class UnreadableRequest {
  readonly fault: DecodeFault;
  readonly frame: Buffer;
  readonly sequence: number;
  answered = false;

  constructor(fault: DecodeFault, frame: Buffer) {
    this.fault = fault;
    this.frame = frame;
    this.sequence = fault.sequence;
  }
}

export type SessionEvents<Context> = {
  onOutcome(context: Context, outcome: Outcome): void;
  onRequest(request: InboundRequest): void;
  /** What cannot be read; without this it is refused at once. */
  onUnreadable?(request: UnreadableRequest): void;
  /** After the last outcome; nothing comes after it. */
  onClose(reason: CloseReason): void;
  /** An answer to a request whose outcome was `timeout`. */
  onLateAnswer?(context: Context, pdu: Pdu): void;
  /** outbind and alert_notification, which have no answer. */
  onNotice?(pdu: Pdu): void;
  /** What was written has been handed to the socket. */
  onHanded?(): void;
  /** False: the peer's enquire_link is not answered, for servers that misbehave. */
  answersEnquiry?(): boolean;
  onOddity?(oddity: Oddity): void;
};
