/** `/v1/responses`: how long people who wrote waited for the first answer, and who still waits. */
import { beforeAll, describe, expect, it } from 'vitest';
import { addSender, decideSender } from '../../src/features/senders/senders.operations.ts';
import { must } from '../../src/operations/admin.ts';
import { plain } from '../../src/kit/postgres/statement.ts';
import { beginChatStory, type ChatStory } from '../support/chat-story.ts';
import { eventually } from '../support/eventually.ts';
import { addPerson, visit, type Visitor } from '../support/people.ts';
import { handOver, writtenBy } from '../support/phones.ts';
import { openShop } from '../support/shop.ts';
import { v1At, type AskV1 } from '../support/v1.ts';

const OWN = '7744';
const CHATTER = '923001234541';
const TEXTER = '923001234542';

let story: ChatStory;
let ask: AskV1;
let stranger: AskV1;
let agent: Visitor;
let agentId: number;

beforeAll(async () => {
  story = await beginChatStory();
  const { paigham, shop } = story;
  const { admin } = paigham.world;
  const { accountId } = shop;
  must(await addSender(admin, { accountId, name: OWN, route: 'short_code' }));
  must(await decideSender(admin, { accountId, name: OWN, state: 'approved' }));
  ask = v1At(paigham.baseUrl, shop.apiKey);
  stranger = v1At(paigham.baseUrl, (await openShop(paigham.world, { rupees: '0' })).apiKey);
  agentId = await addPerson(admin, 'ali@responses.example', { accountId, role: 'agent' });
  agent = visit(paigham.baseUrl);
  await agent.signIn('ali@responses.example');
});

const responses = async (query = '') => (await ask(`GET /v1/responses?${query}`)).body;
const NONE = { answered: 0, median_seconds: null, p90_seconds: null, unanswered: 0 };

const conversation = (number: string) =>
  eventually(`a conversation with ${number}`, async () => {
    const { body } = await ask(`GET /v1/conversations?number=${number}`);
    return body.data[0];
  });

const waiting = (count: number, query = '') =>
  eventually(`${count} wait`, async () => {
    return ((await responses(query))['total'] as typeof NONE).unanswered === count;
  });

describe('how long people wait', () => {
  it('begins with the first reply and ends with the first answer of a person', async () => {
    expect(await responses()).toMatchObject({ data: [], total: NONE });
    await story.write(CHATTER, 'Are you open?');
    await story.write(CHATTER, 'Hello?');
    await handOver(story.paigham.operators.jazz, writtenBy(TEXTER, 'Where is it?', OWN));
    // Both: one that came after the answer would begin to wait.
    await eventually('both are kept', async () => {
      const { body } = await ask('GET /v1/chat/replies');
      return body.data.length === 2;
    });
    const { sender } = (await conversation(CHATTER)) as { sender: string };
    await conversation(TEXTER);
    await waiting(2);
    await waiting(1, 'kind=sms');
    const content = { type: 'text', text: { body: 'Until six.' } };
    const answer = { kind: 'chat', sender, recipients: [CHATTER], content };
    // A program is not somebody who answers.
    expect((await ask('POST /v1/messages', answer)).status).toBe(201);
    await waiting(2);
    for (const times of [1, 2]) {
      const sent = await agent.ask('/v1/messages', { method: 'POST', body: answer });
      expect([times, sent.status]).toEqual([times, 201]);
    }
    const total = { answered: 1, unanswered: 1 };
    const both = await responses('by=person');
    expect(both).toMatchObject({ total });
    expect(both['data']).toEqual([
      { key: '', name: null, ...NONE, unanswered: 1 },
      {
        ...{ key: String(agentId), name: 'ali', answered: 1, unanswered: 0 },
        median_seconds: expect.any(Number) as number,
        p90_seconds: expect.any(Number) as number,
      },
    ]);
    expect(await responses('kind=chat')).toMatchObject({ total: { answered: 1, unanswered: 0 } });
    const { id } = (await conversation(TEXTER)) as { id: string };
    await ask(`PATCH /v1/conversations/${id}`, { assigned_to: String(agentId) });
    expect((await responses('by=person'))['data']).toMatchObject([
      { key: String(agentId), answered: 1, unanswered: 1 },
    ]);
    await ask(`PATCH /v1/conversations/${id}`, { state: 'closed' });
    await waiting(0);
  });

  it('is told as the median and as what nine of ten waited, by days of Pakistan', async () => {
    const { accountId } = story.shop;
    const counted = `insert into responses (account_id, day, kind, user_id, step, answers)
      values ($1, '2026-10-02', 'sms', $2, 40, 5), ($1, '2026-10-02', 'sms', $2, 60, 4),
        ($1, '2026-10-02', 'sms', $2, 80, 1), ($1, '2026-10-01', 'chat', 0, 22, 1)`;
    await story.paigham.db.transact((it) =>
      it.run(plain('test-responses', counted), [accountId, agentId]),
    );
    const span = 'since=2026-10-01T12:00:00Z&until=2026-10-02T12:00:00Z';
    expect(await responses(span)).toMatchObject({
      data: [
        { key: '2026-10-01', answered: 1, median_seconds: 7, p90_seconds: 7 },
        { key: '2026-10-02', answered: 10, median_seconds: 44, p90_seconds: 303 },
      ],
      total: { answered: 11, median_seconds: 44, p90_seconds: 303 },
    });
    expect((await responses(`${span}&kind=chat`))['data']).toMatchObject([{ median_seconds: 7 }]);
    const file = await fetch(`${story.paigham.baseUrl}/v1/exports/responses?${span}`, {
      headers: { authorization: `Bearer ${story.shop.apiKey}` },
    });
    expect((await file.text()).split('\r\n')).toEqual([
      'key,name,answered,median_seconds,p90_seconds,unanswered',
      ...['2026-10-01,,1,7,7,0', '2026-10-02,,10,44,303,0', ''],
    ]);
    expect((await stranger(`GET /v1/responses?${span}`)).body).toMatchObject({ total: NONE });
    expect((await agent.ask('/v1/responses')).body.code).toBe('role_too_low');
  });

  it.each([
    ['more than 366 days', 'since=2025-01-01T00:00:00Z&until=2026-03-01T00:00:00Z'],
    ['an end before its beginning', 'since=2026-03-01T00:00:00Z&until=2026-01-01T00:00:00Z'],
    ['another key', 'by=sender'],
  ])('is refused of %s', async (_, query) => {
    expect((await ask(`GET /v1/responses?${query}`)).status).toBe(400);
  });
});
