/** The role agent: answers people in the inbox, and neither spends nor sees anything else. */
import { beforeAll, describe, expect, it } from 'vitest';
import { addSender, decideSender } from '../../src/features/senders/senders.operations.ts';
import { must } from '../../src/operations/admin.ts';
import { beginChatStory, type ChatStory } from '../support/chat-story.ts';
import { eventually } from '../support/eventually.ts';
import { addPerson, visit, type Visitor } from '../support/people.ts';
import { handOver, writtenBy } from '../support/phones.ts';
import { openShop, type Shop } from '../support/shop.ts';
import { v1At, type AskV1 } from '../support/v1.ts';

const OWN = '7733';
const TEXTER = '923001234521';
const CHATTER = '923001234522';
const STRANGER = '923001234523';

let story: ChatStory;
let ask: AskV1;
let agent: Visitor;
let owner: Visitor;
let other: Shop;
let agentId: number;

beforeAll(async () => {
  story = await beginChatStory();
  const { paigham, shop } = story;
  const { admin } = paigham.world;
  const { accountId } = shop;
  must(await addSender(admin, { accountId, name: OWN, route: 'short_code' }));
  must(await decideSender(admin, { accountId, name: OWN, state: 'approved' }));
  ask = v1At(paigham.baseUrl, shop.apiKey);
  other = await openShop(paigham.world, { rupees: '100' });
  agentId = await addPerson(admin, 'ali@agents.example', { accountId, role: 'agent' });
  await addPerson(admin, 'sana@agents.example', { accountId, role: 'owner' });
  [agent, owner] = [visit(paigham.baseUrl), visit(paigham.baseUrl)];
  await agent.signIn('ali@agents.example');
  await owner.signIn('sana@agents.example');
  await handOver(paigham.operators.jazz, writtenBy(TEXTER, 'Where is my order?', OWN));
  await story.write(CHATTER, 'Are you open?');
});

type Shown = Readonly<Record<string, unknown>> & { readonly id: string };

const one = (number: string): Promise<Shown> =>
  eventually(`a conversation with ${number}`, async () => {
    const { body } = await agent.ask(`/v1/conversations?number=${number}`);
    return (body['data'] as readonly Shown[])[0];
  });

const post = (path: string, body: unknown) => agent.ask(path, { method: 'POST', body });

async function chatAnswer(text: string) {
  const { sender } = await one(CHATTER);
  const content = { type: 'text', text: { body: text } };
  return { kind: 'chat', sender, recipients: [CHATTER], content };
}

it('a chat reply, and the event of one, has the name of the contact', async () => {
  await ask('POST /v1/contacts', { mobile: CHATTER, name: 'Ayesha of Lahore' });
  const [reply] = (await ask(`GET /v1/chat/replies?from=${CHATTER}`)).body.data;
  expect(reply).toMatchObject({ from: CHATTER, name: 'Ayesha of Lahore' });
  const path = `GET /v1/chat/replies/${String(reply?.['id'])}`;
  expect((await ask(path)).body).toMatchObject({ name: 'Ayesha of Lahore' });
  await ask('GET /v1/events');
  await story.write(CHATTER, 'Salaam');
  const [event] = await eventually('an event', async () => {
    const { data } = (await ask('GET /v1/events?type=chat.reply.received')).body;
    return data.length > 0 && data;
  });
  expect(event).toMatchObject({ data: { text: 'Salaam', name: 'Ayesha of Lahore' } });
});

