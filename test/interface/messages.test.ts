/** `/v1/messages/{id}`: what became of one message (contract sections 7, 10 and 11). */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { setHours } from '../../src/features/hours/hours.operations.ts';
import { must } from '../../src/operations/admin.ts';
import { dayAt } from '../../src/domain/policy/hours.ts';
import { PROBLEM } from '../../src/api/v1/answer.ts';
import { READABLE_MESSAGE } from '../../src/features/messages/message-shape.http.ts';
import { wallClock } from '@paigham/base/clock.ts';
import { faultsOf, type Static } from '../../src/kit/shape.ts';
import { uuidOf } from '../../src/kit/uuid-ids.ts';
import { callBatches, csvOf } from '../support/batches.ts';
import { fetchReport, sendOk, type SendParameters } from '../support/caller.ts';
import { beginChatStory, idIn, onlyId, type ChatStory } from '../support/chat-story.ts';
import { eventually } from '../support/eventually.ts';
import { PLAIN_BEHAVIOUR } from '../support/paigham.ts';
import { mobileOf, openShop, type Shop } from '../support/shop.ts';

type Message = Static<typeof READABLE_MESSAGE>;
type Problem = Static<typeof PROBLEM>;
type Answer<Body> = { readonly status: number; readonly text: string; readonly body: Body };

let story: ChatStory;
let stranger: Shop;
let written = 0;

beforeAll(async () => {
  story = await beginChatStory();
  stranger = await openShop(story.paigham.world, { rupees: '10' });
});

beforeEach(async () => {
  await story.paigham.behave({ ...PLAIN_BEHAVIOUR, receiptDelayMs: 10 });
});

async function get<Body = Message>(id: string | number, shop = story.shop): Promise<Answer<Body>> {
  const headers = { Authorization: `Bearer ${shop.apiKey}` };
  const response = await fetch(`${story.paigham.baseUrl}/v1/messages/${id}`.replace('/?', '?'), {
    headers,
  });
  const text = await response.text();
  return { status: response.status, text, body: JSON.parse(text) as Body };
}

/** Waits until a message meets the condition, and returns it. */
function until(id: string | number, isSo: (message: Message) => boolean): Promise<Message> {
  return eventually(`message ${id}`, async () => {
    const { status, body } = await get(id);
    expect([status, faultsOf(READABLE_MESSAGE, body)]).toEqual([200, []]);
    return isSo(body) && body;
  });
}

const untilIn = (id: string | number, state: string): Promise<Message> =>
  until(id, (message) => message.state === state);

/** Sends to a new number, or to this one; returns the id. */
function send(text: string, mobile = '', change: Partial<SendParameters> = {}): Promise<number> {
  written += 1;
  const to = mobile === '' ? mobileOf(0, written) : mobile;
  return sendOk(story.paigham.baseUrl, story.shop.write(text, to, change));
}

function expectUnknown({ status, body }: Answer<Problem>): void {
  expect(faultsOf(PROBLEM, body)).toEqual([]);
  expect([status, body.code]).toEqual([404, 'message_unknown']);
}

const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string;

