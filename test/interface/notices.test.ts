/** What the bell of the portal shows. */
import { beforeAll, describe, expect, it } from 'vitest';
import { decideSender } from '../../src/features/senders/senders.operations.ts';
import { decideTemplate } from '../../src/features/templates/templates.operations.ts';
import { plain } from '../../src/kit/postgres/statement.ts';
import { must } from '../../src/operations/admin.ts';
import type { Paigham } from '../support/paigham.ts';
import { sharedPaigham } from '../support/shared.ts';
import { openShop, type Shop } from '../support/shop.ts';
import { v1At, type AskV1 } from '../support/v1.ts';

let paigham: Paigham;
let shop: Shop;
let ask: AskV1;

beforeAll(async () => {
  paigham = await sharedPaigham();
  shop = await openShop(paigham.world, { rupees: '100' });
  ask = v1At(paigham.baseUrl, shop.apiKey);
});

describe('notices', () => {
  it('are what others decided and added, the newest first, of this account alone', async () => {
    const own = await openShop(paigham.world, { rupees: '25' });
    const its = v1At(paigham.baseUrl, own.apiKey);
    const seen = async () => (await its('GET /v1/notices')).body.data;
    const before = await seen();
    expect(before.find((it) => it['kind'] === 'credit')).toMatchObject({ amount: '25.00' });
    const wording = { name: 'Bill', category: 'transactional', message: 'Your bill is ready.' };
    const { id } = (await its('POST /v1/templates', wording)).body;
    await its('POST /v1/senders', { name: 'BillDesk', route: 'branded' });
    expect(await seen()).toEqual(before);
    const { admin } = paigham.world;
    const reason = 'Too short.';
    const decided = { accountId: own.accountId, state: 'rejected', reason } as const;
    must(await decideSender(admin, { ...decided, name: 'BillDesk' }));
    must(await decideTemplate(admin, { ...decided, templateId: Number(id) }));
    const after = await seen();
    expect(after.slice(0, 2)).toMatchObject([
      { kind: 'template', id, name: 'Bill', state: 'rejected', reason },
      { kind: 'sender', name: 'BillDesk', state: 'rejected', reason },
    ]);
    expect(after.slice(2)).toEqual(before);
    expect((await ask('GET /v1/notices')).body.data).not.toContainEqual(after[0]);
  });

  it('tell of a scheduled campaign that was refused, and of no other', async () => {
    const own = await openShop(paigham.world, { rupees: '25' });
    const its = v1At(paigham.baseUrl, own.apiKey);
    const insert = `
      insert into uploads (account_id, batch_id, state, file_name, file_bytes, request,
        received_at, read_at, ended_at, hold)
      select $1, id, 'refused', '', 0, '{}', now(), read_at, now(), hold
      from (values (1, now(), null), (2, null, null), (3, now(), 'cancelled'))
        as t (id, read_at, hold)`;
    await paigham.db.transact((tx) => tx.run(plain('test-uploads', insert), [own.accountId]));
    const { data } = (await its('GET /v1/notices')).body;
    expect(data.filter((it) => it['kind'] === 'campaign')).toMatchObject([
      { id: '1', state: 'refused', reason: null },
    ]);
  });
});
