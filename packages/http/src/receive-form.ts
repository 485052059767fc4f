/**
 * Receives a multipart form with one file as it arrives: the file goes to disk and never into
 * memory, fields are kept within their limits. What arrives too slowly is cut off.
 */
import { createHash, type Hash } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock, Timer } from '@paigham/base/clock.ts';
import type { Random } from '@paigham/base/random.ts';
import { decodePlainOctets, type FormField } from './form.ts';
import {
  boundaryOf,
  type MultipartEvent,
  MultipartParts,
  readPartHead,
} from './decode-multipart.ts';

type BodyPace = {
  /** From the first read to the last octet. */
  readonly totalMs: number;
  /** At least `paceBytes` must arrive in every `paceMs`. */
  readonly paceMs: number;
  readonly paceBytes: number;
};

/** Why a body was not read to its end: `cut`, the caller went away. */
class BodyStop extends Error {
  readonly reason: 'too_slow' | 'cut';

  constructor(reason: 'too_slow' | 'cut') {
    super(`the body ended: ${reason}`);
    this.reason = reason;
  }
}

/**
 * The chunks of a body, as long as they arrive in time; time that the reader itself takes does
 * not count. @throws BodyStop
 */
async function* patientChunks(
  body: AsyncIterable<Buffer>,
  clock: Clock,
  pace: BodyPace,
): AsyncGenerator<Buffer> {
  const chunks = body[Symbol.asyncIterator]();
  const watch = new Watch(clock, pace);
  try {
    for (;;) {
      const next = await watch.wait(chunks.next());
      if (next.done === true) return;
      watch.note(next.value.length);
      yield next.value;
    }
  } finally {
    watch.end();
  }
}

/** Waits for chunks, no longer than their pace allows. */
class Watch {
  readonly #clock: Clock;
  readonly #pace: BodyPace;
  readonly #timers: readonly Timer[];
  #bytes = 0;
  #waiting = false;
  /** Periods in which we did not wait say nothing about the caller. */
  #waited = false;
  #tooSlow = false;
  #stop: ((error: BodyStop) => void) | undefined;

