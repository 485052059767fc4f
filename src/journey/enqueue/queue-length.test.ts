import { describe, expect, it } from 'vitest';
import { rupees } from '../../../test/support/fixtures.ts';
import type { LinkId } from '../../domain/ids.ts';
import type { TakenIn } from '../../domain/message/draft.ts';
import { createLoad } from './queue-length.ts';

const taken = (recipients: number, replayed = false): TakenIn => ({
  kind: 'accepted',
  replayed,
  acceptance: {
    id: undefined,
    priceMicros: rupees(2),
    parts: recipients,
    remainingMicros: rupees(0),
    recipients,
    listed: [],
    filtered: [],
  },
});

const inLine = (messages: number) => new Map([[1 as LinkId, messages]]);

describe('the load of the queue', () => {
  it('is full at its bound and not one below', () => {
    const load = createLoad(100);
    expect(load.queueIsFull()).toBe(false);
    load.counted(inLine(99));
    expect(load.queueIsFull()).toBe(false);
    load.counted(inLine(100));
    expect(load.queueIsFull()).toBe(true);
    expect(load.waiting()).toEqual(inLine(100));
  });

  it('counts what was accepted since, once the queue was more than half full', () => {
    const load = createLoad(100);
    load.counted(inLine(60));
    load.took(taken(39));
    expect(load.queueIsFull()).toBe(false);
    load.took(taken(1));
    expect(load.queueIsFull()).toBe(true);
  });

  it('forgets what was accepted before a new count', () => {
    const load = createLoad(100);
    load.counted(inLine(60));
    load.took(taken(90));
    load.counted(inLine(60));
    expect(load.queueIsFull()).toBe(false);
  });

  it('ignores replays, refusals and stale snapshots', () => {
    const load = createLoad(100);
    load.counted(inLine(99));
    load.took(taken(50, true));
    load.took({ kind: 'refused', refusal: { reason: 'queue_full' } });
    load.took({ kind: 'stale' });
    expect(load.queueIsFull()).toBe(false);
  });

  it('trusts a queue that was at most half full: what comes in goes out', () => {
    const load = createLoad(100);
    load.counted(inLine(50));
    load.took(taken(1_000));
    expect(load.queueIsFull()).toBe(false);
  });
});
