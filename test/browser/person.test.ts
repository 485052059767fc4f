/** All that is kept of one person: found from a contact and a conversation, and forgotten. */
import { beforeAll, describe, expect, it } from 'vitest';
import { must } from '../../src/operations/admin.ts';
import { addSender, decideSender } from '../../src/features/senders/senders.operations.ts';
import { addPerson } from '../support/people.ts';
import { handOver, writtenBy } from '../support/phones.ts';
import { beginStory, type Story } from '../support/stories.ts';
import { v1At, type AskV1 } from '../support/v1.ts';
import { expectAccessible, LOOKS, openSite, screenshot, type Site } from './browser.ts';

const OWNER = 'sana@chaman.example';
const NUMBER = '923001234567';
const CODE = '7711';
let story: Story;
let ask: AskV1;
let site: Site;

beforeAll(async () => {
  story = await beginStory();
  const { paigham, shop } = story;
  const { admin } = paigham.world;
  const { accountId } = shop;
  ask = v1At(paigham.baseUrl, shop.apiKey);
  await addPerson(admin, OWNER, { accountId, role: 'owner' });
  must(await addSender(admin, { accountId, name: CODE, route: 'short_code' }));
  must(await decideSender(admin, { accountId, name: CODE, state: 'approved' }));
  const order = 'Your order A-17 is ready.';
  await story.until(await story.send(order, NUMBER, { sender: 'InfoSMS' }), 'DELIVERED');
  await handOver(paigham.operators.jazz, writtenBy(NUMBER, 'Thank you!', CODE));
  const fields = { city: 'Lahore' };
  await ask('POST /v1/contacts', { mobile: NUMBER, name: 'Ayesha Khan', tags: ['vip'], fields });
  const wording = 'Send me offers by text message.';
  await ask('POST /v1/consents', { person: NUMBER, wording, proof: 'order 1042' });
  site = await openSite(paigham);
});

describe('one person', () => {
  it('is found from a contact, with all that is kept', async () => {
    const page = await site.openAs(OWNER, '/portal/contacts');
    await page.getByRole('table').getByRole('button', { name: 'Ayesha Khan' }).click();
    await page.getByRole('link', { name: 'All about them' }).click();
    await page.getByRole('heading', { name: 'One person' }).waitFor();
    const table = page.getByRole('table', { name: 'What you keep' });
    for (const text of ['Your order A-17 is ready.', 'Thank you!', /city: .Lahore/, 'order 1042']) {
      await table.getByText(text).waitFor();
    }
    expect(await table.innerText()).not.toMatch(/_at|T\d\d:/);
    await page.getByLabel('Number or chat user').fill('۰۳۰۰ ۱۲۳۴۵۶۷');
    await page.waitForURL(/person=%DB/);
    await table.getByText('Thank you!').waitFor();
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download CSV' }).click();
    expect((await saved).suggestedFilename()).toBe('person.csv');
  });

  it.each([...LOOKS])('has no obstacle for anybody (%s)', async (name, look) => {
    const page = await site.openAs(OWNER, `/portal/contacts/person?person=${NUMBER}`, look);
    await page.getByText('Your order A-17 is ready.').waitFor();
    await expectAccessible(page);
    await screenshot(page, `person-${name}`);
  });

  it('is forgotten from a conversation, after a yes that says what goes and stays', async () => {
    const page = await site.openAs(OWNER, '/portal/replies');
    await page.getByText('Thank you!').first().click();
    await page.getByRole('link', { name: 'All about them' }).click();
    await page.getByRole('button', { name: 'Forget this person' }).click();
    const asked = page.getByRole('dialog', { name: /Forget .*\+92 300 1234567/ });
    await asked.getByText(/replies \(1\), and number and text of messages \(1\)/).waitFor();
    await screenshot(page, 'person-forget');
    await asked.getByRole('button', { name: 'Forget this person' }).click();
    await page.getByText('Forgotten. What is below has stayed, or come since.').waitFor();
    const table = page.getByRole('table', { name: 'What you keep' });
    await table.getByText('order 1042').waitFor();
    await table.getByText('Your order A-17 is ready.').waitFor({ state: 'detached' });
    expect((await ask('GET /v1/contacts')).body.data).toEqual([]);
    await page.close();
  });
});
