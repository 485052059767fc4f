/** WhatsApp first, SMS for those whom it does not reach: the campaign's form, and its result. */
import { beforeAll, describe, expect, it } from 'vitest';
import { plain } from '../../src/kit/postgres/statement.ts';
import { beginChatStory, type ChatStory } from '../support/chat-story.ts';
import { workedOff } from '../support/chat-posts.ts';
import { eventually } from '../support/eventually.ts';
import { mobileWith, pass } from '../support/fallbacks.ts';
import { pdusOf } from '../support/heard.ts';
import { addPerson } from '../support/people.ts';
import { v1At, type AskV1 } from '../support/v1.ts';
import { expectAccessible, LOOKS, openSite, screenshot, type Site } from './browser.ts';

const OWNER = 'owner@chat-fallbacks.example';
const OWN = '923001118877';
let story: ChatStory;
let site: Site;
let ask: AskV1;
let path: string;

beforeAll(async () => {
  story = await beginChatStory();
  const { paigham, shop } = story;
  const { accountId } = shop;
  await addPerson(paigham.world.admin, OWNER, { accountId, role: 'owner' });
  const own = plain('own-phone', `update users set phone = ${OWN} where email = $1`);
  await paigham.db.transact((it) => it.run(own, [OWNER]));
  ask = v1At(paigham.baseUrl, shop.apiKey);
  const people = [
    { mobile: mobileWith('reached'), name: 'Sana' },
    { mobile: mobileWith('reached'), name: 'Omar' },
    { mobile: mobileWith('unreachable'), name: 'Bilal' },
  ];
  for (const person of people) await ask('POST /v1/contacts', { ...person, tags: ['eid'] });
  const made = await ask('POST /v1/segments', { name: 'Eid', filter: { tag: 'eid' } });
  path = `/portal/campaigns/new?segment=${String(made.body['id'])}&kind=chat`;
  site = await openSite(paigham);
});

type Page = Awaited<ReturnType<Site['openAs']>>;

async function choose(page: Page): Promise<void> {
  await page.getByText('3 people are among them').waitFor();
  await page.getByRole('combobox', { name: 'Template', exact: true }).click();
  await page.getByRole('option', { name: 'plain_news (en)' }).click();
  await page.getByRole('switch', { name: 'Send an SMS to those whom' }).click();
  await page.getByLabel('After how many minutes').fill('10');
  await page.getByRole('combobox', { name: 'Template of the SMS' }).click();
  await page.getByRole('option', { name: /^Any text, transactional/ }).click();
  await page.getByRole('combobox', { name: 'text', exact: true }).click();
  await page.getByRole('option', { name: 'Name', exact: true }).click();
  await page.getByLabel('Where text is empty').fill('Dear customer');
}

const texts = (mobile: string): number =>
  pdusOf(story.paigham.operators.jazz).filter((it) => it.destination === mobile).length;

describe('a chat campaign with a text to those whom it does not reach', () => {
  it('says what both cost, is tried by both, and tells how many came by each', async () => {
    const page = await site.openAs(OWNER, path);
    await choose(page);
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Eid greetings');
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await page.getByText('And 3 SMS at most, for').waitFor();
    await expectAccessible(page);
    await screenshot(page, 'chat-fallback-checked');
    await page.getByRole('button', { name: 'Send both to my phone' }).click();
    await page.getByText('The message and the SMS are on their way').waitFor();
    await eventually('both', async () => texts(OWN) === 1 && story.copies(OWN) === 1);
    await page.getByRole('button', { name: 'Send 3 messages' }).click();
    await page.getByRole('heading', { level: 1, name: 'Eid greetings' }).waitFor();
    await page.getByRole('heading', { name: 'WhatsApp first, then SMS' }).waitFor();
    const id = /campaigns\/(\d+)/.exec(page.url())?.[1] ?? '';
    await eventually('all have left', async () => {
      const { body } = await ask(`GET /v1/batches/${id}`);
      return (body['counts'] as Record<string, number> | null)?.['pending'] === 0;
    });
    await workedOff(story);
    await page.getByText('may still get an SMS: 10 minutes after').waitFor();
    await screenshot(page, 'chat-fallback-open');
    await pass(story, id, 1);
    await page.getByText('1 delivered').waitFor();
    await expectAccessible(page);
    await screenshot(page, 'chat-fallback-result');
    await page.getByRole('button', { name: 'Send again' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Check' }).click();
    // The one whom it did not reach got the SMS.
    await dialog.getByText('Nobody of this batch is left for another try').waitFor();
    await dialog.getByText('Also to those who got the SMS instead').click();
    await dialog.getByRole('button', { name: 'Check' }).click();
    await dialog.getByText('1 message for').waitFor();
    await dialog.getByText('This time no SMS goes').waitFor();
    await expectAccessible(page);
    await screenshot(page, 'chat-again');
    await dialog.getByRole('button', { name: 'Send 1 message' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.goBack();
    await page.getByRole('button', { name: 'Send again' }).click();
    await dialog.getByText('got it again already').waitFor();
    // What it would do there is about the campaign that it was opened on.
    await dialog.getByRole('link', { name: /^Campaign \d+/ }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.goBack();
    await page.getByRole('link', { name: 'See the SMS' }).click();
    await page.getByRole('heading', { level: 1, name: 'Eid greetings · SMS' }).waitFor();
    await page.getByText('These SMS follow a WhatsApp campaign: see it').waitFor();
    await screenshot(page, 'chat-fallback-texts');
  });

  it.each([...LOOKS])('says before its time to whom it goes, and what (%s)', async (name, look) => {
    const segments = await ask('GET /v1/segments');
    const made = await ask('POST /v1/batches', {
      ...{ kind: 'chat', sender: '', content: {}, duplicate: true, name: 'Next Eid' },
      template_id: String(await story.template('plain_news')),
      segment_id: segments.body.data[0]?.['id'],
      send_at: new Date(Date.now() + 40 * 86_400_000).toISOString(),
      fallback: {
        ...{ after_minutes: 10, sender: story.shop.senders.brand },
        template_id: String(story.shop.transactional),
        message: { text: 'Dear {{name|friend}}' },
      },
    });
    const page = await site.openAs(OWNER, `/portal/campaigns/${String(made.body['id'])}`, look);
    const plan = page.locator('section').filter({ hasText: 'Dear {{name}}' });
    for (const it of ['Eid', 'Our shop has moved.'])
      await plan.getByText(it, { exact: true }).waitFor();
    await plan.locator('dd').nth(1).getByText('3').waitFor();
    await expectAccessible(page);
    await screenshot(page, `campaign-plan-${name}`);
  });

  it.each([...LOOKS])('has no obstacle for anybody (%s)', async (name, look) => {
    const page = await site.openAs(OWNER, path, look);
    await page.getByRole('switch').first().waitFor();
    await page.getByRole('switch').first().check();
    await page.locator('.mantine-NumberInput-input').waitFor();
    await expectAccessible(page);
    const width = await page.evaluate('document.documentElement.scrollWidth');
    expect(width).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0);
    await screenshot(page, `chat-fallback-new-${name}`);
    const listed = await ask('GET /v1/batches?limit=20');
    const found = listed.body.data.find((it) => it['fallback'] !== null);
    await page.goto(`${new URL(page.url()).origin}/portal/campaigns/${String(found?.['id'])}`);
    await page.locator('section h2').first().scrollIntoViewIfNeeded();
    await expectAccessible(page);
    await screenshot(page, `chat-fallback-result-${name}`);
  });
});
