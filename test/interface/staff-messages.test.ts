/** What staff see of messages, at `/v1/staff/messages`: of every account, and never a text. */
import { beforeAll, describe, expect, it } from 'vitest';
import { STAFF_MESSAGE } from '../../src/features/messages/message-life.http.ts';
import { mayDo } from '../../src/operations/staff-rights.ts';
import { STAFF_ROLES } from '../../src/domain/account/staff.ts';
import { faultsOf, type Static } from '../../src/kit/shape.ts';
import { plain } from '../../src/kit/postgres/statement.ts';
import { callBatches } from '../support/batches.ts';
import { sendOk } from '../support/caller.ts';
import { beginChatStory, type ChatStory } from '../support/chat-story.ts';
import { eventually } from '../support/eventually.ts';
import { PLAIN_BEHAVIOUR } from '../support/paigham.ts';
import { addPerson, visit, type Visitor } from '../support/people.ts';
import { mobileOf, openShop, type Shop } from '../support/shop.ts';
import { asker } from '../support/verify.ts';

type Life = Static<typeof STAFF_MESSAGE>;
type Found = {
  readonly id: string;
  readonly account: { readonly name: string };
  readonly state: string;
};

let story: ChatStory;
let other: Shop;
let operations: Visitor;
const NUMBER = mobileOf(0, 700);
const PERSON = '923001236001';
/** Of the chat number. */
const DIGITS = '923000000001';
const SECRET = '4821';
let sent: readonly number[];

beforeAll(async () => {
  story = await beginChatStory();
  const { paigham, shop } = story;
  other = await openShop(paigham.world, { rupees: '10' });
  await paigham.behave({ ...PLAIN_BEHAVIOUR, receiptDelayMs: 10 });
  const { admin } = paigham.world;
  for (const staffRole of STAFF_ROLES)
    await addPerson(admin, `${staffRole}@x.example`, { staffRole });
  operations = await signedIn('operations');
  const send = (by: Shop, to: string) =>
    sendOk(paigham.baseUrl, by.write(`Your code is ${SECRET}.`, to, {}));
  // Its events are recorded, so that its life tells them.
  const headers = { authorization: `Bearer ${shop.apiKey}` };
  await fetch(`${paigham.baseUrl}/v1/events`, { headers });
  sent = [await send(shop, NUMBER), await send(other, NUMBER), await send(shop, mobileOf(0, 701))];
  for (const id of sent) await lifeIn(id, 'delivered');
});

async function signedIn(role: string): Promise<Visitor> {
  const visitor = visit(story.paigham.baseUrl);
  await visitor.signIn(`${role}@x.example`);
  return visitor;
}

/** The life of a message once it is in a state. */
function lifeIn(id: number, state: string): Promise<Life> {
  return eventually(`message ${id}`, async () => {
    const { status, body } = await operations.ask(`/v1/staff/messages/${id}`);
    expect([status, faultsOf(STAFF_MESSAGE, body)]).toEqual([200, []]);
    const life = body as unknown as Life;
    return life.state === state && life;
  });
}

async function find(query: string) {
  const { status, body } = await operations.ask(`/v1/staff/messages?${query}`);
  expect([query, status]).toEqual([query, 200]);
  expect(JSON.stringify(body)).not.toContain(SECRET);
  const rows = body['data'] as readonly Found[];
  return { ids: rows.map(({ id }) => Number(id)), rows, next: body['next_cursor'] };
}

/** Ids of one second are in no order of time. */
const newestFirst = (...ids: readonly number[]) => ids.toSorted((a, b) => b - a);

async function audited(action: string) {
  const ask = asker(story.paigham.db);
  type Line = { readonly actor: string; readonly account_id: number; readonly detail: object };
  return ask<Line>(
    `select actor, account_id, detail from audit where action = '${action}' order by id desc`,
  );
}

