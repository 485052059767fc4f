/** `/v1/chat/signups`: a number is connected in the platform's dialogue, and nobody else's. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunningPlatform } from '../../fakes/chat-platform/start.ts';
import { PROBLEM } from '../../src/api/v1/answer.ts';
import { freePort } from '@paigham/base/ports.ts';
import { faultsOf } from '../../src/kit/shape.ts';
import { tellPlatform } from '../support/chat-world.ts';
import { CHAT_ACCESS, startDemoPlatform } from '../support/demo-chat.ts';
import { eventually } from '../support/eventually.ts';
import { startPaigham, type Paigham } from '../support/paigham.ts';
import { inUrdu } from '../support/people.ts';
import { asker } from '../support/verify.ts';

let platform: RunningPlatform;
let paigham: Paigham;
let key: string;
let strange: string;

beforeAll(async () => {
  platform = await startDemoPlatform();
  const port = await freePort();
  paigham = await startPaigham({
    config: {
      port,
      graphAddress: platform.url,
      signupAddress: platform.url,
      signupAppId: CHAT_ACCESS.appId,
      signupConfigId: '500000000000001',
    },
    secrets: { signupAppSecret: CHAT_ACCESS.appSecret },
  });
  key = paigham.world.roshan.apiKey;
  strange = paigham.world.naya.apiKey;
});
afterAll(() => platform.close());

type Body = Readonly<Record<string, unknown>>;
type Said = { readonly status: number; readonly text: string; readonly body: Body };

async function call(method: string, path: string, json?: object, by = key): Promise<Said> {
  const response = await fetch(`${paigham.baseUrl}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${by}`,
      ...(json === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
  });
  const text = await response.text();
  return { status: response.status, text, body: text === '' ? {} : (JSON.parse(text) as Body) };
}

const AT = '/v1/chat/signups';

/** What the browser does at the platform; what it brings back. */
async function goThrough(address: string, choices: Readonly<Record<string, string>>) {
  const dialogue = new URL(address);
  expect((await fetch(dialogue)).status).toBe(200);
  const form = new URLSearchParams(dialogue.search);
  for (const [name, value] of Object.entries({ account: 'new', ...choices })) form.set(name, value);
  const ended = await fetch(dialogue.origin + dialogue.pathname, {
    method: 'POST',
    body: form,
    redirect: 'manual',
  });
  return new URL(ended.headers.get('location') ?? '');
}

/** Begins, goes through the dialogue, and returns what the portal would send. */
async function dialogue(choices: Readonly<Record<string, string>> = {}, onPhone = false) {
  const begun = await call('POST', AT, { on_phone: onPhone });
  expect(begun.status).toBe(201);
  const back = await goThrough(String(begun.body['address']), choices);
  const { code = '', state = '' } = Object.fromEntries(back.searchParams);
  return { back, given: { code, state } };
}

const end = (given: object, by = key) => call('POST', `${AT}/code`, given, by);
type Shared = { readonly phone_number_id: string; readonly needs_pin: boolean };
const numbersOf = ({ body }: Said) => body['data'] as readonly Shared[];

async function share(choices: Readonly<Record<string, string>> = {}, onPhone = false) {
  const said = await end((await dialogue(choices, onPhone)).given);
  expect(said.status).toBe(200);
  const [number] = numbersOf(said);
  return { path: `${AT}/${String(said.body['id'])}/number`, id: number?.phone_number_id, said };
}

function expectFault(said: Said, pointer: string, words: string): void {
  expect(faultsOf(PROBLEM, said.body)).toEqual([]);
  expect(said).toMatchObject({ status: 400, body: { errors: [{ pointer: `/body/${pointer}` }] } });
  expect(said.text).toContain(words);
}

