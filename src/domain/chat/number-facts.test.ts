import { describe, expect, it } from 'vitest';
import { allowedPerSecond, peopleADay } from './number-facts.ts';

describe('what the platform allows a number', () => {
  it.each([
    ['tier_250', 250],
    ['tier_2k', 2_000],
    ['tier_10k', 10_000],
    ['tier_100k', 100_000],
    ['tier_unlimited', undefined],
    ['unlimited', undefined],
    ['tier_new', undefined],
    [undefined, undefined],
  ])('in a day, by the word %s: %s people', (word, people) => {
    expect(peopleADay(word)).toBe(people);
  });

  it.each([
    [{ throughput: 'standard' }, 80],
    [{ throughput: 'high' }, undefined],
    [{ throughput: 'high', isOnPhone: true }, 20],
    [{ throughput: 'not_applicable' }, undefined],
    [{}, undefined],
  ])('in a second, of %j: %s messages', (facts, rate) => {
    expect(allowedPerSecond(facts)).toBe(rate);
  });
});
