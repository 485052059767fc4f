import type { Clock } from '../kit/clock.ts';

const SECOND_MS = 1_000;

export type Pace = {
  /** How many numbers may be asked about now. */
  room(): number;
  /** Counts a question about so many numbers that is asked now; call the result when it ended. */
  begin(numbers: number): () => void;
  /** Until more may be asked about, as far as is known; undefined: when a question has ended. */
  waitMs(): number | undefined;
};

/**
 * Never more numbers than the directory's rate in any second, as the directory itself counts. When
 * a question reached it is not known here, but it was before its end: so a question counts from its
 * beginning until a second after its end.
 */
export function createPace(clock: Clock, numbersPerSecond: number): Pace {
  const ended: { readonly numbers: number; readonly atMs: number }[] = [];
  let counted = 0;
  const forget = (): void => {
    const nowMs = clock.monotonicMs();
    for (let first = ended[0]; first !== undefined; first = ended[0]) {
      if (nowMs - first.atMs <= SECOND_MS) return;
      counted -= first.numbers;
      ended.shift();
    }
  };
  return {
    room() {
      forget();
      return Math.max(0, numbersPerSecond - counted);
    },
    begin(numbers) {
      counted += numbers;
      return () => ended.push({ numbers, atMs: clock.monotonicMs() });
    },
    waitMs() {
      forget();
      const [first] = ended;
      return first && Math.max(1, Math.ceil(first.atMs + SECOND_MS - clock.monotonicMs()) + 1);
    },
  };
}
