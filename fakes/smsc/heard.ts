/** What the operator received: the last messages in full, and how often each distinct one came. */

import type { Message } from '@paigham/smpp';
import { decodeText, readUserData } from './user-data.ts';

/** A submit_sm and what became of it. */
export type Heard = {
  /** 1 for the first submit since the start or the last reset. */
  readonly number: number;
  readonly atMs: number;
  readonly link: number;
  readonly systemId: string;
  readonly message: Message;
  readonly frame: Buffer;
  /** The id given in the answer; '' if it was refused. */
  messageId: string;
  /** command_status of the answer; undefined while or if there is none. */
  status: number | undefined;
  /** The states in the receipts that were acknowledged. */
  receipts: string;
};

/** The last messages, oldest first. */
export class HeardRing {
  private readonly slots: (Heard | undefined)[];
  private total = 0;

  constructor(size: number) {
    this.slots = Array.from({ length: Math.max(1, size) }, () => undefined);
  }

  add(fields: Omit<Heard, 'number' | 'messageId' | 'status' | 'receipts'>): Heard {
    this.total += 1;
    const heard = { number: this.total, messageId: '', status: undefined, receipts: '', ...fields };
    this.slots[this.total % this.slots.length] = heard;
    return heard;
  }

  /** The message with that number, while it is kept. */
  find(number: number): Heard | undefined {
    const heard = this.slots[number % this.slots.length];
    return heard?.number === number ? heard : undefined;
  }

  last(count: number): readonly Heard[] {
    const from = Math.max(1, this.total - Math.min(count, this.slots.length) + 1);
    const found: Heard[] = [];
    for (let number = from; number <= this.total; number += 1) {
      const heard = this.find(number);
      if (heard !== undefined) found.push(heard);
    }
    return found;
  }
}

export type Copies = { heard: number; taken: number };

/**
 * Counts per (destination, content): `heard` all submits, `taken` those that the operator would
 * have delivered. Refused tries count only as heard, so more than one taken is a real duplicate.
 */
export class CopyIndex {
  private readonly counts = new Map<string, Copies>();
  private readonly limit: number;
  /** Messages that did not fit: above 0, the counts are incomplete. */
  overflow = 0;

  constructor(limit: number) {
    this.limit = limit;
  }

  note(message: Message, taken: boolean): void {
    if (this.limit === 0) return;
    const { part, octets } = readUserData(message);
    const place = part === undefined ? '' : `${part.number}/${part.count}`;
    const content = Buffer.from(octets.buffer, octets.byteOffset, octets.length);
    const head = `${message.destination}|${message.dataCoding}|${place}|`;
    const key = head + content.toString('latin1');
    let copies = this.counts.get(key);
    if (copies === undefined) {
      if (this.counts.size >= this.limit) {
        this.overflow += 1;
        return;
      }
      copies = { heard: 0, taken: 0 };
      this.counts.set(key, copies);
    }
    copies.heard += 1;
    if (taken) copies.taken += 1;
  }

  /** Distinct messages counted so far. */
  size(): number {
    return this.counts.size;
  }

  *entries(): Generator<{ destination: string; part: string; text: string } & Copies> {
    for (const [key, copies] of this.counts) {
      const [destination = '', coding = '', part = ''] = key.split('|', 3);
      const content = key.slice(destination.length + coding.length + part.length + 3);
      const text = decodeText(Buffer.from(content, 'latin1'), Number(coding));
      yield { destination, part, text, ...copies };
    }
  }
}
