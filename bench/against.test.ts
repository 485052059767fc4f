import { describe, expect, it } from 'vitest';
import { drawRatios } from './against.ts';

const burst = (cpuMicrosPerMessage: number) => ({
  acceptedPerSecond: 1_000,
  finishedPerSecond: 500,
  cpuMicrosPerMessage,
});

describe('two versions compared', () => {
  it('compares each run with its neighbour, not medians with medians', () => {
    const drawn = drawRatios(
      [burst(100), burst(400), burst(200)],
      [burst(110), burst(360), burst(220)],
    );
    expect(drawn.split('\n')).toEqual([
      'acceptedPerSecond    1,000 before, 1,000 now: × 1.000 (1.000 to 1.000)',
      'finishedPerSecond    500 before, 500 now: × 1.000 (1.000 to 1.000)',
      'cpuMicrosPerMessage  200 before, 220 now: × 1.100 (0.900 to 1.100)',
    ]);
  });
});
