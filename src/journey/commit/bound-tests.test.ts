import { describe, expect, it } from 'vitest';
import { limit } from '../../domain/limits.ts';
import { testing } from '../../domain/testing/test-mode.ts';
import { createThrottle } from '../../kit/throttle.ts';
import { makeAccount } from '../../../test/support/fixtures.ts';
import { stepClock } from '../../../test/support/step-clock.ts';
import { boundTests } from './bound-tests.ts';

const HOUR_MS = 3_600_000;
const live = makeAccount();
const test = testing(live);
const most = limit('testsPerHour');

describe('what a test key sends in an hour', () => {
  it('is bounded to the message, as nothing else would bound it', () => {
    const clock = stepClock();
    const tests = createThrottle({ clock, most, keys: 10, windowMs: HOUR_MS });
    expect(boundTests({ tests }, test, most + 1)?.reason).toBe('rejected_too_many');
    expect(boundTests({ tests }, test, most - 1)).toBeUndefined();
    expect(boundTests({ tests }, live, most)).toBeUndefined();
    expect(boundTests({ tests }, test, 1)).toBeUndefined();
    expect(boundTests({ tests }, test, 1)?.reason).toBe('rejected_too_many');
    clock.advance(HOUR_MS);
    expect(boundTests({ tests }, test, 1)).toBeUndefined();
  });
});