describe('a text', () => {
  it('that was delivered is shown in full, except for its text', async () => {
    const id = await send('Your code is 4821.', mobileOf(0, 900));
    await untilIn(id, 'delivered');
    const { text, body } = await get(id);
    expect(body).toEqual({
      id: String(id),
      kind: 'sms',
      batch_id: null,
      recipient: mobileOf(0, 900),
      sender: story.shop.senders.shortCode,
      template_id: String(story.shop.transactional),
      state: 'delivered',
      reason: null,
      detail: null,
      network: 'Jazz',
      level: 'handset',
      parts: 1,
      price: expect.stringMatching(/^\d+\.\d\d$/) as string,
      currency: 'PKR',
      accepted_at: time,
      send_at: null,
      sent_at: time,
      done_at: time,
      read_at: null,
      test: false,
      name: null,
      attempts: [
        {
          ...{ attempt: 1, part: 1, outcome: 'taken', reason: null, at: time },
          receipt: { state: 'delivered', error: '000', at: time },
        },
      ],
    });
    expect(text).not.toContain('Your code');
  });

  it('says what the delivery report says', async () => {
    const id = await send('x'.repeat(200));
    const message = await untilIn(id, 'delivered');
    const { baseUrl } = story.paigham;
    const { results } = await fetchReport(baseUrl, story.shop.apiKey, { id });
    const { recipient, network, level, price, accepted_at, sent_at, done_at } = message;
    const [same, parts] = [{ network, level, price, accepted_at, sent_at, done_at }, '2'];
    expect(results).toEqual([
      {
        status: 'DELIVERED',
        id: message.id,
        messageid: message.id,
        gsm: recipient,
        ...same,
        parts,
      },
    ]);
    expect(message.parts).toBe(2);
  });

  it('that the operator has is sent, and not done', async () => {
    await story.paigham.behave({ receiptNeverPercent: 100 });
    const message = await untilIn(await send('Without a receipt'), 'sent');
    expect(message).toMatchObject({ sent_at: time, done_at: null, level: null, reason: null });
  });

  it.each([
    ['UNDELIV', 'failed', 'handset_failed', 'Failed: the message did not reach the handset'],
    [
      'EXPIRED',
      'expired',
      'operator_expired',
      'Failed: the operator gave up when the message expired',
    ],
    ['REJECTD', 'rejected', 'operator_rejected_later', 'Failed: the operator rejected the message'],
  ])('that the operator reports as %s is %s: %s', async (receiptState, state, reason, detail) => {
    await story.paigham.behave({ receiptState });
    const message = await untilIn(await send(receiptState), state);
    expect(message).toMatchObject({ reason, detail, sent_at: time, done_at: time });
  });

  it('that the operator refused was never sent', async () => {
    await story.paigham.behave({ refuseNext: 1, refuseStatus: 11 });
    const message = await untilIn(await send('Refused'), 'rejected');
    expect(message).toMatchObject({
      reason: 'operator_refused_recipient',
      detail: 'Failed: the operator refused the recipient',
      sent_at: null,
      done_at: time,
      attempts: [
        { part: 1, outcome: 'refused', reason: 'operator_refused_recipient', receipt: null },
      ],
    });
  });

  it('that waits for its hours is pending, and says until when', async () => {
    // The day may end before the message is looked at.
    const day = dayAt(wallClock.nowMs());
    const days = [day, day + 1].map((it) => (it + 3) % 7);
    const { accountId, promotional, senders } = story.shop;
    must(await setHours(story.paigham.world.admin, { accountId, hours: 'never', days }));
    const change = { template_id: promotional, sender: senders.shared };
    const { body } = await get(await send('Big sale', '', change));
    expect(faultsOf(READABLE_MESSAGE, body)).toEqual([]);
    expect(body).toMatchObject({
      ...{ state: 'pending', reason: 'promotional_hours', sender: senders.shared },
      detail: expect.stringMatching(/^waits for promotional hours, until 20\d\d-/) as string,
      template_id: String(promotional),
      sent_at: null,
      done_at: null,
    });
  });

  it('in a batch names it, and its rows name the text', async () => {
    const batches = callBatches(story.paigham.baseUrl, story.shop);
    const id = await send('To both', [mobileOf(1, 901), mobileOf(2, 901)].join(','));
    await batches.untilOver(String(id));
    type Rows = { readonly data: readonly { readonly message_id: string }[] };
    const { body } = await batches.get<Rows>(`/v1/batches/${id}/rows`);
    const messages = await Promise.all(body.data.map((row) => get(row.message_id)));
    expect(messages.map((it) => it.body)).toMatchObject([
      { batch_id: String(id), recipient: mobileOf(1, 901), network: 'Zong' },
      { batch_id: String(id), recipient: mobileOf(2, 901), network: 'Ufone' },
    ]);
  });
});

