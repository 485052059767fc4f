/** `/v1/chat/…`: what an account has on the chat platform, and changes there. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { plain } from '../../src/kit/postgres/statement.ts';
import type { RunningPlatform } from '../../fakes/chat-platform/start.ts';
import { buildChat } from '../../src/demo/build-chat.ts';
import { setChatPlan } from '../../src/features/chat-numbers/chat-numbers.operations.ts';
import { must } from '../../src/operations/admin.ts';
import { TEMPLATE } from '../../src/features/chat-templates/show-template.http.ts';
import { PROBLEM } from '../../src/api/v1/answer.ts';
import { faultsOf } from '../../src/kit/shape.ts';
import { createChatPlatform } from '../../src/carriers/whatsapp/platform.ts';
import { CHAT_ACCESS, startDemoPlatform } from '../support/demo-chat.ts';
import { NO_SAMPLES } from '../support/chat-world.ts';
import { eventually } from '../support/eventually.ts';
import { startPaigham, type Paigham } from '../support/paigham.ts';

let platform: RunningPlatform;
let paigham: Paigham;
let key: string;
let strange: string;

beforeAll(async () => {
  platform = await startDemoPlatform({ behaviour: { approveAfterMs: 50 } });
  paigham = await startPaigham({ config: { graphAddress: platform.url, fetchLoopback: true } });
  const { admin, roshan, naya } = paigham.world;
  key = roshan.apiKey;
  strange = naya.apiKey;
  const { clock } = admin;
  const api = createChatPlatform({ origin: platform.url, version: 'v25.0', clock });
  const samples = NO_SAMPLES;
  const chat = { ...admin, platform: api, samples, publicAddress: paigham.baseUrl };
  await buildChat(chat, roshan.accountId, CHAT_ACCESS);
  await api.close();
});
afterAll(() => platform.close());

type Body = Readonly<Record<string, unknown>> & {
  readonly data: readonly Readonly<Record<string, unknown>>[];
};
type Answer = { readonly status: number; readonly headers: Headers; readonly body: Body };

async function call(
  path: string,
  init: { readonly method?: string; readonly json?: unknown; readonly key?: string } = {},
): Promise<Answer> {
  const { method = 'GET', json, key: own = key } = init;
  const response = await fetch(`${paigham.baseUrl}${path}`, {
    method,
    headers: {
      Authorization: `Bearer ${own}`,
      ...(json === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
  });
  const text = await response.text();
  const body = (text === '' ? {} : JSON.parse(text)) as Body;
  return { status: response.status, headers: response.headers, body };
}

const ORDER = {
  language: 'en',
  category: 'utility',
  body: { text: 'Dear {{1}}, your parcel is here.', examples: ['Ali'] },
};
const post = (json: unknown, own = key) =>
  call('/v1/chat/templates', { method: 'POST', json, key: own });
/** This many buttons of each kind. */
const buttonsOf = (websites: number, calls: number, replies: number): readonly object[] => [
  ...Array.from({ length: websites }, () => ({
    type: 'url',
    text: 'Open',
    url: 'https://a.example',
  })),
  ...Array.from({ length: calls }, () => ({ type: 'call', text: 'Call', phone: '+922111222333' })),
  ...Array.from({ length: replies }, (_, at) => ({ type: 'quick_reply', text: `Reply ${at}` })),
];
const FORM = { type: 'flow', text: 'Book', flow_id: '1700000000000001' };
const expectProblem = (answer: Answer, status: number, code: string): void => {
  expect(faultsOf(PROBLEM, answer.body)).toEqual([]);
  expect(answer).toMatchObject({ status, body: { code } });
};

describe('GET /v1/chat/numbers and prices', () => {
  it('shows the account’s own, and none of them to a stranger', async () => {
    const { status, body } = await call('/v1/chat/numbers');
    expect(status).toBe(200);
    expect(body.data).toMatchObject([
      {
        number: '923001110001',
        phone_number_id: CHAT_ACCESS.phoneNumberId,
        business_id: CHAT_ACCESS.business,
        default: true,
        enabled: true,
        window: 'enforce',
      },
    ]);
    expect((await call('/v1/chat/numbers', { key: strange })).body.data).toEqual([]);
    const prices = await call('/v1/chat/prices');
    expect(prices.body.data.map(({ category, price }) => [category, price])).toEqual([
      ['marketing', '14.50'],
      ['utility', '3.20'],
      ['authentication', '3.20'],
      ['free_form', '1.00'],
    ]);
  });
});

