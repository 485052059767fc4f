import { describe, expect, it } from 'vitest';
import type { StoredEvent } from '../domain/event/event.ts';
import type { AccountId } from '../domain/ids.ts';
import type { HeldWebhook } from '../features/webhooks/webhooks.sql.ts';
import { DeliveryState, type Verdict } from './delivery-state.ts';

const accountId = 1001 as AccountId;
const hook: HeldWebhook = {
  accountId,
  id: 7,
  url: 'https://hooks.example/',
  description: '',
  types: [],
  state: 'active',
  stateReason: undefined,
  createdBy: undefined,
  pointedBy: undefined,
  createdAtMs: 0,
  failures: 0,
  failingSinceMs: undefined,
  oldSecretUntilMs: undefined,
  deliveredNumber: 0,
  secret: Buffer.alloc(0),
  oldSecret: undefined,
  olderSecrets: [],
};

const event = (number: number, message: number, state: 'sent' | 'delivered'): StoredEvent => ({
  ...{ accountId, number, atMs: 0, type: `message.${state}`, subjectId: message },
  ...{ move: { state, reason: undefined }, fact: undefined },
});
const sent = (number: number, message: number) => event(number, message, 'sent');
const delivered = (number: number, message: number) => event(number, message, 'delivered');
const well: Verdict = { kind: 'delivered' };
const failed: Verdict = { kind: 'failed', retryAfterMs: undefined, chance: 0.5 };

/** Everything that may be posted at once. */
function take(deliveryState: DeliveryState, nowMs = 0): number[] {
  const numbers: number[] = [];
  for (let due = deliveryState.next(nowMs); due !== undefined; due = deliveryState.next(nowMs)) {
    numbers.push(due.number);
  }
  return numbers;
}

