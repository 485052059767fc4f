/** `POST /v1/messages` and its preview: texts and chat messages, one or many. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PROBLEM } from '../../src/api/v1/answer.ts';
import { failureOf } from '../../src/domain/failure/failure.ts';
import { faultsOf, type Static } from '../../src/kit/shape.ts';
import { callBatches, type V1Answer } from '../support/batches.ts';
import { beginChatStory, type ChatStory } from '../support/chat-story.ts';
import { eventually } from '../support/eventually.ts';
import { PLAIN_BEHAVIOUR } from '../support/paigham.ts';
import { mobileOf } from '../support/shop.ts';

type Sent = {
  readonly id: string | null;
  readonly dry_run: boolean;
  readonly recipients: number;
  readonly parts: number;
  readonly price: string | null;
  readonly remaining: string;
  readonly messages: readonly { readonly id: string | null; readonly recipient: string }[];
  readonly refused: readonly {
    readonly recipient: string;
    readonly reason: string | null;
    readonly detail: string;
  }[];
};
type Problem = Static<typeof PROBLEM>;

let story: ChatStory;
let written = 0;

beforeAll(async () => {
  story = await beginChatStory();
});

beforeEach(async () => {
  await story.paigham.behave({ ...PLAIN_BEHAVIOUR, receiptDelayMs: 10 });
});

afterAll(async () => {
  await eventually('nothing waits', async () => {
    const [row] = await story.ask<{ readonly waiting: number }>(
      'select count(*) as waiting from queue',
    );
    return row?.waiting === 0;
  });
  expect(await story.breaches()).toEqual([]);
});

async function post<Body = Sent>(
  path: string,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<V1Answer<Body>> {
  const response = await fetch(`${story.paigham.baseUrl}/v1/messages${path}`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${story.shop.apiKey}`,
      'Content-Type': 'application/json',
      ...headers,
    },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  const { status, headers: given } = response;
  return { status, text, headers: given, body: JSON.parse(text) as Body };
}

const next = (): string => mobileOf(0, 7_000 + (written += 1));

/** A text as the shop writes it. */
const textOf = (text: string, recipients: readonly unknown[], change: object = {}) => ({
  ...{ recipients, sender: story.shop.senders.shortCode },
  template_id: String(story.shop.transactional),
  ...(text === '' ? {} : { values: { text } }),
  ...change,
});

async function stateOf(id: string | null | undefined): Promise<string> {
  const batches = callBatches(story.paigham.baseUrl, story.shop);
  const { body } = await batches.get<{ readonly state: string }>(`/v1/messages/${id ?? ''}`);
  return body.state;
}

const delivered = (id: string | null | undefined) =>
  eventually(`${id} is delivered`, async () => (await stateOf(id)) === 'delivered');

