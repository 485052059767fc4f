/** Which batches are sending: those with anything waiting, wherever it is. */
import { beforeAll, describe, expect, it } from 'vitest';
import { plain } from '../../src/kit/postgres/statement.ts';
import { send } from '../support/caller.ts';
import { callBatches, csvOf, type Batches, type ShownBatch } from '../support/batches.ts';
import { eventually } from '../support/eventually.ts';
import { startPaigham, type Paigham } from '../support/paigham.ts';
import { mobileOf, openShop, type Shop } from '../support/shop.ts';
import { asker } from '../support/verify.ts';

let paigham: Paigham;
let shop: Shop;
let batches: Batches;

beforeAll(async () => {
  // Nothing leaves before another node holds the links.
  paigham = await startPaigham({ config: { roles: ['api', 'worker'] } });
  shop = await openShop(paigham.world, { rupees: '100000' });
  batches = callBatches(paigham.baseUrl, shop);
});

const numbers = (count: number, from: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => mobileOf((index % 4) as 0, from + index));

async function sendTo(count: number, from: number): Promise<string> {
  const { id } = await send(paigham.baseUrl, shop.write('A', numbers(count, from).join(',')));
  return String(id);
}

async function listed(state: string): Promise<readonly string[]> {
  type List = { readonly data: readonly ShownBatch[] };
  const { body } = await batches.get<List>(`/v1/batches?state=${state}`);
  expect(new Set(body.data.map((it) => it.state))).toEqual(
    new Set(body.data.length === 0 ? [] : [state]),
  );
  // Within a second ids are in no order.
  return body.data.map(({ id }) => id ?? '').toSorted();
}

describe('batches with something waiting', () => {
  it('are listed as sending, and as sent when the last message has left', async () => {
    const few = await sendTo(3, 0);
    const large = await sendTo(2_100, 1_000);
    const file = await batches.upload({ file: csvOf(numbers(5, 10_000)) });
    const all = [file.body.id ?? '', large, few].toSorted();
    expect(await listed('sending')).toEqual(all);
    expect(await listed('sent')).toEqual([]);
    const later = await sendTo(2, 20_000);
    const drop = `delete from queue q using messages m
      where m.account_id = q.account_id and m.id = q.message_id and m.batch_id = $1`;
    await paigham.db.transact((it) => it.run(plain('test-drop', drop), [Number(later)]));
    expect([await listed('sending'), await listed('sent')]).toEqual([all, [later]]);
    await paigham.startNode({ config: { roles: ['all'] } });
    await eventually('all of them', async () => (await listed('sending')).length === 0);
    expect(await listed('sent')).toEqual([later, ...all].toSorted());
  });

  it('give the range of their messages’ ids', async () => {
    const strays = await asker(paigham.db)(
      `select 1 from batches b join messages m on m.account_id = b.account_id and m.batch_id = b.id
       where not coalesce(m.id between b.first_message and b.last_message, false)`,
    );
    expect(strays).toEqual([]);
  });
});
