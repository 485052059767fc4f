import type { MessageKey } from '../../domain/message/message.ts';
import type { Attempt } from '../../store/attempts/insert-attempts.ts';
import type { AttemptJudgement } from './judge-attempt.ts';
import { toAttempts } from './settle-attempts.ts';

/**
 * Answers that came after their attempt had been given up as ambiguous and its message put back in
 * line. One that ends a message of one part still counts, if nobody has begun to send it again.
 * Everything else is only remembered, so that receipts find the attempt: what a resubmission may
 * double stays recorded as ambiguous, and is paid once.
 */
export function endsMessage({ state, parts }: AttemptJudgement): boolean {
  return parts === 1 && state !== 'waiting';
}

/** Judgements of a group without those that a late answer in the same group has overtaken. */
export function withoutLate(
  judgements: readonly AttemptJudgement[],
  leftLate: readonly MessageKey[],
): readonly AttemptJudgement[] {
  if (leftLate.length === 0) return judgements;
  const left = new Set(leftLate.map(({ messageId }) => messageId));
  return judgements.filter(({ messageId }) => !left.has(messageId));
}

/**
 * Late answers as rows.
 * @param leftLate the messages that the answers did end.
 */
export function toLateAttempts(
  late: readonly AttemptJudgement[],
  leftLate: readonly MessageKey[],
): readonly Attempt[] {
  const left = new Set(leftLate.map(({ messageId }) => messageId));
  return toAttempts(late).map((attempt) => {
    const counts = left.has(attempt.messageId) || attempt.outcome === 'refused';
    return counts ? attempt : { ...attempt, outcome: 'ambiguous' };
  });
}

/** Rows without repeats: of a part that was given up and answered in one group, the answer. */
export function onePerPart(attempts: readonly Attempt[]): readonly Attempt[] {
  const rows = new Map(
    attempts.map((it) => [`${it.messageId} ${it.attempt} ${it.part}`, it] as const),
  );
  return rows.size === attempts.length ? attempts : [...rows.values()];
}
