/**
 * Numbers and accounts that the platform has stopped, as it tells later, in statuses: it takes each
 * message and fails it. For people: an audit line and an error in the log, once for a number and a
 * cause within some minutes, however many messages fail and whichever node hears of it.
 *
 * The link is not stopped as by a refusal in an answer: statuses are repeated for days and come
 * late, so one of last week would stop a number that was mended since, and only people start it.
 */
import { meaningOfPlatformError } from '../../../domain/chat/platform-errors.ts';
import type { AccountId, LinkId } from '../../../domain/ids.ts';
import { limit } from '../../../domain/limits.ts';
import type { Transaction } from '../../../kit/postgres/pool.ts';
import { findLastAudit } from '../../../store/audit/find-last-audit.ts';
import { insertAudit } from '../../../store/audit/insert-audit.ts';
import type { JourneyParts } from '../../parts.ts';
import type { FailedChat } from '../../settle/settle-statuses.ts';

const MINUTE_MS = 60_000;
const ACTION = 'chat_number.failing';

/** A number of which the platform said in a status that it must not send. */
type Stop = {
  readonly accountId: AccountId;
  readonly linkId: LinkId;
  readonly words: string;
  readonly code: number;
  /** When the platform said so. */
  readonly saidAtMs: number;
};

/**
 * Raises the alarm for those that `failed` tells of. The balances of their accounts are locked, so
 * two groups do not raise one alarm twice. Gives how many alarms were raised.
 */
export async function alarmStops(
  { log, roads }: Pick<JourneyParts, 'log' | 'roads'>,
  transaction: Transaction,
  failed: readonly FailedChat[],
  atMs: number,
): Promise<number> {
  const stops = new Map(
    failed.flatMap(stopIn).map((it) => [`${it.linkId} ${it.words}`, it] as const),
  );
  let raised = 0;
  for (const { accountId, linkId, words, code, saidAtMs } of stops.values()) {
    const detail = { link: linkId, words };
    const last = await findLastAudit(transaction, { accountId, action: ACTION, detail });
    const isTold =
      last !== undefined && atMs - last.atMs < limit('chatStopAlarmMinutes') * MINUTE_MS;
    if (isTold) continue;
    const more = { ...detail, code, saidAt: new Date(saidAtMs).toISOString() };
    await insertAudit(
      transaction,
      accountId,
      { actor: 'platform', action: ACTION, detail: more },
      atMs,
    );
    const link = roads.current().links.get(linkId)?.name ?? linkId;
    log.error(
      { account: accountId, ...more, link },
      'the chat platform fails messages of a number',
    );
    raised += 1;
  }
  return raised;
}

function stopIn({ chat: { accountId, linkId }, word }: FailedChat): readonly Stop[] {
  const code = word.failure?.code ?? 0;
  // 0: the platform failed the message and gave no code.
  if (code === 0) return [];
  const { reaction } = meaningOfPlatformError(code);
  if (reaction.kind !== 'stop_number') return [];
  return [{ accountId, linkId, words: reaction.words, code, saidAtMs: word.atMs }];
}