  constructor(clock: Clock, pace: BodyPace) {
    this.#clock = clock;
    this.#pace = pace;
    this.#timers = [
      this.#clock.setTimer(pace.totalMs, () => this.#giveUp()),
      this.#clock.every(pace.paceMs, () => this.#look()),
    ];
  }

  async wait(chunk: Promise<IteratorResult<Buffer>>): Promise<IteratorResult<Buffer>> {
    if (this.#tooSlow) throw new BodyStop('too_slow');
    this.#waiting = true;
    const stopped = new Promise<never>((_, reject) => (this.#stop = reject));
    try {
      return await Promise.race([chunk.catch(toCut), stopped]);
    } finally {
      this.#waiting = false;
    }
  }

  note(bytes: number): void {
    this.#bytes += bytes;
  }

  end(): void {
    for (const timer of this.#timers) timer.cancel();
  }

  #look(): void {
    if (this.#waited && this.#waiting && this.#bytes < this.#pace.paceBytes) this.#giveUp();
    this.#waited = this.#waiting;
    this.#bytes = 0;
  }

  #giveUp(): void {
    this.#tooSlow = true;
    this.#stop?.(new BodyStop('too_slow'));
  }
}

/** Node destroys a request whose connection is lost with an error. */
function toCut(): never {
  throw new BodyStop('cut');
}

export type FormRoom = {
  /** Where the file goes; it exists. */
  readonly folder: string;
  readonly fileField: string;
  readonly fileBytes: number;
  readonly fields: number;
  readonly fieldBytes: number;
  readonly pace: BodyPace;
  readonly clock: Clock;
  readonly random: Random;
};

export type ReceivedFile = {
  /** Where it is, under a name that nobody can guess. */
  readonly path: string;
  /** What the caller calls it. */
  readonly name: string;
  readonly bytes: number;
  /** SHA-256 of its content, in hex. */
  readonly hash: string;
};

export type ReceivedForm =
  | {
      readonly kind: 'received';
      readonly fields: readonly FormField[];
      /** The caller removes it. */
      readonly file: ReceivedFile | undefined;
    }
  | { readonly kind: 'file_too_large' | 'field_too_large' | 'too_many' | 'too_slow' | 'cut' }
  | { readonly kind: 'unreadable'; readonly why: string };

const FILE_NAME_BYTES = 18;

/**
 * Receives a form from `body`. Leaves no file unless the form was received whole. Rejects when the
 * disk cannot be written.
 */
export async function receiveForm(
  body: AsyncIterable<Buffer>,
  contentType: string,
  room: FormRoom,
): Promise<ReceivedForm> {
  const boundary = boundaryOf(contentType);
  if (boundary === undefined) return unreadable('its content type names no boundary');
  const parts = new MultipartParts(boundary);
  const receiving = new Receiving(room);
  try {
    for await (const chunk of patientChunks(body, room.clock, room.pace)) {
      const events = parts.take(chunk);
      if (events === 'no_boundary') throw new FormStop(unreadable(NO_BOUNDARY));
      if (events === 'no_head') throw new FormStop(unreadable('a part of the form has no head'));
      for (const event of events) await receiving.hear(event);
    }
    if (!parts.isOver) throw new FormStop(unreadable(NO_BOUNDARY));
    return await receiving.finish();
  } catch (error) {
    await receiving.giveUp();
    if (error instanceof FormStop) return error.outcome;
    if (error instanceof BodyStop) return { kind: error.reason };
    throw error;
  }
}

const NO_BOUNDARY = 'a boundary of the multipart form is missing';

type Stopped = Exclude<ReceivedForm, { readonly kind: 'received' }>;

function unreadable(why: string): Stopped {
  return { kind: 'unreadable', why };
}

/** Aborts the reading of a form from within. */
class FormStop extends Error {
  readonly outcome: Stopped;

  constructor(outcome: Stopped) {
    super(outcome.kind);
    this.outcome = outcome;
  }
}

class Receiving {
  readonly #room: FormRoom;
  readonly #fields: FormField[] = [];
  readonly #hash: Hash = createHash('sha256');
  #file: { readonly path: string; readonly name: string; readonly handle: FileHandle } | undefined;
  #fileBytes = 0;
  /** The part that is being read: a field by its name, or the file. */
  #part: { readonly field: string; readonly pieces: Buffer[]; bytes: number } | 'file' | undefined;

  constructor(room: FormRoom) {
    this.#room = room;
  }

  hear(event: MultipartEvent): Promise<void> | void {
    switch (event.kind) {
      case 'head':
        return this.#begin(event.head);
      case 'octets':
        return this.#part === 'file' ? this.#write(event.octets) : this.#gather(event.octets);
      case 'part_end':
        return this.#endPart();
      case 'end':
        return undefined;
    }
  }

  async #begin(octets: Buffer): Promise<void> {
    const head = readPartHead(octets);
    if ('why' in head) throw new FormStop(unreadable(`${head.name ?? 'a part'}: ${head.why}`));
    const { name, fileName } = head;
    const { fileField, fields, folder, random } = this.#room;
    if (fileName === undefined) {
      if (this.#fields.length === fields) throw new FormStop({ kind: 'too_many' });
      this.#part = { field: name, pieces: [], bytes: 0 };
      return;
    }
    if (name !== fileField) throw new FormStop(unreadable(`the file must be named ${fileField}`));
    if (this.#file !== undefined) throw new FormStop(unreadable('it holds more than one file'));
    const path = join(folder, random.secret(FILE_NAME_BYTES));
    this.#file = { path, name: fileName, handle: await open(path, 'wx', 0o600) };
    this.#part = 'file';
  }

  async #write(octets: Buffer): Promise<void> {
    this.#fileBytes += octets.length;
    if (this.#fileBytes > this.#room.fileBytes) throw new FormStop({ kind: 'file_too_large' });
    this.#hash.update(octets);
    await this.#file?.handle.writeFile(octets);
  }

  #gather(octets: Buffer): void {
    const part = this.#part;
    if (part === undefined || part === 'file') return;
    part.bytes += octets.length;
    if (part.bytes > this.#room.fieldBytes) throw new FormStop({ kind: 'field_too_large' });
    // A copy: it is part of a larger chunk.
    part.pieces.push(Buffer.from(octets));
  }

  #endPart(): void {
    const part = this.#part;
    this.#part = undefined;
    if (part === undefined || part === 'file') return;
    const value = decodePlainOctets(Buffer.concat(part.pieces));
    if (!('text' in value)) throw new FormStop(unreadable(`${part.field}: ${value.why}`));
    this.#fields.push({ name: part.field, value: value.text, structured: false });
  }

  async finish(): Promise<ReceivedForm> {
    const fields = this.#fields;
    if (this.#file === undefined) return { kind: 'received', fields, file: undefined };
    const { path, name, handle } = this.#file;
    await handle.close();
    const file = { path, name, bytes: this.#fileBytes, hash: this.#hash.digest('hex') };
    return { kind: 'received', fields, file };
  }

  async giveUp(): Promise<void> {
    if (this.#file === undefined) return;
    await this.#file.handle.close();
    await rm(this.#file.path, { force: true });
  }
}