describe('a number that was shared in the dialogue', () => {
  it('is registered, connected and reported about, and no token is told', async () => {
    expect((await call('GET', '/v1/chat/numbers')).body).toMatchObject({ signup: true });
    const { back, given } = await dialogue({ name: 'Bazaar', number: '+92 300 5550001' });
    expect(back.href).toMatch(`${paigham.baseUrl}/portal/chat-numbers/connect?`);
    const shared = await end(given);
    expect(shared.body).toMatchObject({
      data: [{ number: '923005550001', name: 'Bazaar', needs_pin: true, taken: false }],
    });
    const path = `${AT}/${String(shared.body['id'])}/number`;
    const [number] = numbersOf(shared);
    const chosen = { phone_number_id: number?.phone_number_id };
    expectFault(await call('POST', path, chosen), 'pin', 'must be six digits');
    const connected = await call('POST', path, { ...chosen, pin: inUrdu('135 790') });
    expect(connected).toMatchObject({
      status: 201,
      body: { number: '923005550001', default: true, reports: 'here', notices: [] },
    });
    await eventually('it sends', async () => {
      const { body } = await call('GET', `/v1/chat/numbers/${String(connected.body['id'])}`);
      return body['state'] === 'up';
    });
    const [kept] = platform.platform.grants.tokens;
    const secrets = [kept?.token ?? 'none', CHAT_ACCESS.appSecret, given.code, given.state];
    const all = [shared.text, connected.text, ...paigham.logged].join('\n');
    for (const secret of secrets) expect(all).not.toContain(secret);
    const heard = JSON.stringify(await tellPlatform(platform, '/heard?last=500'));
    for (const secret of secrets) expect(heard).not.toContain(secret);
  });

  it('has a WhatsApp account, whose id is kept where the platform tells it', async () => {
    const waacOf = async (linkId: string) => {
      const rows = await asker(paigham.db)<{ readonly waac: string | null }>(
        'select waac_id as waac from links where id = $1',
        [linkId],
      );
      return rows[0]?.waac ?? undefined;
    };
    const { back, given } = await dialogue({ number: '+92 300 5550021' });
    const waac = back.searchParams.get('primary_waac_ids') ?? '';
    const shared = await end(given);
    const [number] = numbersOf(shared);
    const id = number?.phone_number_id ?? '';
    expect(waac).toBe(`7${id}`);
    const path = `${AT}/${String(shared.body['id'])}/number`;
    const chosen = { phone_number_id: id, pin: '135790' };
    expect((await call('POST', path, { ...chosen, whatsapp_account_id: 'x' })).status).toBe(400);
    const first = await call('POST', path, { ...chosen, whatsapp_account_id: waac });
    expect(first.status).toBe(201);
    expect(await waacOf(String(first.body['id']))).toBe(waac);
    const other = await share({ number: '+92 300 5550022' });
    const second = await call('POST', other.path, { phone_number_id: other.id, pin: '135790' });
    const linkId = String(second.body['id']);
    expect(await waacOf(linkId)).toBeUndefined();
    await tellPlatform(platform, '/numbers', { phoneNumberId: other.id, tellWaac: true });
    await eventually('its webhook says so', async () => {
      return (await waacOf(linkId)) === `7${other.id}`;
    });
  });

  it('cannot be told by ids: only what the platform says was shared counts', async () => {
    const { path } = await share({ number: '+92 300 5550002' });
    const others = { phone_number_id: CHAT_ACCESS.phoneNumberId, pin: '135790' };
    expectFault(await call('POST', path, others), 'phone_number_id', 'that was shared');
    expect((await call('POST', path, others, strange)).body).toMatchObject({
      code: 'chat_signup_over',
    });
  });

  it('ends once, and only for whoever has begun it', async () => {
    const { given } = await dialogue();
    const over = { status: 409, body: { code: 'chat_signup_over' } };
    expect(await end(given, strange)).toMatchObject(over);
    expect(await end({ ...given, state: 'another' })).toMatchObject(over);
    expect((await end(given)).status).toBe(200);
    expect(await end(given)).toMatchObject(over);
  });

  it('may have to show its PIN, and is then connected without another dialogue', async () => {
    const { path, id } = await share({ number: '+92 300 5550003', fate: 'pin' });
    const chosen = { phone_number_id: id };
    const wrong = await call('POST', path, { ...chosen, pin: '111111' });
    expectFault(wrong, 'pin', 'not the PIN of this number');
    expect((await call('POST', path, { ...chosen, pin: '246810' })).status).toBe(201);
  });

  it('is another account’s no more, once that has disconnected it', async () => {
    const fresh = await share({ account: CHAT_ACCESS.business });
    expect((await call('POST', fresh.path, { phone_number_id: fresh.id })).status).toBe(201);
    const { id, config } = await ownNumber(CHAT_ACCESS.phoneNumberId);
    expect(config).toBe(CHAT_ACCESS.business);
    const ids = {
      business_id: CHAT_ACCESS.business,
      phone_number_id: CHAT_ACCESS.phoneNumberId,
      token: CHAT_ACCESS.token,
      app_secret: CHAT_ACCESS.appSecret,
    };
    const connect = (by: string) => call('POST', '/v1/chat/numbers', ids, by);
    expect((await connect(strange)).body).toMatchObject({ code: 'chat_number_taken' });
    expect((await call('DELETE', `/v1/chat/numbers/${id}`)).status).toBe(204);
    const theirs = await connect(strange);
    expect(theirs).toMatchObject({ status: 201, body: { enabled: true } });
    // It may come back the same way, as the number that it was.
    expect((await connect(key)).body).toMatchObject({ code: 'chat_number_taken' });
    const path = `/v1/chat/numbers/${String(theirs.body['id'])}`;
    expect((await call('DELETE', path, undefined, strange)).status).toBe(204);
    expect(await connect(key)).toMatchObject({ status: 201, body: { id } });
  });
});

async function ownNumber(phoneNumberId: string) {
  const { body } = await call('GET', '/v1/chat/numbers');
  const all = body['data'] as readonly (Record<string, string> & { id: string })[];
  const found = all.find((it) => it['phone_number_id'] === phoneNumberId);
  return { id: found?.id ?? '', config: found?.['business_id'] };
}

