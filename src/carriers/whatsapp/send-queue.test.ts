import { describe, expect, it } from 'vitest';
import type { CarrierPart } from '../../domain/carrier/carrier.ts';
import type { MessageId } from '../../domain/ids.ts';
import { SendQueue } from './send-queue.ts';
import { PairLimit } from './pair-limit.ts';
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

const newPairs = (): PairLimit => new PairLimit({ gapMs: 6_000, mostWaitMs: 60_000, most: 100 });

const sendQueue = (pairs: PairLimit): SendQueue =>
  new SendQueue({
    clock: { nowMs: () => 0, monotonicMs: () => 0 },
    pairs,
    uploads: {} as Uploads,
    onOver: () => undefined,
    onRefused: () => undefined,
    onNotUploaded: () => undefined,
    onReady: () => undefined,
  });

describe('what waits when the platform cannot be reached', () => {
  it('blocks nobody afterwards: a user whose turn had come is free again', () => {
    const pairs = newPairs();
    const queue = sendQueue(pairs);
    queue.add(part(1));
    queue.add(part(2));
    expect(queue.next(0)?.part.key).toBe(1);
    expect(queue.next(0)).toBeUndefined();
    pairs.left(USER, 0);
    // The user's pause is over, but the number may not send just now.
    queue.settle(6_000);
    expect(queue.takeAll(6_000).map(({ key }) => key)).toEqual([2]);
    queue.add(part(2));
    expect(queue.next(6_000)?.part.key).toBe(2);
  });
});
