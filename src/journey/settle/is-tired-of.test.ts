import { describe, expect, it } from 'vitest';
import { limit } from '../../domain/limits.ts';
import { isTiredOf } from './is-tired-of.ts';

const most = limit('retries');
const few = limit('faultRetries');

describe('whether a message was tried often enough', () => {
  it.each([
    [most - 1, 0, 'operator_throttled', false],
    [most, 0, 'operator_throttled', true],
    [most - 1, few, 'operator_queue_full', false],
    [most - 1, few, 'operator_temporary', false],
    [few - 1, few - 2, 'operator_fault', false],
    [few, few - 1, 'operator_fault', true],
    [most - 1, few - 2, 'operator_unknown_word', false],
    [most - 1, few - 1, 'operator_unknown_word', true],
    [most, 0, 'operator_fault', true],
  ] as const)('attempt %i after %i faults, %s: %s', (attempt, faults, reason, expected) => {
    expect(isTiredOf({ attempt, faults }, reason)).toBe(expected);
  });
});
