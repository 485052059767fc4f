/**
 * The commit of a chat request with very many entries. Its account must not be locked while they
 * are written: so they are written first, in pieces, and judged last; what cannot be granted is
 * undone with all of it.
 */
import type { ChatDraftRequest, ChatNumbered } from '../../../domain/chat/taking.ts';
import type { TransferId } from '../../../domain/ids.ts';
import { limit } from '../../../domain/limits.ts';
import { piecesOf } from '../../../kit/pieces-of.ts';
import type { Transaction } from '../../../kit/postgres/pool.ts';
import { answerKeys } from '../../../store/idempotency/idempotency-keys.ts';
import { writeTransfers } from '../../../store/ledger/write-transfers.ts';
import { reserveChat } from '../../charge/reserve-chat.ts';
import { judgeChat, repeatedChat, type ChatOutcomeOf } from './commit-chat.ts';
import { enqueueChat, numberPassed } from '../../enqueue/enqueue-chat.ts';
import { keepChatAnswer } from '../../enqueue/keep-chat-answer.ts';
import { findRepeats } from '../../enqueue/repeats.ts';
import type { JourneyDeps } from '../../deps.ts';

/** Commits one draft, or nothing of it. */
export async function commitLargeChat(
  deps: JourneyDeps,
  draft: ChatDraftRequest,
): Promise<ChatOutcomeOf> {
  try {
    return await deps.db.transact((transaction) => write(deps, transaction, draft));
  } catch (error) {
    if (error instanceof NotGranted) return error.outcome;
    throw error;
  }
}

/** Undoes what was written of a draft that is not granted. */
class NotGranted extends Error {
  readonly outcome: ChatOutcomeOf;

  constructor(outcome: ChatOutcomeOf) {
    super('not granted');
    this.outcome = outcome;
  }
}

async function write(
  deps: JourneyDeps,
  transaction: Transaction,
  draft: ChatDraftRequest,
): Promise<ChatOutcomeOf> {
  const nowMs = deps.clock.nowMs();
  const newId = (): number => deps.ids.next();
  const [repeat] = await findRepeats(transaction, [draft], nowMs);
  const repeated = repeatedChat(repeat, []);
  if (repeated !== undefined) return repeated;
  const reserveId = newId() as TransferId;
  const messages: ChatNumbered[] = [];
  for (const passed of piecesOf(draft.passed, limit('pieceMessages'))) {
    const piece = { draft, reserveId, messages: numberPassed(passed, newId) };
    await enqueueChat(transaction, [piece], { lease: deps.lease.current(), nowMs });
    messages.push(...piece.messages);
  }
  const { reservations, transfers } = await reserveChat(transaction, [draft], {
    newId: () => reserveId,
    nowMs,
  });
  const { outcome } = judgeChat(draft, reservations[0], () => {
    return { draft, reserveId, messages };
  });
  if (outcome.kind !== 'answered' || reservations[0]?.kind !== 'reserved') {
    throw new NotGranted(outcome);
  }
  await Promise.all([
    writeTransfers(transaction, transfers, nowMs),
    answerKeys(transaction, keepChatAnswer(draft, outcome.outcome), nowMs),
    transaction.commit(),
  ]);
  return outcome;
}
