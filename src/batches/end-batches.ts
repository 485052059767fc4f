/**
 * Tells accounts that a batch has ended. The commits that end its messages know nothing of it, and
 * pay nothing for it: batches are looked at now and then, the more seldom the older they are.
 */
import { MINUTE_MS, SECOND_MS } from '../domain/durations.ts';
import type { Fact } from '../domain/event/event.ts';
import { limit } from '../domain/limits.ts';
import type { Clock } from '@paigham/base/clock.ts';
import type { Database, Transaction } from '../kit/postgres/pool.ts';
import {
  nextBatchEnds,
  removeBatchEnds,
  takeBatchEnds,
  type BatchEnd,
} from '../store/batches/batch-ends.ts';
import { noteFacts } from '../store/messages/event-outbox.ts';
import { countStates } from '../store/reports/read-batches.ts';

const BATCHES = 100;
/** The pause until the next look is this share of the age of a batch, between these bounds. */
const SHARE_OF_AGE = 10;
const FIRST_PAUSE_MS = SECOND_MS;
const LAST_PAUSE_MS = 10 * MINUTE_MS;

type Deps = { readonly db: Database; readonly clock: Clock };

/** Looks at every batch whose time has come. */
export async function endBatches(deps: Deps): Promise<void> {
  while ((await deps.db.transact((transaction) => look(deps, transaction))) > 0);
}

/** Gives how many are to be looked at again at once. The event and the end of looking are one. */
async function look({ clock }: Deps, transaction: Transaction): Promise<number> {
  const atMs = clock.nowMs();
  const ask = { atMs, most: BATCHES, mostMessages: limit('feedMessages') };
  const found = await takeBatchEnds(transaction, ask);
  const ended = found.filter(({ seen }) => seen === undefined);
  const going = found.flatMap(({ seen, open, accountId, id, publishedAtMs }) => {
    if (seen === undefined) return [];
    if (open === undefined) return [{ accountId, id, settled: seen, lookAtMs: atMs }];
    return [{ accountId, id, settled: open - 1, lookAtMs: atMs + pauseAt(atMs - publishedAtMs) }];
  });
  const facts: Fact[] = [];
  for (const batch of ended) facts.push(await factOf(transaction, batch));
  await nextBatchEnds(transaction, going);
  await removeBatchEnds(transaction, ended);
  await noteFacts(transaction, facts, { atMs });
  return going.filter(({ lookAtMs }) => lookAtMs === atMs).length;
}

function pauseAt(ageMs: number): number {
  return Math.min(LAST_PAUSE_MS, Math.max(FIRST_PAUSE_MS, ageMs / SHARE_OF_AGE));
}

async function factOf(transaction: Transaction, batch: BatchEnd): Promise<Fact> {
  const { accountId, id } = batch;
  const { counts, spentMicros } = await countStates(transaction, { accountId, id, span: batch });
  const fact = { counts: Object.fromEntries(counts), spentMicros: String(spentMicros) };
  return { accountId, type: 'batch.done', subjectId: id, fact };
}
