/**
 * The first leg for chat messages: accept → charge → enqueue. What interrupts it and how it is
 * grouped is as for texts (take-in.ts); entries are judged one by one, the credit for all that pass
 * is reserved as one.
 */
import type { ChatOutcome, ChatRequest, ChatTakenIn } from '../../../domain/chat/request.ts';
import type { ChatDraftRequest, ChatTaking } from '../../../domain/chat/taking.ts';
import { limit } from '../../../domain/limits.ts';
import { micros } from '../../../domain/pricing/money.ts';
import { findChatFacts } from '../../../store/chat-windows.ts';
import { readBalance } from '../../../store/balances.ts';
import { acceptChat } from '../../accept/accept-chat.ts';
import { priceChat } from '../../charge/price-chat.ts';
import { refusalOfFunds } from '../../charge/refusal-of-funds.ts';
import { findRepeat } from '../../enqueue/repeats.ts';
import type { JourneyDeps } from '../../deps.ts';
import { attemptUntilFresh, createCommit, refused } from './commit.ts';
import { commitBatch } from './commit-batch.ts';
import type { Attempted } from './commit-group.ts';
import { chatBatch, chatGroup, refuseChat } from './chats.ts';

export type TakeInChat = {
  takeInChat(request: ChatRequest): Promise<ChatTakenIn>;
  /** Requests that wait for their files or their commit. */
  pending(): number;
  drained(): Promise<void>;
};

/** @param put called with what has been queued. */
export function createTakeInChat(
  deps: JourneyDeps,
  put: (draft: ChatDraftRequest) => void,
): TakeInChat {
  const commitLargeChat = async (draft: ChatDraftRequest): Promise<Attempted<ChatOutcome>> => {
    const outcome = await commitBatch(deps, draft, (batch) => chatBatch(deps, draft, batch));
    if (outcome.kind === 'accepted' && !outcome.replayed) put(draft);
    if (outcome.kind !== 'refused' || !('availableMicros' in outcome)) return outcome;
    return refuseChat(draft, outcome);
  };
  const { commit, drained } = createCommit(deps, chatGroup(put), {
    requests: limit('chatGroupRequests'),
    messages: limit('chatGroupMessages'),
    commitLarge: commitLargeChat,
  });
  let pending = 0;

  const attempt = async (request: ChatRequest, entries: readonly ChatTaking[]) => {
    const routing = deps.routing.current();
    const draft = priceChat(request, entries, { settings: routing, atMs: deps.clock.nowMs() });
    if ('reason' in draft) return refused(draft);
    if (draft.messages.length === 0 || request.dryRun) return answerUnsent(deps, draft);
    return commit(draft);
  };

  return {
    async takeInChat(request) {
      let entries: readonly ChatTaking[] | undefined;
      pending += 1;
      return attemptUntilFresh(deps, pending - 1, async () => {
        // Before anything is fetched: what lay at an address may be gone by now.
        const repeat = entries === undefined ? await repeatOf(deps, request) : undefined;
        if (repeat !== undefined) return repeat;
        entries ??= await acceptChat(request, {
          media: deps.media,
          findFacts: (questions) => findChatFacts(deps.db, questions),
          nowMs: deps.clock.nowMs(),
        });
        return attempt(request, entries);
      }).finally(() => (pending -= 1));
    },
    pending: () => pending,
    drained,
  };
}

/** The first answer of a request that is repeated; undefined when it is not known to be one. */
async function repeatOf(
  { db, clock }: JourneyDeps,
  request: ChatRequest,
): Promise<ChatTakenIn | undefined> {
  if (request.idempotency === undefined) return undefined;
  const nowMs = clock.nowMs();
  return db.transact((transaction) => findRepeat<ChatOutcome>(transaction, request, nowMs));
}

/** A dry run, or a request of which nothing passed: judged by the balance, nothing is written. */
async function answerUnsent(deps: JourneyDeps, draft: ChatDraftRequest): Promise<ChatTakenIn> {
  const { account, entries, priceMicros, messages } = draft;
  const balance = await readBalance(deps.db, account.id, deps.clock.nowMs());
  if (balance?.accountVersion !== account.version) return { kind: 'stale' };
  const { availableMicros } = balance;
  const refusal = messages.length > 0 ? refusalOfFunds(priceMicros, balance) : undefined;
  if (refusal !== undefined) return refuseChat(draft, { refusal, availableMicros });
  const results = entries.map((entry) =>
    entry.ok ? { ok: true as const, id: undefined, recipient: entry.recipient } : entry,
  );
  const remainingMicros = micros(availableMicros - priceMicros);
  return { kind: 'accepted', acceptance: { results, remainingMicros }, replayed: false };
}