describe('messages of every account', () => {
  it('are found by number, the newest first, page by page, and the look is audited', async () => {
    const [first = 0, second = 0] = sent;
    const { ids, rows, next } = await find(`number=0${NUMBER.slice(2)}`);
    const both = newestFirst(first, second);
    expect([ids, next]).toEqual([both, null]);
    expect(new Set(rows.map(({ account }) => account.name)).size).toBe(2);
    const looks = (await audited('message.list')).slice(0, 2);
    const look = { actor: 'staff:operations@x.example', detail: { recipient: NUMBER, found: 1 } };
    expect(looks).toMatchObject([look, look]);
    const accounts = new Set(looks.map(({ account_id: of }) => of));
    expect(accounts).toEqual(new Set([story.shop.accountId, other.accountId]));
    const page = await find(`number=${NUMBER}&limit=1`);
    expect(page.ids).toEqual([both[0]]);
    const rest = await find(`number=${NUMBER}&limit=1&cursor=${String(page.next)}`);
    expect([rest.ids, rest.next]).toEqual([[both[1]], null]);
  });

  it('are filtered by account, id, state, kind and time', async () => {
    const [first = 0, second = 0, third = 0] = sent;
    const account = `account=${story.shop.accountId}`;
    const own = newestFirst(first, third);
    expect((await find(account)).ids).toEqual(own);
    expect((await find(`id=${second}`)).ids).toEqual([second]);
    expect((await find(`id=${second}&${account}`)).ids).toEqual([]);
    expect((await find(`id=17`)).ids).toEqual([]);
    expect((await find(`${account}&state=failed`)).ids).toEqual([]);
    expect((await find(`${account}&state=delivered&kind=sms`)).ids).toEqual(own);
    expect((await find(`${account}&kind=chat`)).ids).toEqual([]);
    expect((await find(`${account}&until=2026-01-01T00:00:00Z`)).ids).toEqual([]);
    expect((await find(`${account}&since=2026-01-01T00:00:00Z`)).ids).toHaveLength(2);
  });

  it('are found of all since a time, and by operator, link, sender and reason', async () => {
    const since = 'since=2026-01-01T00:00:00Z';
    const all = newestFirst(...sent);
    expect((await find(since)).ids).toEqual(all);
    const [first = 0] = sent;
    const life = await lifeIn(first, 'delivered');
    const [{ link, operator_id: named } = { link: '', operator_id: null }] = life.attempts;
    const { network, sender } = life;
    for (const [filter, hits] of [
      [`operator=${network?.toUpperCase()}`, all],
      [`link=${link}&state=delivered`, all],
      [`sender=${sender}`, all],
      [`sender=${DIGITS}`, []],
      ['reason=operator_throttled', []],
    ] as const) {
      const { ids } = await find(`${since}&${filter}`);
      expect([filter, ids]).toEqual([filter, hits]);
    }
    expect((await find(`operator_id=${named}`)).ids).toEqual([first]);
    expect((await find(`operator_id=${named}&state=failed`)).ids).toEqual([]);
    expect((await find('operator_id=nothing-like-it')).ids).toEqual([]);
    for (const query of [`${since}&operator=Nobody`, `${since}&link=nowhere`, 'state=failed']) {
      expect(await operations.ask(`/v1/staff/messages?${query}`)).toMatchObject({ status: 400 });
    }
    const slips: Readonly<Record<string, RegExp>> = {
      'sender=InfoSNS': /did you mean InfoSMS\?.*: 8584, InfoSMS/,
      'reason=operator_throtled': /did you mean operator_throttled\?.*: cancelled, /,
    };
    for (const [filter, rule] of Object.entries(slips)) {
      const { status, body } = await operations.ask(`/v1/staff/messages?${since}&${filter}`);
      expect([status, body['errors']]).toMatchObject([400, [{ detail: rule }]]);
    }
    const look = (await audited('message.list')).find(({ detail }) => 'operator' in detail);
    expect(look).toMatchObject({ detail: { operator: network?.toUpperCase() } });
  });

  it('are found by the id of a chat user, however it is copied', async () => {
    const { userId } = await story.tell('/people', { number: PERSON, name: 'Zara', hidden: true });
    await story.write(PERSON, 'Is my order ready?');
    const id = await eventually('an answer', async () => {
      const [one] = (await story.sendFree(String(userId), 'In an hour.')).results;
      return one?.id;
    });
    for (const name of [String(userId), `\u200f${String(userId)}\u200f`]) {
      const found = await find(`number=${encodeURIComponent(name)}`);
      expect(found.rows.map((it) => it.id)).toEqual([id]);
    }
    // The platform bills nothing for an answer: told so wherever it is shown.
    const life = await eventually('its delivery', async () => {
      const { body } = await operations.ask(`/v1/staff/messages/${id}`);
      return body['state'] === 'delivered' && body;
    });
    const asked = { method: 'POST', body: { id } } as const;
    const { body: shown } = await operations.ask('/v1/staff/operations/message-show', asked);
    const { rows } = await find(`number=${String(userId)}`);
    const free = { price: '0.00' };
    expect([life, shown['data'], ...rows]).toMatchObject([free, free, free]);
    expect((await find(`number=${String(userId)}&account=${other.accountId}`)).rows).toEqual([]);
    expect((await find(`number=${String(userId)}&sender=${DIGITS}`)).rows).toHaveLength(1);
    expect((await find('number=PK.404')).rows).toEqual([]);
  });

  it('are exported with every attempt, in Pakistan time with milliseconds', async () => {
    const [first = 0] = sent;
    const headers = { cookie: operations.cookie };
    const url = `${story.paigham.baseUrl}/v1/staff/messages/export?number=${NUMBER}`;
    const response = await fetch(url, { headers });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toMatch(/^text\/csv/);
    const text = await response.text();
    expect(text).not.toContain(SECRET);
    const [head = '', ...lines] = text.replace('\uFEFF', '').trimEnd().split('\r\n');
    expect(lines).toHaveLength(2);
    const cells = lines.map((line) => line.split(',')).find(([id]) => id === String(first)) ?? [];
    const row = Object.fromEntries(head.split(',').map((name, index) => [name, cells[index]]));
    const life = await lifeIn(first, 'delivered');
    // Pakistan is five hours ahead.
    const inPakistan = new Date(Date.parse(life.accepted_at) + 18_000_000).toISOString();
    const accepted = new RegExp(`^${inPakistan.slice(0, 19).replace('T', ' ')}\\.\\d{3}$`);
    expect(row).toMatchObject({
      ...{ message: String(first), number: NUMBER, sender: life.sender, state: 'delivered' },
      ...{ 'operator id': life.attempts[0]?.operator_id, link: life.attempts[0]?.link },
      ...{
        outcome: 'taken',
        receipt: 'delivered',
        accepted: expect.stringMatching(accepted),
      },
    });
    const refused = await (await signedIn('finance')).ask('/v1/staff/messages/export?number=1');
    expect(refused.status).toBe(403);
  });

  it('are found by the id of their batch', async () => {
    const { paigham, shop } = story;
    const numbers = [mobileOf(1, 702), mobileOf(2, 702)].join(',');
    const batch = await sendOk(paigham.baseUrl, shop.write('To both', numbers, {}));
    await callBatches(paigham.baseUrl, shop).untilOver(String(batch));
    expect((await find(`id=${batch}`)).ids).toHaveLength(2);
    expect(await operations.ask(`/v1/staff/messages/${batch}`)).toMatchObject({
      ...{ status: 404, body: { code: 'message_is_batch' } },
    });
  });

  it('are not listed without saying which', async () => {
    const asks = [
      '',
      'number=nobody',
      'account=9999',
      'account=abc',
      'number=1&until=2026',
      `number=${NUMBER}&cursor=x`,
    ];
    for (const query of asks) {
      expect(await operations.ask(`/v1/staff/messages?${query}`)).toMatchObject({ status: 400 });
    }
  });
});

