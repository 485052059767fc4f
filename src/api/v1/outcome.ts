/** What comes of a call of `/v1`. */
import { refuse, type FailureReason, type Refusal } from '../../domain/failure/failure.ts';
import type { ShapeFault } from '../../kit/shape.ts';

/**
 * How a request was carried out: 201 created something, 202 has started to, 204 has nothing to say.
 */
export type DoneStatus = 200 | 201 | 202 | 204;

export type Done<Body = unknown> = {
  readonly kind: 'done';
  readonly status: DoneStatus;
  /** undefined only with 204. */
  readonly body: Body | undefined;
  /** Where it can be seen: `/v1/batches/1`. */
  readonly location?: string;
  /** It was done before, with the same idempotency key. */
  readonly replayed?: boolean;
  /** For the header `Set-Cookie`. */
  readonly cookie?: string;
};

/** An answer that is not JSON, written piece by piece: texts, or octets. */
export type DoneInPieces = {
  readonly kind: 'pieces';
  /** With its charset, where it is text. */
  readonly contentType: string;
  /** The name a browser saves it under. */
  readonly fileName?: string;
  /** With whom it shares its places. */
  readonly kept: LastingKind;
  /** Begins it; `ended` is aborted when it ends early. */
  readonly pieces: (ended: AbortSignal) => AsyncIterable<string | Uint8Array>;
};

/** Streams of an account's events, of the staff's overview; whole lists as files. */
export type LastingKind = 'events' | 'overview' | 'result';

/** A file, in place of JSON. */
export type GivenFile = {
  readonly kind: 'file';
  readonly mime: string;
  readonly content: Uint8Array;
  readonly fileName: string;
};

/** A page, to print. */
export type GivenPage = {
  readonly kind: 'page';
  readonly html: string;
  /** The content of its only `style` element. */
  readonly style: string;
};

/** `faults` are the invalid fields. */
export type Refused = {
  readonly kind: 'refused';
  readonly refusal: Refusal;
  readonly faults?: readonly ShapeFault[];
  /** What the change would do, for its caller to agree to. */
  readonly consequences?: readonly string[];
  /** When to try again, where that is known better than from the failure. */
  readonly retryAfterSeconds?: number;
};

export type Outcome<Body = unknown> =
  | Done<Body>
  | DoneInPieces
  | GivenFile
  | GivenPage
  | Refused
  /** The account has changed since its snapshot was taken: the call is repeated with a new one. */
  | { readonly kind: 'stale' };

/** Done, with 200. */
export function done<Body>(body: Body): Done<Body> {
  return { kind: 'done', status: 200, body };
}

export function created<Body>(body: Body, location: string): Done<Body> {
  return { kind: 'done', status: 201, body, location };
}

/** Done, with nothing to say. */
export function doneSilently(): Done<never> {
  return { kind: 'done', status: 204, body: undefined };
}

export function refused(reason: FailureReason): Refused {
  return { kind: 'refused', refusal: refuse(reason) };
}
