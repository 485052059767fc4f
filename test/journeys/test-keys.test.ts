/** What a test key sends: to its end as a real one's, charged to nobody, heard by nobody. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setSpendCaps } from '../../src/features/accounts/spend-caps.operations.ts';
import { must } from '../../src/operations/admin.ts';
import { setCap } from '../../src/features/caps/caps.operations.ts';
import { revokeKey } from '../../src/features/keys/keys.operations.ts';
import { HOUR_MS } from '../../src/domain/durations.ts';
import type { KeyId } from '../../src/domain/ids.ts';
import { wallClock } from '@paigham/base/clock.ts';
import { callBatches, csvOf } from '../support/batches.ts';
import { send as post, sendOk } from '../support/caller.ts';
import { eventually } from '../support/eventually.ts';
import { fileParameters, sendFile, startFileSite } from '../support/file-site.ts';
import { mobileOf, openShop, type Shop } from '../support/shop.ts';
import { beginStory, type Story } from '../support/stories.ts';
import { rupees } from '../support/fixtures.ts';
import { makeTestKey } from '../support/test-key.ts';
import { v1At, type AskV1 } from '../support/v1.ts';
import { asker } from '../support/verify.ts';

let story: Story;
/** With Rs. 1, of which nothing may be spent, and with a test key for its key. */
let tester: Shop;
let ask: AskV1;

beforeAll(async () => {
  story = await beginStory({ config: { fetchLoopback: true } });
  const { world } = story.paigham;
  const shop = await openShop(world, { rupees: '1', capped: true });
  const { accountId } = shop;
  const none = { dayMicros: rupees(0), monthMicros: rupees(0), alarmPercent: undefined };
  must(await setSpendCaps(world.admin, { accountId, ...none }));
  const cap = { scope: 'account', senderRoute: undefined, most: 1, minutes: 1_440 } as const;
  must(await setCap(world.admin, { accountId, ...cap }));
  const apiKey = await makeTestKey(story.paigham, accountId);
  tester = { ...shop, apiKey, write: (...it) => ({ ...shop.write(...it), api_key: apiKey }) };
  ask = v1At(story.paigham.baseUrl, apiKey);
});

afterAll(async () => {
  expect(await story.breaches({ silent: true })).toEqual([]);
});

const number = (digits: string): string => `92399000${digits}`;

async function send(mobile: string, change: object = {}): Promise<number> {
  const id = await sendOk(story.paigham.baseUrl, { ...tester.write('Hello', mobile), ...change });
  story.okIds.push(id);
  return id;
}

async function until(id: number | string, state: string) {
  return eventually(`${id} is ${state}`, async () => {
    const { body } = await ask(`GET /v1/messages/${id}`);
    return body['state'] === state && body;
  });
}

/** What the account has been charged, counted and reported for. */
async function traces(): Promise<object> {
  const [row] = await asker(story.paigham.db)<object>(
    `select (select count(*) from transfers where account_id = $1) as transfers,
       (select available_micros from balances where account_id = $1) as available,
       (select spent_day_micros from balances where account_id = $1) as spent`,
    [tester.accountId],
  );
  const { body } = await ask('GET /v1/usage');
  return { ...row, usage: body.data };
}

