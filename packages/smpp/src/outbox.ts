/**
 * The write side of a session: everything written in one turn of the loop leaves in one
 * `socket.write`, and only one such write is under way at a time. So a PDU still waiting here was
 * certainly never sent, and one handed to the socket may have been.
 */

import type { Socket } from 'node:net';
import { PduWriter } from './encode.ts';
import type { EncodeFault } from './fault.ts';
import type { Body } from './pdu.ts';

type OutboxEvents = {
  /** Everything written has been sent. */
  onDrained(): void;
  /** These octets go to the socket now. */
  onHanded(bytes: Buffer): void;
};

export class Outbox {
  private readonly socket: Socket;
  private readonly events: OutboxEvents;
  private readonly writer = new PduWriter();
  private handedBatches = 0;
  private flushDue = false;
  private writing = false;
  private shut = false;

  constructor(socket: Socket, events: OutboxEvents) {
    this.socket = socket;
    this.events = events;
  }

  /** The batch that the next PDU joins; `wasHanded` later says whether it was sent. */
  get batch(): number {
    return this.handedBatches;
  }

  get pendingOctets(): number {
    return this.writer.pendingOctets;
  }

  wasHanded(batch: number): boolean {
    return batch < this.handedBatches;
  }

  write(body: Body, sequence: number, status: number): EncodeFault | undefined {
    const fault = this.writer.write(body, sequence, status);
    if (fault === undefined) this.scheduleFlush();
    return fault;
  }

  writeRaw(bytes: Uint8Array): void {
    this.writer.writeRaw(bytes);
    this.scheduleFlush();
  }

  /** Hands over what is waiting, then ends the socket once that is written. */
  endAfterFlush(): void {
    this.shut = true;
    const rest = this.writer.take();
    if (rest.length > 0) this.events.onHanded(rest);
    this.socket.end(rest);
  }

  /** Drops what is waiting. */
  discard(): void {
    this.shut = true;
    this.writer.take();
  }

  private scheduleFlush(): void {
    if (this.flushDue || this.writing) return;
    this.flushDue = true;
    setImmediate(this.flush);
  }

  private readonly flush = (): void => {
    this.flushDue = false;
    if (this.shut || this.writing || this.writer.pendingOctets === 0) return;
    this.writing = true;
    this.handedBatches += 1;
    const bytes = this.writer.take();
    this.events.onHanded(bytes);
    this.socket.write(bytes, this.onWritten);
  };

  private readonly onWritten = (error?: Error | null): void => {
    this.writing = false;
    // After an error the socket's own events close the session.
    if (this.shut || error) return;
    this.flush();
    this.events.onDrained();
  };
}