describe('a course', () => {
  it('tries one event until it is answered, then several', () => {
    const deliveryState = new DeliveryState(hook);
    deliveryState.add([sent(1, 10), sent(2, 20), sent(3, 30)]);
    expect(take(deliveryState)).toEqual([1]);
    deliveryState.end(1, 10, well, 0);
    expect(take(deliveryState)).toEqual([2, 3]);
  });

  it('that was paused after failing for days begins anew when it is made active again', () => {
    const days = 6 * 86_400_000;
    const deliveryState = new DeliveryState({ ...hook, failures: 20, failingSinceMs: 0 });
    expect(deliveryState.hasFailedLong(days)).toBe(true);
    deliveryState.change({ ...hook, state: 'paused' });
    deliveryState.change(hook);
    expect(deliveryState.hasFailedLong(days)).toBe(false);
    deliveryState.add([sent(1, 10), sent(2, 20)]);
    expect(take(deliveryState, days)).toEqual([1]);
    deliveryState.end(1, 10, failed, days);
    expect(deliveryState.hasFailedLong(days)).toBe(false);
    expect(take(deliveryState, days)).toEqual([2]);
    expect(deliveryState.takeChanges()).toMatchObject({ failures: 1, failingSinceMs: days });
  });

  it('delivers the later event of a message after the earlier one, and others meanwhile', () => {
    const deliveryState = new DeliveryState(hook);
    deliveryState.add([sent(1, 10)]);
    take(deliveryState);
    deliveryState.end(1, 10, well, 0);
    deliveryState.add([sent(2, 20), delivered(3, 20), sent(4, 30)]);
    expect(take(deliveryState)).toEqual([2, 4]);
    deliveryState.end(2, 20, failed, 0);
    expect(take(deliveryState)).toEqual([]);
    deliveryState.end(4, 30, well, 0);
    // Behind the one that is to be retried.
    expect(take(deliveryState)).toEqual([]);
    expect(deliveryState.takeChanges()).toMatchObject({
      deliveredNumber: 4,
      put: [
        { number: 2, attempts: 1, dueAtMs: 5_000, subjectId: 20 },
        { number: 3, attempts: 0, subjectId: 20 },
      ],
    });
    expect(take(deliveryState, 4_999)).toEqual([]);
    expect(take(deliveryState, 5_000)).toEqual([2]);
    deliveryState.end(2, 20, well, 5_000);
    expect(take(deliveryState, 5_000)).toEqual([3]);
    deliveryState.end(3, 20, well, 5_000);
    expect(deliveryState.takeChanges()).toMatchObject({ put: [], ended: [2, 3] });
  });

  it('resumes from what is stored, in the same order', () => {
    const deliveryState = new DeliveryState({ ...hook, deliveredNumber: 3 });
    const key = { accountId, webhookId: 7, subjectId: 20 };
    deliveryState.addRetries([
      { ...key, number: 3, attempts: 0, dueAtMs: 0 },
      { ...key, number: 2, attempts: 1, dueAtMs: 5_000 },
    ]);
    expect(take(deliveryState, 0)).toEqual([]);
    expect(take(deliveryState, 5_000)).toEqual([2]);
  });

  it('reports delivery up to the first event that is under way', () => {
    const deliveryState = new DeliveryState(hook);
    deliveryState.add([sent(1, 10), sent(2, 20), sent(3, 30)]);
    take(deliveryState);
    deliveryState.end(1, 10, well, 0);
    take(deliveryState);
    deliveryState.end(3, 30, well, 0);
    expect(deliveryState.takeChanges().deliveredNumber).toBe(1);
    deliveryState.end(2, 20, well, 0);
    expect(deliveryState.takeChanges().deliveredNumber).toBe(3);
  });

  it('skips what it does not want', () => {
    const deliveryState = new DeliveryState({ ...hook, types: ['message.delivered'] });
    deliveryState.add([sent(1, 10), delivered(2, 10)]);
    expect(take(deliveryState)).toEqual([2]);
    expect(deliveryState.takeChanges().deliveredNumber).toBe(1);
  });

  it('pauses after some consecutive failures, and says since when it fails', () => {
    const deliveryState = new DeliveryState(hook);
    deliveryState.add([1, 2, 3, 4, 5, 6].map((it) => sent(it, it * 10)));
    for (const number of [1, 2, 3, 4, 5]) {
      expect(take(deliveryState, 100)).toEqual([number]);
      deliveryState.end(number, number * 10, failed, 100);
    }
    expect(take(deliveryState, 101)).toEqual([]);
    expect(deliveryState.failingSinceMs).toBe(100);
    expect(deliveryState.hasFailedLong(100 + 5 * 86_400_000)).toBe(true);
    expect(take(deliveryState, 6_000)).toHaveLength(1);
  });

  it('tries at once what is asked for again, though it was to be tried later, and rests', () => {
    const deliveryState = new DeliveryState({ ...hook, deliveredNumber: 3, failures: 9 });
    const key = { accountId, webhookId: 7, number: 3 };
    const known = { ...key, subjectId: 10, attempts: 3, dueAtMs: 100 };
    deliveryState.addRetries([known]);
    expect(take(deliveryState, 100)).toEqual([3]);
    deliveryState.end(3, 10, failed, 100);
    deliveryState.addRetries([known]);
    expect(take(deliveryState, 101)).toEqual([]);
    deliveryState.addRetries([{ ...key, subjectId: undefined, attempts: 0, dueAtMs: 101 }]);
    expect(take(deliveryState, 101)).toEqual([3]);
    expect(deliveryState.attemptsOf(3)).toBe(0);
  });

  it('gives an event up after its last attempt', () => {
    const deliveryState = new DeliveryState({ ...hook, deliveredNumber: 1 });
    const retry = { accountId, webhookId: 7, number: 1, subjectId: 10, attempts: 9, dueAtMs: 0 };
    deliveryState.addRetries([retry]);
    expect(take(deliveryState)).toEqual([1]);
    expect(deliveryState.end(1, 10, failed, 0)).toBeUndefined();
    expect(deliveryState.takeChanges().ended).toEqual([1]);
  });
});
