import { describe, expect, it } from 'vitest';
import { limit, LIMITS } from './limits.ts';

const names = Object.keys(LIMITS) as (keyof typeof LIMITS)[];

describe('the limits of the system', () => {
  it('are positive whole numbers, each with a reason', () => {
    const isSound = (name: (typeof names)[number]): boolean =>
      Number.isSafeInteger(limit(name)) && limit(name) > 0 && /\w+ \w+/.test(LIMITS[name].why);
    expect(names.filter((name) => !isSound(name))).toEqual([]);
  });

  it('are those of the contract, where it names them', () => {
    const contract = {
      bodyBytes: 16 * 1024 * 1024,
      recipientsPerRequest: 100_000,
      parameterValueBytes: 64 * 1024,
      jsonDepth: 8,
      messageKeys: 64,
      partsPerMessage: 10,
      variableCharacters: 160,
      idempotencyHours: 24,
      resultsPerAnswer: 1_000,
      reportLines: 1_000,
      receiptHours: 72,
      fileBytes: 100 * 1024 * 1024,
      fileUnpackedBytes: 1024 * 1024 * 1024,
      fileRows: 1_048_576,
      fileColumns: 702,
      chatBodyCharacters: 1_024,
      chatHeaderCharacters: 60,
    } as const;
    const known = Object.keys(contract) as (keyof typeof contract)[];
    expect(Object.fromEntries(known.map((name) => [name, limit(name)]))).toEqual(contract);
  });
});

describe('limits that depend on each other', () => {
  it('let a node lose three renewals before it must stop', () => {
    const stopsAfterMs = limit('nodeLeaseMs') - limit('nodeMarginMs');
    expect(3 * limit('nodeRenewMs')).toBeLessThan(stopsAfterMs);
  });

  it('give every message a backoff that ends before its validity', () => {
    expect(limit('retryFirstMs')).toBeLessThan(limit('retryLastMs'));
    expect(limit('retryLastMs')).toBeLessThan(limit('validityHours') * 3_600_000);
    expect(limit('ambiguousMs')).toBeLessThan(limit('validityHours') * 3_600_000);
  });

  it('match receipts for longer than we wait for them', () => {
    const waitedHours = limit('validityHours') + limit('receiptHours');
    expect(limit('receiptMatchDays') * 24).toBeGreaterThan(waitedHours);
  });

  it('leave room in a body for as many recipients as a request may have', () => {
    expect(limit('recipientsPerRequest') * '923001234567,'.length).toBeLessThan(limit('bodyBytes'));
  });

  it('remember an attempt for every part that may be unanswered', () => {
    expect(limit('knownAttempts')).toBeGreaterThan(limit('linkWindow'));
    expect(limit('feedAheadMessages')).toBeGreaterThan(limit('feedMessages'));
  });
});
