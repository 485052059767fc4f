/** A request with very many recipients: a batch whose messages are all in memory. */
import { limit } from '../../domain/limits.ts';
import { totalMicros, type Claim } from '../../domain/message/draft.ts';
import type { Micros } from '../../domain/pricing/money.ts';
import { piecesOf } from '../../kit/in-turns.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';
import { readBalance } from '../../store/balances.ts';
import type { BatchTry } from '../../store/messages/remove-batches.ts';
import { refusalOfFunds } from '../charge/refusal-of-funds.ts';
import type { Repeat } from '../enqueue/repeats.ts';
import type { JourneyDeps } from '../deps.ts';
import { inBatch, publishBatch, type Holds, type Published, type Span } from './batch.ts';
import type { AnyDraft } from './commit-group.ts';
import { PieceWriter, type Piece, type Placed } from './piece-writer.ts';

type LargeDraft<Message> = AnyDraft & { readonly messages: readonly Message[] };

/** What of a batch depends on whether its messages are texts or chat messages. */
export type BatchWork<Message, Answer> = {
  readonly pack: (messages: readonly Placed<Message>[]) => Piece;
  /** What takes its time and is not seen yet either: done before the balance is locked. */
  readonly prepare?: (transaction: Transaction, span: Span) => Promise<void>;
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
  // What cannot be paid now need not be written first.
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
    prepare: async (transaction) => work.prepare?.(transaction, span),
    publish: (transaction, by) => work.publish(transaction, { ...by, ...span }),
    answer: work.answer,
    holds: work.holds,
  });
}