describe('a chat message', () => {
  const sendChat = (mobile: string): Promise<string> =>
    story.sendOne('order_ready', mobile, ['Ali', '991']);

  it('that was read is shown in full, except for its text', async () => {
    const id = await sendChat('923001990039');
    await until(id, ({ read_at: readAt }) => readAt !== null);
    const { text, body } = await get(id);
    expect(body).toEqual({
      id,
      kind: 'chat',
      batch_id: null,
      recipient: '923001990039',
      sender: '923000000001',
      template_id: String(await story.template('order_ready')),
      state: 'delivered',
      reason: null,
      detail: null,
      network: null,
      level: null,
      parts: 1,
      price: '3.00',
      currency: 'PKR',
      accepted_at: time,
      send_at: null,
      sent_at: time,
      done_at: time,
      read_at: time,
      test: false,
      name: null,
      attempts: [{ attempt: 1, part: 1, outcome: 'taken', reason: null, at: time, receipt: null }],
    });
    expect(text).not.toContain('Ali');
  });

  it('that was delivered is not read', async () => {
    const message = await untilIn(await sendChat('923001234901'), 'delivered');
    expect(message).toMatchObject({ done_at: time, read_at: null });
  });

  it('that failed says why, with the platform’s number, and costs nothing', async () => {
    const message = await untilIn(await sendChat('923001990001'), 'failed');
    expect(message.reason).toMatch(/^platform_[a-z_]+$/);
    expect(message.detail).toMatch(/^(Failed|Error|Denied): .+ \(131026\)$/);
    expect(message).toMatchObject({ price: '0.00', done_at: time });
  });

  it('in free form has no template', async () => {
    const mobile = '923001234902';
    await story.write(mobile, 'Salaam');
    const id = await eventually('an open window', async () => {
      const answer = await story.sendFree(mobile, 'Your order is here.');
      return answer.success === 'true' && onlyId(answer);
    });
    expect((await get(id)).body).toMatchObject({ id, template_id: null, kind: 'chat' });
  });

  it('is also found by its number, as a text by its UUID, and shown with its own id', async () => {
    const uuid = await sendChat('923001234903');
    expect((await get(idIn(uuid))).body.id).toBe(uuid);
    expect((await get(uuid.toUpperCase())).body.id).toBe(uuid);
    const id = await send('A text');
    expect((await get(uuidOf(id))).body.id).toBe(String(id));
  });
});

describe('what is not a message of the account', () => {
  it('is unknown, whether it is another account’s, nobody’s, or no id at all', async () => {
    const text = await send('A text');
    const chat = await story.sendOne('order_ready', '923001234904', ['Ali', '991']);
    const batch = await send('To both', [mobileOf(1, 902), mobileOf(2, 902)].join(','));
    const unknown = await get<Problem>('1', stranger);
    expectUnknown(unknown);
    const none = ['0', '007', '-1', '1e3', 'abc', '9007199254740993', '99999999999999999999'];
    const uuids = [uuidOf(1), '01a1ffef-0e19-7f4f-80a4-72c111acac99', `${chat}0`];
    for (const id of [text, chat, batch, uuidOf(batch), ...none, ...uuids]) {
      expect((await get(id, stranger)).text).toBe(unknown.text);
    }
    for (const id of [...none, ...uuids]) expectUnknown(await get<Problem>(id));
  });

  it('but a batch says where the batch is', async () => {
    const batches = callBatches(story.paigham.baseUrl, story.shop);
    const sent = await send('To both', [mobileOf(1, 903), mobileOf(2, 903)].join(','));
    const file = await batches.upload({ file: csvOf([mobileOf(0, 904)]), query: '?async=1' });
    for (const id of [String(sent), file.body.id ?? '']) {
      const { status, body } = await get<Problem>(id);
      expect(faultsOf(PROBLEM, body)).toEqual([]);
      expect([status, body.code]).toEqual([404, 'message_is_batch']);
      expect(body.detail).toContain(`/v1/batches/${id}`);
      expect((await batches.get(`/v1/batches/${id}`)).status).toBe(200);
    }
  });
});

