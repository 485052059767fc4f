/** Writes a response body to a file as it arrives. */
import { createWriteStream } from 'node:fs';
import { Transform, type TransformCallback } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { Clock, Timer } from '@paigham/base/clock.ts';
import { type Answer, stopOf } from './ask.ts';
import { FetchStop } from './outcome.ts';

export type BodyLimits = {
  /** As it comes over the wire. */
  readonly bytes: number;
  readonly unpackedBytes: number;
};

/** Passes bytes through and counts them, up to a cap. */
class Counter extends Transform {
  bytes = 0;
  private readonly most: number;

  constructor(most: number) {
    super();
    this.most = most;
  }

  override _transform(chunk: Buffer, _: BufferEncoding, done: TransformCallback): void {
    this.bytes += chunk.length;
    if (this.bytes > this.most) done(new FetchStop('too_large'));
    else done(null, chunk);
  }
}

/** Stops at once if type and first character show a web page. */
class PageGuard extends Transform {
  private isJudged = false;

  override _transform(chunk: Buffer, _: BufferEncoding, done: TransformCallback): void {
    const first = this.isJudged ? '' : chunk.toString('latin1').replace(/^(?:ï»¿)?\s+|^ï»¿/, '');
    if (first !== '') this.isJudged = true;
    if (first.startsWith('<')) done(new FetchStop('web_page'));
    else done(null, chunk);
  }
}

function unpackerOf(encoding: string | undefined): Transform | undefined {
  switch (encoding?.trim().toLowerCase() ?? 'identity') {
    case 'identity':
    case '':
      return undefined;
    case 'gzip':
    case 'x-gzip':
      return createGunzip();
    case 'deflate':
      return createInflate();
    case 'br':
      return createBrotliDecompress();
    default:
      throw new FetchStop('encoding');
  }
}

/**
 * Saves the body as `file`, which must not exist, readable for us alone. Returns its size. Rejects
 * with a FetchStop, or with the error of the disk.
 */
export async function saveBody(
  answer: Answer,
  file: string,
  limits: BodyLimits,
  patience: Patience,
): Promise<number> {
  const told = Number(answer.header('content-length') ?? 0);
  if (told > limits.bytes) throw new FetchStop('too_large');
  const isPage = /^(?:text\/html|application\/xhtml\+xml)\b/i;
  const received = new Counter(limits.bytes);
  const unpacked = new Counter(limits.unpackedBytes);
  const unpacker = unpackerOf(answer.header('content-encoding'));
  const guards = isPage.test(answer.header('content-type') ?? '') ? [new PageGuard()] : [];
  const packed = unpacker === undefined ? [] : [unpacker];
  patience.watch(() => received.bytes);
  const target = createWriteStream(file, { flags: 'wx', mode: 0o600 });
  let diskError: Error | undefined;
  target.on('error', (error) => {
    if ('syscall' in error) diskError = error;
  });
  try {
    const { signal } = patience;
    await pipeline([answer.body, received, ...packed, ...guards, unpacked, target], { signal });
    return unpacked.bytes;
  } catch (error) {
    if (diskError !== undefined) throw diskError;
    throw stopOf(patience.signal.aborted ? patience.signal.reason : error, true);
  }
}

export type PatienceLimits = {
  /** From the first DNS query to the last byte, redirects included. */
  readonly totalMs: number;
  /** At least `paceBytes` must arrive in every `paceMs`. */
  readonly paceMs: number;
  readonly paceBytes: number;
};

/** How long one fetch may take. Its signal aborts with the reason as a FetchStop. */
export class Patience {
  private readonly clock: Clock;
  private readonly limits: PatienceLimits;
  private readonly controller = new AbortController();
  private readonly total: Timer;
  private step: Timer | undefined;
  private pace: Timer | undefined;

  constructor(clock: Clock, limits: PatienceLimits) {
    this.clock = clock;
    this.limits = limits;
    this.total = clock.setTimer(limits.totalMs, () => this.abort('timed_out'));
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  private abort(reason: 'timed_out' | 'too_slow'): void {
    this.controller.abort(new FetchStop(reason));
  }

  /** Nobody waits for it any more. */
  giveUp(): void {
    this.abort('timed_out');
  }

  /** The next step may take `ms`; the previous one is over. */
  next(ms: number): void {
    this.step?.cancel();
    this.step = this.clock.setTimer(ms, () => this.abort('timed_out'));
  }

  /** The body starts now: `received` gives the bytes received so far. */
  watch(received: () => number): void {
    this.step?.cancel();
    let before = 0;
    this.pace = this.clock.every(this.limits.paceMs, () => {
      if (received() - before < this.limits.paceBytes) this.abort('too_slow');
      before = received();
    });
  }

  end(): void {
    this.total.cancel();
    this.step?.cancel();
    this.pace?.cancel();
  }
}
