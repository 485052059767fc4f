import { SECOND_MS } from '../domain/durations.ts';
import type { Clock } from '../kit/clock.ts';

export type RateLimit = {
  /** How many numbers may be asked about now. */
  room(): number;
  /** Counts a question that is asked now. Call the result when the question has ended. */
  begin(numbers: number): () => void;
  /** How long until more may be asked about; undefined until a question has ended. */
  waitMs(): number | undefined;
};

/**
 * Never more numbers than the directory's rate in any second, as the directory itself counts. When
 * a question reached it is unknown here, but it was before the question ended: so a question counts
 * from its beginning until a second after its end.
 */
export function createRateLimit(clock: Clock, numbersPerSecond: number): RateLimit {
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