describe('a number that stays in the app on a phone', () => {
  it('brings its history once, and what is written there is shown, free and answered', async () => {
    const { path, id, said } = await share({ number: '+92 300 5550009' }, true);
    expect(numbersOf(said)).toMatchObject([{ needs_pin: false, on_phone: true }]);
    const connected = await call('POST', path, { phone_number_id: id });
    expect(connected.status).toBe(201);
    const past = async () => {
      const { body } = await call('GET', '/v1/conversations?kind=chat&state=closed');
      return body['data'] as readonly Body[];
    };
    await eventually('the history is there', async () => (await past()).length === 2);
    const [newest] = await past();
    expect(newest).toMatchObject({
      number: '923004440202',
      name: 'Customer 202',
      last_text: 'Yes please!',
      last_by: 'them',
      unread: 0,
      window_until: null,
    });
    const before = await call('GET', '/v1/balance');
    const told = async () => {
      const { body } = await call('GET', '/v1/events');
      const events = body['data'] as readonly Body[];
      return events.flatMap((it) => (it['type'] === 'chat.app_message.sent' ? [it['data']] : []));
    };
    expect(await told()).toEqual([]);
    const between = { phoneNumberId: id, person: '923004440303' };
    await tellPlatform(platform, '/reply', { ...between, from: between.person, text: 'Open?' });
    const open = async () => {
      const { body } = await call('GET', `/v1/conversations?number=${between.person}`);
      return (body['data'] as readonly Body[])[0];
    };
    await eventually('it waits for an answer', async () => (await open())?.['unread'] === 1);
    const window = (await open())?.['window_until'];
    await tellPlatform(platform, '/echo', { ...between, text: 'Until nine.' });
    await eventually('it is answered', async () => (await open())?.['unread'] === 0);
    expect(await open()).toMatchObject({ last_by: 'us', last_text: 'Until nine.' });
    expect((await open())?.['window_until']).toBe(window);
    await eventually('it is told', async () => (await told()).length === 1);
    expect(await told()).toMatchObject([
      { to: between.person, user_id: null, type: 'text', text: 'Until nine.', revoked_at: null },
    ]);
    const messages = await call(
      'GET',
      `/v1/conversations/${String((await open())?.['id'])}/messages`,
    );
    expect(messages.body['data']).toMatchObject([
      { direction: 'out', in_app: true, text: 'Until nine.', state: null },
      { direction: 'in', in_app: false, text: 'Open?' },
    ]);
    expect((await call('GET', '/v1/balance')).body).toEqual(before.body);
  });
});

describe('what goes wrong in the dialogue is said with what to do', () => {
  it.each([
    ['code_used', 'The code was used before: begin again'],
    ['no_account', 'shared no WhatsApp account'],
  ])('%s', async (fate, words) => {
    expectFault(await end((await dialogue({ fate })).given), 'code', words);
  });

  it('the shop declines: it comes back without a code', async () => {
    const { back } = await dialogue({ fate: 'declined' });
    expect(back.searchParams.get('error')).toBe('access_denied');
  });

  it('another provider has the number', async () => {
    const { path, id } = await share({ number: '+92 300 5550004', fate: 'elsewhere' });
    const said = await call('POST', path, { phone_number_id: id, pin: '135790' });
    expectFault(said, 'phone_number_id', 'has not let the number go');
  });

  it('no payment method: it is connected, with the platform’s words', async () => {
    const { path, id } = await share({ number: '+92 300 5550005', fate: 'unpaid' });
    const said = await call('POST', path, { phone_number_id: id, pin: '135790' });
    expect(said).toMatchObject({ status: 201, body: { notices: [{ code: '141006' }] } });
    const standing = async () =>
      (await call('GET', `/v1/chat/numbers/${String(said.body['id'])}`)).body;
    await eventually('it is held', async () => (await standing())['state'] !== null);
    expect(await standing()).toMatchObject({
      state: 'needs_attention',
      why: 'no payment method at the platform: add one on its business pages',
    });
    const event = { event: 'ACCOUNT_UPDATE', phoneNumberId: id };
    await tellPlatform(platform, '/accounts', { ...event, paid: true });
    await eventually('the platform says that it is paid', async () => {
      return (await standing())['state'] === 'up';
    });
    expect(await standing()).toMatchObject({ why: null });
  });
});

describe('ids and a token', () => {
  const given = {
    business_id: CHAT_ACCESS.business,
    phone_number_id: CHAT_ACCESS.phoneNumberId,
    token: CHAT_ACCESS.token,
    app_secret: CHAT_ACCESS.appSecret,
  };

  it.each([
    ['app_secret', { app_secret: 'not-its-secret' }, 'must be the secret of the app'],
    ['app_id', { app_id: '100000000000009' }, 'must be that of the app'],
  ])('%s is checked with the platform', async (pointer, change, words) => {
    expectFault(await call('POST', '/v1/chat/numbers', { ...given, ...change }), pointer, words);
  });
});
