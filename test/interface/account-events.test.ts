/** Events about anything but messages: credit, caps, and the chat platform's reports. */
import { beforeAll, describe, expect, it } from 'vitest';
import { setSpendCaps } from '../../src/features/accounts/spend-caps.operations.ts';
import { must } from '../../src/operations/admin.ts';
import { addCredit } from '../../src/features/credit/credit.operations.ts';
import type { ShownEvent } from '../../src/features/events/show-events.http.ts';
import { micros } from '../../src/domain/pricing/money.ts';
import { watchCredit } from '../../src/journey/charge/watch-spending.ts';
import { wallClock } from '@paigham/base/clock.ts';
import { plain } from '../../src/kit/postgres/statement.ts';
import { send } from '../support/caller.ts';
import { posted, postTo, sign, tellFailed, webhookOf, workedOff } from '../support/chat-posts.ts';
import { beginChatStory, type ChatStory } from '../support/chat-story.ts';
import { PLATFORM } from '../support/chat-world.ts';
import { pageOfEvents, untilTypeTold } from '../support/events.ts';
import { v1At } from '../support/v1.ts';

let story: ChatStory;

beforeAll(async () => {
  story = await beginChatStory();
  await pageOfEvents(story.paigham.baseUrl, story.shop);
  await story.paigham.db.transact((transaction) =>
    transaction.run(
      plain('test-start', `update links set started_at = now() - interval '1 hour' where id = $1`),
      [story.linkId],
    ),
  );
});

const told = (type: ShownEvent['type'], times = 1) =>
  untilTypeTold(story.paigham.baseUrl, story.shop, { type, times });
const dataOf = (events: readonly ShownEvent[]) => events.map(({ data }) => data);
const look = () => watchCredit({ db: story.paigham.db, clock: wallClock }, async () => undefined);

describe('a balance', () => {
  const ask = (threshold: string | null) =>
    v1At(story.paigham.baseUrl, story.shop.apiKey)('PATCH /v1/balance', {
      low_credit_threshold: threshold,
    });

  it('below its threshold is reported once, and again once it has been above it', async () => {
    const { body } = await ask('2000.00');
    expect(body).toMatchObject({ balance: '1000.00', low_credit_threshold: '2000.00' });
    await look();
    await look();
    const low = { balance: '1000.00', threshold: '2000.00', currency: 'PKR' };
    expect(dataOf(await told('credit.low'))).toEqual([low]);
    const { accountId } = story.shop;
    const { admin } = story.paigham.world;
    must(await addCredit(admin, { accountId, amountMicros: micros(1_500_000_000n) }));
    await look();
    await story.paigham.db.transact((transaction) =>
      transaction.run(
        plain('test-spend', 'update balances set available_micros = $2 where account_id = $1'),
        [accountId, 1_000_000_000n],
      ),
    );
    await look();
    await look();
    expect(dataOf(await told('credit.low', 2))).toEqual([low, low]);
    expect((await ask(null)).body).toMatchObject({ low_credit_threshold: null });
  });

  it.each(['-1', 'much', '100000001'])('has no threshold of %s', async (threshold) => {
    const { status, body } = await ask(threshold);
    expect(status).toBe(400);
    expect(body['errors']).toMatchObject([{ pointer: '/body/low_credit_threshold' }]);
  });
});

describe('a cap on spending', () => {
  it('that refuses requests is reported once per period', async () => {
    const { paigham, shop } = story;
    const { accountId } = shop;
    const cap = { accountId, dayMicros: micros(7_000_000n), monthMicros: null };
    must(await setSpendCaps(paigham.world.admin, cap));
    const text = (mobile: string, more = {}) =>
      send(paigham.baseUrl, { ...shop.write('Within the cap', mobile), ...more });
    expect((await text('923001234561')).body).toMatch(/^OK/);
    expect((await text('923001234562', { dry_run: '1' })).body).toMatch(/^9 :/);
    expect((await pageOfEvents(paigham.baseUrl, shop, { type: 'cap.reached' })).data).toEqual([]);
    for (const mobile of ['923001234563', '923001234564']) {
      expect((await text(mobile)).body).toMatch(/^9 :/);
    }
    const full = { period: 'day', cap: '7.00', spent: '4.80', currency: 'PKR' };
    expect(dataOf(await told('cap.reached'))).toEqual([full]);
    must(
      await setSpendCaps(paigham.world.admin, {
        ...cap,
        dayMicros: null,
        monthMicros: cap.dayMicros,
      }),
    );
    expect((await text('923001234565')).body).toMatch(/^9 :/);
    expect(dataOf(await told('cap.reached', 2))).toEqual([full, { ...full, period: 'month' }]);
    must(await setSpendCaps(paigham.world.admin, { ...cap, dayMicros: null }));
  });
});

describe('what the chat platform reports', () => {
  const tell = async (field: string, value: object): Promise<void> => {
    const body = posted(field, value);
    expect((await postTo(webhookOf(story), body, sign(body))).status).toBe(200);
    await workedOff(story);
  };

  it.each([
    ['PAUSED', 'chat.template.paused', null],
    ['REINSTATED', 'chat.template.approved', null],
    ['REJECTED', 'chat.template.rejected', 'INVALID_FORMAT'],
    ['DISABLED', 'chat.template.disabled', null],
  ] as const)('about a template as %s is reported as %s, once', async (event, type, reason) => {
    const named = { message_template_name: 'plain_news', message_template_language: 'en' };
    const value = { event, ...named, reason: reason ?? 'NONE' };
    await tell('message_template_status_update', value);
    await tell('message_template_status_update', { ...value, other: 'again' });
    const id = String(await story.template('plain_news'));
    const data = { id, name: 'plain_news', language: 'en', reason };
    expect(dataOf(await told(type))).toEqual([data]);
  });

  it('about a number and a business account is reported', async () => {
    await tell('phone_number_quality_update', {
      event: 'FLAGGED',
      display_phone_number: '923000000001',
    });
    await tell('account_update', { event: 'ACCOUNT_RESTRICTION' });
    const about = { business_id: PLATFORM.business, until: null };
    expect(dataOf(await told('chat.number.alert'))).toMatchObject([
      {
        ...about,
        id: String(story.linkId),
        number: '923000000001',
        reason: expect.stringMatching(/flagged/),
      },
    ]);
    expect(dataOf(await told('chat.business.alert'))).toMatchObject([
      { ...about, id: null, number: null, reason: expect.stringMatching(/account_restriction/) },
    ]);
  });

  it('about complaints, and about a stopped number, is reported once', async () => {
    const failed = async (code: number, mobile: string): Promise<void> => {
      await story.tell('/next', {
        to: mobile,
        answer: { kind: 'accept' },
        fate: { kind: 'silent' },
      });
      const id = await story.sendOne('order_ready', mobile, ['Ali', '991']);
      await story.until(id, 'SENT');
      await tellFailed(story, id, { code, atMs: wallClock.nowMs() });
      await story.until(id, 'REJECTED');
      await workedOff(story);
    };
    await failed(131_048, '923001237001');
    await failed(131_048, '923001237002');
    const number = { id: String(story.linkId), number: '923000000001' };
    expect(dataOf(await told('chat.number.marketing_paused'))).toMatchObject([
      { ...number, until: expect.stringMatching(/Z$/) },
    ]);
    await failed(131_042, '923001237003');
    expect(dataOf(await told('chat.number.stopped'))).toMatchObject([
      {
        ...number,
        reason: 'no payment method at the platform: add one on its business pages',
        until: null,
      },
    ]);
  });
});
