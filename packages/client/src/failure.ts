import { FAILURES } from './generated/api.ts';

/** A reason of the service's failure catalogue, as `/docs/errors` lists them. */
export type Reason = keyof typeof FAILURES;

export type FieldError = { readonly pointer: string; readonly detail: string };

type RefusedFor<R extends string> = {
  readonly kind: 'refused';
  readonly reason: R;
  /** The HTTP status. */
  readonly status: number;
  /** What happened, for people. */
  readonly detail: string;
  /** The invalid fields. */
  readonly errors: readonly FieldError[];
  /** What the change would do, with agreement_needed. */
  readonly consequences?: readonly string[];
  readonly retryAfterSeconds?: number;
};

/** Why a call failed. */
export type Failure =
  /** `/v1` refused it. Compare `reason`, whose names never change. */
  | { readonly [R in Reason]: RefusedFor<R> }[Reason]
  /** A reason that this version of the client does not know yet. */
  | (Omit<RefusedFor<string>, 'kind'> & { readonly kind: 'refused_otherwise' })
  /** A form interface refused it, by a code. */
  | {
      readonly kind: 'refused_form';
      readonly code: string;
      readonly status: number;
      readonly detail: string;
      readonly retryAfterSeconds?: number;
    }
  /** No answer, or not one from this service; the outcome of the request is unknown. */
  | { readonly kind: 'unreachable'; readonly detail: string };

/** What every call rejects with. */
export class PaighamError extends Error {
  readonly failure: Failure;

  constructor(failure: Failure, options?: ErrorOptions) {
    super(failure.detail, options);
    this.name = 'PaighamError';
    this.failure = failure;
  }

  /** Whether the same request may succeed later. */
  get mayPass(): boolean {
    const { failure } = this;
    switch (failure.kind) {
      case 'refused':
        return !FAILURES[failure.reason].permanent;
      case 'refused_otherwise':
      case 'refused_form':
        return failure.status === 429 || failure.status >= 500;
      case 'unreachable':
        return true;
    }
  }
}

/** Reads a refusal by either kind of interface; `body` is the answer. */
export function readFailure(status: number, body: unknown, retryAfterSeconds?: number): Failure {
  const after = retryAfterSeconds === undefined ? {} : { retryAfterSeconds };
  const fields = isObject(body) ? body : {};
  const { code, detail, errors, consequences } = fields;
  if (typeof code === 'string' && typeof detail === 'string') {
    const would = Array.isArray(consequences) ? { consequences: consequences.map(String) } : {};
    const own = { status, detail, errors: readErrors(errors), ...would, ...after };
    return isReason(code)
      ? refusedFor(code, own)
      : { kind: 'refused_otherwise', reason: code, ...own };
  }
  const [first] = Array.isArray(fields['results']) ? (fields['results'] as unknown[]) : [];
  const entry = isObject(first) ? first : {};
  const formCode = fields['status'] ?? entry['status'];
  const sentence = fields['error'] ?? entry['error'];
  if (typeof formCode === 'string' && typeof sentence === 'string') {
    return { kind: 'refused_form', code: formCode, status, detail: sentence, ...after };
  }
  return { kind: 'unreachable', detail: `it answers ${status}, and not as Paigham does` };
}

/** Written for the whole union, because the compiler does not follow each member. */
function refusedFor<R extends Reason>(
  reason: R,
  own: Omit<RefusedFor<R>, 'kind' | 'reason'>,
): Failure {
  return { kind: 'refused', reason, ...own } as Extract<Failure, { kind: 'refused' }>;
}

function isReason(code: string): code is Reason {
  return Object.hasOwn(FAILURES, code);
}

function readErrors(errors: unknown): readonly FieldError[] {
  if (!Array.isArray(errors)) return [];
  return errors.filter(isObject).map(({ pointer, detail }) => {
    return { pointer: String(pointer), detail: String(detail) };
  });
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
