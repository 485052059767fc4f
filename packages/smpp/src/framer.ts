/**
 * Cuts a byte stream into PDUs. A PDU that lies in one chunk is a view of that chunk; one that
 * spans several is copied once into a buffer of its own size, however many pieces it arrives in.
 */

import { headerOctets } from './decode.ts';
import { decodeFault, type DecodeFault } from './fault.ts';

export const defaultMaxPduOctets = 65_536;

const none = Buffer.alloc(0);

export type Framed =
  | { readonly kind: 'frame'; readonly frame: Buffer }
  | { readonly kind: 'fault'; readonly fault: DecodeFault };

export class Framer {
  private readonly maxPduOctets: number;
  /** Octets received but not cut yet. */
  private unread: Buffer = none;
  /** An incomplete PDU, and how much of it has arrived. */
  private growing: Buffer | undefined = undefined;
  private grown = 0;

  constructor(maxPduOctets = defaultMaxPduOctets) {
    this.maxPduOctets = maxPduOctets;
  }

  /** Adds what the socket delivered. */
  push(chunk: Buffer): void {
    this.unread = this.unread.length === 0 ? chunk : Buffer.concat([this.unread, chunk]);
  }

  /**
   * The next whole PDU, or what makes the rest of the stream unreadable, or undefined: wait for
   * more.
   */
  next(): Framed | undefined {
    if (this.growing !== undefined) return this.grow(this.growing);
    const { unread } = this;
    if (unread.length < 4) return undefined;
    const octets = unread.readUInt32BE(0);
    if (octets < headerOctets) return this.lose('length_too_small');
    if (octets > this.maxPduOctets) return this.lose('length_too_large');
    if (octets <= unread.length) {
      this.unread = octets === unread.length ? none : unread.subarray(octets);
      return { kind: 'frame', frame: unread.subarray(0, octets) };
    }
    this.growing = Buffer.allocUnsafe(octets);
    this.grown = 0;
    return this.grow(this.growing);
  }

  private grow(growing: Buffer): Framed | undefined {
    const taken = this.unread.copy(growing, this.grown);
    this.unread = this.unread.subarray(taken);
    this.grown += taken;
    if (this.grown < growing.length) return undefined;
    this.growing = undefined;
    return { kind: 'frame', frame: growing };
  }

  private lose(reason: 'length_too_small' | 'length_too_large'): Framed {
    const head = this.unread;
    const read = (at: number): number => (head.length >= at + 4 ? head.readUInt32BE(at) : 0);
    const header = { commandId: read(4), status: read(8), sequence: read(12) };
    return { kind: 'fault', fault: decodeFault(reason, header) };
  }
}
