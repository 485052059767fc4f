/**
 * Calls to the platform's Graph API: addresses, the credential, JSON both ways. It retries nothing
 * and keeps nothing; the caller decides what an outcome means.
 *
 * How answers are read: done and refused are certain; an unreadable answer says nothing about the
 * call, whatever its HTTP status.
 */
import type { PlatformOutcome, PlatformRefusal } from '../../domain/chat/platform.ts';
import { MINUTE_MS } from '../../domain/durations.ts';
import { limit } from '../../domain/limits.ts';
import type { HttpBody, HttpConnections, HttpReply } from '@paigham/http/connections.ts';
import { type Fields, fieldsOf, listOf, readJson, textOf, wholeOf } from './json-fields.ts';

type GraphSettings = {
  /** To the platform's host. */
  readonly connections: HttpConnections;
  /** The API's: `v25.0`. */
  readonly version: string;
  readonly timeoutMs: number;
};

type GraphCall = {
  /** undefined: what is sent shows who asks. */
  readonly credential: string | undefined;
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Below the version, without a leading slash; its parts are safe in an address. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  readonly octets?: { readonly type: string; readonly body: string | HttpBody };
  readonly headers?: Readonly<Record<string, string>>;
  /** Overrides the one in the settings. */
  readonly timeoutMs?: number;
  /** Called when the call has left. */
  readonly onLeave?: () => void;
};

export type Graph = { call(call: GraphCall): Promise<PlatformOutcome<Fields>> };

export function createGraph({ connections, version, timeoutMs }: GraphSettings): Graph {
  return {
    async call({ credential, method, path, query, json, octets, headers, ...call }) {
      const written = json === undefined ? octets : { type: JSON_TYPE, body: JSON.stringify(json) };
      const reply = await connections.call({
        method,
        path: `/${version}/${path}${query === undefined ? '' : `?${writeQuery(query)}`}`,
        headers: {
          accept: JSON_TYPE,
          ...(credential === undefined ? {} : { authorization: `Bearer ${credential}` }),
          ...(written === undefined ? {} : { 'content-type': written.type }),
          ...headers,
        },
        ...(written === undefined ? {} : { body: written.body }),
        ...(call.onLeave === undefined ? {} : { onLeave: call.onLeave }),
        timeoutMs: call.timeoutMs ?? timeoutMs,
        mostBytes: limit('chatAnswerBytes'),
      });
      return readAnswer(reply);
    },
  };
}

const JSON_TYPE = 'application/json';

function writeQuery(query: Readonly<Record<string, string>>): string {
  return new URLSearchParams(query).toString();
}

/**
 * Below a sending number. The platform will name the WhatsApp account there instead (facts of the
 * platform, C3): only this is then to change.
 */
export const ofNumber = (phoneNumberId: string, what?: string): string =>
  what === undefined ? phoneNumberId : `${phoneNumberId}/${what}`;

/** An outcome with its value mapped; `undefined` from `read`: the value is invalid. */
export function mapDone<From, To>(
  outcome: PlatformOutcome<From>,
  read: (value: From) => To | undefined,
): PlatformOutcome<To> {
  if (outcome.kind !== 'done') return outcome;
  const value = read(outcome.value);
  if (value === undefined) return { kind: 'lost', why: 'an answer without what was asked for' };
  return { kind: 'done', value };
}

/** The outcome of a call, with the object in the answer. */
export function readAnswer(reply: HttpReply): PlatformOutcome<Fields> {
  if (reply.kind !== 'answered') return reply;
  const { status } = reply;
  const fields = fieldsOf(readJson(reply.body));
  const error = fieldsOf(fields?.['error']);
  const code = wholeOf(error?.['code']);
  if (error !== undefined && code !== undefined) {
    return { kind: 'refused', refusal: readRefusal(error, { code, reply }) };
  }
  if (fields !== undefined && status >= 200 && status < 300) return { kind: 'done', value: fields };
  return { kind: 'lost', why: `an answer of status ${status} that cannot be read` };
}

type Answered = Extract<HttpReply, { readonly kind: 'answered' }>;

function readRefusal(
  error: Fields,
  { code, reply }: { readonly code: number; readonly reply: Answered },
): PlatformRefusal {
  const data = fieldsOf(error['error_data']);
  return {
    httpStatus: reply.status,
    code,
    subcode: wholeOf(error['error_subcode']),
    message: wordsOf(error['message']) ?? '',
    details: wordsOf(data?.['details']),
    trace: wordsOf(error['fbtrace_id']),
    userMessage: wordsOf(error['error_user_msg']),
    retryAfterMs: readRetryAfter(reply),
  };
}

/** Words for people, cut to what anybody would read. */
function wordsOf(value: unknown): string | undefined {
  const text = textOf(value);
  return text === undefined ? undefined : text.slice(0, limit('chatWordsCharacters'));
}

/**
 * When the platform wants the next try: in seconds, or as its estimate in minutes for a business
 * account over its rate.
 */
function readRetryAfter({ header }: Answered): number | undefined {
  const seconds = wholeOf(header('retry-after'));
  const usage = header('x-business-use-case-usage');
  const minutes = usage === undefined ? [] : minutesOf(readJson(Buffer.from(usage)));
  const waits = [...(seconds === undefined ? [] : [seconds * 1_000]), ...minutes];
  if (waits.length === 0) return undefined;
  return Math.min(Math.max(...waits), limit('chatPauseMostMs'));
}

function minutesOf(usage: unknown): readonly number[] {
  return Object.values(fieldsOf(usage) ?? {})
    .flatMap(listOf)
    .map((it) => wholeOf(fieldsOf(it)?.['estimated_time_to_regain_access']) ?? 0)
    .filter((minutes) => minutes > 0)
    .map((minutes) => minutes * MINUTE_MS);
}
