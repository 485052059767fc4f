/** What a team that answers people shares: notes and labels on conversations, canned answers. */
import { beforeAll, describe, expect, it } from 'vitest';
import { addSender, decideSender } from '../../src/features/senders/senders.operations.ts';
import { must } from '../../src/operations/admin.ts';
import { beginChatStory, type ChatStory } from '../support/chat-story.ts';
import { eventually } from '../support/eventually.ts';
import { addPerson, visit, type Visitor } from '../support/people.ts';
import { handOver, writtenBy } from '../support/phones.ts';
import { openShop } from '../support/shop.ts';
import { v1At, type AskV1 } from '../support/v1.ts';

const OWN = '7722';
const TEXTER = '923001234511';

let story: ChatStory;
let ask: AskV1;
let stranger: AskV1;
let manager: Visitor;
let conversation: string;

beforeAll(async () => {
  story = await beginChatStory();
  const { paigham, shop } = story;
  const { admin } = paigham.world;
  const { accountId } = shop;
  must(await addSender(admin, { accountId, name: OWN, route: 'short_code' }));
  must(await decideSender(admin, { accountId, name: OWN, state: 'approved' }));
  ask = v1At(paigham.baseUrl, shop.apiKey);
  stranger = v1At(paigham.baseUrl, (await openShop(paigham.world, { rupees: '0' })).apiKey);
  await addPerson(admin, 'hina@example.com', { accountId, role: 'manager' });
  manager = visit(paigham.baseUrl);
  await manager.signIn('hina@example.com');
  await handOver(paigham.operators.jazz, writtenBy(TEXTER, 'Where is my order?', OWN));
  const found = await eventually('the conversation', async () => {
    const { body } = await ask(`GET /v1/conversations?number=${TEXTER}`);
    return (body.data as readonly { readonly id: string }[])[0];
  });
  conversation = found.id;
});

describe('a note on a conversation', () => {
  const notes = () => ask(`GET /v1/conversations/${conversation}/notes`);

  it('says who wrote it, in order, and is not among what was said', async () => {
    const path = `/v1/conversations/${conversation}/notes`;
    const by = await manager.ask(path, { method: 'POST', body: { text: 'Asked the courier.' } });
    expect(by).toMatchObject({ status: 201 });
    const made = await ask(`POST ${path}`, { text: 'Refunded by the shop’s program.' });
    expect(made).toMatchObject({ status: 201, body: { by: null } });
    const { body } = await notes();
    expect(body.data).toMatchObject([
      { text: 'Asked the courier.', by: expect.stringMatching(/./) as string },
      { text: 'Refunded by the shop’s program.', by: null },
    ]);
    const said = await ask(`GET /v1/conversations/${conversation}/messages`);
    expect(JSON.stringify(said.body)).not.toContain('courier');
    expect((await ask(`GET /v1/conversations/${conversation}`)).body).toMatchObject({ unread: 1 });
  });

  it('needs words, and is removed', async () => {
    const path = `/v1/conversations/${conversation}/notes`;
    for (const text of ['', ' \n', 'x'.repeat(2_001)]) {
      expect(await ask(`POST ${path}`, { text })).toMatchObject({ status: 400 });
    }
    const { body } = await notes();
    const [first] = body.data as readonly { readonly id: string }[];
    expect((await ask(`DELETE ${path}/${first?.id}`)).status).toBe(204);
    expect((await ask(`DELETE ${path}/${first?.id}`)).status).toBe(404);
    expect((await notes()).body.data).toHaveLength(1);
  });

  it('is of its account alone', async () => {
    const path = `/v1/conversations/${conversation}/notes`;
    expect((await stranger(`GET ${path}`)).status).toBe(404);
    expect((await stranger(`POST ${path}`, { text: 'Hello' })).status).toBe(404);
    const [left] = (await notes()).body.data as readonly { readonly id: string }[];
    expect((await stranger(`DELETE ${path}/${left?.id}`)).status).toBe(404);
    expect((await notes()).body.data).toHaveLength(1);
  });
});