describe('/v1/chat/templates', () => {
  it('lists them page by page, newest first, by state and name', async () => {
    const all: unknown[] = [];
    let cursor: unknown = '';
    do {
      const from = cursor === '' ? '' : `&cursor=${String(cursor)}`;
      const { body } = await call(`/v1/chat/templates?limit=2${from}`);
      for (const it of body.data) expect(faultsOf(TEMPLATE, it)).toEqual([]);
      all.push(...body.data.map(({ id }) => Number(id)));
      cursor = body['next_cursor'];
    } while (cursor !== null);
    expect(all.length).toBeGreaterThanOrEqual(6);
    expect(all).toEqual(all.toSorted((a, b) => Number(b) - Number(a)));
    const refused = await call('/v1/chat/templates?state=rejected');
    expect(refused.body.data).toMatchObject([{ name: 'prize_draw', reason: 'ABUSIVE_CONTENT' }]);
    const named = await call('/v1/chat/templates?name=order_update');
    expect(named.body.data).toMatchObject([{ name: 'order_update', sendable: true }]);
    expectProblem(await call('/v1/chat/templates?cursor=x'), 400, 'parameters_invalid');
    expect((await call('/v1/chat/templates', { key: strange })).body.data).toEqual([]);
  });

  it('accepts a proposal, which the platform approves, and shows its history', async () => {
    const made = await post({ ...ORDER, name: 'parcel_here' });
    expect(made).toMatchObject({
      status: 201,
      body: { name: 'parcel_here', state: 'pending', sendable: false, body: { variables: ['1'] } },
    });
    const { id } = made.body;
    expect(made.headers.get('location')).toBe(`/v1/chat/templates/${String(id)}`);
    await eventually('the approval', async () => {
      const { body } = await call(`/v1/chat/templates/${String(id)}`);
      return body['state'] === 'approved' && body['sendable'] === true;
    });
    const history = await call(`/v1/chat/templates/${String(id)}/history`);
    expect(history.body.data).toMatchObject([
      { what: 'state', from: 'pending', to: 'approved', by: 'platform' },
      { what: 'state', from: 'creating', to: 'pending', by: 'platform' },
      { what: 'created', to: 'creating', by: expect.stringMatching(/^key:\d+$/) },
    ]);
  });

  it('names every field that exceeds what the document promises', async () => {
    const wrong = {
      ...ORDER,
      name: 'beyond',
      body: { text: 'x'.repeat(1_025) },
      footer: { text: 'By {{1}}' },
      buttons: buttonsOf(3, 1, 10),
    };
    const answer = await post(wrong);
    expectProblem(answer, 400, 'parameters_invalid');
    expect(answer.body['errors']).toEqual([
      { pointer: '/body/body/text', detail: 'must not have more than 1024 characters' },
      { pointer: '/body/footer/text', detail: 'must not hold variables' },
      { pointer: '/body/buttons', detail: 'must not be more than 13 in all' },
      { pointer: '/body/buttons', detail: 'must not be more than 2 of type url' },
    ]);
    const long = await post({ ...ORDER, name: 'x'.repeat(513), language: 'x'.repeat(33) });
    expect(long.body['errors']).toMatchObject([
      { pointer: '/body/name' },
      { pointer: '/body/language' },
    ]);
    const shape = await post({ ...ORDER, name: 'a', colour: 'red' });
    expectProblem(shape, 400, 'parameters_invalid');
    expect(shape.body['errors']).toMatchObject([{ pointer: '/body/colour' }]);
    const buttons = [{ type: 'url', text: 'Track' }, { type: 'link' }];
    const forms = await post({ ...ORDER, name: 'a', header: { type: 'image' }, buttons });
    expect(forms.body['errors']).toEqual([
      { pointer: '/body/header/sample_url', detail: 'is missing' },
      { pointer: '/body/buttons/0/url', detail: 'is missing' },
      {
        pointer: '/body/buttons/1/type',
        detail:
          'must be one of url, call, quick_reply, copy_code, request_contact_info, flow, ' +
          'catalog, otp',
      },
    ]);
  });

  it('passes on the platform’s refusals in its words, and takes 13 buttons', async () => {
    const coupon = { type: 'copy_code', example: 'SAVE10' };
    const answer = await post({ ...ORDER, name: 'busy', buttons: [coupon, coupon] });
    expectProblem(answer, 403, 'chat_platform_refused');
    expect(answer.body['detail']).toMatch(
      /refused it: '100 .* at most 1 buttons of type COPY_CODE'$/,
    );
    expect((await call('/v1/chat/templates?name=busy')).body.data).toEqual([]);
    expect(await post({ ...ORDER, name: 'busy', buttons: buttonsOf(2, 1, 10) })).toMatchObject({
      status: 201,
    });
    const named = await post({ ...ORDER, name: 'Bad Name' });
    expectProblem(named, 403, 'chat_platform_refused');
    expect(named.body['detail']).toMatch(/lower-case letters/);
  });

  it('takes places and offers, which the platform lists as they were proposed', async () => {
    const offer = { text: 'Ends soon', expires: true };
    const buttons = [
      { type: 'copy_code', example: 'SAVE10' },
      { type: 'url', text: 'Shop', url: 'https://a.example' },
    ];
    const made = await Promise.all([
      post({ ...ORDER, name: 'pickup', header: { type: 'location' } }),
      post({ ...ORDER, name: 'gift', category: 'marketing', offer, buttons }),
      post({ ...ORDER, name: 'window', buttons: [{ type: 'catalog' }, FORM] }),
    ]);
    expect(made.map(({ body }) => [body['header'], body['offer'], body['unsupported']])).toEqual([
      [{ type: 'location' }, null, null],
      [null, offer, null],
      [null, null, null],
    ]);
    expect(made[2]?.body['buttons']).toMatchObject([
      { type: 'catalog', text: 'View catalog', takes_value: true },
      { type: 'flow', text: 'Book', takes_value: true },
    ]);
    expect((await call('/v1/chat/templates/sync', { method: 'POST' })).status).toBe(200);
    for (const { body: before } of made) {
      const { body: after } = await call(`/v1/chat/templates/${String(before['id'])}`);
      const { header, offer: shown, buttons: keys, unsupported } = before;
      expect(after).toMatchObject({ header, offer: shown, buttons: keys, unsupported });
    }
    const wrong = await post({ ...ORDER, name: 'gift_2', offer, buttons: [] });
    expect(wrong.body['errors']).toMatchObject([
      { pointer: '/body/offer', detail: 'is for templates of the category marketing' },
      { pointer: '/body/buttons', detail: 'must include copy_code, because the offer expires' },
      { pointer: '/body/buttons', detail: 'must include a url beside an offer' },
    ]);
  });

  it('refuses duplicate names, too many for the plan, and accounts without a number', async () => {
    const { admin, roshan } = paigham.world;
    expect(await post({ ...ORDER, name: 'only_once' })).toMatchObject({ status: 201 });
    expectProblem(await post({ ...ORDER, name: 'only_once' }), 409, 'chat_template_taken');
    must(await setChatPlan(admin, { accountId: roshan.accountId, templatesMost: 1 }));
    expectProblem(await post({ ...ORDER, name: 'too_many' }), 403, 'chat_template_plan');
    must(await setChatPlan(admin, { accountId: roshan.accountId, templatesMost: 50 }));
    expectProblem(await post({ ...ORDER, name: 'nowhere' }, strange), 409, 'chat_business_missing');
  });

  it('accepts a new wording where the platform does, and deletes', async () => {
    const made = await post({ ...ORDER, name: 'short_lived' });
    const path = `/v1/chat/templates/${String(made.body['id'])}`;
    const edit = { category: 'utility', body: { text: 'Your parcel is here.' } };
    const state = async () => (await call(path)).body['state'];
    await eventually('the approval', async () => (await state()) === 'approved');
    const edited = await call(path, { method: 'PUT', json: edit });
    expect(edited).toMatchObject({ status: 200, body: { body: { text: 'Your parcel is here.' } } });
    // Two approvals within a second count as one event.
    await eventually('the second approval', async () => {
      await call('/v1/chat/templates/sync', { method: 'POST' });
      return (await state()) === 'approved';
    });
    const again = await call(path, { method: 'PUT', json: edit });
    expectProblem(again, 403, 'chat_platform_refused');
    expect(again.body['detail']).toMatch(/edited once a day/);
    expectProblem(
      await call(path, { method: 'PUT', json: edit, key: strange }),
      404,
      'chat_template_unknown',
    );
    expect(await call(path, { method: 'DELETE' })).toMatchObject({ status: 204 });
    expect(await call(path)).toMatchObject({ body: { state: 'deleted', sendable: false } });
    expectProblem(await call(path, { method: 'DELETE' }), 404, 'chat_template_unknown');
  });

  it('is compared with the platform’s on request', async () => {
    const { status, body } = await call('/v1/chat/templates/sync', { method: 'POST' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ platform_allows: 250, gone: 0 });
    const picture = await call('/v1/chat/templates?name=season_sale');
    expect(picture.body.data).toMatchObject([{ header: { type: 'image', has_default: true } }]);
  });

  it.each(['0', 'x', '999999', '1e3', '%00'])('knows no template %s', async (id) => {
    expectProblem(await call(`/v1/chat/templates/${id}`), 404, 'chat_template_unknown');
  });
});

