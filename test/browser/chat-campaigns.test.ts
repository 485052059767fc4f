/** A chat campaign to contacts, from the choice of its channel to its result. */
import { beforeAll, describe, expect, it } from 'vitest';
import { plain } from '../../src/kit/postgres/statement.ts';
import type { TemplateSeed } from '../../fakes/chat-platform/options.ts';
import { DEMO_PICTURE } from '../../src/demo/demo-picture.ts';
import { beginChatStory, type ChatStory } from '../support/chat-story.ts';
import { PLATFORM, TEMPLATES } from '../support/chat-world.ts';
import { addPerson } from '../support/people.ts';
import { v1At } from '../support/v1.ts';
import { expectAccessible, LOOKS, openSite, screenshot, type Site } from './browser.ts';

const OWNER = 'owner@chat-campaigns.example';
let story: ChatStory;
let site: Site;
let path: string;

/** Its header shows a picture. */
const PICTURED: TemplateSeed = {
  name: 'eid_offer',
  language: 'en',
  category: 'UTILITY',
  components: [
    { type: 'HEADER', format: 'IMAGE', example: { header_handle: ['4::aW1n'] } },
    { type: 'BODY', text: 'Eid mubarak, {{1}}.', example: { body_text: [['Ali']] } },
  ],
};

beforeAll(async () => {
  const numbers = [{ id: PLATFORM.number, displayNumber: '+92 300 0000001' }];
  const templates = [...TEMPLATES, PICTURED];
  story = await beginChatStory({
    platform: { accounts: [{ id: PLATFORM.business, numbers, templates }] },
  });
  const { paigham, shop } = story;
  const { accountId } = shop;
  await addPerson(paigham.world.admin, OWNER, { accountId, role: 'owner' });
  const own = plain('own-phone', 'update users set phone = 923001118888 where email = $1');
  await paigham.db.transact((it) => it.run(own, [OWNER]));
  const ask = v1At(paigham.baseUrl, shop.apiKey);
  const people = [
    { mobile: '923001238001', name: 'Sana', fields: { order: 'A-1' } },
    { mobile: '923001238002', fields: { order: 'A-2' } },
    { mobile: '923001238003', name: 'Bilal' },
  ];
  for (const person of people) await ask('POST /v1/contacts', { ...person, tags: ['shop'] });
  const made = await ask('POST /v1/segments', { name: 'Shoppers', filter: { tag: 'shop' } });
  path = `/portal/campaigns/new?segment=${String(made.body['id'])}`;
  site = await openSite(paigham);
});

async function choose(page: Awaited<ReturnType<Site['openAs']>>) {
  await page.getByRole('radiogroup', { name: 'By which channel' }).getByText('WhatsApp').click();
  await page.getByText('3 people are among them').waitFor();
  await page.getByRole('combobox', { name: 'Template' }).click();
  await page.getByRole('option', { name: 'order_ready (en)' }).click();
  await page.getByRole('combobox', { name: 'Value 1' }).click();
  await page.getByRole('option', { name: 'Name' }).click();
  await page.getByLabel('Where Value 1 is empty').fill('friend');
  await page.getByRole('combobox', { name: 'Value 2' }).click();
  await page.getByRole('option', { name: 'order', exact: true }).click();
}

describe('a chat campaign to a segment', () => {
  it('is filled from contacts, checked, tried, sent and followed', async () => {
    const page = await site.openAs(OWNER, path);
    await choose(page);
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Orders of Monday');
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByText('Salaam Sana, order A-1 is ready.').waitFor();
    await page.getByText('Salaam friend, order A-2 is ready.').waitFor();
    await page.getByText('1 row gets nothing').waitFor();
    await screenshot(page, 'chat-campaign-checked');
    await page.getByRole('button', { name: /^Send the first one to my phone/ }).click();
    await page.getByText('The test is on its way to your phone').waitFor();
    await page.getByRole('button', { name: 'Send 2 messages' }).click();
    await page.getByRole('heading', { level: 1, name: 'Orders of Monday' }).waitFor();
    await page.getByText(/with the template order_ready/).waitFor();
    await page
      .getByRole('img', { name: 'Delivered: 2, Not delivered: 0, On the way: 0' })
      .waitFor();
    await page.getByText('Rs 6.00').first().waitFor();
    await expectAccessible(page);
    await screenshot(page, 'chat-campaign-result');
    expect([story.copies('923001238001'), story.copies('923001118888')]).toEqual([1, 1]);
  });

  it('shows everybody a picture of the library in its header', async () => {
    const page = await site.openAs(OWNER, `${path}&kind=chat`);
    await page.getByText('3 people are among them').waitFor();
    await page.getByRole('combobox', { name: 'Template' }).click();
    await page.getByRole('option', { name: 'eid_offer (en)' }).click();
    await page.getByRole('combobox', { name: 'Value 1' }).click();
    await page.getByRole('option', { name: 'Name' }).click();
    await page.getByLabel('Where Value 1 is empty').fill('friend');
    await page.getByRole('button', { name: 'From the library' }).click();
    const picture = { name: 'lamp.png', mimeType: 'image/png', buffer: Buffer.from(DEMO_PICTURE) };
    await page.locator('input[type=file]').last().setInputFiles(picture);
    await page.getByText('lamp.png').waitFor();
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByText('Eid mubarak, Sana.').waitFor();
    await page.getByRole('button', { name: 'Send 3 messages' }).click();
    await page
      .getByRole('img', { name: 'Delivered: 3, Not delivered: 0, On the way: 0' })
      .waitFor();
    const sent = story.platform.platform.messages.all().filter((it) => it.direction === 'out');
    const pictures = sent.flatMap(({ shown }) => shown.media?.kind ?? []);
    expect(pictures).toEqual(['image', 'image', 'image']);
  });

  it.each([...LOOKS])('has no obstacle for anybody (%s)', async (name, look) => {
    const page = await site.openAs(OWNER, `${path}&kind=chat`, look);
    await page.getByRole('radiogroup').first().waitFor();
    await expectAccessible(page);
    const width = await page.evaluate('document.documentElement.scrollWidth');
    expect(width).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0);
    await screenshot(page, `chat-campaign-new-${name}`);
  });
});
