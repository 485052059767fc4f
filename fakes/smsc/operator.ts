/**
 * A simulated operator: an SMPP server that takes messages, answers them, sends receipts according
 * to its behaviour, and remembers what it received.
 */

import type { Socket } from 'node:net';
import {
  commandStatus,
  encodePdu,
  type Bind,
  type CloseReason,
  type InboundRequest,
  type Message,
  type Outcome,
  type Query,
} from '@paigham/smpp';
import { Capture } from './capture.ts';
import { seededChance } from '../kit/chance.ts';
import { CopyIndex, HeardRing, type Heard } from './heard.ts';
import { plainBehaviour, type Behaviour } from './knobs.ts';
import { Listener } from './listener.ts';
import { Mailbox, pauseAfterRefusalMs, type Delivery } from './mailbox.ts';
import type { OperatorOptions } from './options.ts';
import { answerQuery, type Answered } from './queries.ts';
import { composeReceipts, formatId, planReceipts, type Planned } from './receipts.ts';
import { ServerLink, type LinkOwner } from './server-link.ts';
import { Tally } from './tally.ts';
import { Verdicts } from './verdicts.ts';
import { Wheel } from './wheel.ts';

/** Time for the last answer to leave before a link is dropped on purpose. */
const dropAfterMs = 30;

export class Operator implements LinkOwner {
  readonly options: OperatorOptions;
  readonly behaviour: Behaviour;
  readonly heard: HeardRing;
  readonly copies: CopyIndex;
  readonly links = new Map<number, ServerLink>();
  readonly tally = new Tally();
  private readonly mailboxes = new Map<string, Mailbox>();
  private readonly planned = new Wheel<Planned>((items) => this.sendReceipts(items));
  private readonly later = new Wheel<() => void>((items) => items.forEach((run) => run()));
  private readonly verdicts: Verdicts;
  private readonly chance: () => number;
  private readonly listener: Listener;
  private restarts: NodeJS.Timeout | undefined = undefined;
  private linkNumber = 0;
  private lastId = (Date.now() % 1_000_000_000) * 1_000;

  constructor(options: OperatorOptions) {
    this.options = options;
    this.listener = new Listener(options, (socket) => this.onConnection(socket));
    this.behaviour = { ...plainBehaviour(), ...options.behaviour };
    this.heard = new HeardRing(options.keepMessages);
    this.copies = new CopyIndex(options.countCopies);
    this.chance = seededChance(options.seed);
    this.verdicts = new Verdicts(this.behaviour);
  }

  /** Starts listening; resolves with the SMPP port. */
  async listen(): Promise<number> {
    if (this.behaviour.accepting) await this.listener.open();
    this.restartLater();
    return this.listener.port;
  }

  close(): Promise<void> {
    this.planned.clear();
    this.later.clear();
    clearTimeout(this.restarts);
    for (const link of this.links.values()) link.drop('shutting down');
    this.listener.close();
    return Promise.resolve();
  }

  /** Applies a change of behaviour, including what it requires right now. */
  async change(change: Partial<Behaviour>): Promise<void> {
    Object.assign(this.behaviour, change);
    if (change.dropAfterSubmits !== undefined) this.verdicts.submitsUntilDrop = 0;
    if (change.frozen !== undefined) {
      for (const link of this.links.values()) link.freeze(change.frozen);
    }
    if (change.accepting === true) await this.listener.open();
    if (change.accepting === false) this.listener.close();
    if (change.restartEveryMs !== undefined) this.restartLater();
  }

  /** Receipts and messages waiting for their time or for a bind. */
  waiting(): number {
    let waiting = this.planned.size;
    for (const mailbox of this.mailboxes.values()) waiting += mailbox.size;
    return waiting;
  }

  /** Sends a subscriber's message to a system_id, now or when it binds. */
  deliver(systemId: string, message: Message): void {
    this.put(systemId, { message, link: 0, tries: 0, onAcknowledged: () => undefined });
  }

  /** Sends raw octets on every bind: PDUs that no encoder makes. */
  sendRaw(octets: Uint8Array): void {
    for (const link of this.links.values()) if (link.mode !== 'unbound') link.sendRaw(octets);
  }

  admit(link: ServerLink, bind: Bind): number {
    const { behaviour, options } = this;
    if (behaviour.refuseBindsNext > 0) {
      behaviour.refuseBindsNext -= 1;
      return behaviour.refuseBindStatus;
    }
    const binds = [...this.links.values()].filter(({ mode }) => mode !== 'unbound').length;
    if (behaviour.mostBinds > 0 && binds >= behaviour.mostBinds) {
      return commandStatus.ESME_RALYBND;
    }
    if (options.systemId !== '' && bind.systemId !== options.systemId) {
      return commandStatus.ESME_RINVSYSID;
    }
    if (options.systemId !== '' && bind.password !== options.password) {
      return commandStatus.ESME_RINVPASWD;
    }
    link.systemId = bind.systemId;
    link.mode = bind.command.replace('bind_', '');
    this.tally.counts.binds += 1;
    const mailbox = this.mailbox(bind.systemId);
    if (link.mode !== 'transmitter') mailbox.add(link);
    // After the answer to the bind, which is written when this returns.
    setImmediate(() => mailbox.pump(behaviour.receiptOnOtherBind));
    return 0;
  }

  onSubmit(link: ServerLink, request: InboundRequest, message: Message): void {
    const atMs = Date.now();
    const heard = this.heard.add({
      atMs,
      link: link.number,
      systemId: link.systemId,
      message,
      frame: request.frame,
    });
    const verdict = this.verdicts.judge(message);
    const taken = verdict.status === 0 && verdict.drop !== 'before_taking';
    this.tally.submit(atMs, verdict.status, taken);
    this.copies.note(message, taken);
    if (taken) {
      this.lastId += 1;
      heard.messageId = formatId(this.lastId, this.behaviour.answerIdForm);
      this.plan(heard, this.lastId);
    }
    const { drop, status } = verdict;
    if (drop !== 'none') return this.dropAt(drop, { link, request, heard, status });
    if (verdict.ignore) return;
    this.answer(link, request, heard, status);
  }

