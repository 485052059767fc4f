/** Names by which messages are searched: who is wrong about one is told the known ones. */
import { FAILURES } from '../../domain/failure/failure.ts';
import { MESSAGE_FAILURES } from '../../domain/failure/message-failures.ts';
import { HELD, SCHEDULED } from '../../domain/policy/hours.ts';
import { nearest } from '../../kit/arguments.ts';
import type { Reader } from '../../kit/postgres/pool.ts';
import { isSenderKnown, listSharedSenders } from '../senders/senders.sql.ts';

/** As they are stored with messages that ended, or wait. */
const REASONS = [...Object.keys(MESSAGE_FAILURES), HELD, SCHEDULED, 'batch_paused'];

type Names = { readonly sender?: string | undefined; readonly reason?: string | undefined };

/** The field and its rule, if no message can have what was asked for. */
export async function findStrangeName(
  reader: Reader,
  { sender, reason }: Names,
): Promise<{ readonly field: keyof Names; readonly rule: string } | undefined> {
  if (reason !== undefined && !REASONS.includes(reason) && !Object.hasOwn(FAILURES, reason)) {
    return { field: 'reason', rule: ruleOf('reasons', reason, REASONS) };
  }
  if (sender === undefined || (await isSenderKnown(reader, { name: sender }))) return undefined;
  const shared = await listSharedSenders(reader);
  return { field: 'sender', rule: ruleOf('senders of accounts, or shared', sender, shared) };
}

function ruleOf(what: string, word: string, known: readonly string[]): string {
  const meant = nearest(word, known);
  const guess = meant === undefined ? '' : ` (did you mean ${meant}?)`;
  return `must be one of the ${what}${guess}: ${known.join(', ')}`;
}