describe('an agent', () => {
  it('has no scope, and is somebody who answers', async () => {
    const { body } = await agent.ask('/v1/session');
    expect(body).toMatchObject({ accounts: [{ role: 'agent', scopes: [], sees_texts: false }] });
    expect((await ask('GET /v1/assignees')).body.data).toContainEqual({
      ...{ id: String(agentId), name: 'ali' },
    });
  });

  it('reads, assigns, notes, closes, and keeps canned answers', async () => {
    const { id } = await one(TEXTER);
    const path = `/v1/conversations/${id}`;
    const said = await agent.ask(`${path}/messages`);
    expect(said.body['data']).toMatchObject([{ direction: 'in', text: 'Where is my order?' }]);
    const body = { assigned_to: String(agentId), read: true, state: 'closed' };
    expect(await agent.ask(path, { method: 'PATCH', body })).toMatchObject({
      ...{ status: 200, body: { unread: 0, state: 'closed', assigned_to: { name: 'ali' } } },
    });
    expect((await post(`${path}/notes`, { text: 'Asked the courier.' })).status).toBe(201);
    expect((await agent.ask(`${path}/notes`)).body['data']).toMatchObject([{ by: 'ali' }]);
    const of = { method: 'POST', body: { text: 'He always pays late.' } } as const;
    const { id: others } = (await owner.ask(`${path}/notes`, of)).body;
    const removed = await agent.ask(`${path}/notes/${String(others)}`, { method: 'DELETE' });
    expect(removed.body).toMatchObject({
      ...{ code: 'role_too_low', errors: [{ pointer: '/path/note_id' }] },
    });
    const [own] = (await agent.ask(`${path}/notes`)).body['data'] as { id: string }[];
    const path2 = `${path}/notes/${own?.id ?? ''}`;
    expect((await agent.ask(path2, { method: 'DELETE' })).status).toBe(204);
    expect((await post('/v1/canned-answers', { name: 'Hours', text: 'Ten to six.' })).status).toBe(
      201,
    );
    expect((await agent.ask(`${path}/messages?texts=true`)).body.code).toBe('texts_hidden');
    expect((await agent.ask('/v1/conversations?search=x&texts=true')).status).toBe(403);
  });

  it('answers who has written: chat in free form, texts by a template, with a price', async () => {
    const answer = await chatAnswer('Yes, until six.');
    expect((await post('/v1/messages', { ...answer, dry_run: true })).status).toBe(200);
    const taken = await post('/v1/messages', answer);
    expect(taken).toMatchObject({ status: 201, body: { price: '1.00', remaining: null } });
    expect(await one(CHATTER)).toMatchObject({ unread: 0, last_text: 'Yes, until six.' });
    const text = { sender: OWN, recipients: [TEXTER], template_id: '1' };
    const sent = await post('/v1/messages', text);
    // Which template is another matter: that the agent may answer is not in question.
    expect(sent.body.code).not.toBe('role_too_low');
  });

  it.each([
    ['somebody who has not written', { recipients: [STRANGER] }, 'recipients'],
    ['two at once', { recipients: [CHATTER, STRANGER] }, 'recipients'],
    ['another sender than was written to', { kind: 'sms', sender: OWN }, 'recipients'],
    ['no sender', { sender: undefined }, 'sender'],
    ['later', { send_at: '2027-01-01T09:00:00Z' }, 'send_at'],
    ['with a look-up', { ported: true }, 'ported'],
  ])('writes nothing to or by %s', async (_, change, field) => {
    const sent = async () => (await ask('GET /v1/messages?limit=200')).body.data.length;
    const before = await sent();
    for (const dry of [false, true]) {
      const body = { ...(await chatAnswer('Our offers')), ...change, dry_run: dry };
      expect(await post('/v1/messages', body)).toMatchObject({
        status: 403,
        body: { code: 'role_too_low', errors: [{ pointer: `/body/${field}` }] },
      });
    }
    expect(await sent()).toBe(before);
  });

  it.each([
    ...['/v1/messages', '/v1/batches', '/v1/balance', '/v1/keys', '/v1/users', '/v1/invoices'],
    ...['/v1/webhooks', '/v1/contacts', '/v1/replies', '/v1/chat/replies', '/v1/notices'],
    ...['/v1/exports/replies', '/v1/exports/messages', '/v1/usage', '/v1/audit', '/v1/prices'],
    ...['/v1/consents', '/v1/person/records?person=923001234521', '/v1/invitations', '/v1/account'],
  ])('is refused %s', async (path) => {
    const { status, body } = await agent.ask(path);
    // A path that is not there would be no refusal of the role.
    expect([status, body.code]).toEqual([403, 'role_too_low']);
  });

  it('sees the files that it may answer with, and adds none', async () => {
    expect((await agent.ask('/v1/media')).status).toBe(200);
    expect((await agent.ask('/v1/media/1/preview')).body.code).toBe('media_unknown');
    expect((await agent.ask('/v1/media/1', { method: 'DELETE' })).body.code).toBe('role_too_low');
  });

  it('asks whether one person has opted out, not who all have', async () => {
    expect((await agent.ask(`/v1/suppressions?number=${TEXTER}`)).status).toBe(200);
    expect((await agent.ask('/v1/suppressions')).body.code).toBe('role_too_low');
  });

  it('follows replies as they come, and hears of nothing else', async () => {
    expect((await agent.ask('/v1/events')).body.code).toBe('role_too_low');
    const { baseUrl } = story.paigham;
    const headers = { cookie: agent.cookie, accept: 'text/event-stream' };
    const abort = new AbortController();
    const answer = await fetch(`${baseUrl}/v1/events`, { headers, signal: abort.signal });
    expect(answer.status).toBe(200);
    if (answer.body === null) throw new Error('a stream has a body');
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    const heard = async (sought: string): Promise<string> => {
      for (let all = ''; ;) {
        const { value = '', done } = await reader.read();
        all += value;
        if (all.includes(sought) || done) return all;
      }
    };
    await heard('events of this account');
    await owner.ask('/v1/messages', { method: 'POST', body: await chatAnswer('One moment.') });
    await eventually('it has come', () => story.copies(CHATTER) === 2);
    await story.write(CHATTER, 'Thank you!');
    const told = await heard('Thank you!');
    expect(told).toContain('event: chat.reply.received');
    expect(told).not.toContain('event: message.');
    abort.abort();
  });

  it('of one account finds nothing of another', async () => {
    const stranger = visit(story.paigham.baseUrl);
    const works = { accountId: other.accountId, role: 'agent' } as const;
    await addPerson(story.paigham.world.admin, 'zara@agents.example', works);
    await stranger.signIn('zara@agents.example');
    expect((await stranger.ask('/v1/conversations')).body['data']).toEqual([]);
    const { id } = await one(CHATTER);
    expect((await stranger.ask(`/v1/conversations/${id}`)).status).toBe(404);
    const answer = { method: 'POST', body: await chatAnswer('Hello') };
    expect((await stranger.ask('/v1/messages', answer)).body.code).toBe('role_too_low');
  });

  it('is invited, and made of another role, by an owner', async () => {
    const body = { email: 'new@agents.example', role: 'agent' };
    const invited = await owner.ask('/v1/invitations', { method: 'POST', body });
    expect(invited).toMatchObject({ status: 201, body: { role: 'agent' } });
    const { body: made } = await ask('POST /v1/keys', { name: 'accounts', scopes: ['account'] });
    const narrow = v1At(story.paigham.baseUrl, String(made['key']));
    expect(await narrow('POST /v1/invitations', body)).toMatchObject({ status: 403 });
    expect((await narrow(`PATCH /v1/users/${agentId}`, { role: 'viewer' })).status).toBe(403);
    const path = `/v1/users/${agentId}`;
    const to = (role: string) => owner.ask(path, { method: 'PATCH', body: { role } });
    const change = { method: 'PATCH', body: { assigned_to: String(agentId) } };
    const [first, second] = [(await one(CHATTER)).id, (await one(TEXTER)).id];
    for (const id of [first, second]) await owner.ask(`/v1/conversations/${id}`, change);
    const nobodys = async () => {
      const { body: found } = await ask('GET /v1/conversations?assigned=nobody');
      return found.data.map(({ id }) => String(id)).toSorted();
    };
    expect(await nobodys()).toEqual([]);
    expect((await to('viewer')).status).toBe(200);
    expect(await nobodys()).toEqual([first, second].toSorted());
    expect((await owner.ask(`/v1/conversations/${first}`, change)).status).toBe(400);
    expect((await post('/v1/messages', await chatAnswer('Hello'))).status).toBe(403);
    expect((await to('agent')).body).toMatchObject({ role: 'agent', scopes: [] });
    await owner.ask(`/v1/conversations/${first}`, change);
    expect(await nobodys()).toEqual([second]);
    expect((await owner.ask(path, { method: 'DELETE' })).status).toBe(204);
    expect(await nobodys()).toEqual([first, second].toSorted());
  });
});
