import type { AccountId, TransferId } from '../../domain/ids.ts';
import { referenceOf } from '../../domain/message/message.ts';
import type { PartResult } from '../../domain/message/outgoing.ts';
import { micros } from '../../domain/pricing/money.ts';
import type { Attempt } from '../../store/messages/attempts.ts';
import type { LostPart } from '../../store/messages/lost-answers.ts';
import type { Submission } from '../../store/messages/move-messages.ts';
import type { PutBack } from '../../store/queue/close-queued.ts';
import type { Transfer } from '../../store/ledger/ledger.ts';
import type { AttemptJudgement } from './judge-attempt.ts';

/** Judgements that go back to the queue, in the store's form. */
export function toPutBack(judgements: readonly AttemptJudgement[]): readonly PutBack[] {
  return judgements.flatMap((judgement) => {
    const { accountId, messageId, lease, dueAtMs, lostUntilMs, prolongMs } = judgement;
    const { attempt, results, wasLost, movesTo } = judgement;
    if (dueAtMs === undefined) return [];
    // What was never written does not count as an attempt: its number is used again. What was lost
    // had been written.
    const tried = wasLost || results.some(({ kind }) => kind !== 'unsent' && kind !== 'held');
    const lastAttempt = tried ? attempt : attempt - 1;
    const key = { accountId, messageId, lease };
    const entry = { ...key, dueAtMs, attempt: lastAttempt, lostUntilMs, movesTo };
    return [prolongMs === undefined ? entry : { ...entry, prolongMs }];
  });
}

/** The parts that were tried, as rows. */
export function toAttempts(judgements: readonly AttemptJudgement[]): readonly Attempt[] {
  return judgements.flatMap(({ accountId, messageId, attempt, linkId, lease, results }) =>
    results.flatMap((result): readonly Attempt[] => {
      const said = saidOf(result);
      if (said === undefined) return [];
      return [{ accountId, messageId, attempt, part: result.part, linkId, ...said, lease }];
    }),
  );
}

type Said = Pick<Attempt, 'outcome' | 'operatorKey' | 'status' | 'reason' | 'writtenAtMs'>;

const LOST: Said = {
  outcome: 'ambiguous',
  operatorKey: undefined,
  status: undefined,
  reason: undefined,
};

/** What a result says about its attempt; undefined when it adds nothing. */
function saidOf(result: PartResult): Said | undefined {
  switch (result.kind) {
    case 'taken':
      return { ...LOST, outcome: 'taken', operatorKey: result.operatorKey || undefined };
    case 'refused': {
      const { status, reason } = result;
      return { outcome: 'refused', operatorKey: undefined, status, reason };
    }
    case 'ambiguous':
      return { ...LOST, writtenAtMs: result.writtenAtMs };
    // The attempt stays ambiguous: we only have the operator's word that nothing arrived.
    case 'denied':
      return { ...LOST, reason: 'denied' };
    case 'unsent':
    case 'held':
    case 'withdrawn':
    case 'unexplained':
    case 'unasked':
      return undefined;
  }
}

/** The parts of texts whose answers were just lost, and that wait for an explanation. */
export function toLost(judgements: readonly AttemptJudgement[]): readonly LostPart[] {
  return judgements.flatMap(({ accountId, messageId, attempt, linkId, ...it }) =>
    it.lostUntilMs === undefined || it.isChat
      ? []
      : it.results
          .filter(({ kind }) => kind === 'ambiguous')
          .map(({ part }) => ({
            accountId,
            messageId,
            attempt,
            part,
            linkId,
            reference: referenceOf({ messageId, attempt, part }),
          })),
  );
}

/** What judgements of messages that this node did hold do to messages and ledger. */
export function toMoves(
  mine: readonly AttemptJudgement[],
  newId: () => number,
): { readonly submissions: readonly Submission[]; readonly transfers: readonly Transfer[] } {
  const sums = new TransferSums(newId);
  const submissions = mine.map((judgement): Submission => {
    const { accountId, messageId, state, partsTaken, postMicros, releaseMicros, reason, isCode } =
      judgement;
    sums.add('release', accountId, releaseMicros);
    const settleId = sums.add('post', accountId, postMicros);
    const moved = { accountId, messageId, state, partsTaken, postedMicros: postMicros };
    return { ...moved, settleId, reason, isCode };
  });
  return { submissions, transfers: sums.transfers() };
}

/** One transfer of each kind per account in a group. */
export class TransferSums {
  readonly #newId: () => number;
  readonly #rows = new Map<
    string,
    { accountId: AccountId; id: TransferId; kind: 'post' | 'release'; sum: bigint; count: number }
  >();

  constructor(newId: () => number) {
    this.#newId = newId;
  }

  add(kind: 'post' | 'release', accountId: AccountId, amount: bigint): TransferId | undefined {
    if (amount === 0n) return undefined;
    const name = `${kind} ${accountId}`;
    let row = this.#rows.get(name);
    if (row === undefined) {
      row = { accountId, id: this.#newId() as TransferId, kind, sum: 0n, count: 0 };
      this.#rows.set(name, row);
    }
    row.sum += amount;
    row.count += 1;
    return row.id;
  }

  transfers(): readonly Transfer[] {
    return [...this.#rows.values()].map(({ accountId, id, kind, sum, count }) => ({
      accountId,
      id,
      kind,
      amountMicros: micros(sum),
      messages: count,
    }));
  }
}
