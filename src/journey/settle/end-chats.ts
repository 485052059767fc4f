import { micros } from '../../domain/pricing/money.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';
import { loseChats, releaseChats } from '../../store/chat-messages.ts';
import type { AttemptJudgement } from './judge-attempt.ts';

/**
 * Judgements with what they may still do to the money of chat messages: a word of the platform may
 * have ended a reservation already. An answer that was lost is noted, for a word to explain; where
 * one has come before, the platform has the message, whatever became of its answer.
 * Without chat messages nothing is asked, and texts are as they were.
 */
export async function endChats(
  transaction: Transaction,
  judgements: readonly AttemptJudgement[],
  nowMs: number,
): Promise<readonly AttemptJudgement[]> {
  const chats = judgements.filter(({ isChat }) => isChat);
  if (chats.length === 0) return judgements;
  const releasing = chats.filter(({ releaseMicros }) => releaseMicros > 0n);
  const lost = chats.flatMap(({ accountId, messageId, lostUntilMs: untilMs }) =>
    untilMs === undefined ? [] : [{ accountId, messageId, untilMs }],
  );
  const [released, heard] = await Promise.all([
    releaseChats(transaction, chats.filter(comesToNothing)),
    loseChats(transaction, lost, nowMs),
  ]);
  const ours = new Set(released.map(({ messageId }) => messageId));
  const others = new Set(releasing.filter(({ messageId }) => !ours.has(messageId)));
  const keys = new Map(heard.map((it) => [it.messageId, it.operatorKey]));
  return judgements.map((it) => {
    const operatorKey = it.isChat ? keys.get(it.messageId) : undefined;
    if (operatorKey !== undefined) return taken(it, operatorKey);
    return others.has(it) ? { ...it, releaseMicros: micros(0n) } : it;
  });
}

/** As if its answer had come. */
function taken(judgement: AttemptJudgement, operatorKey: string): AttemptJudgement {
  const results = [{ part: 1, kind: 'taken', operatorKey }] as const;
  const none = { lostUntilMs: undefined, reason: undefined };
  return { ...judgement, ...none, results, state: 'sent', partsTaken: 1 };
}

/** Free of charge, too: its reservation of nothing ends like any other. */
function comesToNothing({ state }: AttemptJudgement): boolean {
  return state !== 'sent' && state !== 'waiting';
}
