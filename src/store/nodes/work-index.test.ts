import { beforeEach, describe, expect, it } from 'vitest';
import { LEASE, LINKS, NOON_MS } from '../../../test/support/fixtures.ts';
import { createWorkIndex, type WorkIndex, type Work } from './work-index.ts';

const NOTHING: Work = {
  heads: [],
  hasFeeds: false,
  hasHeldBatches: false,
  hasBatchEnds: false,
  hasFallbacks: false,
  hasPosts: false,
  hasUploads: false,
  hasUnconfirmed: false,
  hasFacts: false,
  hasFreeLogs: false,
  hasDeadNodes: false,
  hasMails: false,
  hasCounts: false,
  hasGone: false,
  hasPassingLinks: false,
  hasOthers: false,
  nodes: 1,
  ownLinks: [LINKS.jazz],
  hasFreeLinks: false,
  settingsVersion: 1,
};

/** It is not alone, and holds no link. */
const IDLE: Partial<Work> = { hasOthers: true, ownLinks: [] };

let found: Work | Error;
let nowMs: number;
let work: WorkIndex;
let lease = LEASE;

beforeEach(() => {
  found = NOTHING;
  nowMs = NOON_MS;
  lease = LEASE;
  const read = () =>
    found instanceof Error ? Promise.reject(found) : Promise.resolve([found] as never);
  const clock = { nowMs: () => nowMs, monotonicMs: () => nowMs } as never;
  const outboxes = new Map([[LINKS.jazz, 'of a link that is open']]);
  work = createWorkIndex({ db: { read }, clock, lease: { current: () => lease }, outboxes });
});

describe('when a node looks for work', () => {
  it('is at once, and again after half a second where nothing waits', async () => {
    expect(work.isOld(false)).toBe(true);
    await work.refresh();
    nowMs += 499;
    expect(work.isOld(false)).toBe(false);
    nowMs += 1;
    expect(work.isOld(false)).toBe(true);
  });

  it.each([
    ['it holds a link and another node lives', { hasOthers: true }],
    ['the links of another may pass on', { ...IDLE, hasPassingLinks: true }],
    ['something is due within a second', { heads: [head(NOON_MS + 900)] }],
    ['something waits for room', { heads: [head(NOON_MS - 60_000)] }],
  ])('is at every question while %s', async (_, more: Partial<Work>) => {
    found = { ...NOTHING, ...more };
    await work.refresh();
    expect(work.isOld(false)).toBe(true);
  });

  it('is at every question while it holds logs of events that others may add to', async () => {
    found = { ...NOTHING, ...IDLE };
    await work.refresh();
    expect([work.isOld(false), work.isOld(true)]).toEqual([false, true]);
  });

  it('is not sooner for what waits for a link of another node', async () => {
    found = { ...NOTHING, ...IDLE, heads: [{ ...head(NOON_MS), linkId: LINKS.zong }] };
    await work.refresh();
    expect(work.isOld(false)).toBe(false);
  });

  it('is not sooner for what waits until the morning', async () => {
    found = { ...NOTHING, heads: [head(NOON_MS + 3_600_000)] };
    await work.refresh();
    expect(work.isOld(false)).toBe(false);
  });
});

describe('work of a kind', () => {
  it('may be there before the first look, and is there when it was found', async () => {
    expect(work.has('hasPosts')).toBe(true);
    await work.refresh();
    expect(work.has('hasPosts')).toBe(false);
    found = { ...NOTHING, hasPosts: true };
    await work.refresh();
    expect(work.has('hasPosts')).toBe(true);
  });

  it('that this node has made is there until the store was asked after that', async () => {
    await work.refresh();
    work.note('hasFeeds');
    expect(work.has('hasFeeds')).toBe(true);
    found = new Error('the store is away');
    await expect(work.refresh()).rejects.toThrow('away');
    expect(work.has('hasFeeds')).toBe(true);
    found = NOTHING;
    await work.refresh();
    expect(work.has('hasFeeds')).toBe(false);
  });
});

it('links are those of the lease under which they were asked for', async () => {
  await work.refresh();
  expect(work.ownLinks(lease)).toEqual([LINKS.jazz]);
  lease = { ...LEASE, epoch: LEASE.epoch + 1 };
  expect(work.ownLinks(lease)).toBeUndefined();
});

function head(dueAtMs: number): Work['heads'][number] {
  return { linkId: LINKS.jazz, priority: 0, dueAtMs };
}
