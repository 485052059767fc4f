/** What an account keeps of one person: shown, exported and forgotten (decision 120). */
import { beforeAll, describe, expect, it } from 'vitest';
import { addSender, decideSender } from '../../src/features/senders/senders.operations.ts';
import { plain } from '../../src/kit/postgres/statement.ts';
import { wallClock } from '@paigham/base/clock.ts';
import { must } from '../../src/operations/admin.ts';
import { send as askToSend, sendOk } from '../support/caller.ts';
import { workedOff } from '../support/chat-posts.ts';
import { beginChatStory, onlyId, type ChatStory } from '../support/chat-story.ts';
import { eventually } from '../support/eventually.ts';
import { addPerson, visit, type Visitor } from '../support/people.ts';
import { handOver, writtenBy } from '../support/phones.ts';
import { openShop, type Shop } from '../support/shop.ts';
import { tablesWith } from '../support/tables-with.ts';
import { v1At, type AskV1 } from '../support/v1.ts';
import { breachesOf } from '../support/verify.ts';

const NUMBER = '923001237001';
const AS_WRITTEN = '0300 1237001';
const KNOWN_TO_BOTH = '923001237002';
const OWN = '7717';

let story: ChatStory;
let ask: AskV1;
let other: Shop;
let askOther: AskV1;
let owner: Visitor;
let userId = '';

type Kept = Readonly<Record<string, unknown>> & {
  readonly kind: string;
  readonly text: string;
  readonly detail: Readonly<Record<string, string>>;
};

beforeAll(async () => {
  story = await beginChatStory();
  const { paigham, shop } = story;
  const { admin } = paigham.world;
  const { accountId } = shop;
  ask = v1At(paigham.baseUrl, shop.apiKey);
  other = await openShop(paigham.world, { rupees: '1000' });
  askOther = v1At(paigham.baseUrl, other.apiKey);
  must(await addSender(admin, { accountId, name: OWN, route: 'short_code' }));
  must(await decideSender(admin, { accountId, name: OWN, state: 'approved' }));
  await addPerson(admin, 'nadia@example.com', { accountId, role: 'owner' });
  owner = visit(paigham.baseUrl);
  await owner.signIn('nadia@example.com');
});

/** Sends a text, and waits until the phone has it. */
async function text(shop: Shop, number: string, words: string): Promise<void> {
  const { baseUrl } = story.paigham;
  const id = await sendOk(baseUrl, shop.write(words, number, { sender: 'InfoSMS' }));
  const v1 = v1At(baseUrl, shop.apiKey);
  await eventually('the end of a text', async () => {
    const { body } = await v1(`GET /v1/messages/${id}`);
    return body['state'] === 'delivered';
  });
}

/** Everything that may be kept of somebody: by the number, by an id, and joined by a contact. */
async function liveThrough(): Promise<void> {
  const { paigham, shop } = story;
  await text(shop, NUMBER, 'Order QXSAID1 is ready');
  await handOver(paigham.operators.jazz, writtenBy(NUMBER, 'Thanks, QXREPLY1', OWN));
  const told = await story.tell('/people', { number: NUMBER, name: 'QXNAME Zara', hidden: true });
  userId = String(told['userId']);
  await story.write(NUMBER, 'In chat QXREPLY2');
  await workedOff(story);
  const answer = await story.sendFree(userId, 'In chat QXSAID2');
  await story.until(onlyId(answer), 'DELIVERED');
  await ask('POST /v1/contacts', {
    ...{ mobile: NUMBER, user_id: userId, name: 'QXNAME Zara Khan' },
    fields: { city: 'QXCITY' },
  });
  const proof = `order 1042 of ${AS_WRITTEN}`;
  await ask('POST /v1/consents', { person: NUMBER, wording: 'Offers, please', proof });
  await ask('POST /v1/suppressions', { number: NUMBER, scope: 'promotional' });
  const { data } = (await ask(`GET /v1/conversations?number=${userId}`)).body;
  await ask(`POST /v1/conversations/${String(data[0]?.['id'])}/notes`, { text: 'Likes QXNOTE' });
  await write(
    `insert into short_links (code, account_id, batch_id, message_id, clicks, first_click_at,
                              last_click_at, target)
     select 'QXcode23', account_id, 77, id, 2, now(), now(), 'https://shop.example/QXTARGET'
     from messages where account_id = $1 and recipient = $2 and alphabet <> 3 limit 1`,
    [shop.accountId, NUMBER],
  );
  await write(
    `insert into batch_rows (account_id, batch_id, row_number, code, shown, reason, rule)
     values ($1, 77, 2, 12, '+92-300-1237001', 'invalid', 'is twice in the file')`,
    [shop.accountId],
  );
}

