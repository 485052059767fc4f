/** A request with very many recipients: a batch whose messages are all in memory. */
import { limit } from '../../domain/limits.ts';
import { totalMicros, type Claim } from '../../domain/message/draft.ts';
import type { Micros } from '../../domain/pricing/money.ts';
import { piecesOf } from '@paigham/base/yielding.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';
import { readBalance } from '../../store/ledger/balances.ts';
import type { BatchTry } from '../../store/batches/remove-batches.ts';
import { refusalOfFunds } from '../charge/reserve.ts';
import type { Repeat } from './idempotency.ts';
import type { JourneyDeps } from '../deps.ts';
import { inBatch, publishBatch, type Holds, type Published, type Span } from './publish-batch.ts';
import type { AnyDraft } from './commit-group.ts';
import { PieceWriter, type Piece, type Placed } from './piece-writer.ts';

type LargeDraft<Message> = AnyDraft & { readonly messages: readonly Message[] };

/** What differs between texts and chat messages when a batch is committed. */
export type BatchWork<Message, Answer> = {
  readonly pack: (messages: readonly Placed<Message>[]) => Piece;
  readonly publish: (
    transaction: Transaction,
    by: Span & { readonly priceMicros: Micros; readonly nowMs: number },
  ) => Promise<void>;
  readonly answer: (charged: Claim, remainingMicros: Micros) => Answer;
  readonly holds: Holds;
};

/** Settles when a large draft is published, or refused with nothing left behind. */
export function commitBatch<Message extends object, Answer>(
  deps: JourneyDeps,
  draft: LargeDraft<Message>,
  workOf: (batch: BatchTry) => BatchWork<Message, Answer>,
): Promise<Published<Answer> | Repeat<Answer>> {
  return inBatch<Answer, Published<Answer>>(deps, { request: draft, source: 'numbers' }, (batch) =>
    writeAndPublish(deps, { draft, batch, work: workOf(batch) }),
  );
}

async function writeAndPublish<Message extends object, Answer>(
  deps: JourneyDeps,
  large: {
    readonly draft: LargeDraft<Message>;
    readonly batch: BatchTry;
    readonly work: BatchWork<Message, Answer>;
  },
): Promise<Published<Answer>> {
  const { draft, batch, work } = large;
  const balance = await readBalance(deps.db, draft.account.id, deps.clock.nowMs());
  if (balance?.accountVersion !== draft.account.version) return { kind: 'stale' };
  // If it cannot be paid now there is no point in writing it.
  const { availableMicros } = balance;
  const refusal = refusalOfFunds(totalMicros(draft), balance);
  if (refusal !== undefined) return { kind: 'refused', refusal, availableMicros };
  const writer = new PieceWriter<Message>(deps, batch, work.pack);
  try {
    for (const messages of piecesOf(draft.messages, limit('pieceMessages'))) {
      await writer.room();
      writer.add(messages);
    }
    await writer.end();
  } finally {
    await writer.settled();
  }
  const { span } = writer;
  return publishBatch(deps, batch, {
    claim: draft,
    publish: (transaction, by) => work.publish(transaction, { ...by, ...span }),
    answer: work.answer,
    holds: work.holds,
  });
}
