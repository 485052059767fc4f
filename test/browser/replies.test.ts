/** Who wrote back, by SMS and chat: seen as it happens, read, assigned, answered. */
import type { Locator, Response } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { DEMO_PICTURE } from '../../src/demo/demo-picture.ts';
import { must } from '../../src/operations/admin.ts';
import { addSender, decideSender } from '../../src/features/senders/senders.operations.ts';
import { addTemplate, decideTemplate } from '../../src/features/templates/templates.operations.ts';
import { wallClock } from '@paigham/base/clock.ts';
import { beginChatStory, type ChatStory } from '../support/chat-story.ts';
import { eventually } from '../support/eventually.ts';
import { lastFor } from '../support/heard.ts';
import { addPerson } from '../support/people.ts';
import { handOver, writtenBy } from '../support/phones.ts';
import { v1At } from '../support/v1.ts';
import { expectAccessible, LOOKS, openSite, screenshot, type Site } from './browser.ts';

const OWNER = 'sana@chaman.example';
const CODE = '7711';
const TEXTER = '923001234567';
const CHATTER = '923001234568';
const LATE = '923001234569';
const HOUR_MS = 3_600_000;
let story: ChatStory;
let site: Site;

beforeAll(async () => {
  story = await beginChatStory();
  const { admin } = story.paigham.world;
  const { accountId } = story.shop;
  await addPerson(admin, OWNER, { accountId, role: 'owner' });
  await addPerson(admin, 'bilal@chaman.example', { accountId, role: 'manager' });
  must(await addSender(admin, { accountId, name: CODE, route: 'short_code' }));
  must(await decideSender(admin, { accountId, name: CODE, state: 'approved' }));
  const { templateId } = must(
    await addTemplate(admin, {
      ...{ accountId, name: 'Order on its way', category: 'transactional' },
      message: 'Your order #order# is on its way. Thank you for asking, Chaman.',
      variables: [{ name: 'order', maxLength: 10 }],
    }),
  );
  must(await decideTemplate(admin, { accountId, templateId, state: 'approved' }));
  const atMs = wallClock.nowMs();
  await story.write(LATE, 'Do you have it in blue?', { atMs: atMs - 25 * HOUR_MS });
  await text('السلام علیکم، میرا آرڈر کب آئے گا؟');
  await text('Order 17');
  await story.write(CHATTER, 'Salaam! Are you open on Sunday?', { atMs: atMs - 20 * HOUR_MS });
  await story.write(CHATTER, '', {
    ...{ type: 'document', fileName: 'my-order.pdf', mimeType: 'application/pdf' },
    ...{ base64: Buffer.from('%PDF-1.4').toString('base64'), atMs: atMs - 20 * HOUR_MS },
  });
  await eventually('all conversations', async () => {
    const rows = await story.ask<{ readonly unread: number }>(
      'select unread from conversations where account_id = $1',
      [accountId],
    );
    return rows.reduce((sum, it) => sum + it.unread, 0) === 5;
  });
  site = await openSite(story.paigham);
});

const text = (said: string): Promise<void> =>
  handOver(story.paigham.operators.jazz, writtenBy(TEXTER, said, CODE));

