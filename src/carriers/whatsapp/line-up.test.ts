import { describe, expect, it } from 'vitest';
import type { CarrierPart } from '../../domain/carrier/carrier.ts';
import type { MessageId } from '../../domain/ids.ts';
import { LineUp } from './line-up.ts';
import { PairGate } from './pair-gate.ts';
import type { Uploads } from './uploads.ts';

const USER = '923001234567';

const part = (key: number): CarrierPart => ({
  key,
  messageId: key as MessageId,
  attempt: 1,
  source: '',
  sourceKind: 'alphanumeric',
  destination: USER,
  alphabet: 'chat',
  body: Buffer.from('{"kind":"text","body":"Salam"}'),
  segment: undefined,
  priority: 0,
  expiresAtMs: 1_000_000,
  reference: 0,
});

const gate = (): PairGate => new PairGate({ gapMs: 6_000, mostWaitMs: 60_000, most: 100 });

const lineUp = (pairs: PairGate): LineUp =>
  new LineUp({
    clock: { nowMs: () => 0, monotonicMs: () => 0 },
    gate: pairs,
    uploads: {} as Uploads,
    onOver: () => undefined,
    onRefused: () => undefined,
    onNotUploaded: () => undefined,
    onReady: () => undefined,
  });

describe('what stands in line when the platform cannot be reached', () => {
  it('blocks nobody afterwards: a user whose turn had come is free again', () => {
    const pairs = gate();
    const line = lineUp(pairs);
    line.add(part(1));
    line.add(part(2));
    expect(line.next(0)?.part.key).toBe(1);
    expect(line.next(0)).toBeUndefined();
    pairs.left(USER, 0);
    // The user has rested, and the number may not send just now.
    line.settle(6_000);
    expect(line.takeAll(6_000).map(({ key }) => key)).toEqual([2]);
    line.add(part(2));
    expect(line.next(6_000)?.part.key).toBe(2);
  });
});
