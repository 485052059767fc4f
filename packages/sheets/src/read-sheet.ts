import { type ChildProcess, spawn } from 'node:child_process';
import { open } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join, sep } from 'node:path';
import { startOfReader, type Start } from './alone.ts';
import { sourcesForReader, START, type Sources } from './reader-sources.ts';
import type { SheetCaps } from './caps.ts';
import { type SheetRow, unpackRows } from './packed-rows.ts';
import type { ReadResult } from './read-source.ts';
import type { FromReader, ToReader } from './reader.ts';

/** The part of a clock that reading needs. */
export type SheetClock = {
  /** Milliseconds since an arbitrary moment; never goes back. */
  monotonicMs(): number;
  setTimer(delayMs: number, fn: () => void): { cancel(): void };
};

export type ReadOptions = {
  readonly caps: SheetCaps;
  readonly clock: SheetClock;
  /** Aborts the reading, even while it waits for a first row. */
  readonly signal?: AbortSignal;
};

/** Some rows or, last, what became of the file. */
export type SheetEvent =
  | {
      readonly kind: 'rows';
      readonly rows: readonly SheetRow[];
      /** The fraction of the file read so far, 0 to 1. */
      readonly share: number;
    }
  | ReadResult;

const MEGABYTE = 1024 * 1024;
/** Fresh data dies young: this little room costs no time, and the peak is 30 MB lower. */
const YOUNG_MEGABYTES = 2;
const MODULES = `${sep}node_modules${sep}`;

/** How a process dies when its heap or its stack is full. */
const memorySignals = new Set<NodeJS.Signals | null>(['SIGABRT', 'SIGSEGV', 'SIGTRAP']);
const memoryCodes = new Set<number | null>([134]);

/** What became of a file whose reader died silently; undefined: our bug. */
function resultOfEnd(
  code: number | null,
  signal: NodeJS.Signals | null,
  { heapBytes }: SheetCaps,
): ReadResult | undefined {
  // None of our caps ends like this: the kernel killed it for lack of memory, or a person did.
  if (signal === 'SIGKILL' || code === 137) return { kind: 'refused', fault: { kind: 'killed' } };
  const isMemory = memorySignals.has(signal) || memoryCodes.has(code);
  return isMemory ? tooLarge('heapBytes', heapBytes) : undefined;
}

/** The packages folder that contains ours. */
function packagesFolder(): string {
  const place = createRequire(import.meta.url).resolve('saxes');
  return place.slice(0, place.lastIndexOf(MODULES) + MODULES.length);
}

/**
 * Starts a process that parses what strangers send: it has no settings and so no secrets, may only
 * read its own sources, write nothing and start nothing, and has no network where the system allows
 * that (Node's permissions do not cover networks). The file is already open.
 */
function startReader({ execPath, words }: Start, fd: number, { heapBytes }: SheetCaps) {
  const given = [
    ...words,
    `--max-old-space-size=${Math.ceil(heapBytes / MEGABYTE)}`,
    `--max-semi-space-size=${YOUNG_MEGABYTES}`,
    '--permission',
    `--allow-fs-read=${join(import.meta.dirname, '*')}`,
    `--allow-fs-read=${join(packagesFolder(), '*')}`,
    ...START,
  ];
  return spawn(execPath, given, {
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', fd, 'ipc'],
  });
}

/** What the reader says, in order; only the time spent waiting for it is counted. */
class Conversation {
  private readonly child: ChildProcess;
  private readonly options: ReadOptions;
  private readonly heard: FromReader[] = [];
  private ended: { readonly result: ReadResult } | { readonly error: Error } | undefined;
  private wake: (() => void) | undefined;
  private waitedMs = 0;
  private complaint = '';

  constructor(child: ChildProcess, sources: Sources, options: ReadOptions) {
    this.child = child;
    this.options = options;
    child.on('message', (message: FromReader) => {
      this.heard.push(message);
      this.wake?.();
    });
    child.stderr?.on('data', (data: Buffer) => {
      if (this.complaint.length < 4_000) this.complaint += data.toString();
    });
    child.on('error', (error) => this.end({ error }));
    child.on('close', (code, signal) => {
      const result = resultOfEnd(code, signal, options.caps);
      if (result !== undefined) this.end({ result });
      else this.end({ error: new Error(`the reader of a file ended: ${this.places()}`) });
    });
    options.signal?.addEventListener('abort', this.abort, { once: true });
    if (options.signal?.aborted === true) this.abort();
    this.say(sources);
    this.say({ kind: 'start', caps: options.caps });
  }

  private readonly abort = (): void => {
    this.end({
      error: new Error('the reading was aborted', { cause: this.options.signal?.reason }),
    });
  };

  /** Nobody is reading any more. */
  close(): void {
    this.options.signal?.removeEventListener('abort', this.abort);
  }

  say(message: Sources | ToReader): void {
    if (this.child.connected) this.child.send(message, () => undefined);
  }

  /** Where the reader failed, without its words: they may contain data from the file. */
  private places(): string {
    const lines = this.complaint.split('\n').filter((line) => /^\s+at /.test(line));
    return lines.map((line) => line.trim()).join(' ');
  }

  private end(how: NonNullable<typeof this.ended>): void {
    this.ended ??= how;
    this.wake?.();
  }

  /** The next message. Throws if the reader failed because of our bug. */
  async next(): Promise<FromReader> {
    const { clock, caps } = this.options;
    const fromMs = clock.monotonicMs();
    const timer = clock.setTimer(caps.workMs - this.waitedMs, () => {
      this.end({ result: tooLarge('workMs', caps.workMs) });
    });
    try {
      for (;;) {
        const message = this.heard.shift();
        if (message !== undefined) return message;
        if (this.ended !== undefined) {
          if ('error' in this.ended) throw this.ended.error;
          return { kind: 'end', result: this.ended.result };
        }
        await new Promise<void>((resolve) => {
          this.wake = resolve;
        });
      }
    } finally {
      timer.cancel();
      this.waitedMs += clock.monotonicMs() - fromMs;
    }
  }
}

function tooLarge(cap: keyof SheetCaps, most: number): ReadResult {
  return { kind: 'refused', fault: { kind: 'too_large', cap, most } };
}

/**
 * Reads the first sheet that is not empty in a .csv, .txt, .xlsx or .xls file, recognised by its
 * content. Rows come in batches and in order, without empty ones. The last event is `read`, or
 * `refused` with the fault: rows before a refusal do not count. Reading ends when the consumer
 * stops. Throws when the file cannot be opened, or on abort.
 */
export async function* readSheet(file: string, options: ReadOptions): AsyncGenerator<SheetEvent> {
  const handle = await open(file, 'r');
  let child: ChildProcess | undefined;
  let conversation: Conversation | undefined;
  try {
    const sources = await sourcesForReader();
    child = startReader(await startOfReader(), handle.fd, options.caps);
    conversation = new Conversation(child, sources, options);
    for (;;) {
      const message = await conversation.next();
      if (message.kind === 'end') {
        yield message.result;
        return;
      }
      const { packed, share } = message;
      yield { kind: 'rows', rows: unpackRows(packed), share };
      conversation.say({ kind: 'more' });
    }
  } finally {
    conversation?.close();
    child?.kill('SIGKILL');
    await handle.close();
  }
}
