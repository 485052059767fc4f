import { referenceOf } from '../../domain/message/message.ts';
import type { PartResult } from '../../domain/message/outgoing.ts';
import type { Attempt } from '../../store/attempts.ts';
import type { Transfer } from '../../store/transfers.ts';
import type { LostPart } from '../../store/lost-answers.ts';
import type { Submission } from '../../store/messages/move-messages.ts';
import type { PutBack } from '../../store/queue/close-queued.ts';
import type { AttemptJudgement } from './judge-attempt.ts';
import { TransferSums } from './post-and-release.ts';

/** Judgements that go back into the queue, as the store takes them. */
export function toPutBack(judgements: readonly AttemptJudgement[]): readonly PutBack[] {
  return judgements.flatMap((judgement) => {
    const { accountId, messageId, lease, dueAtMs, lostUntilMs, prolongMs } = judgement;
    const { attempt, results, wasLost } = judgement;
    if (dueAtMs === undefined) return [];
    // What was never written was no attempt: its number is given again. What was lost was written.
    const tried = wasLost || results.some(({ kind }) => kind !== 'unsent' && kind !== 'held');
    const lastAttempt = tried ? attempt : attempt - 1;
    const entry = { accountId, messageId, dueAtMs, attempt: lastAttempt, lostUntilMs, lease };
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

type Said = Pick<Attempt, 'outcome' | 'operatorKey' | 'status' | 'reason'>;

const LOST: Said = {
  outcome: 'ambiguous',
  operatorKey: undefined,
  status: undefined,
  reason: undefined,
};

/** What a result says of its attempt; undefined where it says nothing new. */
function saidOf(result: PartResult): Said | undefined {
  switch (result.kind) {
    case 'taken':
      return { ...LOST, outcome: 'taken', operatorKey: result.operatorKey || undefined };
    case 'refused': {
      const { status, reason } = result;
      return { outcome: 'refused', operatorKey: undefined, status, reason };
    }
    case 'ambiguous':
      return LOST;
    // The attempt stays ambiguous: it is the operator's word alone that nothing came.
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

/** The parts of texts whose answers were lost just now, and for which a word is waited. */
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

/** What the judgements of messages that this node did hold do to the messages and to the ledger. */
export function toMoves(
  mine: readonly AttemptJudgement[],
  newId: () => number,
): { readonly submissions: readonly Submission[]; readonly transfers: readonly Transfer[] } {
  const sums = new TransferSums(newId);
  const submissions = mine.map((judgement): Submission => {
    const { accountId, messageId, state, partsTaken, postMicros, releaseMicros, reason } =
      judgement;
    sums.add('release', accountId, releaseMicros);
    const settleId = sums.add('post', accountId, postMicros);
    const moved = { accountId, messageId, state, partsTaken, postedMicros: postMicros };
    return { ...moved, settleId, reason };
  });
  return { submissions, transfers: sums.transfers() };
}
