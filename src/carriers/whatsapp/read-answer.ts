/**
 * What an answer of the platform says. Done and refused are certain; an answer that cannot be read
 * says nothing of what became of the call, whatever its HTTP status.
 */
import type { PlatformOutcome, PlatformRefusal } from '../../domain/chat/platform.ts';
import { MINUTE_MS } from '../../domain/durations.ts';
import { limit } from '../../domain/limits.ts';
import type { HttpReply } from '../../kit/http/connections.ts';
import { fieldsOf, listOf, readJson, textOf, wholeOf, type Fields } from './json-fields.ts';

/** The outcome of a call, with the object that it was answered with. */
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
    userTitle: wordsOf(error['error_user_title']),
    userMessage: wordsOf(error['error_user_msg']),
    isTransient: error['is_transient'] === true,
    retryAfterMs: readRetryAfter(reply),
  };
}

/** Words for people, of which nobody reads more. */
function wordsOf(value: unknown): string | undefined {
  const text = textOf(value);
  return text === undefined ? undefined : text.slice(0, limit('chatWordsCharacters'));
}

/**
 * When the platform wants to hear from us again: in seconds, or as the minutes that it estimates
 * for a business account over its rate.
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
