/** What has to be done for chat messages besides travelling. */
import { giveUp } from '../../domain/chat/record.ts';
import type { AccountId } from '../../domain/ids.ts';
import { limit } from '../../domain/limits.ts';
import { firstIdAt } from '../../kit/ids.ts';
import { claimSync } from '../../store/chat/businesses.ts';
import { forgetEvents } from '../../store/chat-events/write-events.ts';
import {
  forgetStatuses,
  hasOrphans,
  takeMatchedOrphans,
} from '../../store/chat-messages/keep-statuses.ts';
import { listOverdueAccounts, lockOverdue } from '../../store/chat-messages/lock-records.ts';
import { writeRecords } from '../../store/chat-messages/write-records.ts';
import { lockFunds } from '../../store/ledger/lock-funds.ts';
import { writeTransfers } from '../../store/ledger/write-transfers.ts';
import { complaintsIn, restNumbers } from '../legs/close-out/rest-numbers.ts';
import { stopNumbers } from '../legs/close-out/stop-numbers.ts';
import { heedFailures } from '../legs/close-out/chat-reactions.ts';
import { toWrites } from '../settle/chat-moves.ts';
import { settleStatuses } from '../settle/settle-statuses.ts';
import type { Job, JobContext } from './job.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const MOST_AT_ONCE = 500;
/** A status that comes before its answer is of a message of these hours. */
const NEWEST_MS = 25 * HOUR_MS;
/** Whoever is in line is not given up; it is looked at again then. */
const IN_LINE_MS = 10 * MINUTE_MS;

export const CHAT_JOBS = {
  /** Statuses that came before anything told which message they are about. */
  matchChatOrphans: { everyMs: 5 * SECOND_MS, run: matchOrphans },
  /** Messages of which the platform has not said how they ended. */
  giveUpChats: { everyMs: 2 * SECOND_MS, run: giveUpChats },
  /** Templates whose events were lost: compared with the platform's, one account at a time. */
  syncTemplates: { everyMs: 20 * SECOND_MS, run: syncNext },
  /** Posts and statuses that nothing can come of any more. */
  forgetChatEvents: { everyMs: 10 * MINUTE_MS, run: forgetOld },
} as const satisfies Record<string, Job>;

async function matchOrphans(parts: JobContext): Promise<void> {
  const names = parts.newNames();
  if (!(await hasOrphans(parts.db))) return;
  const nowMs = parts.clock.nowMs();
  const days = limit('chatOrphanDays') + limit('chatSilentDays');
  const ask = {
    sinceId: firstIdAt(nowMs - days * DAY_MS),
    most: MOST_AT_ONCE,
    newest: { most: limit('chatOrphansNewest'), sinceId: firstIdAt(nowMs - NEWEST_MS) },
    names,
    piece: { most: limit('chatOrphansPiece'), after: parts.orphans.after },
  };
  await parts.db
    .transact(async (transaction) => {
      const { statuses, next } = await takeMatchedOrphans(transaction, ask);
      if (statuses.length === 0) return next;
      const accounts = new Set(statuses.map(({ accountId }) => accountId));
      await lockFunds(transaction, sorted(accounts), nowMs);
      const settled = await settleStatuses(transaction, statuses, adminOf(parts, nowMs));
      // What somebody holds just now stays as it was, with all the others: the next look has them.
      if (settled.deferred.size > 0) throw new Deferred();
      await heedFailures(transaction, settled.failed, nowMs);
      await restNumbers(parts, transaction, complaintsIn(settled.failed, nowMs), nowMs);
      await stopNumbers(parts, transaction, settled.failed, nowMs);
      return next;
    })
    .then((next) => void (parts.orphans.after = next))
    .catch((error: unknown) => {
      if (!(error instanceof Deferred)) throw error;
    });
}

class Deferred extends Error {}

async function giveUpChats(parts: JobContext): Promise<void> {
  const nowMs = parts.clock.nowMs();
  const ask = { atMs: nowMs, most: MOST_AT_ONCE };
  let moved: number;
  do {
    const accounts = await listOverdueAccounts(parts.db, ask);
    if (accounts.length === 0) return;
    moved = await parts.db.transact(async (transaction) => {
      await lockFunds(transaction, sorted(new Set(accounts)), nowMs);
      const overdue = await lockOverdue(transaction, ask);
      const ours = overdue.filter(({ accountId }) => accounts.includes(accountId));
      const { written, transfers } = toWrites(
        ours
          .filter(({ inLine }) => inLine === undefined)
          .map((chat) => ({ chat, after: giveUp(chat.record), isHeard: false })),
        adminOf(parts, nowMs),
      );
      const waiting = ours.filter(({ inLine }) => inLine !== undefined);
      const { written: kept } = toWrites(
        waiting.map((chat) => ({
          chat: { ...chat, waitUntilMs: nowMs + IN_LINE_MS },
          after: chat.record,
          isHeard: false,
        })),
        adminOf(parts, nowMs),
      );
      await Promise.all([
        writeRecords(transaction, [...written, ...kept], nowMs),
        writeTransfers(transaction, transfers, nowMs),
        transaction.commit(),
      ]);
      return ours.length;
    });
  } while (moved === MOST_AT_ONCE);
}

async function syncNext({ db, clock, resync }: JobContext): Promise<void> {
  const atMs = clock.nowMs();
  const syncedByMs = atMs - limit('chatSyncHours') * HOUR_MS;
  const begunByMs = atMs - limit('chatSyncAgainMinutes') * MINUTE_MS;
  const ask = { atMs, syncedByMs, begunByMs };
  const due = await db.transact((transaction) => claimSync(transaction, ask));
  if (due !== undefined) resync(due);
}

async function forgetOld({ db, clock }: JobContext): Promise<void> {
  const nowMs = clock.nowMs();
  const most = MOST_AT_ONCE;
  const beforeMs = nowMs - limit('chatEventDays') * DAY_MS;
  let forgotten: number;
  do forgotten = await db.transact((transaction) => forgetEvents(transaction, { beforeMs, most }));
  while (forgotten === most);
  const old = {
    beforeMs: nowMs - limit('chatStatusDays') * DAY_MS,
    orphansBeforeMs: nowMs - limit('chatOrphanDays') * DAY_MS,
    most,
  };
  do forgotten = await db.transact((transaction) => forgetStatuses(transaction, old));
  while (forgotten === most);
}

function adminOf({ ids }: JobContext, nowMs: number) {
  return { nowMs, newId: () => ids.next() };
}

function sorted(accounts: ReadonlySet<AccountId>): readonly AccountId[] {
  return [...accounts].toSorted((a, b) => a - b);
}
