/**
 * Recipients complain (131048): the number's marketing waits for a while, nothing else does. The
 * platform limits the business account (131064): its templates wait, answers go on.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { plain } from '../../src/kit/postgres/statement.ts';
import { setNumber } from '../../src/features/chat-numbers/set-number.ts';
import { must } from '../../src/operations/admin.ts';
import { checkChat } from '../../src/features/doctor/check-chat.ts';
import { limit } from '../../src/domain/limits.ts';
import { wallClock } from '@paigham/base/clock.ts';
import { callBatches } from '../support/batches.ts';
import { beginChatStory, idIn, onlyId, type ChatStory } from '../support/chat-story.ts';
import { tellFailed, workedOff } from '../support/chat-posts.ts';
import { eventually } from '../support/eventually.ts';
import { setClock } from '../support/set-clock.ts';
import { v1At } from '../support/v1.ts';

const REST_MS = limit('chatSpamRestMinutes') * 60_000;
/** Whole seconds, like the platform's times; later than anything the world was built with. */
const START_MS = Math.floor(wallClock.nowMs() / 1_000) * 1_000 + 3_600_000;
const clock = setClock(START_MS);

let story: ChatStory;
beforeAll(async () => {
  story = await beginChatStory({ clock });
  await startedAt(START_MS - 2 * REST_MS);
});

/** As if staff had last started the number then. */
const startedAt = (atMs: number) =>
  story.paigham.db.transact((transaction) =>
    transaction.run(
      plain(
        'test-start',
        `update links set started_at = to_timestamp($2::float8 / 1000) where id = $1`,
      ),
      [story.linkId, atMs],
    ),
  );
const rests = () =>
  story.ask<{ readonly until: string }>(
    `select detail ->> 'until' as until from audit
     where action = 'chat_number.marketing_rests' order by id`,
  );
const dueOf = async (id: string): Promise<number | undefined> =>
  (
    await story.ask<{ readonly due: number }>(
      'select due_at as due from queue where message_id = $1 and node is null',
      [idIn(id)],
    )
  )[0]?.due;
const found = async (): Promise<readonly string[]> => {
  const { world, db } = story.paigham;
  const here = { reader: db, transact: db.transact, seal: world.seal, clock };
  const patient = { ...here, dataDir: undefined, migrations: [] };
  return (await checkChat(patient)).map((it) => it.sentence);
};

/** The platform fails accepted messages for complaints, as of then. */
async function complained(mobile: string, atMs: number): Promise<void> {
  await story.tell('/next', { to: mobile, answer: { kind: 'accept' }, fate: { kind: 'silent' } });
  const id = await story.sendOne('order_ready', mobile, ['Ali', '991']);
  await story.until(id, 'SENT');
  await tellFailed(story, id, { code: 131048, atMs });
  await story.until(id, 'REJECTED');
  await workedOff(story);
}

describe('a number that the platform holds back after complaints', () => {
  it('said so long ago that it is over lets everything go', async () => {
    await complained('923001237001', START_MS - REST_MS);
    expect(await rests()).toEqual([]);
    await story.until(await story.sendOne('plain_news', '923001237002'), 'DELIVERED');
  });

  it('keeps its marketing waiting, charged and not failed, and nothing else', async () => {
    await complained('923001237003', START_MS - 60_000);
    await complained('923001237003', START_MS - 30_000);
    const untilMs = START_MS - 60_000 + REST_MS;
    expect(await rests()).toEqual([{ until: new Date(untilMs).toISOString() }]);
    expect(await found()).toEqual([
      expect.stringMatching(/complained: its marketing is paused until/),
    ]);
    const waiting = await story.sendOne('plain_news', '923001237004');
    await eventually('it waiting', async () => (await dueOf(waiting)) === untilMs);
    expect((await story.report(waiting)).delivery).toBe('PENDING');
    await story.until(
      await story.sendOne('order_ready', '923001237005', ['Ali', '1']),
      'DELIVERED',
    );
    await story.until(await story.sendOne('login_code', '923001237006', ['123456']), 'DELIVERED');
    await story.write('923001237007', 'Salaam');
    const free = await eventually('the window', async () => {
      const answer = await story.sendFree('923001237007', 'Salaam');
      return answer.success === 'true' && onlyId(answer);
    });
    await story.until(free, 'DELIVERED');
    expect(story.copies('923001237004')).toBe(0);
    clock.setTo(untilMs);
    await story.until(waiting, 'DELIVERED');
    expect(await found()).toEqual([expect.stringMatching(/^It sends/)]);
  });

  it('in an answer has it wait, too, until staff start it', async () => {
    const mobile = '923001237008';
    await story.tell('/next', { to: mobile, answer: { kind: 'refuse', code: 131048 } });
    const first = await story.sendOne('plain_news', mobile);
    await eventually('the rest', async () => (await rests()).length === 2);
    const second = await story.sendOne('plain_news', '923001237009');
    const untilMs = clock.nowMs() + REST_MS;
    await eventually('it waiting', async () => (await dueOf(second)) === untilMs);
    const { accountId } = story.shop;
    must(await setNumber(story.admin, { accountId, number: String(story.linkId), enabled: true }));
    const third = await story.sendOne('plain_news', '923001237010');
    for (const id of [first, second, third]) await story.until(id, 'DELIVERED');
    expect([story.copies(mobile), story.copies('923001237009')]).toEqual([1, 1]);
  });
});