describe('a text', () => {
  it('to one number is a message that can be watched', async () => {
    const mobile = next();
    const { status, body, headers } = await post('', textOf('Code 4821', [` +${mobile}`]));
    expect([status, headers.get('location')]).toEqual([201, `/v1/messages/${body.id}`]);
    expect(body).toEqual({
      id: body.id,
      kind: 'sms',
      dry_run: false,
      recipients: 1,
      parts: 1,
      price: expect.stringMatching(/^\d+\.\d\d$/) as string,
      remaining: expect.stringMatching(/^\d+\.\d\d$/) as string,
      currency: 'PKR',
      messages: [{ id: body.id, recipient: mobile }],
      refused: [],
      people_today: null,
    });
    await delivered(body.id);
  });

  it('to several is a batch, and says which numbers were refused', async () => {
    const [one, two] = [next(), next()];
    const { status, body, headers } = await post('', textOf('To all', [one, '8584', two, one]));
    expect([status, headers.get('location')]).toEqual([201, `/v1/batches/${body.id}`]);
    expect(body.messages.map(({ recipient }) => recipient)).toEqual([one, two]);
    expect(body.refused).toMatchObject([
      { recipient: '8584' },
      { recipient: one, detail: 'repeated' },
    ]);
    await Promise.all(body.messages.map(({ id }) => delivered(id)));
  });

  it('can have values for each number, and leaves out those that make no text', async () => {
    const [short, long, wrong] = [next(), next(), next()];
    const recipients = [
      { recipient: short, values: { text: 'Dear Ali' } },
      { recipient: long, values: { text: 'x'.repeat(200) } },
      { recipient: wrong, values: { text: 'آپ' } },
    ];
    const { body } = await post('', textOf('', recipients));
    expect(body).toMatchObject({
      recipients: 2,
      parts: 3,
      refused: [{ recipient: wrong, detail: expect.stringContaining('unicode') as string }],
    });
    await Promise.all(body.messages.map(({ id }) => delivered(id)));
    const rows = await story.ask<{ readonly recipient: number; readonly text: string }>(
      'select recipient, text from messages where batch_id = $1 order by position',
      [body.id],
    );
    expect(rows.map(({ text }) => text)).toEqual(['Dear Ali', 'x'.repeat(200)]);
  });

  it('is sent once per idempotency key, and refused with a different body', async () => {
    const key = { 'Idempotency-Key': 'send-1' };
    const order = textOf('Once', [next()]);
    const first = await post('', order, key);
    const again = await post('', order, key);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(again.body).toEqual(first.body);
    const other = await post<Problem>('', textOf('Twice', [next()]), key);
    expect([other.status, other.body.code]).toEqual([409, 'idempotency_conflict']);
  });

  it.each([
    [{}, ['recipients', 'sender', 'template_id']],
    [{ sender: '8584', kind: 'sms' }, ['recipients', 'template_id']],
    [{ kind: 'chat' }, ['recipients', 'template_id']],
    [{ kind: 'chat', content: { type: 'text' } }, ['recipients']],
  ])('is refused as %j with all that it lacks', async (given, names) => {
    const { body } = await post<Problem>('', given);
    const errors = names.map((name) => ({ pointer: `/body/${name}`, detail: 'is missing' }));
    expect(body).toMatchObject({ code: 'parameters_invalid', errors });
  });

  it('is only priced in a dry run', async () => {
    const before = await story.balance();
    const { status, body } = await post('', textOf('Dry', [next(), next()], { dry_run: true }));
    expect([status, body.id, body.dry_run, body.recipients]).toEqual([200, null, true, 2]);
    expect(await story.balance()).toBe(before);
  });

  it.each([
    ['no sender', { sender: undefined }, 'sender_empty', 'sender'],
    ['no template', { template_id: undefined }, 'template_missing', 'template_id'],
    ['another sender', { sender: 'Nobody' }, 'sender_not_approved', 'sender'],
    ['a letter too many', { values: { text: 'آپ' } }, 'needs_unicode'],
    ['no number', { recipients: ['8584'] }, 'no_valid_recipient', 'recipients'],
    ['a number with letters', { recipients: ['03OO1234567'] }, 'no_valid_recipient', 'recipients'],
    ['no values', { values: {} }, 'variable_missing', 'values/text'],
    [
      'no values of their own',
      { values: undefined, recipients: ['8584', { recipient: mobileOf(1, 1), values: {} }] },
      'variable_missing',
      'recipients/1/values/text',
    ],
    [
      'too dear',
      {
        recipients: Array.from({ length: 900 }, (_, at) => mobileOf(1, at)),
        values: { text: 'x'.repeat(1_500) },
      },
      'credit_insufficient',
    ],
  ])('is refused with %s', async (_, change, code, field?: string) => {
    const { status, body } = await post<Problem>('', textOf('Text', [next()], change));
    expect(faultsOf(PROBLEM, body)).toEqual([]);
    expect(body.code).toBe(code);
    expect(status).toBe(failureOf(body.code).httpStatus);
    expect(body.errors?.[0]?.pointer).toBe(field && `/body/${field}`);
  });

  it.each([
    [{ recipients: [] }, '/body/recipients'],
    [{ recipients: undefined }, '/body/recipients'],
    [{ network: 'Nobody' }, '/body/network'],
    [{ content: { body: 'x' } }, '/body/content'],
    [{ colour: 'red' }, '/body/colour'],
    [{ values: { text: true } }, '/body/values/text'],
  ])('with a wrong shape is refused: %j', async (change, pointer) => {
    const { status, body } = await post<Problem>('', textOf('Text', [next()], change));
    expect([status, body.errors?.[0]?.pointer]).toEqual([400, pointer]);
  });
});