describe('a text of a test key', () => {
  it('is delivered after a second, with a receipt as any other', async () => {
    const id = await send(mobileOf(0, 1));
    const body = await until(id, 'delivered');
    expect(body).toMatchObject({ test: true, price: '0.00', network: 'Jazz' });
    expect(body['attempts']).toMatchObject([{ outcome: 'taken', receipt: { state: 'delivered' } }]);
    const afterMs = Date.parse(String(body['done_at'])) - Date.parse(String(body['sent_at']));
    expect(afterMs).toBeGreaterThan(800);
  });

  it.each([
    ['0003', 'delivered', null],
    ['0006', 'delivered', null],
    ['0007', 'delivered', null],
    ['0008', 'delivered', null],
    ['0011', 'failed', 'handset_failed'],
    ['0012', 'expired', 'operator_expired'],
    ['0013', 'rejected', 'operator_rejected_later'],
    ['0014', 'unknown', null],
    ['0015', 'sent', null],
    ['0021', 'rejected', 'operator_refused'],
    ['0022', 'rejected', 'operator_refused_recipient'],
    ['0023', 'rejected', 'operator_refused_sender'],
    ['0024', 'rejected', 'operator_refused_form'],
  ])('to …%s ends as %s', async (digits, state, reason) => {
    const body = await until(await send(number(digits)), state);
    expect(body).toMatchObject({ test: true, reason, price: '0.00' });
  });

  it.each([
    ['0031', '9', /opted out/],
    ['0032', '9', /do-not-call/],
    ['0033', '9', /at most/],
    ['0034', '8', /credit: 2\.00 PKR needed, 1\.00 PKR left/],
    ['0035', '9', /spending cap/],
  ])('to …%s is refused with code %s', async (digits, code, words) => {
    const answer = await post(story.paigham.baseUrl, tester.write('Hello', number(digits)));
    expect([answer.code, answer.body]).toEqual([code, expect.stringMatching(words)]);
  });

  it('brings a reply that names it, where its sender is a number', async () => {
    const id = await send(number('0003'));
    await until(id, 'delivered');
    const found = await eventually('the reply', async () => {
      const { body } = await ask(`GET /v1/replies?from=${number('0003')}`);
      return body.data.find((it) => it['message_id'] === String(id));
    });
    expect(found).toMatchObject({ text: 'Yes', to: '8584', from: number('0003') });
    const inbox = await ask(`GET /v1/conversations?number=${number('0003')}`);
    expect(inbox.body.data).toMatchObject([{ last_text: 'Yes', test: true }]);
  });

  it('is told of as an event is, in order', async () => {
    await ask('GET /v1/events');
    const id = await send(number('0011'));
    const types = await eventually('both events', async () => {
      const { body } = await ask(`GET /v1/events?message_id=${id}`);
      return body.data.length === 2 && body.data;
    });
    expect(types.map(({ type }) => type)).toEqual(['message.failed', 'message.sent']);
    expect(types[0]?.['data']).toMatchObject({ test: true, reason: 'handset_failed' });
  });

  it('is one of 20,000 in an hour', async () => {
    const own = await openShop(story.paigham.world, { rupees: '1' });
    const key = await makeTestKey(story.paigham, own.accountId);
    const many = Array.from({ length: 20_001 }, (_, at) => mobileOf(0, at)).join(',');
    const answer = await post(story.paigham.baseUrl, { ...own.write('x', many), api_key: key });
    expect([answer.code, answer.body]).toEqual(['9', expect.stringMatching(/20000 .*test keys/)]);
    const batches = callBatches(story.paigham.baseUrl, { ...own, apiKey: key });
    const made = await batches.upload({ file: csvOf(many.split(',')) });
    expect(made.body).toMatchObject({ code: 'rejected_too_many' });
  });

  it('that says STOP ends nothing: the next one arrives as well', async () => {
    await until(await send(number('0004')), 'delivered');
    await until(await send(number('0004')), 'delivered');
  });

  it('is of a number that a live key cannot write to', async () => {
    const { shop, paigham } = story;
    const order = shop.write('Hello', number('0001'));
    for (const it of [order, { ...order, network: 'Jazz' }]) {
      expect((await post(paigham.baseUrl, it)).code).toBe('7');
    }
  });
});

