import { giveUp } from '../../domain/chat/record.ts';
import type { Clock } from '../../kit/clock.ts';
import type { Ids } from '../../kit/ids.ts';
import type { Database } from '../../kit/postgres/pool.ts';
import { listOverdueAccounts, lockOverdue, writeRecords } from '../../store/chat-records.ts';
import { lockFunds } from '../../store/balances.ts';
import { writeTransfers } from '../../store/transfers.ts';
import { toWrites } from './chat-moves.ts';

const MOST_AT_ONCE = 500;
/** What is still queued is not given up; it is looked at again then. */
const QUEUED_MS = 600_000;

type GiveUpParts = { readonly db: Database; readonly clock: Clock; readonly ids: Ids };

/** Ends messages of which the platform has not said in their time how they ended. */
export async function giveUpChats({ db, clock, ids }: GiveUpParts): Promise<void> {
  const nowMs = clock.nowMs();
  const context = { nowMs, newId: () => ids.next() };
  const ask = { atMs: nowMs, most: MOST_AT_ONCE };
  let count: number;
  do {
    const accounts = await listOverdueAccounts(db, ask);
    if (accounts.length === 0) return;
    count = await db.transact(async (transaction) => {
      await lockFunds(
        transaction,
        [...new Set(accounts)].toSorted((a, b) => a - b),
        nowMs,
      );
      const overdue = await lockOverdue(transaction, ask);
      const ours = overdue.filter(({ accountId }) => accounts.includes(accountId));
      const moved = ours.map((chat) =>
        chat.inLine === undefined
          ? { chat, after: giveUp(chat.record), isHeard: false }
          : {
              chat: { ...chat, waitUntilMs: nowMs + QUEUED_MS },
              after: chat.record,
              isHeard: false,
            },
      );
      const { written, transfers } = toWrites(moved, context);
      await Promise.all([
        writeRecords(transaction, written, nowMs),
        writeTransfers(transaction, transfers, nowMs),
        transaction.commit(),
      ]);
      return ours.length;
    });
  } while (count === MOST_AT_ONCE);
}
