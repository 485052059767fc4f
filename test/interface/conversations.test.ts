/** `/v1/conversations`: replies of texts and chat in one inbox, who answers, what was said. */
import { beforeAll, describe, expect, it } from 'vitest';
import { addSender, decideSender } from '../../src/features/senders/senders.operations.ts';
import { must } from '../../src/operations/admin.ts';
import { beginChatStory, type ChatStory } from '../support/chat-story.ts';
import { eventually } from '../support/eventually.ts';
import { addPerson, visit, type Visitor } from '../support/people.ts';
import { handOver, writtenBy } from '../support/phones.ts';
import { openShop } from '../support/shop.ts';
import { v1At, type AskV1 } from '../support/v1.ts';

const OWN = '7711';
const TEXTER = '923001234501';
const CHATTER = '923001234502';
const HASTY = '923001234503';
const SHOPPER = '923001234504';

let story: ChatStory;
let ask: AskV1;
let manager: Visitor;
let managerId: number;

beforeAll(async () => {
  story = await beginChatStory();
  const { paigham, shop } = story;
  const { admin } = paigham.world;
  const { accountId } = shop;
  must(await addSender(admin, { accountId, name: OWN, route: 'short_code' }));
  must(await decideSender(admin, { accountId, name: OWN, state: 'approved' }));
  ask = v1At(paigham.baseUrl, shop.apiKey);
  managerId = await addPerson(admin, 'sana@example.com', { accountId, role: 'manager' });
  manager = visit(paigham.baseUrl);
  await manager.signIn('sana@example.com');
});

type Shown = Readonly<Record<string, unknown>> & { readonly id: string };

const write = (from: string, text: string): Promise<void> =>
  handOver(story.paigham.operators.jazz, writtenBy(from, text, OWN));

async function list(query = ''): Promise<readonly Shown[]> {
  const { status, body } = await ask(`GET /v1/conversations?${query}`);
  expect(status).toBe(200);
  return body.data as readonly Shown[];
}

async function one(number: string): Promise<Shown> {
  return eventually(
    `a conversation with ${number}`,
    async () => (await list(`number=${number}`))[0],
  );
}

/** What was said, oldest first. */
async function said(id: string): Promise<readonly string[]> {
  const { body } = await ask(`GET /v1/conversations/${id}/messages`);
  return body.data.map((it) => `${String(it['direction'])} ${String(it['text'])}`).toReversed();
}

