/**
 * What is waiting to be delivered to one system_id: receipts and messages from subscribers. It
 * outlives binds. What was sent and not acknowledged is sent again.
 */

import type { Message, Outcome } from '@paigham/smpp';

export type Delivery = {
  readonly message: Message;
  /** The link the submit came in on; 0 for none. */
  readonly link: number;
  readonly onAcknowledged: () => void;
  tries: number;
  /** Its position in the order of deliveries, set by the mailbox. */
  order?: number;
};

/** A bind that can receive. */
export type Receiver = {
  readonly number: number;
  readonly systemId: string;
  room(): number;
  deliver(delivery: Delivery): boolean;
};

export type MailboxCounts = { sent: number; acknowledged: number; refused: number; lost: number };

const mostTries = 100;
/** Out of the way of other deliveries when a client refuses one. */
export const pauseAfterRefusalMs = 1_000;

export class Mailbox {
  private waiting: Delivery[] = [];
  private head = 0;
  private readonly receivers: Receiver[] = [];
  private turn = 0;
  private lastOrder = 0;
  private readonly counts: MailboxCounts;
  private readonly retryLater: (delivery: Delivery) => void;

  constructor(counts: MailboxCounts, retryLater: (delivery: Delivery) => void) {
    this.counts = counts;
    this.retryLater = retryLater;
  }

  get size(): number {
    return this.waiting.length - this.head;
  }

  add(receiver: Receiver): void {
    this.receivers.push(receiver);
  }

  remove(receiver: Receiver): void {
    const at = this.receivers.indexOf(receiver);
    if (at !== -1) this.receivers.splice(at, 1);
  }

  put(delivery: Delivery): void {
    this.lastOrder += 1;
    delivery.order = this.lastOrder;
    this.waiting.push(delivery);
  }

  /** Ahead of everything added later: the first receipt stays first. */
  private putBack(delivery: Delivery): void {
    const { order = 0 } = delivery;
    const later = this.waiting.findIndex((it, at) => at >= this.head && (it.order ?? 0) > order);
    this.waiting.splice(later === -1 ? this.waiting.length : later, 0, delivery);
  }

  /** Sends what the binds can take. */
  pump(onOtherBind: boolean): void {
    for (;;) {
      const delivery = this.waiting[this.head];
      if (delivery === undefined) break;
      const receiver = this.choose(delivery, onOtherBind);
      if (receiver === undefined) break;
      this.head += 1;
      if (receiver.deliver(delivery)) this.counts.sent += 1;
      else this.counts.lost += 1;
    }
    this.dropDone();
  }

  /** Handles the outcome of a delivery. */
  settle(delivery: Delivery, outcome: Outcome): void {
    if (outcome.kind === 'answered' && outcome.pdu.status === 0) {
      this.counts.acknowledged += 1;
      delivery.onAcknowledged();
      return;
    }
    delivery.tries += 1;
    if (outcome.kind === 'closed') this.putBack(delivery);
    else if (delivery.tries >= mostTries) this.counts.lost += 1;
    else {
      this.counts.refused += 1;
      this.retryLater(delivery);
    }
  }

  /** Frees the slots of finished deliveries, rarely enough to cost nothing. */
  private dropDone(): void {
    if (this.head < 1_000 || this.head * 2 < this.waiting.length) return;
    this.waiting = this.waiting.slice(this.head);
    this.head = 0;
  }

  private choose(delivery: Delivery, onOtherBind: boolean): Receiver | undefined {
    const { receivers } = this;
    const others = onOtherBind ? receivers.filter(({ number }) => number !== delivery.link) : [];
    const candidates = others.length > 0 ? others : receivers;
    for (let step = 0; step < candidates.length; step += 1) {
      this.turn = (this.turn + 1) % candidates.length;
      const receiver = candidates[this.turn];
      if (receiver !== undefined && receiver.room() > 0) return receiver;
    }
    return undefined;
  }
}
