import { describe, expect, it } from 'vitest';
import { LINKS } from '../../test/support/fixtures.ts';
import { openTestOutbox } from '../../test/support/outbox.ts';
import type { AccountId } from '../domain/ids.ts';
import { createOutboxes } from './outbox.ts';

const { jazz, zong } = LINKS;

describe('the outboxes of a node', () => {
  it('are those that were opened and not closed again', () => {
    const outboxes = createOutboxes();
    const { outbox } = openTestOutbox();
    expect(outboxes.get(jazz)).toBeUndefined();
    outboxes.open(outbox);
    expect(outboxes.get(jazz)).toBe(outbox);
    expect(outboxes.all()).toEqual([outbox]);
    outboxes.close(jazz);
    expect(outboxes.all()).toEqual([]);
    outboxes.close(jazz);
  });

  it('may have messages waiting until a look says otherwise', () => {
    const outboxes = createOutboxes();
    outboxes.open(openTestOutbox().outbox);
    expect(outboxes.mayHaveWaiting(jazz, 0)).toBe(true);
    expect(outboxes.mayHaveWaiting(zong, 0)).toBe(false);
    const foundAll = outboxes.beginLook(jazz, 0);
    expect(outboxes.mayHaveWaiting(jazz, 0)).toBe(true);
    foundAll();
    expect(outboxes.mayHaveWaiting(jazz, 0)).toBe(false);
  });
});

describe('an answered lane', () => {
  const lane = {
    ...{ accountId: 1001 as AccountId, recipient: '923001234567' },
    priority: 1 as const,
  };

  it('is freed by the next look, and calls for one only when it is sought', () => {
    const outboxes = createOutboxes();
    outboxes.answered(jazz, lane);
    expect(outboxes.mayHaveWaiting(jazz, 0)).toBe(false);
    outboxes.seekAnswered();
    expect(outboxes.mayHaveWaiting(jazz, 1)).toBe(true);
    expect(outboxes.takeAnswered(jazz)).toEqual([lane]);
    expect(outboxes.takeAnswered(jazz)).toEqual([]);
  });

  it('that a look has freed calls for no other', () => {
    const outboxes = createOutboxes();
    outboxes.answered(jazz, lane);
    outboxes.takeAnswered(jazz);
    outboxes.seekAnswered();
    expect(outboxes.mayHaveWaiting(jazz, 0)).toBe(false);
  });
});

describe('a look into the queue', () => {
  it('does not speak for what was put in the queue while it looked', () => {
    const outboxes = createOutboxes();
    outboxes.setWaiting(jazz, 0);
    const foundAll = outboxes.beginLook(jazz, 0);
    outboxes.setWaiting(jazz, 0);
    foundAll();
    expect(outboxes.mayHaveWaiting(jazz, 0)).toBe(true);
  });

  it('does not speak for a later one', () => {
    const outboxes = createOutboxes();
    outboxes.setWaiting(jazz, 0);
    const first = outboxes.beginLook(jazz, 0);
    const second = outboxes.beginLook(jazz, 0);
    first();
    expect(outboxes.mayHaveWaiting(jazz, 0)).toBe(true);
    second();
    expect(outboxes.mayHaveWaiting(jazz, 0)).toBe(false);
  });

  it('does not speak for an outbox that was opened again while it looked', () => {
    const outboxes = createOutboxes();
    outboxes.open(openTestOutbox().outbox);
    const foundAll = outboxes.beginLook(jazz, 0);
    outboxes.close(jazz);
    outboxes.open(openTestOutbox().outbox);
    foundAll();
    expect(outboxes.mayHaveWaiting(jazz, 0)).toBe(true);
  });

  it('speaks for its own link alone', () => {
    const outboxes = createOutboxes();
    outboxes.setWaiting(jazz, 0);
    outboxes.setWaiting(zong, 0);
    const foundAll = outboxes.beginLook(jazz, 0);
    outboxes.setWaiting(zong, 0);
    foundAll();
    expect([outboxes.mayHaveWaiting(jazz, 0), outboxes.mayHaveWaiting(zong, 0)]).toEqual([
      false,
      true,
    ]);
  });
});

describe('what is more urgent', () => {
  it('may overtake, and is not overtaken', () => {
    const outboxes = createOutboxes();
    outboxes.setWaiting(jazz, 0);
    outboxes.setWaiting(zong, 1);
    expect([outboxes.mayHaveWaiting(jazz, 0), outboxes.mayHaveWaiting(jazz, 1)]).toEqual([
      true,
      false,
    ]);
    expect([outboxes.mayHaveWaiting(zong, 0), outboxes.mayHaveWaiting(zong, 1)]).toEqual([
      true,
      true,
    ]);
  });

  it('is spoken for alone by a look for it alone', () => {
    const outboxes = createOutboxes();
    outboxes.setWaiting(jazz, 0);
    outboxes.setWaiting(jazz, 1);
    outboxes.beginLook(jazz, 1)();
    expect(outboxes.mayHaveWaiting(jazz, 1)).toBe(false);
    expect(outboxes.mayHaveWaiting(jazz, 0)).toBe(true);
  });
});
