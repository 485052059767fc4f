import type { Clock } from '../../kit/clock.ts';
import { limit } from '../../domain/limits.ts';
import { createGroup } from '../../kit/group.ts';
import type { Log } from '../../kit/log.ts';
import type { Heard } from '../../links/outbox.ts';
import type { TimedHeard } from './settle.ts';

/** A commit that takes longer says that the database is in trouble. */
const LONGEST_COMMIT_MS = 2_000;

/** What outboxes have heard, on its way to be settled. */
export type Hearing = {
  /** Takes what an outbox has heard. */
  hear(heard: Heard): void;
  /** How much waits for its commit. */
  pending(): number;
  /** Whether what was heard some seconds ago is committed: false while the database is away. */
  flows(): boolean;
  drained(): Promise<void>;
};

/** Closes out in groups; `settled` is called after each. */
export function createHearing(deps: {
  readonly clock: Clock;
  readonly log: Log;
  readonly closeOut: (heard: readonly TimedHeard[]) => Promise<void>;
  readonly settled: () => void;
}): Hearing {
  const { clock, log, closeOut } = deps;
  let committedAtMs = clock.monotonicMs();
  const work = async (timed: readonly TimedHeard[]): Promise<readonly void[]> => {
    try {
      await closeOut(timed);
      committedAtMs = clock.monotonicMs();
    } catch (error) {
      const [alone, ...others] = timed;
      if (alone === undefined || others.length > 0) throw error;
      log.error({ error, kind: alone.heard.kind }, 'a result could not be stored');
      const left = asUnconfirmed(alone.heard).map((heard) => ({ heard, atMs: alone.atMs }));
      if (left.length > 0) await work(left);
    }
    return timed.map(() => undefined);
  };
  const group = createGroup<TimedHeard, void>({
    work,
    splits(error, timed) {
      log.error({ error, results: timed.length }, 'a group of results failed and is split');
      return true;
    },
    mostItems: limit('closingGroup'),
  });
  return {
    hear: (heard) => void group.add({ heard, atMs: clock.nowMs() }).then(deps.settled),
    pending: () => group.pending(),
    flows: () => group.pending() === 0 || clock.monotonicMs() - committedAtMs < LONGEST_COMMIT_MS,
    drained: () => group.drained(),
  };
}

/**
 * An answer that cannot be stored is unconfirmed. Left as it is, its message would go back into the
 * queue as one that was in nobody's hands; the chat platform has it, and takes no message twice as
 * one.
 */
function asUnconfirmed(heard: Heard): readonly Heard[] {
  if (heard.kind !== 'attempt' || heard.attempt.message.alphabet !== 'chat') return [];
  const { results } = heard.attempt;
  if (!results.some(({ kind }) => kind === 'taken')) return [];
  const unconfirmed = results.map(({ part }) => ({ part, kind: 'ambiguous' as const }));
  return [{ kind: 'attempt', attempt: { ...heard.attempt, results: unconfirmed } }];
}