describe('a business account that the platform limits after misclassified templates', () => {
  it('keeps its templates waiting and answers people, until the limit is lifted', async () => {
    await story.tell('/accounts', { limited: true });
    const order = await story.sendOne('order_ready', '923001237011', ['Ali', '1']);
    const rested = () =>
      story.ask<{ readonly until: string }>(
        `select detail ->> 'until' as until from audit
         where action = 'chat_number.templates_rest'`,
      );
    const restMs = limit('chatTemplatesRestMinutes') * 60_000;
    const untilMs = clock.nowMs() + restMs;
    await eventually('the rest', async () => (await rested()).length === 1);
    expect(await rested()).toEqual([{ until: new Date(untilMs).toISOString() }]);
    const code = await story.sendOne('login_code', '923001237012', ['123456']);
    await eventually('both waiting', async () =>
      [await dueOf(order), await dueOf(code)].every((it) => it !== undefined),
    );
    expect(await found()).toEqual([expect.stringMatching(/^The platform limits the account/)]);
    const v1 = v1At(story.paigham.baseUrl, story.shop.apiKey);
    const { body } = await v1(`GET /v1/messages/${order}`);
    const detail =
      'waits: the chat platform takes no templates of the business account for a while';
    expect(body).toMatchObject({ state: 'pending', reason: 'platform_templates_limited', detail });
    const numbers = await v1('GET /v1/chat/numbers');
    expect(numbers.body).toMatchObject({
      data: [{ state: 'up', why: expect.stringMatching(/its templates wait until .*category/) }],
    });
    const batches = callBatches(story.paigham.baseUrl, story.shop);
    const content = JSON.stringify({ body: ['Ali', '1'].map((text) => ({ type: 'text', text })) });
    const template_id = String(await story.template('order_ready'));
    const campaign = await batches.upload({
      path: '/v1/batches',
      fields: { kind: 'chat', sender: '', template_id, content },
      file: '923001237015',
    });
    expect(campaign.status).toBe(201);
    await eventually('its row says why it waits', async () => {
      const rows = await batches.get<{ data: readonly { reason: string | null }[] }>(
        `/v1/batches/${String(campaign.body.id)}/rows`,
      );
      return rows.body.data[0]?.reason === detail;
    });
    await story.write('923001237007', 'Salaam', { atMs: clock.nowMs() });
    const free = await eventually('the window', async () => {
      const answer = await story.sendFree('923001237007', 'Salaam');
      return answer.success === 'true' && onlyId(answer);
    });
    await story.until(free, 'DELIVERED');
    await story.tell('/accounts', { limited: false });
    clock.setTo(untilMs);
    // A code that could not leave in its ten minutes never does.
    await story.until(code, 'EXPIRED');
    await story.until(order, 'DELIVERED');
    expect(story.copies('923001237012')).toBe(0);
  });

  it('lets what waits go at once when staff start the number', async () => {
    await story.tell('/accounts', { limited: true });
    const order = await story.sendOne('order_ready', '923001237013', ['Ali', '1']);
    const code = await story.sendOne('login_code', '923001237014', ['123456']);
    await eventually('both waiting', async () =>
      [await dueOf(order), await dueOf(code)].every((it) => (it ?? 0) > clock.nowMs()),
    );
    await story.tell('/accounts', { limited: false });
    const { accountId } = story.shop;
    must(await setNumber(story.admin, { accountId, number: String(story.linkId), enabled: true }));
    for (const id of [order, code]) await story.until(id, 'DELIVERED');
  });
});

describe('a person to whom the platform withholds marketing (131049)', () => {
  it('gets no more of it from this number for a day, and everything else', async () => {
    const mobile = '923001237021';
    await story.tell('/next', { to: mobile, fate: { kind: 'silent' } });
    const first = await story.sendOne('plain_news', mobile);
    await story.until(first, 'SENT');
    await tellFailed(story, first, { code: 131049, atMs: clock.nowMs() });
    await story.until(first, 'REJECTED');
    await workedOff(story);
    const copies = story.copies(mobile);
    const second = await story.sendOne('plain_news', mobile);
    const untilMs = clock.nowMs() + 24 * 3_600_000;
    await eventually('it waiting', async () => (await dueOf(second)) === untilMs);
    await story.until(await story.sendOne('order_ready', mobile, ['Ali', '1']), 'DELIVERED');
    await story.until(await story.sendOne('plain_news', '923001237022'), 'DELIVERED');
    expect(story.copies(mobile)).toBe(copies + 1);
    clock.setTo(untilMs);
    await story.until(second, 'DELIVERED');
  });
});

describe('in the end', () => {
  it('every invariant holds', async () => {
    expect(await story.breaches()).toEqual([]);
  });
});
