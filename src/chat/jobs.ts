/** The chat service's background jobs. */
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../domain/durations.ts';
import type { AccountId } from '../domain/ids.ts';
import { limit } from '../domain/limits.ts';
import { firstIdAt } from '../kit/ids.ts';
import { claimSync } from '../store/chat/businesses.ts';
import { forgetMedia } from '../store/chat/media.ts';
import { forgetEvents, forgetUnreadFields } from '../store/chat/events.ts';
import { forgetSignups } from '../features/chat-numbers/signup.sql.ts';
import { claimReading } from '../store/chat/number-facts.ts';
import {
  forgetStatuses,
  hasOrphans,
  type OrphanPlace,
  takeMatchedOrphans,
} from '../store/chat/statuses.ts';
import { lockFunds } from '../store/ledger/balances.ts';
import { applyReactions, askedByStatuses } from './reactions.ts';
import { transactOrRollBack } from '../kit/postgres/pool.ts';
import type { ChatDeps } from './chat.ts';

const MOST_AT_ONCE = 500;
/** A status that arrives before its answer is about a message from these hours. */
const NEWEST_MS = 25 * HOUR_MS;

type Context = ChatDeps & { readonly orphans: { after: OrphanPlace | undefined } };

export type ChatJobs = {
  /** Statuses that arrived before their messages were known. */
  matchOrphans(): Promise<void>;
  /** Templates whose events were lost: compared with the platform's, one account at a time. */
  syncTemplates(): Promise<void>;
  /** What the platform says of sending numbers: daily, and when it reports a change. */
  readNumbers(): Promise<void>;
  /** Files that no message uses any more. */
  forgetMedia(): Promise<void>;
  /** Posts and statuses that are of no more use. */
  forgetEvents(): Promise<void>;
};

/** The jobs remember how far they have looked at statuses without a message. */
export function createChatJobs(deps: ChatDeps): ChatJobs {
  const context: Context = { ...deps, orphans: { after: undefined } };
  return {
    matchOrphans: () => matchOrphans(context),
    syncTemplates: () => syncNext(deps),
    readNumbers: () => readNext(deps),
    forgetMedia: () => forgetOldMedia(deps),
    forgetEvents: () => forgetOld(deps),
  };
}

async function matchOrphans(deps: Context): Promise<void> {
  const names = deps.journey.newNames();
  if (!(await hasOrphans(deps.db))) return;
  const nowMs = deps.clock.nowMs();
  const days = limit('chatOrphanDays') + limit('chatSilentDays');
  const ask = {
    sinceId: firstIdAt(nowMs - days * DAY_MS),
    most: MOST_AT_ONCE,
    newest: { most: limit('chatOrphansNewest'), sinceId: firstIdAt(nowMs - NEWEST_MS) },
    names,
    piece: { most: limit('chatOrphansPiece'), after: deps.orphans.after },
  };
  const { orphans } = deps;
  orphans.after = await transactOrRollBack(deps.db, async (transaction, rollBack) => {
    const { statuses, next } = await takeMatchedOrphans(transaction, ask);
    if (statuses.length === 0) return next;
    const accounts = new Set(statuses.map(({ accountId }) => accountId));
    await lockFunds(transaction, sorted(accounts), nowMs);
    const settled = await deps.journey.settleStatuses(transaction, statuses, nowMs);
    // What somebody holds right now stays as it is, and so do the rest: the next look gets them.
    if (settled.deferred.size > 0) return rollBack(orphans.after);
    const asked = askedByStatuses(settled.failed, nowMs);
    await applyReactions(deps, transaction, { asked, atMs: nowMs });
    return next;
  });
}

async function syncNext({ db, clock, resync }: ChatDeps): Promise<void> {
  const atMs = clock.nowMs();
  const syncedByMs = atMs - limit('chatSyncHours') * HOUR_MS;
  const begunByMs = atMs - limit('chatSyncAgainMinutes') * MINUTE_MS;
  const ask = { atMs, syncedByMs, begunByMs };
  const due = await db.transact((transaction) => claimSync(transaction, ask));
  if (due !== undefined) resync(due);
}

async function readNext({ db, clock, readNumbers }: ChatDeps): Promise<void> {
  const atMs = clock.nowMs();
  const ask = {
    atMs,
    readByMs: atMs - limit('chatFactsHours') * HOUR_MS,
    begunByMs: atMs - limit('chatSyncAgainMinutes') * MINUTE_MS,
    blockedByMs: atMs - limit('chatBlockedAgainMinutes') * MINUTE_MS,
  };
  const due = await db.transact((transaction) => claimReading(transaction, ask));
  if (due !== undefined) await readNumbers(due.id);
}

async function forgetOld({ db, clock }: ChatDeps): Promise<void> {
  const nowMs = clock.nowMs();
  const most = MOST_AT_ONCE;
  const beforeMs = nowMs - limit('chatEventDays') * DAY_MS;
  let forgotten: number;
  do forgotten = await db.transact((transaction) => forgetEvents(transaction, { beforeMs, most }));
  while (forgotten === most);
  await db.transact((transaction) => forgetUnreadFields(transaction, { beforeMs }));
  const overMs = nowMs - limit('chatSignupMinutes') * MINUTE_MS;
  await db.transact((transaction) => forgetSignups(transaction, { beforeMs: overMs }));
  const old = {
    beforeMs: nowMs - limit('chatStatusDays') * DAY_MS,
    orphansBeforeMs: nowMs - limit('chatOrphanDays') * DAY_MS,
    most,
  };
  do forgotten = await db.transact((transaction) => forgetStatuses(transaction, old));
  while (forgotten === most);
}

async function forgetOldMedia({ db, clock }: ChatDeps): Promise<void> {
  const nowMs = clock.nowMs();
  const beforeMs = nowMs - limit('chatMediaDays') * DAY_MS;
  const most = limit('chatMediaForgotten');
  let forgotten: number;
  do forgotten = await db.transact((tx) => forgetMedia(tx, { beforeMs, nowMs, most }));
  while (forgotten === most);
}

function sorted(accounts: ReadonlySet<AccountId>): readonly AccountId[] {
  return [...accounts].toSorted((a, b) => a - b);
}
