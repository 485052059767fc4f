/** Messages that are cancelled at the moment at which they leave: the row of the queue decides. */
import { expect, it } from 'vitest';
import { explainLedger } from '../../src/admin/explain-ledger.ts';
import { pause, wallClock } from '../../src/kit/clock.ts';
import { beginStory } from '../support/stories.ts';
import { readLedgerTotals } from '../../src/store/ledger/ledger-totals.ts';
import { OPERATOR_NAMES } from '../support/paigham.ts';
import { mobileOf } from '../support/shop.ts';
import { copiesOf } from '../support/verify.ts';

const MESSAGES = 120;

type Sent = {
  readonly id: string;
  readonly messages: readonly { readonly id: string; readonly recipient: string }[];
};

it('each is cancelled or sent, never both, whichever node is asked', async () => {
  const { paigham, shop, okIds, balance, breaches, until } = await beginStory();
  const second = await paigham.startNode();
  const before = await balance();
  const call = async (baseUrl: string, path: string, init: RequestInit) => {
    const headers = { Authorization: `Bearer ${shop.apiKey}`, 'Content-Type': 'application/json' };
    return fetch(`${baseUrl}/v1/messages${path}`, { ...init, headers });
  };
  const { sender, template_id: template } = shop.write('', '');
  const dueAtMs = wallClock.nowMs() + 6_000;
  const recipients = Array.from({ length: MESSAGES }, (_, at) => mobileOf(0, 400 + at));
  const sent = (await (
    await call(paigham.baseUrl, '', {
      method: 'POST',
      body: JSON.stringify({
        ...{ recipients, sender, template_id: String(template), values: { text: 'Late' } },
        send_at: new Date(dueAtMs).toISOString(),
      }),
    })
  ).json()) as Sent;
  okIds.push(Number(sent.id));
  expect(sent.messages).toHaveLength(MESSAGES);

  // Spread over the moment at which they are due, each at both nodes.
  const cancelled = new Set<string>();
  await Promise.all(
    sent.messages.flatMap(({ id }, at) =>
      [paigham.baseUrl, second.baseUrl].map(async (baseUrl) => {
        const atMs = dueAtMs - 1_000 + (at / MESSAGES) * 1_800;
        await pause(wallClock, Math.max(0, atMs - wallClock.nowMs()));
        const { status } = await call(baseUrl, `/${id}`, { method: 'DELETE' });
        expect([200, 409]).toContain(status);
        if (status === 200) cancelled.add(id);
      }),
    ),
  );

  const sentOnes = sent.messages.filter(({ id }) => !cancelled.has(id));
  expect(cancelled.size).toBeGreaterThan(0);
  expect(sentOnes.length).toBeGreaterThan(0);
  await Promise.all(sentOnes.map(({ id }) => until(Number(id), 'DELIVERED')));
  await Promise.all([...cancelled].map((id) => until(Number(id), 'CANCELLED')));
  const heard = copiesOf(OPERATOR_NAMES.map((name) => paigham.operators[name]));
  for (const { id, recipient } of sent.messages) {
    const copies = heard.filter(({ destination }) => destination === recipient).length;
    expect([id, copies]).toEqual([id, cancelled.has(id) ? 0 : 1]);
  }
  const cost = sentOnes.length * 4.8;
  expect(await balance()).toBeCloseTo(before - cost, 2);
  expect(await breaches()).toEqual([]);
  const totals = await readLedgerTotals(paigham.db, shop.accountId);
  expect(totals && explainLedger(totals).isExplained).toBe(true);
});