describe('the inbox', () => {
  it('shows a reply as it comes, and the one who opens it has read it', async () => {
    const page = await site.openAs(OWNER, '/portal/replies');
    const list = page.getByRole('region', { name: 'Conversations' });
    const texter = list.getByRole('link', { name: /\+92 300 1234567/ });
    await texter.getByLabel('2 unread').waitFor();
    const refused: string[] = [];
    const note = (answer: Response) => void (answer.status() >= 400 && refused.push(answer.url()));
    page.on('response', note);
    await text('Hello?');
    await texter.getByLabel('3 unread').waitFor();
    await texter.focus();
    await page.keyboard.press('Enter');
    const thread = page.getByRole('log');
    await thread.getByText('Hello?').waitFor();
    await texter.getByLabel(/unread/).waitFor({ state: 'detached' });
    await text('Please answer');
    await thread.getByText('Please answer').waitFor();
    await text('STOP');
    await page.getByText('This person has opted out of advertising.').waitFor();
    page.off('response', note);
    expect(refused).toEqual([]);
  });

  it('narrows the list by chips that are in the address, and assigns', async () => {
    const page = await site.openAs(OWNER, '/portal/replies');
    const list = page.getByRole('region', { name: 'Conversations' });
    await list.getByRole('listitem').nth(2).waitFor();
    const find = page.getByRole('textbox', { name: 'Name, number or text' });
    for (const wanted of ['open on sunday', '4568']) {
      await find.fill(wanted);
      await eventually('the chat', async () => (await list.getByRole('listitem').count()) === 1);
      await list.getByRole('link', { name: 'Chat' }).waitFor();
    }
    await find.fill('');
    await list.getByRole('listitem').nth(2).waitFor();
    await page.getByRole('checkbox', { name: 'SMS' }).press('Space');
    await eventually('the one', async () => (await list.getByRole('listitem').count()) === 1);
    expect(new URL(page.url()).searchParams.get('kind')).toBe('sms');
    await list.getByRole('link').click();
    await page.getByRole('combobox', { name: 'Assigned to' }).click();
    await page.getByRole('option', { name: 'sana' }).click();
    await list.getByRole('link').getByText('sana').waitFor();
    await page.getByRole('checkbox', { name: 'Mine' }).press('Space');
    await page.waitForURL(/assigned=me/);
    await list.getByRole('link').getByText('sana').waitFor();
    const [row] = await story.ask<{ readonly actor: string }>(
      `select actor from audit where action = 'conversation.assign'`,
    );
    expect(row?.actor).toMatch(/^user:\d+$/);
  });

  it('answers a text by an approved template, with its price', async () => {
    const page = await site.openAs(OWNER, '/portal/replies?kind=sms');
    await page.getByRole('region', { name: 'Conversations' }).getByRole('link').click();
    await page.getByRole('combobox', { name: 'Template' }).click();
    await page.getByRole('option', { name: 'Order on its way' }).click();
    await page.getByLabel('order').fill('17');
    await page.getByText('Your order 17 is on its way.').waitFor();
    await page.getByText(/^Costs/).waitFor();
    await page.getByRole('button', { name: 'Send answer' }).click();
    const thread = page.getByRole('log');
    await thread.getByText('Your order #order# is on its way.').waitFor();
    await thread.getByText('Delivered').waitFor();
    const { text: read } = lastFor(story.paigham.operators.jazz, TEXTER);
    expect(read).toContain('Your order 17');
  });

  it('answers chat in free text while the window is open, and counts it down', async () => {
    const page = await site.openAs(OWNER, '/portal/replies');
    const list = page.getByRole('region', { name: 'Conversations' });
    await page.getByRole('checkbox', { name: 'Chat' }).press('Space');
    await list.getByRole('link', { name: /A file/ }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save my-order.pdf' }).click();
    expect((await download).suggestedFilename()).toBe('my-order.pdf');
    await page.getByText(/^Free text until .*\d\d:\d\d.* · 3 h 5\d min left$/).waitFor();
    await page.getByRole('textbox', { name: 'Your answer' }).fill('Yes, from ten to six.');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('log').getByText('Yes, from ten to six.').waitFor();
    await eventually('they have it', () => story.copies(CHATTER) === 1);
    await list.getByText('You: Yes, from ten to six.').waitFor();
    await page.getByText('File', { exact: true }).click();
    await page.getByLabel('Or the address of a file').fill('https://127.0.0.1:1/a.jpg');
    await page.getByRole('button', { name: 'Send answer' }).click();
    await page.locator('form').getByRole('alert').waitFor();
    const choosing = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Choose a file' }).click();
    const lamp = { name: 'lamp.png', mimeType: 'image/png', buffer: Buffer.from(DEMO_PICTURE) };
    await (await choosing).setFiles(lamp);
    await page.getByText('lamp.png').waitFor();
    // What was refused is not what stands there now.
    await page.locator('form').getByRole('alert').waitFor({ state: 'detached' });
    await screenshot(page, 'reply-with-a-file');
    await page.getByRole('button', { name: 'Send answer' }).click();
    await eventually('they have the picture', () => story.copies(CHATTER) === 2);
    const picture = page.getByRole('log').getByRole('img', { name: 'Picture' });
    await eventually('it is shown', () =>
      picture.evaluate((it) => (it as unknown as { naturalWidth: number }).naturalWidth > 0),
    );
  });

  it('has its end and what sends in sight on a phone, whatever is written', async () => {
    const page = await site.openAs(OWNER, '/portal/replies?kind=chat', { window: 'phone' });
    await page
      .getByRole('link', { name: /or a file/ })
      .first()
      .click();
    const thread = page.getByRole('log');
    await thread.getByText('Yes, from ten').waitFor();
    await page.getByText('File', { exact: true }).click();
    await page.getByLabel('Caption').waitFor();
    const bottomOf = async (place: Locator): Promise<number> => {
      const { y = 0, height = 0 } = (await place.boundingBox()) ?? {};
      return y + height;
    };
    const [send, bar, last, end] = await Promise.all([
      bottomOf(page.getByRole('button', { name: 'Send answer' })),
      page.getByRole('navigation', { name: 'Most used' }).boundingBox(),
      bottomOf(thread.getByText(/Delivered|Sent|Read/).last()),
      bottomOf(thread),
    ]);
    expect(send).toBeLessThan(bar?.y ?? 0);
    expect(last).toBeLessThan(end);
  });

  it('answers with what a slash finds, and notes what colleagues should know', async () => {
    const page = await site.openAs(OWNER, '/portal/replies?kind=chat');
    const list = page.getByRole('region', { name: 'Conversations' });
    await list
      .getByRole('link', { name: /template or a file/ })
      .first()
      .click();
    await page.getByRole('button', { name: 'Canned answers' }).click();
    const window = page.getByRole('dialog', { name: 'Canned answers' });
    for (const [name, said] of [
      ['Hours', 'We are open from ten to six, except on Fridays.'],
      ['Return', 'You can return it within 14 days.'],
    ] as const) {
      await window.getByLabel('Name').fill(name);
      await window.getByLabel('Text').fill(said);
      await window.getByRole('button', { name: 'Add' }).click();
      await window.getByRole('button', { name, exact: true }).waitFor();
    }
    await window.getByLabel('Name').fill('hours');
    await window.getByLabel('Text').fill('Twice');
    await window.getByRole('button', { name: 'Add' }).click();
    await window.getByText(/the name of another canned answer/).waitFor();
    await window.getByRole('button', { name: 'Return', exact: true }).click();
    await window.getByLabel('Text').fill('You can return it within 30 days.');
    await expectAccessible(page);
    await window.getByRole('button', { name: 'Save' }).click();
    await window.getByRole('button', { name: 'Add' }).waitFor();
    await page.keyboard.press('Escape');
    const editor = page.getByRole('textbox', { name: 'Your answer' });
    await editor.fill('/');
    await page.getByRole('option', { name: /Hours/ }).waitFor();
    await editor.pressSequentially('30 d');
    await eventually('one fits', async () => (await page.getByRole('option').count()) === 1);
    const [box, under] = [await page.getByRole('option').boundingBox(), await editor.boundingBox()];
    expect(box?.x).toBeGreaterThanOrEqual(under?.x ?? Infinity);
    await expectAccessible(page);
    await screenshot(page, 'canned-answers-found');
    await editor.press('Enter');
    await eventually('its text', async () => {
      return (await editor.inputValue()) === 'You can return it within 30 days.';
    });
    await editor.fill('');
    await page.getByRole('button', { name: 'Leave a note' }).click();
    await page.getByLabel('Note', { exact: true }).fill('Wants a refund: ask Bilal.');
    await page.getByRole('button', { name: 'Save the note' }).click();
    const thread = page.getByRole('log');
    await thread.getByText('Note by sana').waitFor();
    await expectAccessible(page);
    await screenshot(page, 'replies-with-a-note');
    await thread.getByRole('button', { name: 'Remove the note' }).click();
    await thread.getByText('Wants a refund').waitFor({ state: 'detached' });
  });

  it('sorts conversations by labels, by the keyboard alone', async () => {
    const page = await site.openAs(OWNER, '/portal/replies?kind=chat');
    const list = page.getByRole('region', { name: 'Conversations' });
    await list
      .getByRole('link', { name: /template or a file/ })
      .first()
      .click();
    await page.getByRole('button', { name: 'Labels' }).press('Enter');
    const window = page.getByRole('dialog', { name: 'Labels' });
    for (const name of ['Refund', 'Wholesale']) {
      await window.getByRole('textbox', { name: 'New label' }).fill(name);
      await page.keyboard.press('Enter');
      await eventually(`${name} is set`, () =>
        window.getByRole('checkbox', { name, exact: true }).isChecked(),
      );
    }
    await window.getByRole('checkbox', { name: 'Wholesale', exact: true }).press('Space');
    await window.getByRole('button', { name: 'Change the label “Wholesale”' }).press('Enter');
    await window.getByRole('textbox', { name: 'Name of the label' }).fill('Trade');
    await page.keyboard.press('Enter');
    await window.getByRole('checkbox', { name: 'Trade', exact: true }).waitFor();
    await window.getByRole('textbox', { name: 'New label' }).waitFor();
    // Each begins with its own name, also after one that was refused, and as it is called now.
    const edited = window.getByRole('textbox', { name: 'Name of the label' });
    await window.getByRole('button', { name: 'Change the label “Trade”' }).press('Enter');
    expect(await edited.inputValue()).toBe('Trade');
    await edited.fill('refund');
    await page.keyboard.press('Enter');
    await window.getByText(/the name of another label/).waitFor();
    await window.getByRole('button', { name: 'Change the label “Refund”' }).press('Enter');
    await window.getByText(/the name of another label/).waitFor({ state: 'detached' });
    expect(await edited.inputValue()).toBe('Refund');
    await expectAccessible(page);
    await screenshot(page, 'labels');
    await page.keyboard.press('Escape');
    await window.waitFor({ state: 'detached' });
    await list.getByRole('link', { name: /Refund/ }).waitFor();
    await page.goto(`${story.paigham.baseUrl}/portal/replies`);
    await list.getByRole('listitem').nth(2).waitFor();
    const filter = page.getByRole('combobox', { name: 'Label' });
    await filter.press('ArrowDown');
    await page.getByRole('option', { name: 'Trade' }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/label=\d+/);
    await eventually('the one', async () => (await list.getByRole('link').count()) === 1);
    await list.getByRole('link', { name: /Refund/ }).waitFor();
    await expectAccessible(page);
    await screenshot(page, 'replies-by-label');
    await page.goto(`${story.paigham.baseUrl}/portal/replies`);
    await filter.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByText('Nothing fits these filters').waitFor();
  });

  it('asks for what a template takes, and for files of the library', async () => {
    const v1 = v1At(story.paigham.baseUrl, story.shop.apiKey);
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(DEMO_PICTURE)]), 'lamp.png');
    const headers = { authorization: `Bearer ${story.shop.apiKey}` };
    const given = { method: 'POST', headers, body: form };
    const media = await fetch(`${story.paigham.baseUrl}/v1/media`, given);
    const { url } = (await media.json()) as { readonly url: string };
    const made = await v1('POST /v1/chat/templates', {
      ...{ name: 'lamp_offer', language: 'en', category: 'marketing' },
      header: { type: 'image', sample_url: url },
      body: { text: 'New lamps, {{1}}.', examples: ['Ali'] },
      buttons: [{ type: 'copy_code', example: 'LAMP20' }],
    });
    expect(made.status).toBe(201);
    const decided = { name: 'lamp_offer', language: 'en', event: 'APPROVED' };
    await story.tell('/templates/decide', decided);
    await eventually('it is approved', async () => {
      const { body } = await v1('GET /v1/chat/templates?name=lamp_offer&state=approved');
      return body.data.length === 1;
    });
    const page = await site.openAs(OWNER, '/portal/replies?kind=chat');
    const list = page.getByRole('region', { name: 'Conversations' });
    await list.getByRole('link', { name: /in blue/ }).click();
    await page.getByRole('combobox', { name: 'Template' }).click();
    await page.getByRole('option', { name: /lamp_offer/ }).click();
    await page.getByLabel('Value 1').fill('Ali');
    await page.getByLabel('Code that they copy').fill('LAMP20');
    await page.getByRole('button', { name: 'From the library' }).click();
    await page.getByRole('dialog').getByRole('button', { name: /lamp/ }).click();
    await page.getByText(/^Costs/).waitFor();
  });

  it('explains a window that is over, offers templates, and closes', async () => {
    const page = await site.openAs(OWNER, '/portal/replies');
    const list = page.getByRole('region', { name: 'Conversations' });
    await list.getByRole('link', { name: /in blue/ }).click();
    await page.getByText('Only templates now').waitFor();
    expect(await page.getByRole('textbox', { name: 'Your answer' }).count()).toBe(0);
    await page.getByRole('combobox', { name: 'Template' }).waitFor();
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    await page.getByRole('button', { name: 'Open again' }).waitFor();
    await eventually('two are left', async () => (await list.getByRole('listitem').count()) === 2);
    await page.getByRole('textbox', { name: 'Name, number or text' }).fill('in blue');
    await page.getByText('Nothing fits these filters').waitFor();
    await page.getByRole('button', { name: 'Search them, too' }).click();
    await list.getByRole('link', { name: /in blue.*Closed/ }).waitFor();
    await page.getByRole('button', { name: 'Leave them out' }).click();
    await page.getByText('Closed conversations are left out.').waitFor();
  });
});

