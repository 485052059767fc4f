import type { Clock, Timer } from '../clock.ts';

export type BodyPace = {
  /** From the first look to the last octet. */
  readonly totalMs: number;
  /** At least `paceBytes` come in every `paceMs`. */
  readonly paceMs: number;
  readonly paceBytes: number;
};

/** Why a body was not read to its end: `cut`, the caller went away. */
export class BodyStop extends Error {
  readonly reason: 'too_slow' | 'cut';

  constructor(reason: 'too_slow' | 'cut') {
    super(`the body ended: ${reason}`);
    this.reason = reason;
  }
}

/**
 * The chunks of a body, as long as they come in good time; time that the reader takes himself does
 * not count. @throws BodyStop
 */
export async function* patientChunks(
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

/** Waits for chunks, and no longer than their pace allows. */
class Watch {
  readonly #clock: Clock;
  readonly #pace: BodyPace;
  readonly #timers: readonly Timer[];
  #bytes = 0;
  #waiting = false;
  /** Periods in which nothing was waited for say nothing of the caller. */
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
