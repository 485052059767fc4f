/** What monitoring sees of the traffic: /metrics, and the log's first line. */
import { readFileSync } from 'node:fs';
import { beforeAll, expect, it } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { mobileOf } from '../support/shop.ts';
import { beginStory, type Story } from '../support/stories.ts';

let story: Story;

beforeAll(async () => {
  story = await beginStory();
  await story.until(await story.send('One', mobileOf(0, 1)), 'DELIVERED');
  await story.paigham.behave({ receiptState: 'UNDELIV' });
  await story.until(await story.send('Two', mobileOf(0, 2)), 'FAILED');
});

const page = async (): Promise<string> => (await fetch(`${story.paigham.baseUrl}/metrics`)).text();

it.each([
  ['submits by link and outcome', 'paigham_submits_total{link="jazz",outcome="taken"} 2'],
  ['receipts by link and state', 'paigham_receipts_total{link="jazz",state="delivered"} 1'],
  ['failures too', 'paigham_receipts_total{link="jazz",state="failed"} 1'],
  ['what was accepted', 'paigham_messages_accepted_total{service="sms"} 2'],
  ['the links that carry to an operator', 'paigham_operator_usable_links{operator="Jazz"} 1'],
  ['what the doctor finds', 'paigham_doctor_findings{check="database",verdict="fault"} 0'],
  ['how long sends took to be durable', 'paigham_accept_seconds_count{service="sms"} 2'],
  ['how long the operator took to answer', 'paigham_submit_seconds_count{link="jazz"} 2'],
  ['how long receipts took', 'paigham_receipt_seconds_count{link="jazz"} 2'],
  ['links for which nothing waits', 'paigham_queue_messages{link="zong"} 0'],
])('shows %s', async (_, line) => {
  await eventually(line, async () => (await page()).includes(`${line}\n`));
});

it('shows what is waiting under the link it waits for', async () => {
  await story.paigham.operators.ufone.close();
  await story.send('Three', mobileOf(2, 3));
  const line = 'paigham_queue_messages{link="ufone"} 1\n';
  await eventually(line, async () => (await page()).includes(line));
  expect(await page()).toMatch(/^paigham_queue_oldest_seconds\{link="ufone",line="\w+"\} [\d.]+$/m);
  const cut = 'paigham_operator_usable_links{operator="Ufone"} 0\n';
  await eventually(cut, async () => (await page()).includes(cut));
});

it('says which program is running, in the metrics and in the first line of the log', async () => {
  const version = /paigham_build_info\{version="(\d+\.\d+\.\d+)",node="[\d.]+"\} 1/.exec(
    await page(),
  )?.[1];
  const first = JSON.parse(story.paigham.logged[0] ?? '') as object;
  expect(first).toMatchObject({
    version,
    address: expect.stringMatching(/^127\.0\.0\.1:\d+$/),
    roles: ['all'],
    msg: 'Paigham is starting',
  });
});

it('has every metric in the documentation’s table, and no other', async () => {
  const docs = readFileSync('docs/operating/doctor-metrics-logs.md', 'utf8');
  const shown = [...(await page()).matchAll(/^# HELP (paigham_\w+)/gm)].map(([, name]) => name);
  const documented = [...docs.matchAll(/^\| `(paigham_\w+)`/gm)].map(([, name]) => name);
  expect(new Set(documented)).toEqual(new Set(shown));
});
