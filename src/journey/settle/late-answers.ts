import type { MessageKey } from '../../domain/message/message.ts';
import type { AttemptKey, Held } from '../../store/queue/close-queued.ts';
import type { Attempt } from '../../store/messages/attempts.ts';
import type { AttemptJudgement } from './judge-attempt.ts';
import { toAttempts } from './settle-attempts.ts';

/**
 * Answers that came after their attempt had been given up as ambiguous and its message requeued. An
 * answer that covers all parts and ends the message still counts, if nobody has begun to send it
 * again. Everything else is only recorded, so that receipts find the attempt: what a resubmission
 * may double stays recorded as ambiguous, and is paid once.
 */
export function endsMessage({ state, parts, results }: AttemptJudgement): boolean {
  return results.length === parts && state !== 'waiting';
}

/**
 * Which judgements of a group this node could carry out; the rest are about messages that other
 * nodes hold.
 */
type Sides = {
  readonly mine: readonly AttemptJudgement[];
  readonly others: readonly AttemptJudgement[];
};

/** What the queue returned: messages that left it, and messages that went back to waiting. */
type GivenBack = { readonly left: readonly Held[]; readonly returned: readonly Held[] };

/**
 * Separates judgements of messages held under their own lease from those of messages that another
 * lease holds by now. A message given back belongs to one judgement, the first one that matches
 * what happened in the queue; any others are treated as if another lease held it.
 */
export function takeSides(judgements: readonly AttemptJudgement[], given: GivenBack): Sides {
  const left = new Set(given.left.map(nameOf));
  const returned = new Set(given.returned.map(nameOf));
  const { mine = [], others = [] } = Object.groupBy(judgements, (judgement) => {
    const names = judgement.leaves ? left : returned;
    return names.delete(nameOf(judgement)) ? 'mine' : 'others';
  });
  return { mine, others };
}

function nameOf({ messageId, lease }: Held): string {
  return `${messageId} ${lease.slot} ${lease.epoch}`;
}

/** Judgements of messages that no late answer in the same group has ended. */
export function without(
  judgements: readonly AttemptJudgement[],
  gone: readonly MessageKey[],
): readonly AttemptJudgement[] {
  if (gone.length === 0) return judgements;
  const ids = new Set(gone.map(({ messageId }) => messageId));
  return judgements.filter(({ messageId }) => !ids.has(messageId));
}

/** Late answers that ended their message, and those that changed nothing. */
export function splitLate(
  late: readonly AttemptJudgement[],
  gone: readonly AttemptKey[],
): { readonly ending: readonly AttemptJudgement[]; readonly idle: readonly AttemptJudgement[] } {
  const names = new Set(gone.map(({ messageId, attempt }) => `${messageId} ${attempt}`));
  const { ending = [], idle = [] } = Object.groupBy(late, ({ messageId, attempt }) =>
    names.has(`${messageId} ${attempt}`) ? 'ending' : 'idle',
  );
  return { ending, idle };
}

/**
 * Answers that change nothing, as rows: what was refused is refused, and what was taken stays
 * ambiguous, because the message was sent again or may be.
 */
export function toIdleAttempts(judgements: readonly AttemptJudgement[]): readonly Attempt[] {
  return toAttempts(judgements).map((attempt) =>
    attempt.outcome === 'taken' ? { ...attempt, outcome: 'ambiguous' } : attempt,
  );
}

/** Rows without duplicates: one row for a part that was given up and answered in the same group. */
export function onePerPart(attempts: readonly Attempt[]): readonly Attempt[] {
  const rows = new Map<string, Attempt>();
  for (const attempt of attempts) {
    const name = `${attempt.messageId} ${attempt.attempt} ${attempt.part}`;
    const earlier = rows.get(name);
    rows.set(name, earlier === undefined ? attempt : merge(earlier, attempt));
  }
  return rows.size === attempts.length ? attempts : [...rows.values()];
}

function merge(earlier: Attempt, later: Attempt): Attempt {
  const isBetter = earlier.outcome === 'ambiguous' && later.outcome !== 'ambiguous';
  if (later.outcome === 'taken' || isBetter) return later;
  return { ...earlier, operatorKey: earlier.operatorKey ?? later.operatorKey };
}