describe('a chat message', () => {
  const order = (recipients: readonly unknown[], change: object = {}) => ({
    ...{ kind: 'chat', recipients, ...change },
  });

  it('with a template goes to each with their own values', async () => {
    const template = String(await story.template('order_ready'));
    const [one, two] = [next(), next()];
    const before = await story.balance();
    const recipients = [
      one,
      { recipient: two, content: { body: [{ text: 'Sara' }, { text: '992' }] } },
      '12',
    ];
    const content = { body: [{ text: 'Ali' }, { text: '991' }] };
    const { status, body } = await post('', order(recipients, { template_id: template, content }));
    expect(status).toBe(201);
    expect(Number(body.price)).toBeCloseTo(before - Number(body.remaining), 6);
    expect(Number(body.price)).toBeGreaterThan(0);
    expect(body).toMatchObject({
      ...{ id: null, kind: 'chat', recipients: 2, price: expect.any(String) },
      messages: [{ recipient: one }, { recipient: two }],
      refused: [{ recipient: '12', reason: 'no_valid_recipient' }],
    });
    await Promise.all(body.messages.map(({ id }) => delivered(id)));
  });

  it('in free form is refused outside the window, and sent in it', async () => {
    const mobile = next();
    const free = order([mobile], {
      content: { type: 'text', text: { body: 'Your order is here.' } },
    });
    const closed = await post<Problem>('', free);
    expect(faultsOf(PROBLEM, closed.body)).toEqual([]);
    expect([closed.status, closed.body.code]).toEqual([403, 'chat_window_closed']);
    await story.write(mobile, 'Salaam');
    const sent = await eventually('an open window', async () => {
      const answer = await post('', free);
      return answer.status === 201 && answer;
    });
    expect(sent.headers.get('location')).toBe(`/v1/messages/${sent.body.id}`);
    await delivered(sent.body.id);
  });

  const image = (url: string) => ({ type: 'image', image: { url, caption: '' } });

  it.each([
    ['/body/template_id', 'chat_template_unknown', { template_id: '999999' }],
    ['/body/sender', 'chat_number_unknown', { sender: '923009999999' }],
    ['/body/content/type', 'chat_type_unknown', { content: { type: 'fax' } }],
    [
      '/body/content/text/body',
      'chat_text_empty',
      { content: { type: 'text', text: { body: ' ' } } },
    ],
    ['/body/content/text/body', 'chat_field_missing', { content: { type: 'text' } }],
    ['/body/content/image/url', 'chat_media_address', { content: image('ftp://files.example') }],
    [
      '/body/content/text/body',
      'chat_text_empty',
      {
        recipients: [{ recipient: '923001234567', content: { type: 'text' } }],
        content: { text: { body: '' } },
      },
    ],
    ['/body/content', 'chat_field_missing', { content: undefined }],
    ['/body/recipients/0', 'no_valid_recipient', { recipients: ['12'] }],
    ['/body/recipients/0', 'chat_user_unknown', { recipients: ['\u200fPK.404\u200f'] }],
    ['/body/recipients/0', 'chat_user_misspelt', { recipients: ['PKX.404'] }],
    ['/body/recipients/0', 'chat_user_misspelt', { recipients: ['pk.404'] }],
    [
      '/body/recipients/0/content/type',
      'chat_type_unknown',
      { recipients: [{ recipient: '923001234567', content: { type: 'fax' } }] },
    ],
  ])('is refused where its body says so: %s', async (pointer, code, change) => {
    const content = { type: 'text', text: { body: 'Salaam' } };
    const { body } = await post<Problem>('', order([next()], { content, ...change }));
    expect(body.code).toBe(code);
    expect(body.errors?.map((it) => it.pointer)).toEqual([pointer]);
    expect(JSON.stringify(body)).not.toMatch(/chatapp_id|template_data|free_form/);
  });

  it.each([
    ['/body/content/body', 'chat_values_count', [{ text: 'Ali' }]],
    ['/body/content/body/1/text', 'chat_value_empty', [{ text: 'Ali' }, { text: ' ' }]],
  ])('has the values of its template at %s', async (pointer, code, values) => {
    const template = String(await story.template('order_ready'));
    const change = { template_id: template, content: { body: values } };
    const { body } = await post<Problem>('', order([next()], change));
    expect([body.code, body.errors?.map((it) => it.pointer)]).toEqual([code, [pointer]]);
  });

  it('accepts nothing that is only for texts', async () => {
    const { status, body } = await post<Problem>('', order([next()], { unicode: true }));
    expect([status, body.errors?.[0]?.pointer]).toEqual([400, '/body/unicode']);
  });
});

describe('the preview', () => {
  type Preview = Readonly<Record<string, unknown>>;
  const of = (text: string, change: object = {}) => {
    const { sender, template_id: template } = textOf(text, []);
    return post<Preview>('/preview', {
      sender,
      template_id: template,
      values: { text },
      ...change,
    });
  };

  it('says what a text is and costs, and does nothing', async () => {
    const before = await story.balance();
    const { status, body } = await of('Don’t wait');
    expect(status).toBe(200);
    expect(body).toEqual({
      text: "Don't wait",
      alphabet: 'gsm',
      parts: 1,
      units: 10,
      units_left: 150,
      needs_unicode: false,
      characters: [],
      prices: expect.arrayContaining([
        { network: 'Jazz', price: expect.any(String) as string },
      ]) as [],
      currency: 'PKR',
    });
    expect(await story.balance()).toBe(before);
  });

  it('names what makes a text Unicode, with its look-alike', async () => {
    const { body } = await of(`آ ${'x'.repeat(70)}…`);
    expect(body).toMatchObject({
      ...{ alphabet: 'unicode', parts: 2, units: 73, units_left: 67 * 2 - 73, needs_unicode: true },
      characters: [
        { character: 'آ', code_point: 'U+0622', position: 1, replacement: null },
        { character: '…', code_point: 'U+2026', position: 73, replacement: '...' },
      ],
    });
    expect((await of('آ', { unicode: true })).body).toMatchObject({ needs_unicode: false });
  });

  it('costs what the same send is charged', async () => {
    const text = 'x'.repeat(200);
    const { body } = await of(text);
    const prices = body['prices'] as { readonly network: string; readonly price: string }[];
    const sent = await post('', textOf(text, [next()], { dry_run: true }));
    expect(prices.find(({ network }) => network === 'Jazz')?.price).toBe(sent.body.price);
  });

  it('is refused as a send is', async () => {
    expect((await of('x', { template_id: '1' })).body).toMatchObject({ code: 'template_unknown' });
    expect((await of('x'.repeat(1_530), { values: {} })).body).toMatchObject({
      code: 'variable_missing',
    });
  });
});
