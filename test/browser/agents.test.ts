/** Somebody who only answers: what the portal shows an agent, and what not. */
import { beforeAll, expect, it } from 'vitest';
import { envelope, postTo, sign, textFrom, webhookOf } from '../support/chat-posts.ts';
import { beginChatStory, type ChatStory } from '../support/chat-story.ts';
import { eventually } from '../support/eventually.ts';
import { addPerson } from '../support/people.ts';
import { expectAccessible, LOOKS, openSite, screenshot, type Site } from './browser.ts';

const AGENT = 'ali@agents.example';
const CHATTER = '923001234531';
let story: ChatStory;
let site: Site;

beforeAll(async () => {
  story = await beginChatStory();
  const { accountId } = story.shop;
  await addPerson(story.paigham.world.admin, AGENT, { accountId, role: 'agent' });
  await story.write(CHATTER, 'Are you open?');
  site = await openSite(story.paigham);
});

it('begins in the inbox, whose menu has nothing else, and answers', async () => {
  const refused: string[] = [];
  const page = await site.openAs(AGENT, '/portal');
  page.on('response', (it) => void (it.status() >= 400 && refused.push(it.url())));
  await page.waitForURL(/\/portal\/replies$/);
  await page.reload();
  const menu = page.getByRole('navigation', { name: 'Menu' });
  await eventually('the menu', async () => {
    return String(await menu.getByRole('link').allTextContents()) === 'Replies1,Your profile';
  });
  await page.getByRole('link', { name: /Are you open/ }).click();
  await page.getByRole('textbox', { name: 'Your answer' }).fill('Yes, until six.');
  await page.keyboard.press('Control+Enter');
  const thread = page.getByRole('log');
  await thread.getByText('Yes, until six.').waitFor();
  await eventually('they have it', () => story.copies(CHATTER) === 1);
  await thread.getByText('Delivered').waitFor();
  await story.write(CHATTER, 'Thank you!');
  await thread.getByText('Thank you!').waitFor();
  expect(refused).toEqual([]);
});

it('is shown no page of others', async () => {
  for (const path of ['send', 'campaigns', 'credit', 'keys', 'people', 'contacts', 'messages']) {
    const page = await site.openAs(AGENT, `/portal/${path}`);
    await page.getByText('Not for your role').waitFor();
  }
  const page = await site.openAs(AGENT, '/portal/nothing');
  await page.getByText('Page not found').waitFor();
  for (const home of ['/portal/', '/portal?from=mail']) {
    const page = await site.openAs(AGENT, home);
    await page.waitForURL(/\/portal\/replies$/);
  }
});

it.each(LOOKS)('is accessible: %s', async (name, look) => {
  const page = await site.openAs(AGENT, '/portal/replies', look);
  await page.getByRole('listitem').getByRole('link').first().click();
  await page.getByRole('log').getByText('Yes, until six.').waitFor();
  await expectAccessible(page);
  await screenshot(page, `agent-${name}`);
});

it('reads what came at one moment in the order in which it was written', async () => {
  const said = ['First', 'Second', 'Third', 'Fourth', 'Fifth'];
  const body = envelope(...said.map((it) => textFrom('923001234532', `wamid.${it}`, it)));
  await postTo(webhookOf(story), body, sign(body));
  const page = await site.openAs(AGENT, '/portal/replies');
  await page.getByRole('link', { name: /Fifth/ }).click();
  const bubbles = page.getByRole('log').getByText(/^(First|Second|Third|Fourth|Fifth)$/);
  await bubbles.nth(4).waitFor();
  expect(await bubbles.allTextContents()).toEqual(said);
  const at = 'select distinct received_at from chat_replies where user_key = $1';
  expect(await story.ask(at, ['923001234532'])).toHaveLength(1);
});
