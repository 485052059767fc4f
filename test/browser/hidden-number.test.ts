/**
 * A conversation with somebody who hides the number, whole, as the person who answers sees it: they
 * write, are answered, get a template, want no more advertising, share the number, and are one.
 */
import { beforeAll, expect, it } from 'vitest';
import { envelope, postTo, sign, textFrom, webhookOf } from '../support/chat-posts.ts';
import { beginChatStory, type ChatStory } from '../support/chat-story.ts';
import { eventually } from '../support/eventually.ts';
import { addPerson } from '../support/people.ts';
import { v1At } from '../support/v1.ts';
import { expectAccessible, openSite, screenshot, type Site } from './browser.ts';

const OWNER = 'sana@chaman.example';
const NUMBER = '923001234573';
let story: ChatStory;
let site: Site;

beforeAll(async () => {
  story = await beginChatStory();
  const { accountId } = story.shop;
  await addPerson(story.paigham.world.admin, OWNER, { accountId, role: 'owner' });
  site = await openSite(story.paigham);
});

it('is had from the first question until the number is known', async () => {
  // What the number wrote before the platform had ids: a conversation of its own.
  const before = envelope(textFrom(NUMBER, 'wamid.before', 'Salaam, are you open?'));
  await postTo(webhookOf(story), before, sign(before));
  const person = { number: NUMBER, name: 'Zara', hidden: true, userName: 'zara.khan' };
  const userId = String((await story.tell('/people', person))['userId']);
  await story.write(NUMBER, 'Do you deliver?');

  const page = await site.openAs(OWNER, '/portal/replies');
  const list = page.getByRole('region', { name: 'Conversations' });
  const thread = page.getByRole('log');
  await list.getByRole('link', { name: /are you open/ }).waitFor();
  await list.getByRole('link', { name: /Do you deliver/ }).click();
  await page.getByText('@zara.khan').waitFor();
  await page.getByText(/^They hide their number/).waitFor();

  const answer = page.getByRole('textbox', { name: 'Your answer' });
  await answer.fill('We do, within two days.');
  await page.keyboard.press('Control+Enter');
  await thread.getByText('We do, within two days.').waitFor();
  const send = v1At(story.paigham.baseUrl, story.shop.apiKey);
  const by = async (name: string, ...values: readonly string[]) =>
    send('POST /v1/messages', {
      kind: 'chat',
      template_id: String(await story.template(name)),
      recipients: [userId],
      content: { body: values.map((text) => ({ type: 'text', text })) },
    });
  const ready = await by('order_ready', 'Zara', 'A-17');
  await story.until(String(ready.body['id']), 'DELIVERED');
  await thread.getByText(/order .* is ready/).waitFor();

  await story.write(NUMBER, 'STOP');
  await page.getByText('This person has opted out of advertising.').waitFor();
  expect((await by('plain_news')).body).toMatchObject({ code: 'chat_opted_out' });
  await expectAccessible(page);
  await screenshot(page, 'hidden-opted-out');

  await page.getByText('Ask for the number', { exact: true }).click();
  await answer.fill('What is your number, for the driver?');
  await page.keyboard.press('Control+Enter');
  await eventually('they are asked', () => story.copies(NUMBER) === 3);
  const shared = { type: 'contacts', text: NUMBER, origin: 'contact_request' };
  await story.tell('/reply', { from: NUMBER, ...shared });
  await page.getByText('+92 300 1234573').first().waitFor();
  await page.getByText(/^They hide their number/).waitFor({ state: 'detached' });
  await thread.getByText('Salaam, are you open?').waitFor();
  await eventually('one is left', async () => (await list.getByRole('listitem').count()) === 1);
  await page.getByText('This person has opted out of advertising.').waitFor();
  await screenshot(page, 'hidden-joined');
});

it('says on a phone, in sight and in Urdu, why a file is not sent', async () => {
  const from = '923001234574';
  await story.write(from, 'The bill, please');
  const page = await site.openAs(OWNER, '/portal/replies', { window: 'phone', locale: 'ur' });
  await page.getByRole('link', { name: /The bill, please/ }).click();
  await page.getByText('فائل', { exact: true }).click();
  await page.getByPlaceholder('https://').fill('https://192.168.1.1/bill.pdf');
  await page.getByRole('button', { name: 'جواب بھیجیں' }).click();
  const said = page.getByRole('alert').filter({ hasText: 'فائل درست نہیں' });
  await said.getByText('اس کا پتا عام نہیں').waitFor();
  const [why, send] = await Promise.all([
    said.boundingBox(),
    page.getByRole('button', { name: 'جواب بھیجیں' }).boundingBox(),
  ]);
  expect((why?.y ?? 0) + (why?.height ?? 0)).toBeLessThanOrEqual(send?.y ?? 0);
  await expectAccessible(page);
  await screenshot(page, 'replies-file-refused-phone-urdu');
});
