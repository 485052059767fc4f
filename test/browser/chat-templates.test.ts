/** Chat templates, with the chat platform at the other end. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunningPlatform } from '../../fakes/chat-platform/start.ts';
import { buildChat } from '../../src/demo/build-chat.ts';
import { createChatPlatform } from '../../src/carriers/whatsapp/platform.ts';
import { CHAT_ACCESS, startDemoPlatform } from '../support/demo-chat.ts';
import { startPaigham, type Paigham } from '../support/paigham.ts';
import { addPerson } from '../support/people.ts';
import { v1At } from '../support/v1.ts';
import { expectAccessible, openSite, screenshot, type Site } from './browser.ts';

const OWNER = 'owner@roshan.example';
let platform: RunningPlatform;
let paigham: Paigham;
let site: Site;

beforeAll(async () => {
  platform = await startDemoPlatform();
  paigham = await startPaigham({ config: { graphAddress: platform.url, fetchLoopback: true } });
  const { admin, roshan } = paigham.world;
  await addPerson(admin, OWNER, { accountId: roshan.accountId, role: 'owner' });
  const { clock } = admin;
  const api = createChatPlatform({ origin: platform.url, version: 'v25.0', clock });
  const samples = { take: () => Promise.resolve({ ok: false, rule: 'is not here' } as const) };
  const chat = { ...admin, platform: api, samples, publicAddress: paigham.baseUrl };
  await buildChat(chat, roshan.accountId, CHAT_ACCESS);
  await api.close();
  site = await openSite(paigham);
});
afterAll(() => platform.close());

describe('a chat template', () => {
  it('is refused beside its text when a variable is written wrong, then waits', async () => {
    const page = await site.openAs(OWNER, '/portal/chat-templates/new');
    await page.getByLabel('Name').fill('pickup_ready');
    const text = page.getByRole('textbox', { name: /^Text/ });
    await text.fill('Dear {{1}}, order {{name}} is ready.');
    await page.getByRole('button', { name: 'Quick reply' }).click();
    await page.getByRole('textbox', { name: 'Label' }).fill('Thanks');
    await page.getByRole('button', { name: 'Submit for approval' }).click();
    await page.getByText('must have its variables written {{1}}, {{2}} and so on').waitFor();
    await expectAccessible(page);
    await text.fill('Dear {{1}}, your order is ready.');
    await page.getByRole('textbox', { name: /^Example for/ }).fill('Ali');
    await page.getByText('Dear Ali, your order is ready.').waitFor();
    await page.getByRole('button', { name: 'Submit for approval' }).click();
    await page.getByRole('heading', { level: 1, name: 'pickup_ready' }).waitFor();
    await page.getByText('Submitted', { exact: true }).waitFor();
    await expectAccessible(page);
    const ask = v1At(paigham.baseUrl, paigham.world.roshan.apiKey);
    const { body } = await ask('GET /v1/chat/templates?name=pickup_ready');
    expect(body).toMatchObject({
      data: [{ body: { text: 'Dear {{1}}, your order is ready.' }, buttons: [{ text: 'Thanks' }] }],
    });
  });

  it('that is approved is chosen already when one sends with it', async () => {
    const page = await site.openAs(OWNER, '/portal/chat-templates');
    await page.getByRole('link', { name: 'order_update' }).first().click();
    await page.getByRole('link', { name: 'Send with this template' }).click();
    await page.getByRole('textbox', { name: 'Value 1' }).fill('Ali');
    await page.getByText('Ali').last().waitFor();
    await page.reload();
    await page.getByRole('textbox', { name: 'Value 1' }).waitFor();
  });

  it.each([
    ['desktop', {}],
    ['phone-urdu', { window: 'phone', locale: 'ur', colours: 'dark' }],
  ] as const)('is one of a list (%s)', async (name, look) => {
    const page = await site.openAs(OWNER, '/portal/chat-templates', look);
    await page.getByText('delivery_choice').waitFor();
    await expectAccessible(page);
    await screenshot(page, `chat-templates-${name}`);
  });
});