describe('a label', () => {
  const PATH = '/v1/labels';
  const on = (label: string) => `/v1/conversations/${conversation}/labels/${label}`;
  const labels = async () => (await ask(`GET /v1/conversations/${conversation}`)).body['labels'];
  const listed = async (query: string) =>
    (await ask(`GET /v1/conversations?${query}`)).body.data.map((it) => it['id']);

  it('is made, set on a conversation by a person, found by, and taken away', async () => {
    const made = await ask(`POST ${PATH}`, { name: 'Refund', colour: 'red' });
    expect(made).toMatchObject({ status: 201, body: { name: 'Refund', colour: 'red' } });
    const id = String(made.body['id']);
    const paid = await ask(`POST ${PATH}`, { name: 'paid' });
    expect(paid.body).toMatchObject({ colour: 'gray' });
    for (const it of [id, String(paid.body['id']), id]) {
      expect((await manager.ask(on(it), { method: 'PUT' })).status).toBe(204);
    }
    expect(await labels()).toEqual([
      { id: paid.body['id'], name: 'paid', colour: 'gray' },
      { id, name: 'Refund', colour: 'red' },
    ]);
    for (const query of ['', '&assigned=nobody', '&search=4511', `&number=${TEXTER}`]) {
      expect(await listed(`label=${id}${query}`)).toEqual([conversation]);
    }
    expect(await listed(`label=${id}&state=closed`)).toEqual([]);
    expect(await listed(`label=${id}&search=nobody`)).toEqual([]);
    expect(await listed('label=999999')).toEqual([]);
    expect((await ask(`DELETE ${on(id)}`)).status).toBe(204);
    expect((await ask(`DELETE ${on(id)}`)).status).toBe(404);
    expect(await listed(`label=${id}`)).toEqual([]);
    const [line] = (await ask('GET /v1/audit?action=conversation.label&limit=1')).body.data;
    expect(line).toMatchObject({ detail: { conversation_id: conversation, label_id: id } });
  });

  it('is changed, and removed from everywhere', async () => {
    const made = await ask(`POST ${PATH}`, { name: 'Later', colour: 'blue' });
    const path = `${PATH}/${String(made.body['id'])}`;
    await ask(`PUT ${on(String(made.body['id']))}`);
    const change = { name: 'Tomorrow', colour: 'violet' };
    expect((await ask(`PATCH ${path}`, change)).body).toMatchObject(change);
    expect(await labels()).toContainEqual({ id: made.body['id'], ...change });
    expect((await ask(`DELETE ${path}`)).status).toBe(204);
    expect((await ask(`GET ${path}`)).status).toBe(404);
    expect(await labels()).not.toContainEqual({ id: made.body['id'], ...change });
  });

  it('is of its account alone', async () => {
    const [mine] = (await ask(`GET ${PATH}`)).body.data;
    const theirs = await stranger(`POST ${PATH}`, { name: 'Refund' });
    expect(theirs.status).toBe(201);
    expect((await stranger(`PUT ${on(String(mine?.['id']))}`)).status).toBe(404);
    expect((await ask(`PUT ${on(String(theirs.body['id']))}`)).status).toBe(404);
    expect((await stranger(`DELETE ${PATH}/${String(mine?.['id'])}`)).status).toBe(404);
    expect(await stranger(`GET /v1/conversations?label=${String(mine?.['id'])}`)).toMatchObject({
      body: { data: [] },
    });
  });

  it.each([
    ['an empty name', { name: '' }],
    ['41 characters', { name: 'x'.repeat(41) }],
    ['a name that is taken', { name: 'REFUND' }],
    ['another colour', { name: 'x', colour: '#ff0000' }],
  ])('is refused with %s', async (_, body) => {
    expect(await ask(`POST ${PATH}`, body)).toMatchObject({ status: 400 });
  });

  it('is one of fifty', async () => {
    const { length } = (await ask(`GET ${PATH}`)).body.data;
    for (let at = length; at < 50; at += 1) {
      expect((await ask(`POST ${PATH}`, { name: `Label ${at}` })).status).toBe(201);
    }
    expect((await ask(`POST ${PATH}`, { name: 'One more' })).status).toBe(400);
  });
});

describe('a canned answer', () => {
  const PATH = '/v1/canned-answers';

  it('is kept, found, changed and removed', async () => {
    const words = { name: 'Return', text: 'You can return it within 14 days.' };
    const made = await ask(`POST ${PATH}`, words);
    expect(made).toMatchObject({ status: 201, body: words });
    const { id } = made.body;
    expect((await ask(`GET ${PATH}/${id}`)).body).toMatchObject(words);
    const text = 'You can return it within 30 days.';
    expect((await ask(`PATCH ${PATH}/${id}`, { text })).body).toMatchObject({ ...words, text });
    const whole = { name: 'return', text };
    expect((await ask(`PATCH ${PATH}/${id}`, whole)).body).toMatchObject(whole);
    expect((await ask(`PATCH ${PATH}/${id}`, {})).status).toBe(400);
    expect((await ask(`GET ${PATH}`)).body.data).toMatchObject([{ id, text }]);
    expect((await stranger(`GET ${PATH}`)).body.data).toEqual([]);
    expect((await stranger(`PATCH ${PATH}/${id}`, { text })).status).toBe(404);
    expect((await stranger(`DELETE ${PATH}/${id}`)).status).toBe(404);
    expect((await ask(`DELETE ${PATH}/${id}`)).status).toBe(204);
    expect((await ask(`GET ${PATH}/${id}`)).status).toBe(404);
  });

  it.each([
    ['an empty name', { name: '', text: 'Hello' }],
    ['a blank before its name', { name: ' x', text: 'Hello' }],
    ['no text', { name: 'x' }],
    ['a blank text', { name: 'x', text: ' ' }],
    ['4,097 characters', { name: 'x', text: 'y'.repeat(4_097) }],
  ])('is refused with %s', async (_, body) => {
    expect(await ask(`POST ${PATH}`, body)).toMatchObject({ status: 400 });
  });

  it.each([
    ['canned-answers', { text: 'Hello' }],
    ['segments', { filter: {} }],
  ])('of %s one of eight at once has the name, the others hear why not', async (where, more) => {
    const tries = Array.from({ length: 8 }, (_, at) =>
      ask(`POST /v1/${where}`, { name: at % 2 === 0 ? 'Hours' : 'HOURS', ...more }),
    );
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([
      201,
      ...Array.from({ length: 7 }, () => 400),
    ]);
  });

  it('and one of eight contacts gets a number that all of them are given at once', async () => {
    const made = await Promise.all(
      Array.from({ length: 8 }, (_, at) =>
        ask('POST /v1/contacts', { mobile: `92300999000${at}`, name: `Contact ${at}` }),
      ),
    );
    const tries = made.map(({ body }) =>
      ask(`PATCH /v1/contacts/${body['id']}`, { mobile: '923009990009' }),
    );
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([
      200,
      ...Array.from({ length: 7 }, () => 400),
    ]);
  });
});
