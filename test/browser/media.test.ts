/** The media library: uploaded, found, renamed, kept for a time, removed, picked for an answer. */
import { beforeAll, describe, expect, it } from 'vitest';
import { DEMO_PICTURE } from '../../src/demo/demo-picture.ts';
import { beginChatStory, type ChatStory } from '../support/chat-story.ts';
import { eventually } from '../support/eventually.ts';
import { addPerson } from '../support/people.ts';
import { v1At, type AskV1 } from '../support/v1.ts';
import { expectAccessible, LOOKS, openSite, screenshot, type Site } from './browser.ts';

const OWNER = 'owner@media.example';
const VIEWER = 'viewer@media.example';
const CHATTER = '923001234568';
type Sized = { readonly naturalWidth: number };
let story: ChatStory;
let site: Site;
let ask: AskV1;

const fileOf = (name: string, mimeType: string, content: Uint8Array | string) => {
  return { name, mimeType, buffer: Buffer.from(content) };
};
const LAMP = fileOf('lamp.png', 'image/png', DEMO_PICTURE);
const PRICES = fileOf('Prices 2026.pdf', 'application/pdf', '%PDF-1.7 prices');
const DRAWING = fileOf('logo.svg', 'image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"/>');

beforeAll(async () => {
  story = await beginChatStory();
  const { admin } = story.paigham.world;
  const { accountId } = story.shop;
  await addPerson(admin, OWNER, { accountId, role: 'owner' });
  await addPerson(admin, VIEWER, { accountId, role: 'viewer' });
  ask = v1At(story.paigham.baseUrl, story.shop.apiKey);
  await story.write(CHATTER, 'Have you a picture of it?');
  await eventually(
    'it heard',
    async () => (await ask('GET /v1/conversations')).body.data.length > 0,
  );
  site = await openSite(story.paigham);
});

describe('the media library', () => {
  it('takes files, shows them in small, and says why it does not take one', async () => {
    const page = await site.openAs(OWNER, '/portal/media');
    await page.getByText('The library is empty').waitFor();
    await page.locator('input[type=file]').setInputFiles([LAMP, DRAWING, PRICES]);
    const grid = page.getByRole('list', { name: 'Media library' });
    await grid.getByRole('button', { name: /Prices 2026.pdf/ }).waitFor();
    await page.getByText(/logo.svg: Is a web page or a drawing in SVG/).waitFor();
    expect(await grid.getByRole('listitem').count()).toBe(2);
    const shown = grid.getByRole('button', { name: /lamp.png/ }).locator('img');
    await shown.waitFor();
    await eventually('it is decoded', async () => {
      const width = await shown.evaluate((it) => (it as unknown as Sized).naturalWidth);
      return width > 0;
    });
    await page.getByText(/^2 of 1,000 files/).waitFor();
    await expectAccessible(page);
    await screenshot(page, 'media');
  });

  it('is searched, and a file renamed, kept until a day, and removed', async () => {
    const page = await site.openAs(OWNER, '/portal/media');
    const grid = page.getByRole('list', { name: 'Media library' });
    await grid.getByRole('button', { name: /lamp.png/ }).click();
    const name = page.getByRole('dialog').getByRole('textbox', { name: 'Name' });
    await name.fill('');
    await page.getByRole('button', { name: 'Save' }).click();
    await name.fill('Eid lamp');
    await page.getByLabel('Keep until').fill('2090-01-31');
    await expectAccessible(page);
    await screenshot(page, 'media-file');
    await page.getByRole('button', { name: 'Save' }).click();
    await grid.getByText('Eid lamp').waitFor();
    const { data } = (await ask('GET /v1/media?search=eid')).body;
    expect(data).toMatchObject([{ name: 'Eid lamp', keep_until: '2090-01-31T18:59:59.000Z' }]);
    await page.getByRole('textbox', { name: 'Search by name' }).fill('prices');
    await grid.getByText('Eid lamp').waitFor({ state: 'detached' });
    await grid.getByRole('button', { name: /Prices/ }).click();
    await page.getByRole('button', { name: 'Remove' }).click();
    await page.getByText(/Messages that already wait are still sent/).waitFor();
    const asks = page.getByRole('dialog', { name: /^Remove/ });
    await asks.getByRole('button', { name: 'Remove' }).click();
    await page.getByText('No file is called that').waitFor();
  });

  it('is looked at by who may not change it', async () => {
    const page = await site.openAs(VIEWER, '/portal/media');
    await page.getByRole('button', { name: /Eid lamp/ }).click();
    await page.getByRole('button', { name: 'Download' }).waitFor();
    for (const change of ['Save', 'Remove']) {
      expect(await page.getByRole('button', { name: change }).count()).toBe(0);
    }
    expect(await page.locator('input[type=file]').count()).toBe(0);
  });

  it('answers somebody with a file of it', async () => {
    const page = await site.openAs(OWNER, '/portal/replies');
    await page.getByRole('listitem').getByRole('link').first().click();
    await page.getByText('File', { exact: true }).click();
    await page.getByRole('button', { name: 'From the library' }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /Eid lamp/ })
      .waitFor();
    await expectAccessible(page);
    await screenshot(page, 'media-pick');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /Eid lamp/ })
      .click();
    await page.getByText('Eid lamp').waitFor();
    await page.getByRole('button', { name: 'Send answer' }).click();
    await eventually('it came', () => story.copies(CHATTER) === 1);
  });

  it.each([...LOOKS])('has no obstacle for anybody (%s)', async (name, look) => {
    const page = await site.openAs(OWNER, '/portal/media', look);
    await page
      .getByRole('button', { name: /Eid lamp/ })
      .locator('img')
      .waitFor();
    await expectAccessible(page);
    await screenshot(page, `media-${name}`);
  });
});