describe('the life of a message', () => {
  it('has what was done, paid, heard and told, and no text; the look is audited', async () => {
    const [id = 0] = sent;
    const { accountId } = story.shop;
    const life = await eventually('its last event', async () => {
      const shown = await lifeIn(id, 'delivered');
      return shown.events.length > 1 && shown;
    });
    expect(JSON.stringify(life)).not.toContain(SECRET);
    expect(life).toMatchObject({
      ...{ id: String(id), kind: 'sms', account: { id: String(accountId) }, recipient: NUMBER },
      ...{ sender: story.shop.senders.shortCode, waits: null, receipts: [] },
      template: { id: expect.any(String), name: expect.any(String) },
      money: { reserved: '0.00', charged: life.price, released: '0.00' },
      attempts: [{ attempt: 1, outcome: 'taken', status: null, receipt: { state: 'delivered' } }],
    });
    expect(life.ledger.map(({ kind }) => kind)).toEqual(['reserve', 'post']);
    expect(life.events.map(({ type }) => type)).toEqual(['message.sent', 'message.delivered']);
    const number = Number(life.events[0]?.id.split('_')[2]);
    await story.paigham.db.transact((transaction) =>
      transaction.run(
        plain(
          'test-attempt',
          `insert into webhook_deliveries (account_id, webhook_id, id, number, type, attempt, at,
            duration_ms, status, error)
          values ($1, 1, 1, $2, 'message.sent', 1, now(), 12, 500, 'HTTP 500')`,
        ),
        [accountId, number],
      ),
    );
    const told = await lifeIn(id, 'delivered');
    expect(told.events.map(({ deliveries }) => deliveries.map((it) => it.status))).toEqual([
      [500],
      [],
    ]);
    expect((await audited('message.show'))[0]).toMatchObject({
      ...{ actor: 'staff:operations@x.example', detail: { message: expect.any(Number) } },
    });
  });

  it('is unknown for an id that no message has', async () => {
    for (const id of ['17', 'x']) {
      expect(await operations.ask(`/v1/staff/messages/${id}`)).toMatchObject({
        ...{ status: 404, body: { code: 'message_unknown' } },
      });
    }
  });
});

it.each(STAFF_ROLES)('messages are seen by %s just as the role allows', async (role) => {
  const visitor = await signedIn(role);
  const [id] = sent;
  for (const [path, name] of [
    [`/v1/staff/messages?number=${NUMBER}`, 'message list'],
    [`/v1/staff/messages/${id}`, 'message show'],
  ] as const) {
    const { status } = await visitor.ask(path);
    expect([path, status]).toEqual([path, mayDo(role, name) ? 200 : 403]);
  }
});
