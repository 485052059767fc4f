/** What staff see of a chat message by their command line. */
import { beforeAll, expect, it } from 'vitest';
import { openTerminal } from '../admin/terminal.ts';
import { beginChatStory, type ChatStory } from '../support/chat-story.ts';

let story: ChatStory;
beforeAll(async () => {
  story = await beginChatStory();
});

it('a chat message is found by its number, with the platform’s id and its money', async () => {
  const { paigham } = story;
  const say = openTerminal(paigham.db, paigham.world.admin);
  const json = async (...words: readonly string[]): Promise<unknown> =>
    JSON.parse((await say(...words, '--json')).out);
  const mobile = '923001234511';
  const id = await story.sendOne('order_ready', mobile, ['Ali', 'order-991']);
  await story.until(id, 'DELIVERED');
  expect(await json('message', 'list', '--number', mobile)).toMatchObject([
    { id, network: 'chat', state: 'delivered', sender: expect.stringMatching(/^\d+$/) },
  ]);
  const shown = await json('message', 'show', id);
  expect(shown).toMatchObject({
    id,
    kind: 'chat, utility',
    template: expect.stringMatching(/ order_ready$/),
    state: 'delivered',
    posted: '3.00',
    reserved: '0.00',
    attempts: [{ outcome: 'taken', operator_id: expect.stringMatching(/^wamid/) }],
  });
  expect(JSON.stringify(shown)).not.toContain('order-991');
});