describe('the pages', () => {
  it.each(LOOKS)('are accessible: %s', async (name, look) => {
    const page = await site.openAs(OWNER, '/portal/replies', look);
    const rows = page.getByRole('listitem').getByRole('link');
    await rows.first().waitFor();
    await expectAccessible(page);
    await screenshot(page, `replies-${name}`);
    for (const [said, of] of [
      ['Yes, from ten', 'chat'],
      ['17', 'sms'],
    ] as const) {
      await page.goto(`${story.paigham.baseUrl}/portal/replies?kind=${of}`);
      await rows.first().click();
      await page.getByRole('log').getByText(said).first().waitFor();
      await page.getByRole('button', { name: /Send answer|جواب بھیجیں/ }).waitFor();
      await expectAccessible(page);
      const overflow = await page.evaluate<number>(
        'document.documentElement.scrollWidth - document.documentElement.clientWidth',
      );
      expect(overflow).toBe(0);
      await screenshot(page, `replies-${of}-${name}`);
    }
  });
});

describe('a conversation that another agent holds', () => {
  it('shows who else answers and what was edited, and takes the conversation over', async () => {
    const from = '923001234571';
    const { id } = await story.tell('/reply', { from, text: 'Is it new?', standby: true });
    await story.tell('/handover', { person: from, role: 'ai_agent', summary: 'Asks for news' });
    const page = await site.openAs(OWNER, '/portal/replies');
    const list = page.getByRole('region', { name: 'Conversations' });
    await list.getByRole('link', { name: /Is it new/ }).click();
    await list.getByText('The agent of WhatsApp answers them').waitFor();
    const held = page.getByText('The agent of WhatsApp answers them');
    await held.last().waitFor();
    await page.getByText('Asks for news').waitFor();
    await expectAccessible(page);
    await page.setViewportSize({ width: 390, height: 844 });
    const box = await page.getByRole('log').boundingBox();
    expect(box?.height ?? 0).toBeGreaterThan(140);
    await page.getByRole('button', { name: 'Take over' }).click();
    await eventually('nobody else', async () => (await held.count()) === 0);
    await story.tell('/reply', { from, type: 'edit', text: 'Is it used?', messageId: id });
    const thread = page.getByRole('log');
    await thread.getByText('Is it used?').waitFor();
    await thread.getByText('Edited').waitFor();
    await story.tell('/reply', { from, type: 'revoke', messageId: id });
    await thread.getByText('They deleted this message.').waitFor();
  });
});
