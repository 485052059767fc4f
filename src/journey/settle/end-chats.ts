import { micros } from '../../domain/pricing/money.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';
import { loseChats, releaseChats } from '../../store/chat/messages.ts';
import type { AttemptJudgement } from './judge-attempt.ts';

/**
 * Narrows judgements to what they may still do to the money of chat messages: a status may have
 * ended a reservation already. Records a lost answer, for a status to explain; where one has come
 * before, the platform has the message, whatever became of its answer. Without chat messages it
 * asks nothing; texts pass unchanged.
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

/** As if its answer had arrived. */
function taken(judgement: AttemptJudgement, operatorKey: string): AttemptJudgement {
  const results = [{ part: 1, kind: 'taken', operatorKey }] as const;
  const none = { lostUntilMs: undefined, reason: undefined };
  return { ...judgement, ...none, results, state: 'sent', partsTaken: 1 };
}

/** Even when free of charge: its reservation of zero ends like any other. */
function comesToNothing({ state }: AttemptJudgement): boolean {
  return state !== 'sent' && state !== 'waiting';
}
