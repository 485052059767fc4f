/** Chat templates, with the chat platform at the other end. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunningPlatform } from '../../fakes/chat-platform/start.ts';
import { buildChat } from '../../src/demo/build-chat.ts';
import { createChatPlatform } from '../../src/carriers/whatsapp/platform.ts';
import { CHAT_ACCESS, SECOND_NUMBER, startDemoPlatform } from '../support/demo-chat.ts';
import { NO_SAMPLES } from '../support/chat-world.ts';
import { startPaigham, type Paigham } from '../support/paigham.ts';
import { addPerson } from '../support/people.ts';
import { v1At } from '../support/v1.ts';
import { eventually } from '../support/eventually.ts';
import { expectAccessible, LOOKS, openSite, screenshot, type Site } from './browser.ts';

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
  const samples = NO_SAMPLES;
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

  it('that WhatsApp refused says why in words, in the bell and on its page', async () => {
    const page = await site.openAs(OWNER, '/portal');
    const bell = page.getByRole('button', { name: /^Notices/ });
    await bell.click();
    const notices = page.getByRole('dialog', { name: 'Notices' });
    await notices.getByText('WhatsApp finds its content abusive').waitFor();
    await notices.getByRole('link', { name: /prize_draw/ }).click();
    await page.getByText('WhatsApp finds its content abusive').first().waitFor();
    expect(await page.getByText('ABUSIVE_CONTENT').count()).toBe(0);
  });

  it('starts from a wording, whose variables are numbered', async () => {
    const page = await site.openAs(OWNER, '/portal/chat-templates/new');
    await page.getByRole('combobox', { name: 'Start from' }).fill('dispatch');
    await page.getByRole('option', { name: 'Order dispatched' }).click();
    const text = page.getByRole('textbox', { name: /^Text/ });
    await page.getByRole('textbox', { name: /\{\{4\}\}/ }).waitFor();
    expect(await text.inputValue()).toMatch(
      /^Dear \{\{1\}\}, your order \{\{2\}\} is on its way with \{\{3\}\}\..* Roshan/,
    );
    expect(await page.getByLabel('Name').inputValue()).toMatch(/^order_dispatched/);
    await screenshot(page, 'chat-template-from-wording');
    await expectAccessible(page);
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

describe('a number', () => {
  it('is connected by its ids, refused in words, made the default and disconnected', async () => {
    const page = await site.openAs(OWNER, '/portal/chat-numbers');
    await page.getByText('+92 300 1110001').waitFor();
    await page.getByRole('button', { name: 'Connect a number' }).click();
    const dialog = page.getByRole('dialog');
    const connect = dialog.getByRole('button', { name: 'Connect a number' });
    await connect.click();
    await eventually('each asked for', async () => {
      return (await dialog.getByText('Give it.').count()) === 4;
    });
    await dialog.getByLabel('Business account ID').fill(CHAT_ACCESS.business);
    await dialog.getByLabel('Phone number ID').fill('+92 300 1110002');
    await dialog.getByLabel('Access token').fill('not-the-token');
    await dialog.getByLabel('App secret').fill(CHAT_ACCESS.appSecret);
    await connect.click();
    await dialog.getByText('Must be digits, as the platform shows it.').waitFor();
    await dialog.getByLabel('Phone number ID').fill(SECOND_NUMBER);
    await connect.click();
    await dialog.getByText(/Is not valid: it was cut.*190/).waitFor();
    await expectAccessible(page);
    await screenshot(page, 'chat-number-connect');
    await dialog.getByLabel('Access token').fill(CHAT_ACCESS.token);
    await connect.click();
    await page.getByRole('dialog', { name: /300 1110002.? is connected/ }).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Close' }).last().click();
    const second = page.getByRole('listitem').filter({ hasText: '+92 300 1110002' });
    await second.getByText('Connected', { exact: true }).waitFor();
    await second.getByRole('button', { name: 'Make it the default' }).click();
    await second.getByText('Default', { exact: true }).waitFor();
    await second.getByRole('button', { name: 'Disconnect' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
    await second.getByText('Disconnected', { exact: true }).waitFor();
  });

  it.each(LOOKS)('is shown as it is: %s', async (name, look) => {
    const page = await site.openAs(OWNER, '/portal/chat-numbers', look);
    await page.getByText('+92 300 1110001').waitFor();
    await expectAccessible(page);
    await screenshot(page, `chat-numbers-${name}`);
  });
});
