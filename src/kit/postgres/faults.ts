/**
 * Which database failures are transient and not our bugs. An interface answers 503 to the
 * first and 500 to the second; a worker waits and repeats after the first.
 */

/**
 * The connection broke between sending COMMIT and reading its answer: the transaction may or may
 * not be on disk. A retry must first make sure that it is not there already.
 */
export class CommitUnknown extends Error {
  override readonly name = 'CommitUnknown';

  constructor(cause: unknown) {
    super('the connection was lost while committing: the outcome is unknown', { cause });
  }
}

/** Classes and codes of PostgreSQL's appendix A that are transient. */
const transientStates = new Set([
  '25006', // read only: the primary has moved
  '40001', // serialization failure
  '40P01', // deadlock
  '55P03', // lock timeout
  '57014', // statement timeout
  '58030', // disk error
]);
const transientClasses = new Set(['08', '53', '57']); // connection, resources, operator

const transientSystemCodes = new Set([
  'EAI_AGAIN',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
]);

/** What the driver says, without a code, if the connection is lost or cannot be made. */
const driverSentence =
  /^(Connection terminated|Client (was closed|has encountered)|timeout e|Query read timeout)/;

function textOf(error: unknown, field: 'code' | 'syscall'): string {
  if (typeof error !== 'object' || error === null) return '';
  const value: unknown = Reflect.get(error, field);
  return typeof value === 'string' ? value : '';
}

function isSqlState(code: string): boolean {
  return /^[0-9A-Z]{5}$/.test(code) && /\d/.test(code);
}

/** Whether the connection itself is lost, so that the outcome of what was sent last is unknown. */
export function isConnectionLost(error: unknown): boolean {
  const code = textOf(error, 'code');
  if (isSqlState(code)) return code.startsWith('08') || code.startsWith('57P0');
  if (transientSystemCodes.has(code)) return true;
  // The folder of a socket is there, the socket is not: the server is down.
  if (code === 'ENOENT') return textOf(error, 'syscall') === 'connect';
  if (error instanceof AggregateError) return error.errors.some(isConnectionLost);
  return error instanceof Error && driverSentence.test(error.message);
}

/**
 * Whether `error` is transient: unreachable, restarting, out of space, a deadlock, a
 * timeout. `CommitUnknown` is too, but must not be repeated blindly.
 */
export function isTransient(error: unknown): boolean {
  if (error instanceof CommitUnknown || isConnectionLost(error)) return true;
  const code = textOf(error, 'code');
  if (!isSqlState(code)) return false;
  return transientStates.has(code) || transientClasses.has(code.slice(0, 2));
}

/**
 * Whether a statement exceeded its time limit. That is transient; but if it is always the same
 * statement, its input is too large.
 */
export function isTimeout(error: unknown): boolean {
  return textOf(error, 'code') === '57014';
}

/** Whether somebody else has just written what must be unique. */
export function isTaken(error: unknown): boolean {
  return textOf(error, 'code') === '23505';
}

/** A table or a column that is not there (undefined_table, undefined_column). */
const MISSING = ['42P01', '42703'];

/** Whether what a statement names is missing: a copy has not had the last migration yet. */
export function isSchemaBehind(error: unknown): boolean {
  return MISSING.includes(textOf(error, 'code') ?? '');
}

/** What the function require_all of our schema fails with: not all of a group could be done. */
const NOT_ALL = 'PA001';

/** Whether a group failed because not all of it was possible: then it is retried one by one. */
export function isNotAll(error: unknown): boolean {
  return textOf(error, 'code') === NOT_ALL;
}
