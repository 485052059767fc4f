/**
 * The first leg for chat messages: accept → charge → enqueue. What interrupts it and how it is
 * grouped is as for texts (take-in.ts); entries are judged one by one, the credit for all that pass
 * is reserved as one.
 */
import type { ChatRequest, ChatTakenIn } from '../../../domain/chat/request.ts';
import type { ChatDraftRequest, ChatTaking } from '../../../domain/chat/taking.ts';
import { refuse } from '../../../domain/failure/failure.ts';
import { overCap } from '../../../domain/ledger/spending.ts';
import { limit } from '../../../domain/limits.ts';
import { micros, ZERO } from '../../../domain/pricing/money.ts';
import { createGroup } from '../../../kit/group.ts';
import { findChatFacts } from '../../../store/chat-windows/find-chat-facts.ts';
import { readBalance } from '../../../store/ledger/read-balance.ts';
import { acceptChat } from '../../accept/accept-chat.ts';
import { insufficientCredit } from '../../charge/insufficient-credit.ts';
import { priceChat } from '../../charge/price-chat.ts';
import { spendingRefused } from '../../charge/spending-refused.ts';
import { commitChat, refuseAll, type ChatOutcomeOf } from './commit-chat.ts';
import { commitLargeChat } from './commit-large-chat.ts';
import { findRepeats } from '../../enqueue/repeats.ts';
import { restoreChat } from '../../enqueue/keep-chat-answer.ts';
import type { JourneyDeps } from '../../deps.ts';
import { refusalOf, splitsGroup } from '../take-in/take-in-group.ts';

export type TakeInChat = {
  takeInChat(request: ChatRequest): Promise<ChatTakenIn>;
  /** Requests that wait for their files or their commit. */
  pending(): number;
  drained(): Promise<void>;
};

/** The leg on its dependencies; `put` is told when messages stand in a number's line. */
export function createTakeInChat(
  deps: JourneyDeps,
  put: (draft: ChatDraftRequest) => void,
): TakeInChat {
  const group = createGroup<ChatDraftRequest, ChatOutcomeOf>({
    work: (drafts) => commitChat(deps, drafts),
    splits: splitsGroup(deps.log),
    mostItems: limit('chatGroupRequests'),
    weigh: ({ passed }) => passed.length,
    mostWeight: limit('chatGroupMessages'),
  });
  let pending = 0;
  let large = 0;

  const takeLarge = async (draft: ChatDraftRequest): Promise<ChatOutcomeOf> => {
    if (large >= limit('largeRequests')) return { kind: 'refused', refusal: refuse('queue_full') };
    large += 1;
    return commitLargeChat(deps, draft).finally(() => (large -= 1));
  };

  const attempt = async (request: ChatRequest, entries: readonly ChatTaking[]) => {
    const routing = deps.routing.current();
    const draft = priceChat(request, entries, { settings: routing, atMs: deps.clock.nowMs() });
    if ('reason' in draft) return { kind: 'refused' as const, refusal: draft };
    if (draft.passed.length === 0 || request.dryRun) return answerUnsent(deps, draft);
    const isLarge = draft.passed.length > limit('chatGroupMessages');
    const outcome = await (isLarge ? takeLarge(draft) : group.add(draft));
    if (outcome.kind === 'answered' && !outcome.replayed) put(draft);
    return outcome;
  };

  const take = async (request: ChatRequest): Promise<ChatTakenIn> => {
    // Before anything is fetched: what lay at an address may be gone by now.
    const repeat = await findRepeat(deps, request);
    if (repeat !== undefined) return repeat;
    const entries = await acceptChat(request, {
      media: deps.media,
      findFacts: (questions) => findChatFacts(deps.db, questions),
      nowMs: deps.clock.nowMs(),
    });
    for (let tries = 0; tries < limit('accountReloads'); tries += 1) {
      const outcome = await attempt(request, entries);
      if (outcome.kind !== 'stale_settings') return outcome;
      await deps.routing.refresh();
    }
    return { kind: 'refused', refusal: refuse('store_unavailable') };
  };

  return {
    async takeInChat(request) {
      const isFull = deps.load.queueIsFull() || pending >= limit('pendingRequests');
      if (isFull) return { kind: 'refused', refusal: refuse('queue_full') };
      pending += 1;
      try {
        return await take(request);
      } catch (error) {
        return { kind: 'refused', refusal: refusalOf(deps, error) };
      } finally {
        pending -= 1;
      }
    },
    pending: () => pending,
    drained: () => group.drained(),
  };
}

/** The first answer of a request that is repeated; undefined: it is none as far as is known. */
async function findRepeat(
  { db, clock }: JourneyDeps,
  request: ChatRequest,
): Promise<ChatTakenIn | undefined> {
  if (request.idempotency === undefined) return undefined;
  const nowMs = clock.nowMs();
  const [repeat] = await db.transact((transaction) => findRepeats(transaction, [request], nowMs));
  switch (repeat?.kind) {
    case undefined:
    case 'same_as':
      return undefined;
    case 'refused':
      return repeat;
    case 'answered':
      return { kind: 'answered', outcome: restoreChat(repeat.answer), replayed: true };
  }
}

/** A dry run, or a request of which nothing passed: judged by the balance, nothing is written. */
async function answerUnsent(deps: JourneyDeps, draft: ChatDraftRequest): Promise<ChatTakenIn> {
  const { account, entries, priceMicros, passed } = draft;
  const balance = await readBalance(deps.db, account.id, deps.clock.nowMs());
  if (balance?.accountVersion !== account.version) return { kind: 'stale' };
  const { availableMicros, postpaid, spending } = balance;
  const over = overCap(spending, priceMicros);
  if (passed.length > 0 && over !== undefined) {
    return { kind: 'refused', refusal: spendingRefused(priceMicros, over) };
  }
  if (passed.length > 0 && priceMicros > availableMicros && !postpaid) {
    const refusal = insufficientCredit(priceMicros, availableMicros);
    return refuseAll(draft, { refusal, remainingMicros: availableMicros });
  }
  const results = entries.map((entry) =>
    entry.ok ? { ok: true as const, id: undefined, recipient: entry.recipient } : entry,
  );
  const takenMicros = passed.length > 0 ? priceMicros : ZERO;
  const remainingMicros = micros(availableMicros - takenMicros);
  return { kind: 'answered', outcome: { results, remainingMicros }, replayed: false };
}
