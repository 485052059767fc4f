import { limit } from '../domain/limits.ts';

/**
 * `closed`: all is well. `open`: the link is left alone for a pause. `half_open`: a few parts are
 * let through, to see.
 */
export type BreakerPhase = 'closed' | 'open' | 'half_open';

/** Whether an answer speaks for the link or against it. */
export type Verdict = 'good' | 'bad';

/**
 * Leaves a link alone that fails: opens when too many of its last answers were bad, lets a few
 * parts through after a pause, and closes on good answers in a row. Times are milliseconds of one
 * monotonic clock.
 */
export type Breaker = {
  /** Closed, and no bad answer is remembered: nearly always. */
  isAtRest(): boolean;
  phase(nowMs: number): BreakerPhase;
  note(verdict: Verdict, nowMs: number): void;
  /** `isIdle`: nothing is out on the link. One that is tried and has nothing to do closes. */
  rest(isIdle: boolean, nowMs: number): void;
};

type Answer = { readonly verdict: Verdict; readonly atMs: number };

/** Closed. */
export function createBreaker(): Breaker {
  let phase: BreakerPhase = 'closed';
  let answers: Answer[] = [];
  let pauseMs = limit('breakerFirstMs');
  /** When the phase began; of `open` also when it ends. */
  let sinceMs = 0;
  let good = 0;

  const open = (nowMs: number): void => {
    phase = 'open';
    sinceMs = nowMs;
  };
  const close = (): void => {
    phase = 'closed';
    answers = [];
  };
  const settle = (nowMs: number): void => {
    if (phase !== 'open' || nowMs - sinceMs < pauseMs) return;
    phase = 'half_open';
    sinceMs += pauseMs;
    pauseMs = Math.min(2 * pauseMs, limit('breakerLastMs'));
    good = 0;
  };
  const noteClosed = (answer: Answer): void => {
    // Good answers count only beside bad ones.
    if (answer.verdict === 'good' && answers.length === 0) return;
    const fromMs = answer.atMs - limit('breakerWindowMs');
    const recent = answers.filter(({ atMs }) => atMs >= fromMs);
    answers = [...recent, answer].slice(-limit('breakerOutcomes'));
    const bad = answers.filter(({ verdict }) => verdict === 'bad').length;
    if (bad >= limit('breakerBad')) open(answer.atMs);
    else if (bad === 0) answers = [];
  };

  return {
    isAtRest: () => phase === 'closed' && answers.length === 0,
    phase(nowMs) {
      settle(nowMs);
      return phase;
    },
    note(verdict, nowMs) {
      settle(nowMs);
      if (phase === 'closed') return noteClosed({ verdict, atMs: nowMs });
      // Answers to what left before it opened say nothing new.
      if (phase === 'open') return;
      if (verdict === 'bad') return open(nowMs);
      good += 1;
      if (good < limit('breakerProbes')) return;
      pauseMs = limit('breakerFirstMs');
      close();
    },
    rest(isIdle, nowMs) {
      settle(nowMs);
      if (phase === 'half_open' && isIdle && nowMs - sinceMs >= limit('breakerQuietMs')) close();
    },
  };
}
