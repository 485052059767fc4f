import { describe, expect, it } from 'vitest';
import type { MessageId } from '../ids.ts';
import { type CarrierPart, WaitingParts } from './carrier.ts';

const part = (key: number, priority: 0 | 1): CarrierPart => ({
  key,
  messageId: 1 as MessageId,
  attempt: 1,
  source: '8584',
  sourceKind: 'short_code',
  destination: '923001234567',
  alphabet: 'gsm7',
  body: Buffer.from('a'),
  segment: undefined,
  priority,
  expiresAtMs: 0,
  reference: 0,
});

const keys = (parts: readonly CarrierPart[]): readonly number[] => parts.map(({ key }) => key);

describe('parts waiting in a link', () => {
  it('leave in order of arrival, codes before campaigns', () => {
    const waiting = new WaitingParts();
    for (const [key, priority] of [0, 0, 1, 0, 1].entries()) {
      waiting.add(part(key, priority as 0 | 1));
    }
    expect([waiting.count, waiting.codes(), waiting.hasCampaign]).toEqual([5, 2, true]);
    expect(keys(waiting.take(3))).toEqual([2, 4, 0]);
    expect(keys(waiting.take(-1))).toEqual([]);
    expect(keys(waiting.take(9))).toEqual([1, 3]);
    expect([waiting.count, waiting.codes(), waiting.hasCampaign]).toEqual([0, 0, false]);
  });
});
