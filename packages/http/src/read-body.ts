import type { IncomingMessage } from 'node:http';
import type { Clock } from '@paigham/base/clock.ts';
import { runYielding } from '@paigham/base/yielding.ts';
import { NO_BODY } from './request.ts';

/**
 * How many octets of request bodies may be in memory at once: for all callers together, and for
 * each.
 */
type BodyBudget = {
  /** Begins the share of one request. `callerOf` is asked once, for the first octets. */
  open(callerOf: () => string): BodyShare;
};

type BodyShare = {
  /** Takes octets; false, and nothing is taken, when there is no room for them. */
  take(octets: number): boolean;
  /** Returns everything that was taken. */
  close(): void;
};

export function createBodyBudget(settings: {
  readonly most: number;
  readonly mostOfOne: number;
}): BodyBudget {
  const { most, mostOfOne } = settings;
  const ofEach = new Map<string, number>();
  let held = 0;
  const add = (caller: string, octets: number): void => {
    held += octets;
    const own = (ofEach.get(caller) ?? 0) + octets;
    if (own > 0) ofEach.set(caller, own);
    else ofEach.delete(caller);
  };
  return {
    open(callerOf) {
      let caller: string | undefined;
      let taken = 0;
      return {
        take(octets) {
          caller ??= callerOf();
          const own = ofEach.get(caller) ?? 0;
          if (held + octets > most || own + octets > mostOfOne) return false;
          add(caller, octets);
          taken += octets;
          return true;
        },
        close() {
          if (caller !== undefined) add(caller, -taken);
        },
      };
    },
  };
}

type BodyRead =
  | { readonly kind: 'read'; readonly body: Buffer }
  | { readonly kind: 'too_large' }
  /** `no_room`: `hold` said so. */
  | { readonly kind: 'too_slow' | 'no_room' }
  /** The caller has gone away. */
  | { readonly kind: 'cut' }
  /** It arrives in pieces so small that they cost more than they carry. */
  | { readonly kind: 'in_small_chunks' };

/** Memory overhead of a piece; how small pieces may be once there are many. */
const PIECE_BYTES = 256;
const FREE_PIECES = 4_096;
const LEAST_PIECE_BYTES = 64;

type BodyPatience = {
  readonly mostBytes: number;
  readonly mostMs: number;
  readonly clock: Clock;
  /** Called before buffering octets; false: there is no room. */
  readonly hold: (octets: number) => boolean;
};

/** The length that a request declares for its body; infinite for chunks, which declare none. */
export function announcedBytes({ headers }: IncomingMessage): number {
  const length = headers['content-length'];
  if (length !== undefined) return Number(length);
  return headers['transfer-encoding'] === undefined ? 0 : Number.POSITIVE_INFINITY;
}

/**
 * Collects a body of at most `mostBytes` that arrives within `mostMs`. After giving up,
 * the answer discards the rest.
 */
export function readBody(
  stream: IncomingMessage,
  { mostBytes, mostMs, clock, hold }: BodyPatience,
): Promise<BodyRead> {
  if (stream.destroyed) return Promise.resolve({ kind: 'cut' });
  const announced = announcedBytes(stream);
  return new Promise((resolve) => {
    let chunks: Buffer[] = [];
    let size = 0;
    const timer = clock.setTimer(mostMs, () => end({ kind: 'too_slow' }));
    const end = (read: BodyRead): void => {
      timer.cancel();
      stream.off('data', take);
      chunks = [];
      resolve(read);
    };
    const take = (chunk: Buffer): void => {
      size += chunk.length;
      if (size > mostBytes) end({ kind: 'too_large' });
      // A body that comes in one piece is not buffered.
      else if (chunk.length !== announced && !hold(chunk.length + PIECE_BYTES)) {
        end({ kind: 'no_room' });
      } else if (chunks.push(chunk) > FREE_PIECES + size / LEAST_PIECE_BYTES) {
        end({ kind: 'in_small_chunks' });
      }
    };
    stream.on('data', take);
    const join = async (pieces: readonly Buffer[]): Promise<void> => {
      // Released here, so that the pieces are held only once.
      chunks = [];
      end({ kind: 'read', body: await runYielding(joining(pieces, size)) });
    };
    stream.on('end', () => {
      timer.cancel();
      if (chunks.length <= 1) end({ kind: 'read', body: chunks[0] ?? NO_BODY });
      // Out of memory counts as out of room.
      else join(chunks).catch(() => end({ kind: 'no_room' }));
    });
    // Node destroys a request whose connection is lost with an error.
    stream.on('error', () => end({ kind: 'cut' }));
  });
}

const OCTETS_A_TURN = 1024 * 1024;

function* joining(chunks: readonly Buffer[], size: number): Generator<undefined, Buffer, void> {
  // In memory of its own, so that it can be handed to another thread.
  const whole = Buffer.allocUnsafeSlow(size);
  let at = 0;
  let stop = OCTETS_A_TURN;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
    if (at < stop) continue;
    yield;
    stop = at + OCTETS_A_TURN;
  }
  return whole;
}
