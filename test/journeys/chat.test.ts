import { beforeAll, describe, expect, it } from 'vitest';
import { beginChatStory, type ChatStory } from '../support/chat-story.ts';
import { eventually } from '../support/eventually.ts';

let story: ChatStory;
beforeAll(async () => {
  story = await beginChatStory();
}, 60_000);

describe('a template message', () => {
  it('travels to the platform and back: sent, delivered, charged once', async () => {
    const before = await story.moved();
    const id = await story.sendOne('order_ready', '923001234501', ['Ali', '991']);
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
    const report = await story.until(id, 'DELIVERED');
    expect(report.results[0]).toMatchObject({ id, network: 'chat', price: '3.00', parts: '1' });
    const after = await story.moved();
    expect(after.post - before.post).toBe(3);
    expect(after.release - before.release).toBe(0);
    expect(story.copies('923001234501')).toBe(1);
  });
});