/** Two texts that leave in an hour. */
async function scheduleBatch(): Promise<string> {
  const { data } = (await call('/v1/templates?state=approved')).body;
  const code = data.find((it) => it['name'] === 'One-time code');
  const order = {
    ...{ recipients: ['923001110011', '923001110012'], sender: '8584' },
    ...{ template_id: String(code?.['id']), values: { code: '4821' } },
    send_at: new Date(Date.now() + 3_600_000).toISOString(),
  };
  const { status, body } = await call('/v1/messages', { method: 'POST', json: order });
  expect(status).toBe(201);
  return String(body['id']);
}

describe('changes by a key', () => {
  it('do not raise the version by which everybody’s sends are judged', async () => {
    const version = async (): Promise<unknown> =>
      paigham.db.read(plain('settings-version', 'select version from settings_version'), []);
    // What the platform says of a number that was just connected raises it, once.
    await eventually('all numbers are read', async () => {
      const unread = 'select id from chat_businesses where numbers_read_at is null';
      return (await paigham.db.read(plain('unread-numbers', unread), [])).length === 0;
    });
    const before = await version();
    const batch = `/v1/batches/${await scheduleBatch()}`;
    const host = 'versions.roshan.example';
    const edit = { category: 'utility', body: { text: 'Your parcel is here.' } };
    const made = await post({ ...ORDER, name: 'versions' });
    const template = `/v1/chat/templates/${String(made.body['id'])}`;
    const changes: readonly (readonly [string, string, string, unknown?])[] = [
      ['POST', '/v1/hosts', '/v1/hosts', { host }],
      ['POST', '/v1/hosts/{host}/verify', `/v1/hosts/${host}/verify`],
      ['DELETE', '/v1/hosts/{host}', `/v1/hosts/${host}`],
      ['POST', '/v1/chat/templates', '/v1/chat/templates', { ...ORDER, name: 'versions_too' }],
      ['POST', '/v1/chat/templates/sync', '/v1/chat/templates/sync'],
      ['PUT', '/v1/chat/templates/{id}', template, edit],
      ['DELETE', '/v1/chat/templates/{id}', template],
      ['POST', '/v1/chat/files', '/v1/chat/files'],
      ['POST', '/v1/batches', '/v1/batches', { link: 'http://127.0.0.1:9/none.csv' }],
      ['POST', '/v1/batches/preview', '/v1/batches/preview'],
      ['POST', '/v1/batches/test', '/v1/batches/test'],
      ['PATCH', '/v1/batches/{id}', batch, { name: 'Eid' }],
      ['POST', '/v1/batches/{id}/again', `${batch}/again`, { recipients: 'all', dry_run: true }],
      ['POST', '/v1/batches/{id}/pause', `${batch}/pause`],
      ['POST', '/v1/batches/{id}/resume', `${batch}/resume`],
      ['POST', '/v1/batches/{id}/reschedule', `${batch}/reschedule`],
      ['POST', '/v1/batches/{id}/cancel', `${batch}/cancel`],
    ];
    for (const [method, , path, json] of changes) await call(path, { method, json });
    expect(await version()).toEqual(before);
    // A new kind of change must be added to the list above.
    // Those of numbers do raise it, a few times an hour.
    const ours = /^\/v1\/(hosts|chat\/(?!numbers|signups)|batches)\b/;
    const { paths } = (await (await fetch(`${paigham.baseUrl}/openapi.json`)).json()) as {
      readonly paths: Readonly<Record<string, object>>;
    };
    const offered = Object.entries(paths).flatMap(([path, methods]) =>
      ours.test(path)
        ? Object.keys(methods)
            .filter((method) => method !== 'get' && method !== 'parameters')
            .map((method) => `${method.toUpperCase()} ${path}`)
        : [],
    );
    expect(offered.toSorted()).toEqual(
      changes.map(([method, path]) => `${method} ${path}`).toSorted(),
    );
  });
});
