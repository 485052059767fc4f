/** `/v1/messages/{id}`: what became of one message (contract sections 7, 10 and 11). */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { setHours } from '../../src/admin/hours.ts';
import { must } from '../../src/admin/admin.ts';
import { dayAt } from '../../src/domain/policy/zone.ts';
import { PROBLEM } from '../../src/api/v1/answer.ts';
import { MESSAGE } from '../../src/api/v1/messages.ts';
import { wallClock } from '../../src/kit/clock.ts';
import { faultsOf, type Static } from '../../src/kit/shape.ts';
import { uuidOf } from '../../src/kit/uuid-ids.ts';
import { callBatches, csvOf } from '../support/batches.ts';
import { fetchReport, sendOk, type SendParameters } from '../support/caller.ts';
import { beginChatStory, idIn, onlyId, type ChatStory } from '../support/chat-story.ts';
import { eventually } from '../support/eventually.ts';
import { PLAIN_BEHAVIOUR } from '../support/paigham.ts';
import { mobileOf, openShop, type Shop } from '../support/shop.ts';

type Message = Static<typeof MESSAGE>;
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
  const response = await fetch(`${story.paigham.baseUrl}/v1/messages/${id}`, { headers });
  const text = await response.text();
  return { status: response.status, text, body: JSON.parse(text) as Body };
}

/** Waits until a message is so, and gives it. */
function until(id: string | number, isSo: (message: Message) => boolean): Promise<Message> {
  return eventually(`message ${id}`, async () => {
    const { status, body } = await get(id);
    expect([status, faultsOf(MESSAGE, body)]).toEqual([200, []]);
    return isSo(body) && body;
  });
}

const untilIn = (id: string | number, state: string): Promise<Message> =>
  until(id, (message) => message.state === state);

/** Sends to a number of its own, or to this one; gives the id. */
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
  it('that was delivered is told as a whole, but for what it says', async () => {
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
      sent_at: time,
      done_at: time,
      read_at: null,
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
  ])('of which the operator says %s is %s: %s', async (receiptState, state, reason, detail) => {
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
    expect(faultsOf(MESSAGE, body)).toEqual([]);
    expect(body).toMatchObject({
      ...{ state: 'pending', reason: 'promotional_hours', sender: senders.shared },
      detail: expect.stringMatching(/^waits for promotional hours, until 20\d\d-/) as string,
      template_id: String(promotional),
      sent_at: null,
      done_at: null,
    });
  });

  it('of a batch names it, and its rows name the text', async () => {
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

  it('that was read is told as a whole, but for what it says', async () => {
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
      sent_at: time,
      done_at: time,
      read_at: time,
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

  it('is found by its number too, as a text is by its UUID, and called by its own', async () => {
    const uuid = await sendChat('923001234903');
    expect((await get(idIn(uuid))).body.id).toBe(uuid);
    expect((await get(uuid.toUpperCase())).body.id).toBe(uuid);
    const id = await send('A text');
    expect((await get(uuidOf(id))).body.id).toBe(String(id));
  });
});

describe('what is no message of the account', () => {
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

  it('of a batch names where the batch is', async () => {
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