  onQuery(query: Query): Answered {
    this.tally.counts.queries += 1;
    return answerQuery(query, this.heard.last(this.options.keepMessages), this.behaviour);
  }

  onDelivered(link: ServerLink, delivery: Delivery, outcome: Outcome): void {
    const mailbox = this.mailbox(link.systemId);
    mailbox.settle(delivery, outcome);
    mailbox.pump(this.behaviour.receiptOnOtherBind);
  }

  onOddity(words: string): void {
    this.tally.oddity(words);
  }

  onClosed(link: ServerLink, reason: CloseReason): void {
    this.links.delete(link.number);
    const mailbox = this.mailboxes.get(link.systemId);
    mailbox?.remove(link);
    mailbox?.pump(this.behaviour.receiptOnOtherBind);
    this.tally.oddity(`link ${link.number} closed: ${reason.kind}`);
  }

  private answer(link: ServerLink, request: InboundRequest, heard: Heard, status: number): void {
    const { answerDelayMs, answerJitterMs } = this.behaviour;
    const delayMs = answerDelayMs + (answerJitterMs > 0 ? this.chance() * answerJitterMs : 0);
    const answer = (): void => {
      heard.status = status;
      link.answer(request, status, heard.messageId);
    };
    if (delayMs > 0) this.later.add(delayMs, answer);
    else answer();
  }

  private dropAt(
    point: Behaviour['dropPoint'],
    at: {
      readonly link: ServerLink;
      readonly request: InboundRequest;
      readonly heard: Heard;
      readonly status: number;
    },
  ): void {
    const { link, request, heard, status } = at;
    if (point === 'after_answer') {
      heard.status = status;
      link.answer(request, status, heard.messageId);
    }
    if (point === 'mid_answer') {
      const answer = { command: 'submit_sm_resp', messageId: heard.messageId, tlvs: [] } as const;
      const encoded = encodePdu(answer, request.pdu.sequence, status);
      if (encoded.ok) link.sendRaw(encoded.bytes.subarray(0, encoded.bytes.length >> 1));
    }
    link.deaf = true;
    this.later.add(dropAfterMs, () => link.drop(`as told: ${point}`));
  }

  private plan(heard: Heard, id: number): void {
    if ((heard.message.registeredDelivery & 0x03) === 0) return;
    if (this.waiting() >= this.options.maxReceipts) {
      this.tally.counts.lost += 1;
      return;
    }
    const planned = planReceipts(heard, id);
    const { behaviour } = this;
    if (behaviour.receiptBeforeAnswer) return this.sendReceipts([planned]);
    const jitterMs = behaviour.receiptJitterMs > 0 ? this.chance() * behaviour.receiptJitterMs : 0;
    this.planned.add(behaviour.receiptDelayMs + jitterMs, planned);
  }

  private sendReceipts(items: readonly Planned[]): void {
    const touched = new Set<Mailbox>();
    for (const planned of items) {
      const mailbox = this.mailbox(planned.systemId);
      touched.add(mailbox);
      for (const { message, state } of composeReceipts(planned, this.behaviour, this.chance)) {
        const onAcknowledged = (): void => {
          const heard = this.heard.find(planned.number);
          if (heard?.atMs === planned.submittedAtMs) heard.receipts = joinWords(heard, state);
        };
        mailbox.put({ message, link: planned.link, tries: 0, onAcknowledged });
      }
    }
    for (const mailbox of touched) mailbox.pump(this.behaviour.receiptOnOtherBind);
  }

  private put(systemId: string, delivery: Delivery): void {
    const mailbox = this.mailbox(systemId);
    mailbox.put(delivery);
    mailbox.pump(this.behaviour.receiptOnOtherBind);
  }

  private mailbox(systemId: string): Mailbox {
    const known = this.mailboxes.get(systemId);
    if (known !== undefined) return known;
    const mailbox = new Mailbox(this.tally.counts, (delivery) => {
      this.later.add(pauseAfterRefusalMs, () => this.put(systemId, delivery));
    });
    this.mailboxes.set(systemId, mailbox);
    return mailbox;
  }

  /** Like a server whose process dies and comes back, again and again, while told to. */
  private restartLater(): void {
    clearTimeout(this.restarts);
    const { restartEveryMs, restartPauseMs } = this.behaviour;
    if (restartEveryMs === 0) return;
    this.restarts = setTimeout(() => {
      this.listener.close();
      for (const link of this.links.values()) link.drop('restarting');
      this.restarts = setTimeout(() => {
        const again = this.behaviour.accepting ? this.listener.open() : Promise.resolve();
        again.then(() => this.restartLater()).catch((error: unknown) => this.onOddity(`${error}`));
      }, restartPauseMs);
    }, restartEveryMs);
  }

  private onConnection(socket: Socket): void {
    this.linkNumber += 1;
    const { deliverWindow, deliverTimeoutMs, captureOctets } = this.options;
    const capture = captureOctets > 0 ? new Capture(captureOctets) : undefined;
    const number = this.linkNumber;
    const link = new ServerLink(socket, this, { number, deliverWindow, deliverTimeoutMs, capture });
    this.links.set(number, link);
    if (this.behaviour.frozen) link.freeze(true);
  }
}

function joinWords(heard: Heard, state: string): string {
  return heard.receipts === '' ? state : `${heard.receipts}, ${state}`;
}
