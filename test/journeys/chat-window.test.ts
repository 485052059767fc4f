import { beforeAll, describe, expect, it } from 'vitest';
import { wallClock } from '@paigham/base/clock.ts';
import { beginChatStory, onlyId, type ChatStory } from '../support/chat-story.ts';
import { eventually } from '../support/eventually.ts';
import { setClock } from '../support/set-clock.ts';

const HOUR_MS = 3_600_000;
/** Whole seconds, like the platform's times; later than anything the world was built with. */
const NOW_MS = Math.floor(wallClock.nowMs() / 1_000) * 1_000 + HOUR_MS;
const clock = setClock(NOW_MS);

let story: ChatStory;
beforeAll(async () => {
  story = await beginChatStory({ clock });
});

/** The person wrote this long ago; waits until that is stored. */
async function wroteAgo(from: string, agoMs: number): Promise<void> {
  await story.write(from, 'Salaam', { atMs: NOW_MS - agoMs });
  await eventually('the reply', async () => {
    const rows = await story.ask('select 1 from chat_replies where user_key = $1', [from]);
    return rows.length > 0;
  });
}

describe('a free-form message', () => {
  it.each([
    ['923001234701', 24 * HOUR_MS - 1_000, 'OK'],
    ['923001234702', 24 * HOUR_MS, '23'],
    ['923001234703', 24 * HOUR_MS + 1_000, '23'],
  ])('to %s, who wrote %i ms ago, is answered %s', async (mobile, agoMs, status) => {
    await wroteAgo(mobile, agoMs);
    const before = await story.balance();
    const answer = await story.sendFree(mobile, 'Your order is here.');
    expect(answer.results[0]?.status).toBe(status);
    if (status === 'OK') await story.until(onlyId(answer), 'REJECTED');
    expect(await story.balance()).toBe(before);
  });

  it('to somebody who never wrote is refused, and charged nothing', async () => {
    const before = await story.balance();
    const answer = await story.sendFree('923001234704', 'Hello?');
    expect([answer.status, answer.results[0]?.status]).toEqual([400, '23']);
    expect(await story.balance()).toBe(before);
  });

  it('leaves while more than a minute is left, free where the platform says so', async () => {
    // Far from the minute: the next has its edge, and a slow machine takes seconds.
    await wroteAgo('923001234705', 24 * HOUR_MS - 120_000);
    const id = onlyId(await story.sendFree('923001234705', 'Here it is.'));
    const report = await story.until(id, 'DELIVERED');
    expect(report.results[0]?.['price']).toBe('0.00');
  });

  it('that would reach the platform in the last minute is released, with the reason', async () => {
    await wroteAgo('923001234706', 24 * HOUR_MS - 60_000);
    const before = await story.moved();
    const id = onlyId(await story.sendFree('923001234706', 'Too late.'));
    const report = await story.until(id, 'REJECTED');
    expect(report.results[0]?.['reason']).toMatch(/24 hours/);
    const after = await story.moved();
    expect([after.post - before.post, after.release - before.release]).toEqual([0, 1]);
    expect(story.copies('923001234706')).toBe(0);
  });

  it('is refused once the platform says the window is closed, until the user writes', async () => {
    const mobile = '923001234708';
    await wroteAgo(mobile, HOUR_MS);
    await story.tell('/next', {
      to: mobile,
      answer: { kind: 'accept' },
      fate: { kind: 'fail', code: 131047 },
    });
    await story.until(onlyId(await story.sendFree(mobile, 'One')), 'REJECTED');
    const answer = await story.sendFree(mobile, 'Two');
    expect(answer.results[0]?.status).toBe('23');
    clock.setTo(NOW_MS + HOUR_MS);
    await story.write(mobile, 'I am here', { atMs: NOW_MS + HOUR_MS });
    await eventually('an open window', async () => {
      const again = await story.sendFree(mobile, 'Three');
      return again.results[0]?.status === 'OK';
    });
  });
});

describe('in the end', () => {
  it('every invariant holds', async () => {
    expect(await story.breaches()).toEqual([]);
  });
});
