/** Writes an answer's body to a file as it comes. */
import { createWriteStream } from 'node:fs';
import { Transform, type TransformCallback } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { type Answer, stopOf } from './ask.ts';
import { FetchStop } from './outcome.ts';
import type { Patience } from './patience.ts';

export type BodyLimits = {
  /** As it comes over the wire. */
  readonly bytes: number;
  readonly unpackedBytes: number;
};

/** Lets bytes through and counts them, up to a cap. */
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

/** Ends at once what is a page by its type and by its first character. */
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
 * Saves the body as `file`, which must not exist, readable for us alone. Gives its bytes. Rejects
 * with a FetchStop; with what the disk says when it is the disk.
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