describe('the list of messages', () => {
  type Page = { readonly data: readonly Message[]; readonly next_cursor: string | null };
  const list = (query: string, shop = story.shop): Promise<Answer<Page>> =>
    get<Page>(`?${query}`, shop);
  const idsOf = ({ body }: Answer<Page>): string[] => body.data.map(({ id }) => id);
  const MOBILE = mobileOf(3, 950);
  let sms: string;
  let chat: string;

  beforeAll(async () => {
    sms = String(await send('First', MOBILE));
    chat = await story.sendOne('order_ready', MOBILE, ['Ali', '991']);
    await untilIn(sms, 'delivered');
    await untilIn(chat, 'delivered');
  });

  it('shows texts and chat messages as they are shown alone, except for attempts', async () => {
    const answer = await list(`recipient=${MOBILE}`);
    const [one, other] = answer.body.data;
    expect(answer.body.data.flatMap((it) => faultsOf(READABLE_MESSAGE, it))).toEqual([]);
    expect(new Set(idsOf(answer))).toEqual(new Set([sms, chat]));
    for (const it of [one, other]) {
      expect({ ...(await get(it?.id ?? '')).body, attempts: null }).toEqual(it);
    }
    expect(answer.text).not.toContain('First');
    expect(answer.body.next_cursor).toBeNull();
  });

  it.each([
    ['kind', () => 'kind=sms', () => sms],
    ['template', () => `template_id=${story.shop.transactional}&kind=sms`, () => sms],
    ['sender', () => `sender=${story.shop.senders.shortCode}`, () => sms],
    ['chat number', () => 'sender=923000000001', () => chat],
    ['state', () => 'state=delivered&kind=chat', () => chat],
  ])('can be filtered by %s', async (_, filter, id) => {
    expect(idsOf(await list(`recipient=${encodeURIComponent(` +${MOBILE}`)}&${filter()}`))).toEqual(
      [id()],
    );
  });

  it('can be filtered by time, from one moment on and before another', async () => {
    const { accepted_at: at } = (await get(sms)).body;
    const of = (query: string) => list(`recipient=${MOBILE}&kind=sms&${query}`);
    expect(idsOf(await of(`since=${at}`))).toEqual([sms]);
    expect(idsOf(await of(`until=${at}`))).toEqual([]);
    expect(idsOf(await of(`since=2027-01-01T00:00:00Z`))).toEqual([]);
  });

  it('of a batch has its messages, a page at a time', async () => {
    const batch = await send(
      'To three',
      ([1, 2, 3] as const).map((at) => mobileOf(at, 951)).join(','),
    );
    const first = await list(`batch_id=${batch}&limit=2`);
    expect(first.body.data).toHaveLength(2);
    const next = first.body.next_cursor ?? '';
    const second = await list(`batch_id=${batch}&limit=2&cursor=${next}`);
    expect(second.body).toMatchObject({ data: [{ batch_id: String(batch) }], next_cursor: null });
    const all = [...first.body.data, ...second.body.data];
    expect(new Set(all.map(({ recipient }) => recipient)).size).toBe(3);
    expect((await list(`batch_id=${batch}`, stranger)).body.data).toEqual([]);
  });

  it('is empty for what the account does not have', async () => {
    expect(await list('sender=Nobody')).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/query/sender', detail: expect.stringMatching(/InfoSMS/) }] },
    });
    for (const query of ['batch_id=7', 'template_id=999999', 'state=unknown']) {
      expect((await list(`recipient=${MOBILE}&${query}`)).body).toEqual({
        data: [],
        next_cursor: null,
      });
    }
    expect((await list(`recipient=${MOBILE}`, stranger)).body.data).toEqual([]);
  });

  it.each([
    ['recipient=8584', '/query/recipient'],
    ['batch_id=x', '/query/batch_id'],
    ['state=read', '/query/state'],
    ['since=yesterday', '/query/since'],
    ['since=2026-11-02T00:00:00Z&until=2026-11-01T00:00:00Z', '/query/until'],
    ['cursor=x', '/query/cursor'],
  ])('refuses %s', async (query, pointer) => {
    const { status, body } = await get<Problem>(`?${query}`);
    expect([status, body.errors?.[0]?.pointer]).toEqual([400, pointer]);
  });
});
