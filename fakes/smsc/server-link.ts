/** A client's connection: who is bound, what it may do, and what it is sent. */

import type { Socket } from 'node:net';
import {
  commandStatus,
  describeStatus,
  findResponse,
  noTlvs,
  octetTlv,
  Session,
  type Bind,
  type Body,
  type CloseReason,
  type InboundRequest,
  type Message,
  type Outcome,
  type Query,
} from '@paigham/smpp';
import type { Capture } from './capture.ts';
import type { Behaviour } from './knobs.ts';
import type { Answered } from './queries.ts';
import type { Delivery, Receiver } from './mailbox.ts';

export type LinkOwner = {
  readonly behaviour: Pick<Behaviour, 'answeringEnquiries' | 'congestionState'>;
  /** The command_status for a bind; 0 accepts it. */
  admit(link: ServerLink, bind: Bind): number;
  onSubmit(link: ServerLink, request: InboundRequest, message: Message): void;
  /** The answer; undefined for none. */
  onQuery(query: Query): Answered;
  onDelivered(link: ServerLink, delivery: Delivery, outcome: Outcome): void;
  onOddity(words: string): void;
  onClosed(link: ServerLink, reason: CloseReason): void;
};

export type LinkOptions = {
  readonly number: number;
  readonly deliverWindow: number;
  readonly deliverTimeoutMs: number;
  readonly capture: Capture | undefined;
};

const interfaceVersion = 0x34;
/** How many unanswered submits a client may have; above this, reading stops. */
const maxUnanswered = 100_000;

export class ServerLink implements Receiver {
  readonly number: number;
  readonly sinceMs = Date.now();
  systemId = '';
  mode = 'unbound';
  /** Set once the link is to be dropped: anything that still arrives is ignored. */
  deaf = false;
  readonly capture: Capture | undefined;
  private readonly socket: Socket;
  private readonly session: Session<Delivery>;
  private readonly owner: LinkOwner;

  constructor(socket: Socket, owner: LinkOwner, options: LinkOptions) {
    const { number, deliverWindow, deliverTimeoutMs, capture } = options;
    this.number = number;
    this.socket = socket;
    this.owner = owner;
    this.capture = capture;
    const sessionOptions = {
      windowPdus: deliverWindow,
      responseTimeoutMs: deliverTimeoutMs,
      maxUnanswered,
      strict: true,
      ...(capture === undefined ? {} : { tap: capture.tap }),
    };
    this.session = new Session<Delivery>(socket, sessionOptions, {
      onOutcome: (delivery, outcome) => owner.onDelivered(this, delivery, outcome),
      onRequest: (request) => this.onRequest(request),
      onClose: (reason) => owner.onClosed(this, reason),
      answersEnquiry: () => owner.behaviour.answeringEnquiries,
      onOddity: (oddity) => {
        const fault = 'fault' in oddity ? ` ${oddity.fault.reason}` : '';
        owner.onOddity(`link ${number}: ${oddity.kind}${fault}`);
      },
    });
  }

  room(): number {
    return this.mode === 'transmitter' || this.deaf ? 0 : this.session.room();
  }

  deliver(delivery: Delivery): boolean {
    const refusal = this.session.request(delivery.message, delivery);
    if (refusal !== undefined) this.owner.onOddity(`not delivered: ${refusal.reason}`);
    return refusal === undefined;
  }

  /** Answers a submit_sm. */
  answer(request: InboundRequest, status: number, messageId: string): void {
    if (this.deaf) return;
    const { congestionState } = this.owner.behaviour;
    const tlvs = congestionState > 0 ? [octetTlv('congestion_state', congestionState)] : noTlvs;
    this.session.respond(request, { command: 'submit_sm_resp', messageId, tlvs }, status);
  }

  /** Asks a client that has already connected to bind, which it should ignore. */
  outbind(systemId: string, password: string): void {
    this.session.notify({ command: 'outbind', systemId, password });
  }

  /** Sends raw bytes. */
  sendRaw(octets: Uint8Array): void {
    this.session.notify(octets);
  }

  unbind(): void {
    this.session.unbind();
  }

  drop(words: string): void {
    this.session.destroy(words);
  }

  /** Stops or resumes reading. */
  freeze(frozen: boolean): void {
    if (frozen) this.socket.pause();
    else this.socket.resume();
  }

  private onRequest(request: InboundRequest): void {
    if (this.deaf) return;
    const { body } = request.pdu;
    switch (body.command) {
      case 'bind_receiver':
      case 'bind_transmitter':
      case 'bind_transceiver':
        return this.onBind(request, body);
      case 'submit_sm':
        if (this.mode === 'transmitter' || this.mode === 'transceiver') {
          return this.owner.onSubmit(this, request, body);
        }
        return this.answer(request, commandStatus.ESME_RINVBNDSTS, '');
      case 'query_sm': {
        const answered = this.owner.onQuery(body);
        if (answered !== undefined) {
          this.session.respond(request, answered.body, answered.status);
        }
        return;
      }
      default:
        this.owner.onOddity(`link ${this.number}: ${body.command} is not served`);
        return this.refuse(request);
    }
  }

  private onBind(request: InboundRequest, bind: Bind): void {
    const isBound = this.mode !== 'unbound';
    const status = isBound ? commandStatus.ESME_RALYBND : this.owner.admit(this, bind);
    const answer: Body = {
      command: `${bind.command}_resp`,
      systemId: bind.systemId,
      tlvs: status === 0 ? [octetTlv('sc_interface_version', interfaceVersion)] : [],
    };
    this.session.respond(request, answer, status);
    if (status !== 0) this.owner.onOddity(`bind refused: ${describeStatus(status)}`);
  }

  private refuse(request: InboundRequest): void {
    const answer = findResponse(request.pdu.body.command);
    const status = commandStatus.ESME_RINVCMDID;
    if (answer === 'data_sm_resp') {
      this.session.respond(request, { command: answer, messageId: '', tlvs: [] }, status);
    } else {
      this.session.respond(request, { command: 'generic_nack' }, status);
    }
  }
}