describe('a conversation', () => {
  it('is what one person writes to one sender, unread until somebody reads it', async () => {
    await write(TEXTER, 'Where is my order?');
    await write(TEXTER, 'Hello?');
    const { id, ...first } = await one(TEXTER);
    expect(first).toMatchObject({
      ...{ kind: 'sms', sender: OWN, number: TEXTER, user_id: null, last_by: 'them' },
      ...{ last_text: 'Hello?', unread: 2, assigned_to: null, state: 'open', window_until: null },
      test: false,
    });
    expect((await list('unread=true')).map((it) => it.id)).toContain(id);
    const read = await ask(`PATCH /v1/conversations/${id}`, { read: true });
    expect(read).toMatchObject({ status: 200, body: { id, unread: 0 } });
    expect((await list('unread=true')).map((it) => it.id)).not.toContain(id);
    expect((await ask('GET /v1/audit?action=conversation.assign')).body.data).toEqual([]);
  });

  it('has the name that its account gives the person, and is found by it', async () => {
    const { id, name } = await one(TEXTER);
    expect(name).toBeNull();
    const contact = await ask('POST /v1/contacts', { mobile: TEXTER, name: 'Ayesha Khan' });
    expect(await one(TEXTER)).toMatchObject({ id, name: 'Ayesha Khan' });
    expect((await list('search=ayesha')).map((it) => it.id)).toEqual([id]);
    await ask(`DELETE /v1/contacts/${String(contact.body['id'])}`);
    expect(await one(TEXTER)).toMatchObject({ id, name: null });
  });

  it('is closed until a reply opens it again', async () => {
    const { id } = await one(TEXTER);
    await ask(`PATCH /v1/conversations/${id}`, { state: 'closed' });
    expect((await list('state=open')).map((it) => it.id)).not.toContain(id);
    await write(TEXTER, 'Still nothing');
    expect(await one(TEXTER)).toMatchObject({ id, state: 'open', unread: 1 });
  });

  it('is assigned to a person who may send, and that is audited', async () => {
    const { admin } = story.paigham.world;
    const { accountId } = story.shop;
    const viewerId = await addPerson(admin, 'bilal@example.com', { accountId, role: 'viewer' });
    const { id } = await one(TEXTER);
    expect((await ask('GET /v1/assignees')).body.data).toEqual([
      { id: String(managerId), name: 'sana' },
    ]);
    for (const wrong of [String(viewerId), '999999']) {
      expect(await ask(`PATCH /v1/conversations/${id}`, { assigned_to: wrong })).toMatchObject({
        status: 400,
        body: { errors: [{ pointer: '/body/assigned_to' }] },
      });
    }
    const answer = await ask(`PATCH /v1/conversations/${id}`, { assigned_to: String(managerId) });
    expect(answer.body['assigned_to']).toEqual({ id: String(managerId), name: 'sana' });
    const mine = await manager.ask('/v1/conversations?assigned=me');
    expect(mine.body['data']).toMatchObject([{ id }]);
    expect(await list('assigned=nobody')).toEqual([]);
    expect((await ask('GET /v1/conversations?assigned=me')).status).toBe(400);
    expect((await ask('GET /v1/audit?action=conversation.assign')).body.data).toMatchObject([
      { detail: { conversation_id: id, user_id: String(managerId) } },
    ]);
    const freed = await ask(`PATCH /v1/conversations/${id}`, { assigned_to: null });
    expect(freed.body['assigned_to']).toBeNull();
  });

  it('of chat shows until when free form is allowed, and takes a person’s answer', async () => {
    await story.write(CHATTER, 'Salaam');
    const { id, ...first } = await one(CHATTER);
    expect(first).toMatchObject({ kind: 'chat', number: CHATTER, unread: 1 });
    const until = Date.parse(String(first['window_until']));
    expect(until - Date.parse(String(first['last_at']))).toBeGreaterThan(86_000_000);
    expect(until - Date.parse(String(first['last_at']))).toBeLessThanOrEqual(86_400_000);
    const message = {
      ...{ kind: 'chat', sender: first['sender'], recipients: [CHATTER] },
      content: { type: 'text', text: { body: 'Wa alaikum salaam' } },
    };
    const program = await ask('POST /v1/messages', message);
    expect(program.status).toBe(201);
    expect(await one(CHATTER)).toMatchObject({ unread: 1, last_text: 'Salaam' });
    const sent = await manager.ask('/v1/messages', { method: 'POST', body: message });
    expect(sent.status).toBe(201);
    expect(await one(CHATTER)).toMatchObject({
      ...{ unread: 0, last_by: 'us', last_text: 'Wa alaikum salaam' },
    });
    expect(await said(id)).toEqual(['in Salaam', 'out Wa alaikum salaam', 'out Wa alaikum salaam']);
  });

  it('shows what was said by a template without its values', async () => {
    const { id } = await one(TEXTER);
    const { transactional } = story.shop;
    const sent = await manager.ask('/v1/messages', {
      method: 'POST',
      body: {
        ...{ kind: 'sms', sender: OWN, recipients: [TEXTER], template_id: String(transactional) },
        values: { text: 'Your code is 4821' },
      },
    });
    expect(sent.status).toBe(201);
    expect(await one(TEXTER)).toMatchObject({ unread: 0, last_by: 'us', last_text: null });
    expect(await said(id)).toEqual([
      ...['in Where is my order?', 'in Hello?', 'in Still nothing', 'out #text#'],
    ]);
  });

  it('is given page by page, with nothing twice and nothing left out', async () => {
    const { id } = await one(TEXTER);
    const all: string[] = [];
    let cursor = '';
    do {
      const { body } = await ask(`GET /v1/conversations/${id}/messages?limit=1${cursor}`);
      all.push(...body.data.map((it) => String(it['text'])));
      const next = body['next_cursor'];
      cursor = typeof next === 'string' ? `&cursor=${next}` : '';
    } while (cursor !== '');
    // Ids of one second are in no order; the page of everything has the moments' order.
    expect(all.toSorted()).toEqual(['#text#', 'Hello?', 'Still nothing', 'Where is my order?']);
    const first = await ask('GET /v1/conversations?limit=1');
    const next = String(first.body['next_cursor']);
    const second = await ask(`GET /v1/conversations?limit=1&cursor=${next}`);
    const numbers = [...first.body.data, ...second.body.data].map((it) => it['number']);
    expect(numbers).toEqual([TEXTER, CHATTER]);
    expect(second.body['next_cursor']).toBeNull();
  });

  it('of chat is in the order in which it was written, however quickly', async () => {
    const texts = ['Salaam!', 'Are you there?', 'It is about order 17.', 'Is it late?', 'Hello?'];
    for (const text of texts) await story.write(HASTY, text);
    const { id } = await eventually('all of it', async () => {
      const [conversation] = await list(`number=${HASTY}`);
      return conversation?.['unread'] === texts.length && conversation;
    });
    expect(await said(id)).toEqual(texts.map((text) => `in ${text}`));
    expect(await one(HASTY)).toMatchObject({ last_text: 'Hello?' });
  });

  it('is looked for in words that can find it', async () => {
    const fault = async (query: string) => {
      const { status, body } = await ask(`GET /v1/conversations?${query}`);
      return [status, ...(body['errors'] as object[])];
    };
    const pointer = '/query/assigned';
    const detail = 'must be me, nobody, or the id of a user';
    expect(await fault('assigned=foo')).toEqual([400, { pointer, detail }]);
    const number = 'must be a mobile number, or the id of a user who hides it';
    expect(await fault('number=12')).toEqual([400, { pointer: '/query/number', detail: number }]);
    expect(await list('number=PK.13491208655302741918')).toEqual([]);
    const { body } = await ask('GET /v1/chat/replies?from=12');
    expect(body['errors']).toEqual([{ pointer: '/query/from', detail: number }]);
  });

  it('of texts is not taken over, because nobody else answers it', async () => {
    const { id } = await one(TEXTER);
    const { status, body } = await ask(`POST /v1/conversations/${id}/take`);
    expect([status, body['code']]).toEqual([409, 'conversation_not_chat']);
  });

  it('of another account is not there', async () => {
    const { id } = await one(TEXTER);
    const other = await openShop(story.paigham.world, { rupees: '1' });
    const its = v1At(story.paigham.baseUrl, other.apiKey);
    for (const request of [
      `GET /v1/conversations/${id}`,
      `GET /v1/conversations/${id}/messages`,
      `PATCH /v1/conversations/${id}`,
    ]) {
      const body = request.startsWith('PATCH') ? { state: 'closed' } : undefined;
      expect(await its(request, body)).toMatchObject({
        ...{ status: 404, body: { code: 'conversation_unknown' } },
      });
    }
    expect((await its('GET /v1/conversations')).body.data).toEqual([]);
  });

  it('is found by a part of its number, and by its texts where the role sees them', async () => {
    await write(SHOPPER, 'Where is my parcel?');
    await write(SHOPPER, 'یہ جوتے 50% کم میں؟');
    await one(SHOPPER);
    const numbersOf = (body: unknown): readonly unknown[] =>
      (body as { readonly data: readonly Shown[] }).data.map((it) => it['number']);
    for (const part of ['4504', '۴۵۰۴', '0300 123 4504']) {
      const found = await list(`search=${encodeURIComponent(part)}`);
      expect(found.map((it) => it['number'])).toEqual([SHOPPER]);
    }
    const searched = `/v1/conversations?search=${encodeURIComponent('جوتے 50%')}`;
    expect(numbersOf((await manager.ask(searched)).body)).toEqual([]);
    expect(numbersOf((await manager.ask(`${searched}&texts=true`)).body)).toEqual([SHOPPER]);
    const arabic = `texts=true&search=${encodeURIComponent('كم ميں')}`;
    expect(numbersOf((await manager.ask(`/v1/conversations?${arabic}`)).body)).toEqual([SHOPPER]);
    // Not as a pattern; and an older reply, too.
    const search = (text: string) => manager.ask(`/v1/conversations?texts=true&search=${text}`);
    expect(numbersOf((await search('5_%25')).body)).toEqual([]);
    expect(numbersOf((await search('where%20is%20my%20parcel')).body)).toEqual([SHOPPER]);
    expect(numbersOf((await search('parcel&assigned=nobody')).body)).toEqual([SHOPPER]);
    expect(numbersOf((await search('parcel&kind=chat')).body)).toEqual([]);
    expect(await ask('GET /v1/conversations?search=parcel&texts=true')).toMatchObject({
      status: 403,
      body: { code: 'texts_hidden' },
    });
    const looks = (await ask('GET /v1/audit?action=message.text')).body.data;
    expect(looks.length).toBeGreaterThan(0);
    expect(JSON.stringify(looks)).not.toContain('parcel');
  });
});
