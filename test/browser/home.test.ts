/** The first page: what a new account still has to do, and what happens at a busy one. */
import { beforeAll, expect, it } from 'vitest';
import { startPaigham, type Paigham } from '../support/paigham.ts';
import { addPerson } from '../support/people.ts';
import { eventually } from '../support/eventually.ts';
import { openSite, type Site } from './browser.ts';

const NEW = 'owner@naya.example';
const BUSY = 'owner@chaman.example';
let paigham: Paigham;
let site: Site;

beforeAll(async () => {
  paigham = await startPaigham();
  const { admin, roshan, naya } = paigham.world;
  await addPerson(admin, NEW, { accountId: naya.accountId, role: 'owner' });
  await addPerson(admin, BUSY, { accountId: roshan.accountId, role: 'owner' });
  site = await openSite(paigham);
});

it('a new account is led to what it still has to do', async () => {
  const page = await site.openAs(NEW, '/portal');
  const steps = page.getByRole('region', { name: 'First steps' });
  await steps.getByText('2 of 6 done').waitFor();
  expect(await steps.getByRole('link').allTextContents()).toEqual([
    ...['Send it', 'Begin', 'Ask for it', 'Prepare it'],
  ]);
  await steps.getByText('Ten minutes for the documents').waitFor();
  await steps.getByRole('link', { name: 'Verify your account' }).click();
  await page.waitForURL('**/portal/verification');
  await page.goBack();
  await steps.getByRole('button', { name: 'Hide these steps' }).click();
  await eventually('no steps', async () => (await steps.count()) === 0);
  await page.reload();
  await page.getByText('Messages in the last 7 days').waitFor();
  expect(await steps.count()).toBe(0);
});

it('shows what was sent and why it failed, and leads to it', async () => {
  const { apiKey } = paigham.world.roshan;
  const { templateId } = paigham.world.template('One-time code');
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
  const ask = async (path: string, body?: unknown): Promise<unknown> => {
    const how = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
    return (await fetch(`${paigham.baseUrl}${path}`, { headers, ...how })).json();
  };
  const send = async (recipient: string, state: string): Promise<void> => {
    const content = { template_id: String(templateId), values: { code: '4821' } };
    await ask('/v1/messages', { recipients: [recipient], sender: '8584', ...content });
    await expect
      .poll(() => ask(`/v1/messages?recipient=${recipient}`), { timeout: 120_000 })
      .toMatchObject({ data: [{ state }] });
  };
  await send('923001234567', 'delivered');
  await paigham.behave({ receiptState: 'UNDELIV' });
  await send('923001234568', 'failed');
  const page = await site.openAs(BUSY, '/portal');
  await page
    .getByRole('region', { name: 'Waiting for approval' })
    .getByText('Appointment')
    .waitFor();
  await page.getByText('Jazz').waitFor();
  await page.getByRole('region', { name: 'Not delivered' }).getByRole('link').first().click();
  await page.getByRole('heading', { level: 1, name: 'Messages' }).waitFor();
  await page.getByText('+92 300 1234568').waitFor();
  expect(await page.getByText('+92 300 1234567').count()).toBe(0);
});