const write = (sql: string, values: readonly unknown[]) =>
  story.paigham.db.transact((it) => it.run(plain(`test-write-${sql.length}`, sql), values));

/** All pages of what is kept, by any name. */
async function recordsOf(person: string, v1 = ask): Promise<readonly Kept[]> {
  const all: Kept[] = [];
  let cursor = '';
  do {
    const path = `GET /v1/person/records?person=${person}&limit=3${cursor}`;
    const { status, body } = await v1(path);
    expect(status).toBe(200);
    all.push(...(body.data as readonly Kept[]));
    const { next_cursor: next } = body as { readonly next_cursor?: string | null };
    cursor = typeof next === 'string' ? `&cursor=${next}` : '';
  } while (cursor !== '');
  return all;
}

const forget = (person: string, v1 = ask) => v1('POST /v1/forgettings', { person });

async function untilForgotten(id: unknown, v1 = ask): Promise<Readonly<Record<string, unknown>>> {
  return eventually('a person forgotten', async () => {
    const { body } = await v1(`GET /v1/forgettings/${String(id)}`);
    return body['state'] === 'done' && body;
  });
}

describe('a person', () => {
  it('is known by all names together, and all that is kept is in one list', async () => {
    await liveThrough();
    const { body: kept } = await ask(`GET /v1/person?person=${encodeURIComponent(AS_WRITTEN)}`);
    expect(kept).toMatchObject({
      ...{ numbers: [NUMBER], user_ids: [userId], contacts: 1, opt_outs: 1, consents: 2 },
      ...{ conversations: 2, notes: 1, replies: 2, messages: 2, waiting: 0, forgettings: [] },
    });
    expect((await ask(`GET /v1/person?person=${userId}`)).body).toMatchObject({
      user_ids: [userId],
      messages: 2,
    });
    const records = await recordsOf(userId);
    expect(records.map(({ kind }) => kind)).toEqual([
      ...['contact', 'name', 'opt_out', 'conversation', 'conversation', 'note'],
      ...['consent', 'consent', 'reply', 'reply', 'left_out', 'message', 'message'],
    ]);
    const clicked = records.filter(({ detail }) => detail['clicks'] !== undefined);
    expect(clicked).toMatchObject([
      {
        kind: 'message',
        channel: 'sms',
        detail: { clicks: '2', last_click_at: expect.any(String) },
      },
    ]);
    const said = JSON.stringify(records);
    for (const it of ['QXREPLY1', 'QXREPLY2', 'QXNAME Zara Khan', 'QXCITY', 'QXNOTE', '1042']) {
      expect(said).toContain(it);
    }
    // A key never reads what was sent; people whose role may read it do, and the look is audited.
    expect(said).not.toContain('QXSAID');
    const path = `/v1/person/records?person=${NUMBER}&texts=true`;
    expect((await ask(`GET ${path}`)).body['code']).toBe('texts_hidden');
    const read = JSON.stringify((await owner.ask(path)).body);
    // Ids of one second are in no order.
    for (const it of ['QXSAID1', 'QXSAID2']) expect(read).toContain(it);
    const [line] = (await ask('GET /v1/audit?action=person.show&limit=1')).body.data;
    expect(JSON.stringify(line)).not.toContain(NUMBER);
  });

  it('is handed on as CSV, and in no other account', async () => {
    const path = `/v1/exports/person?person=${NUMBER}`;
    const csv = (await ask(`GET ${path}`)).text;
    expect(csv).toContain('kind,at,channel,direction,sender,state,text,detail');
    expect(csv).toContain('"Thanks, QXREPLY1"');
    expect(await recordsOf(NUMBER, askOther)).toEqual([]);
    expect((await askOther(`GET /v1/person?person=${NUMBER}`)).body).toMatchObject({
      user_ids: [],
      messages: 0,
    });
    expect((await ask('GET /v1/person?person=Zara')).body).toMatchObject({
      errors: [{ pointer: '/query/person' }],
    });
  });

  it('is not forgotten while a message waits', async () => {
    const { shop } = story;
    const sendAt = new Date(wallClock.nowMs() + 3_600_000).toISOString();
    const sent = await ask('POST /v1/messages', {
      ...{ sender: 'InfoSMS', template_id: String(shop.transactional) },
      ...{ recipients: [NUMBER], values: { text: 'Later' }, send_at: sendAt },
    });
    expect(sent.status).toBe(201);
    expect((await forget(NUMBER)).body).toMatchObject({
      errors: [{ pointer: '/body/person', detail: expect.stringContaining('cancel those 1') }],
    });
    expect((await recordsOf(NUMBER)).length).toBeGreaterThan(10);
    expect((await ask(`DELETE /v1/messages/${String(sent.body['id'])}`)).status).toBe(200);
  });

  it('is forgotten whole, but for who wants nothing more and what shows a consent', async () => {
    const { accountId } = story.shop;
    const day = new Date(wallClock.nowMs()).toISOString().slice(0, 10);
    const usage = async () => (await ask(`GET /v1/usage?since=${day}`)).body.data;
    const [before, balance] = [await usage(), await story.balance()];
    const begun = await forget(AS_WRITTEN);
    expect(begun).toMatchObject({ status: 201, body: { messages: 0 } });
    expect(await untilForgotten(begun.body['id'])).toMatchObject({ messages: 3, replies: 2 });
    const where = (sought: string) => tablesWith((sql, values) => story.ask(sql, values), sought);
    // What the operator handed over is compared with its repetitions, for some minutes.
    expect(await where(NUMBER)).toEqual(['chat_optouts', 'optouts', 'reply_parts']);
    expect(await where(userId)).toEqual(['chat_optouts']);
    for (const secret of ['QXREPLY', 'QXSAID', 'QXNAME', 'QXCITY', 'QXNOTE', '300-1237001']) {
      expect([secret, await where(secret)]).toEqual([secret, []]);
    }
    expect(await usage()).toEqual(before);
    expect(await story.balance()).toBe(balance);
    const sent = await ask('GET /v1/messages?limit=10');
    expect(sent.body.data.map(({ recipient }) => recipient)).toEqual(Array(3).fill('forgotten'));
    const [row] = await story.ask(
      'select shown from batch_rows where account_id = $1 and batch_id = 77',
      [accountId],
    );
    expect(row).toEqual({ shown: 'forgotten' });
  });

  it('is found no more, nor advertised to; whoever has the number finds the proof', async () => {
    const { paigham, shop } = story;
    expect((await ask(`GET /v1/person?person=${NUMBER}`)).body).toMatchObject({
      ...{ numbers: [NUMBER], user_ids: [], contacts: 0, conversations: 0, replies: 0 },
      ...{ messages: 0, opt_outs: 2, consents: 2, forgettings: [{ state: 'done' }] },
    });
    const { data } = (await ask(`GET /v1/consents?person=${NUMBER}`)).body;
    expect(data).toMatchObject([
      { state: 'withdrawn', number: null },
      { state: 'given', number: null, wording: 'Offers, please', proof: 'order 1042 of …' },
    ]);
    const promotional = shop.write('Sale', NUMBER, {
      ...{ template_id: shop.promotional, sender: shop.senders.shared },
    });
    expect(await askToSend(paigham.baseUrl, promotional)).toMatchObject({ code: '9' });
    const audit = (await ask('GET /v1/audit?limit=50')).text;
    expect(audit).toContain('person.forget');
    expect(audit).not.toMatch(new RegExp(`${NUMBER}|0300 ?1237001|${userId}`));
    // What comes late of it names nobody.
    const said = story.platform.platform.messages.all();
    const ours = said.find((it) => it.direction === 'out' && it.person.number === NUMBER);
    await story.tell('/status', { id: ours?.wamid, status: 'read' });
    await workedOff(story);
    expect(
      await story.ask('select from chat_users where account_id = $1', [shop.accountId]),
    ).toEqual([]);
    expect(await story.ask('select from short_links where code = $1', ['QXcode23'])).toEqual([]);
    // Whoever writes again is somebody new, who still wants no advertising.
    await story.write(NUMBER, 'Salaam');
    await workedOff(story);
    const news = await story.send('plain_news', [{ mobile: userId }]);
    expect(news.results).toMatchObject([{ status: '24' }]);
    expect((await recordsOf(userId)).map(({ kind }) => kind)).toEqual([
      ...['name', 'opt_out', 'conversation', 'reply'],
    ]);
    // What operators heard has no text to be compared with any more; all else adds up.
    const breaches = await breachesOf(paigham, [], false);
    expect(breaches.filter((it) => !/^I[34]: .*QXSAID/.test(it))).toEqual([]);
  });

  it('that another account knows, too, is forgotten by the one that asks', async () => {
    await text(story.shop, KNOWN_TO_BOTH, 'Ours');
    await text(other, KNOWN_TO_BOTH, 'Theirs');
    await askOther('POST /v1/contacts', { mobile: KNOWN_TO_BOTH, name: 'Known' });
    const { body } = await forget(KNOWN_TO_BOTH);
    await untilForgotten(body['id']);
    expect(await recordsOf(KNOWN_TO_BOTH)).toEqual([]);
    expect((await recordsOf(KNOWN_TO_BOTH, askOther)).map(({ kind }) => kind)).toEqual([
      'contact',
      'message',
    ]);
    const theirs = await askOther(`GET /v1/forgettings/${String(body['id'])}`);
    expect(theirs.body['code']).toBe('forgetting_unknown');
    expect((await askOther('GET /v1/forgettings')).body.data).toEqual([]);
  });

  it('is forgotten by owners, managers and keys with every scope alone', async () => {
    const made = await ask('POST /v1/keys', { name: 'Sends', scopes: ['send', 'read'] });
    const sender = v1At(story.paigham.baseUrl, String(made.body['key']));
    expect((await forget('03001237003', sender)).body['code']).toBe('forgetting_denied');
    const { world, baseUrl } = story.paigham;
    const { accountId } = story.shop;
    await addPerson(world.admin, 'dev@example.com', { accountId, role: 'developer' });
    const developer = visit(baseUrl);
    await developer.signIn('dev@example.com');
    const asked = { method: 'POST', body: { person: '03001237003' } };
    expect(await developer.ask('/v1/forgettings', asked)).toMatchObject({
      status: 403,
      body: { code: 'forgetting_denied' },
    });
    const grants = { name: 'Theirs', scopes: ['send', 'read', 'account'] };
    const theirs = await developer.ask('/v1/keys', { method: 'POST', body: grants });
    expect(theirs).toMatchObject({ status: 201 });
    const byKey = v1At(baseUrl, String(theirs.body['key']));
    expect((await forget('03001237003', byKey)).body['code']).toBe('forgetting_denied');
    expect(await owner.ask('/v1/forgettings', asked)).toMatchObject({ status: 201 });
  });
});
