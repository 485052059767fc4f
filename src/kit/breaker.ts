/**
 * A circuit breaker: leaves a party alone while it is failing. Opens when too many of the last
 * answers were bad, lets a few questions through after a pause that doubles, and closes on good
 * answers in a row. Times are milliseconds of one monotonic clock.
 */

/**
 * `closed`: all is well. `open`: the other party is left alone. `half_open`: a few questions are
 * let through, to see.
 */
export type BreakerPhase = 'closed' | 'open' | 'half_open';

/** Whether an answer counts for or against the other party. */
export type Verdict = 'good' | 'bad';

export type BreakerSettings = {
  /** It opens when this many (`bad`) of the last `answers` within `windowMs` were bad. */
  readonly answers: number;
  readonly bad: number;
  readonly windowMs: number;
  /** The first pause; each failed trial doubles it, up to `lastMs`. */
  readonly firstMs: number;
  readonly lastMs: number;
  /** Good answers in a row that close it. */
  readonly probes: number;
};

export type Breaker = {
  /** Closed, and no bad answer is remembered: nearly always. */
  isAtRest(): boolean;
  phase(nowMs: number): BreakerPhase;
  note(verdict: Verdict, nowMs: number): void;
  /** Opens it, for `lastMs` at most; while it is open anyway that changes nothing. */
  trip(nowMs: number, lastMs: number): void;
  /** Closes a half-open one that has been so for `quietMs`, with nothing to test it with. */
  closeIfQuiet(quietMs: number, nowMs: number): void;
};

type Answer = { readonly verdict: Verdict; readonly atMs: number };

/** Makes a closed breaker. */
export function createBreaker(settings: BreakerSettings): Breaker {
  const { firstMs, lastMs } = settings;
  let phase: BreakerPhase = 'closed';
  let answers: Answer[] = [];
  let pauseMs = firstMs;
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
    pauseMs = Math.min(2 * pauseMs, lastMs);
    good = 0;
  };
  const noteClosed = (answer: Answer): void => {
    // Good answers are only counted while bad ones are remembered.
    if (answer.verdict === 'good' && answers.length === 0) return;
    const fromMs = answer.atMs - settings.windowMs;
    const recent = answers.filter(({ atMs }) => atMs >= fromMs);
    answers = [...recent, answer].slice(-settings.answers);
    const bad = answers.filter(({ verdict }) => verdict === 'bad').length;
    if (bad >= settings.bad) open(answer.atMs);
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
      // Answers to what was sent before it opened say nothing new.
      if (phase === 'open') return;
      if (verdict === 'bad') return open(nowMs);
      good += 1;
      if (good < settings.probes) return;
      pauseMs = firstMs;
      close();
    },
    trip(nowMs, mostMs) {
      settle(nowMs);
      if (phase === 'open') return;
      pauseMs = Math.min(pauseMs, mostMs);
      open(nowMs);
    },
    closeIfQuiet(quietMs, nowMs) {
      settle(nowMs);
      if (phase === 'half_open' && nowMs - sinceMs >= quietMs) close();
    },
  };
}
