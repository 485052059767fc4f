/**
 * What one operator means by a command_status, where that differs from the specification or the
 * code is the operator's own (0x400–0x4FF): `0x45=operator_queue_full,0x401=operator_throttled`.
 */
import type { FailureReason } from '../failure/failure.ts';
import type { MESSAGE_FAILURES } from '../failure/message-failures.ts';

/** What an operator can mean by refusing a submission. */
export const STATUS_REASONS = [
  'operator_throttled',
  'operator_queue_full',
  'operator_temporary',
  'operator_fault',
  'operator_refused',
  'operator_refused_recipient',
  'operator_refused_sender',
  'operator_refused_form',
  'operator_unknown_word',
] as const satisfies readonly (keyof typeof MESSAGE_FAILURES)[];

type Entry = { readonly status: number; readonly reason: FailureReason };

const HIGHEST_STATUS = 0xffff_ffff;

/** The meanings that a link's field `statusReasons` gives, by command_status. */
export function readStatusReasons(text: string): ReadonlyMap<number, FailureReason> {
  const entries = entriesOf(text).map(readEntry);
  return new Map(
    entries.flatMap((it) => (typeof it === 'string' ? [] : [[it.status, it.reason] as const])),
  );
}

/** What is wrong with such a text, in words; undefined when all of it can be read. */
export function faultOfStatusReasons(text: string): string | undefined {
  const seen = new Set<number>();
  for (const part of entriesOf(text)) {
    const entry = readEntry(part);
    if (typeof entry === 'string') return entry;
    if (seen.has(entry.status)) return `names ${part.split('=')[0]?.trim()} twice`;
    seen.add(entry.status);
  }
  return undefined;
}

function entriesOf(text: string): readonly string[] {
  return text.trim() === '' ? [] : text.split(',');
}

/** One entry, or what is wrong with it. */
function readEntry(part: string): Entry | string {
  const [code = '', word = '', ...rest] = part.split('=').map((it) => it.trim());
  const isCode = /^(0x[0-9a-f]{1,8}|\d{1,10})$/i.test(code);
  const status = Number(code);
  if (!isCode || rest.length > 0 || status < 1 || status > HIGHEST_STATUS) {
    return `must be pairs such as 0x45=operator_queue_full, separated by commas`;
  }
  const reason = STATUS_REASONS.find((it) => it === word);
  if (reason !== undefined) return { status, reason };
  return `gives ${code} no known reason: must be one of ${STATUS_REASONS.join(', ')}`;
}