/** Every way in, with how many messages it makes. */
describe('whatever way it comes, a test is charged and counted nowhere', () => {
  const mobiles = (count: number, from: number): readonly string[] =>
    Array.from({ length: count }, (_, index) => mobileOf((index % 4) as 0, from + index));
  const overV1 = async (recipients: readonly string[], change: object = {}): Promise<string> => {
    const { sender, template_id: template } = tester.write('', '');
    const order = { recipients, sender, template_id: String(template), values: { text: 'V1' } };
    const { status, body } = await ask('POST /v1/messages', { ...order, ...change });
    expect([status, body['price']]).toEqual([201, '0.00']);
    story.okIds.push(Number(body['id']));
    return String(body['id']);
  };
  const batches = () => callBatches(story.paigham.baseUrl, tester);
  const untilDelivered = async (id: string | null, recipients: number): Promise<void> => {
    const sql = 'select from messages where batch_id = $1 and state = 4';
    await eventually(`the end of ${id}`, async () => {
      return (await asker(story.paigham.db)(sql, [Number(id)])).length === recipients;
    });
    const batch = await batches().find(id ?? '');
    expect(batch).toMatchObject({ test: true, price: '0.00', recipients, state: 'sent' });
  };

  it.each<readonly [string, () => Promise<void>]>([
    ['one number', async () => void (await until(await send(mobileOf(1, 10)), 'delivered'))],
    [
      'several numbers',
      async () => untilDelivered(String(await send(mobiles(20, 100).join(','))), 20),
    ],
    [
      'more than a group may have',
      async () => untilDelivered(await overV1(mobiles(2_300, 1_000)), 2_300),
    ],
    ['/v1/messages', async () => void (await until(await overV1([mobileOf(2, 11)]), 'delivered'))],
    [
      'a file behind a link',
      async () => {
        const site = await startFileSite();
        const link = site.put('people.csv', csvOf(mobiles(30, 200)));
        const parameters = fileParameters(tester, link);
        const { id = 0, body } = await sendFile(story.paigham.baseUrl, parameters);
        expect(body).toMatch(/^OK/);
        story.okIds.push(id);
        await untilDelivered(String(id), 30);
      },
    ],
    ...['', '?async=1'].map(
      (query) =>
        [
          `a file that is uploaded${query}`,
          async () => {
            const made = await batches().upload({ file: csvOf(mobiles(30, 300)), query });
            story.okIds.push(Number(made.body.id));
            await untilDelivered(made.body.id, 30);
          },
        ] as const,
    ),
    [
      'a schedule',
      async () => {
        const sendAt = new Date(wallClock.nowMs() + 5_000).toISOString();
        await until(await overV1([mobileOf(3, 12)], { send_at: sendAt }), 'delivered');
      },
    ],
    [
      'a schedule that is cancelled',
      async () => {
        const sendAt = new Date(wallClock.nowMs() + HOUR_MS).toISOString();
        const id = await overV1([mobileOf(3, 13)], { send_at: sendAt });
        const { status, body } = await ask(`DELETE /v1/messages/${id}`);
        expect([status, body['state']]).toEqual([200, 'cancelled']);
      },
    ],
  ])('%s', async (_, act) => {
    const before = await traces();
    await act();
    expect(await traces()).toEqual(before);
    expect(before).toMatchObject({ transfers: 1, spent: 0, usage: [] });
  });

  it('goes on when its key is revoked, as a test', async () => {
    const { admin } = story.paigham.world;
    const apiKey = await makeTestKey(story.paigham, tester.accountId);
    const id = await send(number('0007'), { api_key: apiKey });
    const [last] = (await ask('GET /v1/keys?limit=1')).body.data;
    const keyId = Number(last?.['id']) as KeyId;
    must(await revokeKey(admin, { accountId: tester.accountId, keyId }));
    expect(await until(id, 'delivered')).toMatchObject({ test: true, price: '0.00' });
  });
});

describe('beside live messages of the same account', () => {
  it('neither is taken for the other, in one commit or under one idempotency key', async () => {
    const { shop, paigham } = story;
    const testKey = await makeTestKey(paigham, shop.accountId);
    const before = await story.balance();
    const both = Array.from({ length: 40 }, (_, at) => at).map((at) =>
      post(paigham.baseUrl, {
        ...shop.write('Live or not', number('0001')),
        ...(at % 2 === 0 ? { mobile: mobileOf(0, 500) } : { api_key: testKey }),
        ...(at % 4 < 2 ? { idempotency_key: `order-${at % 2 === 0 ? at : at - 1}` } : {}),
      }),
    );
    const answers = await Promise.all(both);
    expect(answers.filter(({ id, replayed }) => id === undefined || replayed)).toEqual([]);
    const live = answers.filter((_, at) => at % 2 === 0);
    for (const { id = 0 } of answers) story.okIds.push(id);
    await story.until(live.at(-1)?.id ?? 0, 'DELIVERED');
    expect(await story.balance()).toBeCloseTo(before - live.length * 4.8);
  });

  it.each([
    ['live first', [false, true]],
    ['test first', [true, false]],
  ])('the very same request is no repeat of the other: %s', async (name, order) => {
    const { shop, paigham } = story;
    const testKey = await makeTestKey(paigham, shop.accountId);
    const ids: (number | undefined)[] = [];
    for (const isTest of order) {
      const given = {
        ...shop.write(`The same, ${name}`, mobileOf(0, 501)),
        ...(isTest ? { api_key: testKey } : {}),
        idempotency_key: name,
      };
      const { id, replayed } = await post(paigham.baseUrl, given);
      expect([isTest, replayed]).toEqual([isTest, false]);
      expect(await post(paigham.baseUrl, given)).toMatchObject({ id, replayed: true });
      ids.push(id);
    }
    expect(new Set(ids).size).toBe(2);
    for (const id of ids) story.okIds.push(id ?? 0);
  });
});
