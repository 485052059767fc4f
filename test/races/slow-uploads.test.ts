/** Uploads take minutes to arrive: what their account may do is checked once they are here. */
import { readdirSync } from 'node:fs';
import { request, type ClientRequest, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { setAccountState } from '../../src/features/accounts/accounts.operations.ts';
import { rotateKey } from '../../src/features/keys/keys.operations.ts';
import { must } from '../../src/operations/admin.ts';
import { decideTemplate } from '../../src/features/templates/templates.operations.ts';
import { wallClock } from '@paigham/base/clock.ts';
import { withConnection } from '../../src/kit/postgres/address.ts';
import { makePartitions } from '../../src/store/messages/make-partitions.ts';
import { callBatches, csvOf, fieldsOf } from '../support/batches.ts';
import { eventually } from '../support/eventually.ts';
import { startPaigham, type Paigham } from '../support/paigham.ts';
import { mobileOf, openShop, type Shop } from '../support/shop.ts';
import { temporaryDir } from '../support/temporary.ts';
import { asker } from '../support/verify.ts';

let paigham: Paigham;
let shop: Shop;

const dataDir = temporaryDir();

// Nobody reads what is kept: the files on disk are those still arriving.
beforeAll(async () => {
  paigham = await startPaigham({ config: { dataDir, roles: ['api'] } });
  await paigham.db.transact((transaction) => makePartitions(transaction, wallClock.nowMs(), 1));
});
beforeEach(async () => {
  shop = await openShop(paigham.world, { rupees: '100' });
});

const BOUNDARY = 'slow-upload';

/** A form whose file has arrived except for its end. */
function formOf(): readonly [string, string] {
  const fields = Object.entries(fieldsOf(shop)).map(
    ([name, value]) =>
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const head = 'Content-Disposition: form-data; name="file"; filename="slow.csv"';
  const file = csvOf([0, 1, 2].map((at) => mobileOf(0, at)));
  return [`${fields.join('')}--${BOUNDARY}\r\n${head}\r\n\r\n${file}`, `\r\n--${BOUNDARY}--\r\n`];
}

async function answerOf(outgoing: ClientRequest) {
  const response = await new Promise<IncomingMessage>((answered, failed) => {
    outgoing.once('error', failed).once('response', answered);
  });
  return { status: response.statusCode, body: await text(response) };
}

/** Uploads a file; `meanwhile` runs once the service has started receiving it. */
async function uploadSlowly(query: string, meanwhile: () => Promise<unknown>) {
  const outgoing = request(`${paigham.baseUrl}/v1/batches${query}`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${shop.apiKey}`,
      'Content-Type': `multipart/form-data; boundary=${BOUNDARY}`,
    },
  });
  const answer = answerOf(outgoing);
  const [most, rest] = formOf();
  outgoing.write(most);
  await eventually(
    'the beginning of the upload',
    () => readdirSync(join(dataDir, 'files')).length > 0,
  );
  await meanwhile();
  outgoing.end(rest);
  return answer;
}

describe.each(['', '?async=1'])('while a file comes to /v1/batches%s', (query) => {
  const kept = (): Promise<readonly object[]> =>
    asker(paigham.db)(`select state from uploads where account_id = ${shop.accountId}
                       union all select state::text from batches
                       where account_id = ${shop.accountId}`);

  it('a revoked key sends nothing', async () => {
    const { accountId } = shop;
    const answer = await uploadSlowly(query, async () =>
      must(await rotateKey(paigham.world.admin, { accountId, graceMs: 0 })),
    );
    expect(answer).toMatchObject({ status: 401 });
    expect(await kept()).toEqual([]);
  });

  it('a disabled account sends nothing', async () => {
    const { accountId } = shop;
    const answer = await uploadSlowly(query, async () =>
      must(await setAccountState(paigham.world.admin, { accountId, state: 'disabled' })),
    );
    expect(answer).toMatchObject({ status: 401 });
    expect(await kept()).toEqual([]);
  });

  it('a newly approved template is refused to nobody', async () => {
    const template = { accountId: shop.accountId, templateId: shop.transactional };
    const decide = async (state: 'approved' | 'rejected') =>
      must(await decideTemplate(paigham.world.admin, { ...template, state, reason: 'later' }));
    await decide('rejected');
    const answer = await uploadSlowly(query, () => decide('approved'));
    expect(answer).toMatchObject({ status: query === '' ? 201 : 202 });
  });
});

describe('a file that waits until another is kept', () => {
  it('is not kept for a key that was revoked meanwhile', async () => {
    const other = await openShop(paigham.world, { rupees: '100' });
    const file = csvOf([mobileOf(0, 1)]);
    const upload = (of: Shop) => {
      return callBatches(paigham.baseUrl, of).upload({ file, query: '?async=1' });
    };
    const ask = asker(paigham.db);
    const answers = await withConnection(paigham.address, async (client) => {
      await client.query('begin; lock table upload_chunks in exclusive mode');
      const first = upload(other);
      await eventually('the first one', async () => {
        const waiting = await ask(
          `select from pg_locks where not granted and relation = 'upload_chunks'::regclass`,
        );
        return waiting.length > 0;
      });
      const second = upload(shop);
      await eventually('the second one', () => readdirSync(join(dataDir, 'files')).length === 2);
      // It has arrived by now, and waits behind the first.
      for (let at = 0; at < 5; at += 1) await callBatches(paigham.baseUrl, shop).find('1');
      const { accountId } = shop;
      must(await rotateKey(paigham.world.admin, { accountId, graceMs: 0 }));
      await client.query('rollback');
      return Promise.all([first, second]);
    });
    expect(answers.map(({ status }) => status)).toEqual([202, 401]);
  });
});
