/** Messages that are cancelled while they leave: the row of the queue decides. */
import { expect, it } from 'vitest';
import { explainLedger } from '../../src/features/ledger/explain-ledger.ts';
import { wallClock } from '@paigham/base/clock.ts';
import { plain } from '../../src/kit/postgres/statement.ts';
import { eventually } from '../support/eventually.ts';
import { messagesOf } from '../support/heard.ts';
import { beginStory } from '../support/stories.ts';
import { readLedgerTotals } from '../../src/features/ledger/ledger-totals.sql.ts';
import { OPERATOR_NAMES } from '../support/paigham.ts';
import { mobileOf } from '../support/shop.ts';
import { copiesOf } from '../support/verify.ts';

const MESSAGES = 120;
/** So many are cancelled before any is due, and as many once they have left. */
const SURE = 20;

/** As if their time had come. */
const RELEASE = plain('test-release', 'update queue set due_at = now()');

type Sent = {
  readonly id: string;
  readonly messages: readonly { readonly id: string; readonly recipient: string }[];
};

it('each is cancelled or sent, never both, whichever node is asked', async () => {
  const { paigham, shop, okIds, balance, breaches, until } = await beginStory();
  const second = await paigham.startNode();
  const credit = await balance();
  const call = async (baseUrl: string, path: string, init: RequestInit) => {
    const headers = { Authorization: `Bearer ${shop.apiKey}`, 'Content-Type': 'application/json' };
    return fetch(`${baseUrl}/v1/messages${path}`, { ...init, headers });
  };
  const { sender, template_id: template } = shop.write('', '');
  const recipients = Array.from({ length: MESSAGES }, (_, at) => mobileOf(0, 400 + at));
  const sent = (await (
    await call(paigham.baseUrl, '', {
      method: 'POST',
      body: JSON.stringify({
        ...{ recipients, sender, template_id: String(template), values: { text: 'Late' } },
        send_at: new Date(wallClock.nowMs() + 3_600_000).toISOString(),
      }),
    })
  ).json()) as Sent;
  okIds.push(Number(sent.id));
  expect(sent.messages).toHaveLength(MESSAGES);

  const cancelled = new Set<string>();
  /** One after the other, each at both nodes at once. */
  const cancel = async (messages: Sent['messages']): Promise<void> => {
    for (const { id } of messages) {
      await Promise.all(
        [paigham.baseUrl, second.baseUrl].map(async (baseUrl) => {
          const { status } = await call(baseUrl, `/${id}`, { method: 'DELETE' });
          expect([200, 409]).toContain(status);
          if (status === 200) cancelled.add(id);
        }),
      );
    }
  };
  await cancel(sent.messages.slice(0, SURE));
  expect(cancelled.size).toBe(SURE);
  const last = sent.messages.slice(-SURE);
  await Promise.all([
    paigham.db.transact((transaction) => transaction.run(RELEASE, [])),
    cancel(sent.messages.slice(SURE, -SURE)),
  ]);
  await eventually('the last have left', () => {
    const numbers = new Set(messagesOf(paigham.operators.jazz).map((it) => it.destination));
    return last.every(({ recipient }) => numbers.has(recipient));
  });
  const before = cancelled.size;
  await cancel(last);
  expect(cancelled.size).toBe(before);

  const sentOnes = sent.messages.filter(({ id }) => !cancelled.has(id));
  await Promise.all(sentOnes.map(({ id }) => until(Number(id), 'DELIVERED')));
  await Promise.all([...cancelled].map((id) => until(Number(id), 'CANCELLED')));
  const heard = copiesOf(OPERATOR_NAMES.map((name) => paigham.operators[name]));
  for (const { id, recipient } of sent.messages) {
    const copies = heard.filter(({ destination }) => destination === recipient).length;
    expect([id, copies]).toEqual([id, cancelled.has(id) ? 0 : 1]);
  }
  const cost = sentOnes.length * 4.8;
  expect(await balance()).toBeCloseTo(credit - cost, 2);
  expect(await breaches()).toEqual([]);
  const totals = await readLedgerTotals(paigham.db, shop.accountId);
  expect(totals && explainLedger(totals).isExplained).toBe(true);
});
