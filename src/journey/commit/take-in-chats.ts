/**
 * What `takeInChat` of journey.ts stands on. Chat requests are grouped and retried like texts
 * (take-in-texts.ts); entries are judged one by one, and credit is reserved once for all that pass.
 */
import type {
  ChatDraftRequest,
  ChatOutcome,
  ChatRequest,
  ChatTakenIn,
  ChatTaking,
} from '../../domain/chat/request.ts';
import { limit } from '../../domain/limits.ts';
import { micros } from '../../domain/pricing/money.ts';
import { createPace } from '@paigham/base/clock.ts';
import { findUsers, nameUsers } from '../../store/chat/people.ts';
import { findChatFacts } from '../../store/chat/windows.ts';
import { readBalance } from '../../store/ledger/balances.ts';
import type { ChatContext } from '../accept/accept-chat.ts';
import { refusalOfFunds } from '../charge/reserve.ts';
import { findRepeat } from './idempotency.ts';
import type { JourneyDeps } from '../deps.ts';
import { attemptWhileStale, createCommit } from './commit.ts';
import { commitBatch } from './commit-large.ts';
import type { Attempted } from './commit-group.ts';
import { chatBatch, chatGroup, refuseChat } from './commit-chats.ts';

type TakeInChat = {
  take(request: ChatRequest): Promise<ChatTakenIn>;
  /** Requests waiting for their files or their commit. */
  pending(): number;
  drained(): Promise<void>;
};

export type ChatAttempted = Attempted<ChatOutcome>;

/** What taking in a chat request needs. */
export type TakeInChatDeps = Pick<JourneyDeps, 'db' | 'clock' | 'routing' | 'media'> & {
  readonly commit: (draft: ChatDraftRequest) => Promise<ChatAttempted>;
};

/**
 * At the platform's rate hardly two requests meet, and a commit costs more than what it says of
 * one. Each then waits for half of this, on its way to an answer of the platform that takes longer.
 */
const COMMIT_EVERY_MS = 20;

/**
 * Takes in requests by `takeInChat` (journey.ts), again if the settings change meanwhile; files are
 * fetched only once.
 * @param put called with what has been queued.
 */
export function createTakeInChat(
  deps: JourneyDeps,
  put: (draft: ChatDraftRequest) => void,
  takeInChat: (
    deps: TakeInChatDeps,
    request: ChatRequest,
    once: Once<readonly ChatTaking[]>,
  ) => Promise<ChatAttempted>,
): TakeInChat {
  const commitLargeChat = async (draft: ChatDraftRequest): Promise<ChatAttempted> => {
    const outcome = await commitBatch(deps, draft, (batch) => chatBatch(deps, draft, batch));
    if (outcome.kind === 'accepted' && !outcome.replayed) put(draft);
    if (outcome.kind !== 'refused' || !('availableMicros' in outcome)) return outcome;
    return refuseChat(draft, outcome);
  };
  const { commit, drained } = createCommit(deps, chatGroup(put), {
    requests: limit('chatGroupRequests'),
    messages: limit('chatGroupMessages'),
    pace: createPace(deps.clock, COMMIT_EVERY_MS),
    commitLarge: commitLargeChat,
  });
  const chatDeps: TakeInChatDeps = { ...deps, commit };
  let pending = 0;
  return {
    take(request) {
      const once = memoize<readonly ChatTaking[]>();
      pending += 1;
      return attemptWhileStale(deps, pending - 1, async () => {
        // Before anything is fetched: the file may be gone from its address by now.
        const repeat = once.isDone() ? undefined : await repeatOf(deps, request);
        return repeat ?? takeInChat(chatDeps, request, once.get);
      }).finally(() => (pending -= 1));
    },
    pending: () => pending,
    drained,
  };
}

/** Makes something once, however often it is asked for. */
export type Once<Made> = (make: () => Promise<Made>) => Promise<Made>;

function memoize<Made>() {
  let made: { readonly value: Made } | undefined;
  const get: Once<Made> = async (make) => (made ??= { value: await make() }).value;
  return { get, isDone: () => made !== undefined };
}

/** What entries are judged by. */
export function chatContextOf({ db, clock, media }: Pick<JourneyDeps, 'db' | 'clock' | 'media'>) {
  const findFacts: ChatContext['findFacts'] = (questions) => findChatFacts(db, questions);
  const nowMs = clock.nowMs();
  const findPeople: ChatContext['findUsers'] = async (accountId, userIds) => {
    const known = await findUsers(db, { accountId, userIds });
    const unnamed = known.filter((it) => it.isOwn && it.recipient === undefined);
    if (unnamed.length === 0) return recipientsBy(known);
    const named = unnamed.map(({ userId }) => userId);
    return db.transact(async (transaction) => {
      await nameUsers(transaction, { accountId, userIds: named, atMs: nowMs });
      return recipientsBy(await findUsers(transaction, { accountId, userIds }));
    });
  };
  return { media, findFacts, findUsers: findPeople, nowMs };
}

function recipientsBy(
  users: readonly { readonly userId: string; readonly recipient: string | undefined }[],
): ReadonlyMap<string, string> {
  const found = users.flatMap(({ userId, recipient }) =>
    recipient === undefined ? [] : [[userId, recipient] as const],
  );
  return new Map(found);
}

/** The first answer to a repeated request; undefined if it is not known to be a repeat. */
async function repeatOf(
  { db, clock }: JourneyDeps,
  request: ChatRequest,
): Promise<ChatTakenIn | undefined> {
  if (request.idempotency === undefined) return undefined;
  const nowMs = clock.nowMs();
  return db.transact((transaction) => findRepeat<ChatOutcome>(transaction, request, nowMs));
}

/**
 * A dry run, or a request in which nothing passed: judged by the balance, and nothing is written.
 */
export async function answerUnsent(
  deps: Pick<JourneyDeps, 'db' | 'clock'>,
  draft: ChatDraftRequest,
): Promise<ChatTakenIn> {
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
  const acceptance = { results, priceMicros, remainingMicros };
  return { kind: 'accepted', acceptance, replayed: false };
}
