/** `/v1/consents`, and the switch by which an account advertises only to who has agreed. */
import { beforeAll, describe, expect, it } from 'vitest';
import { HOUR_MS } from '../../src/domain/durations.ts';
import { wallClock } from '@paigham/base/clock.ts';
import { ask as askForm, parsed, PATHS, shown, type Parameters } from '../support/ask.ts';
import { callBatches, csvOf } from '../support/batches.ts';
import type { Paigham } from '../support/paigham.ts';
import { sharedPaigham } from '../support/shared.ts';
import { mobileOf, openShop, type Shop } from '../support/shop.ts';
import { v1At, type AskV1 } from '../support/v1.ts';

let paigham: Paigham;
let shop: Shop;
let ask: AskV1;
let stranger: AskV1;
let used = 0;

beforeAll(async () => {
  paigham = await sharedPaigham();
  [shop, ask] = await openOwn();
  [, stranger] = await openOwn();
});

async function openOwn(): Promise<readonly [Shop, AskV1]> {
  const opened = await openShop(paigham.world, { rupees: '1000' });
  return [opened, v1At(paigham.baseUrl, opened.apiKey)];
}

const newNumber = (): string => mobileOf(0, 5_000 + (used += 1));
const agoMs = (ms: number): string => new Date(wallClock.nowMs() - ms).toISOString();
const give = (person: string, more: object = {}) => ask('POST /v1/consents', { person, ...more });
const withdraw = (person: string, more: object = {}) =>
  ask('POST /v1/consents/withdraw', { person, ...more });
const current = async (person: string): Promise<readonly Record<string, unknown>[]> =>
  (await ask(`GET /v1/consents?current=true&person=${person}`)).body.data;

describe('a consent', () => {
  it('is kept as it was said, once for its key, and belongs to its account alone', async () => {
    const person = newNumber();
    const said = {
      person: `0${person.slice(2)}`,
      source: 'checkout',
      wording: 'Yes, tell me of sales: جی ہاں',
      proof: 'order 1042, from 203.0.113.7',
      said_at: agoMs(HOUR_MS),
    };
    const key = { 'idempotency-key': `consent of ${person}` };
    const given = await ask('POST /v1/consents', said, key);
    expect(given).toMatchObject({
      status: 201,
      body: {
        ...{ number: person, user_id: null, channel: 'sms', purpose: 'promotional' },
        ...{ state: 'given', current: true, source: 'checkout', wording: said.wording },
        ...{ proof: said.proof, said_at: said.said_at, made_by: expect.stringMatching(/^key:/) },
      },
    });
    expect((await ask('POST /v1/consents', said, key)).body).toEqual(given.body);
    expect(await current(person)).toHaveLength(1);
    const path = `/v1/consents/${String(given.body['id'])}`;
    expect((await ask(`GET ${path}`)).body).toEqual(given.body);
    expect(await stranger(`GET ${path}`)).toMatchObject({ body: { code: 'consent_unknown' } });
    expect((await stranger(`GET /v1/consents?person=${person}`)).body.data).toEqual([]);
    const [line] = (await ask('GET /v1/audit?action=consent.give&limit=1')).body.data;
    expect(line).toMatchObject({ detail: { consent: Number(given.body['id']) } });
    expect(JSON.stringify(line)).not.toContain(person);
  });

  it('is withdrawn by another row, and the one before stays', async () => {
    const person = newNumber();
    const given = await give(person);
    const gone = await withdraw(person, { proof: 'told at the till' });
    expect(gone).toMatchObject({ status: 201, body: { state: 'withdrawn', current: true } });
    expect((await ask(`GET /v1/consents/${String(given.body['id'])}`)).body).toEqual({
      ...given.body,
      current: false,
    });
    const { data } = (await ask(`GET /v1/consents?person=${person}`)).body;
    expect(data.map(({ state }) => state)).toEqual(['withdrawn', 'given']);
    expect((await ask(`GET /v1/consents?person=${person}&current=false`)).body.data).toHaveLength(
      1,
    );
  });

  it('that was given before a withdrawal does not undo it when it is told later', async () => {
    const person = newNumber();
    await withdraw(person);
    await give(person, { said_at: agoMs(48 * HOUR_MS), source: 'import' });
    expect(await current(person)).toMatchObject([{ state: 'withdrawn' }]);
    await give(person);
    expect(await current(person)).toMatchObject([{ state: 'given' }]);
  });

  it('is one of each channel and purpose; of a chat user it is for chat', async () => {
    const person = newNumber();
    await give(person);
    await give(person, { channel: 'chat' });
    await withdraw(person, { purpose: 'transactional' });
    expect((await current(person)).map((it) => [it['channel'], it['purpose']])).toEqual([
      ['sms', 'transactional'],
      ['chat', 'promotional'],
      ['sms', 'promotional'],
    ]);
    const user = 'PK.13491208655302741918';
    expect(await give(user)).toMatchObject({
      body: { user_id: user, number: null, channel: 'chat' },
    });
  });

  it.each([
    [{}, ''],
    [{ person: '042-111-222-333' }, '/body/person'],
    [{ person: 'PK.1', channel: 'sms' }, '/body/channel'],
    [{ person: '03211234568', said_at: '2199-01-01T00:00:00Z' }, '/body/said_at'],
    [{ person: '03211234568', wording: 'x'.repeat(1_001) }, '/body/wording'],
    [{ person: '03211234568', proof: 'x'.repeat(501) }, '/body/proof'],
    [{ person: '03211234568', source: 'platform' }, '/body/source'],
  ])('is refused as %j', async (body, pointer) => {
    const refused = await ask('POST /v1/consents', body);
    expect(refused.status).toBe(400);
    const errors = refused.body['errors'] as readonly { readonly pointer: string }[];
    expect(errors[0]?.pointer).toContain(pointer);
  });

  it('is exported as it is filtered', async () => {
    const person = newNumber();
    await give(person, { wording: '=1+1' });
    const answer = await fetch(`${paigham.baseUrl}/v1/exports/consents?person=${person}`, {
      headers: { Authorization: `Bearer ${shop.apiKey}` },
    });
    const [heading, ...rows] = (await answer.text()).trim().split('\r\n');
    expect(heading).toContain('id,number,user_id,channel,purpose,state,current,source,wording');
    expect(rows).toHaveLength(1);
    expect(rows[0]).toContain(`${person},,sms,promotional,given,true,api,"'=1+1"`);
  });

  it('of many is recorded at once, each number once, and what is none is told of', async () => {
    const [one, other] = [newNumber(), newNumber()];
    const user = 'PK.13491208655302741919';
    const numbers = [one, `0${one.slice(2)}`, other, user, '042-111'];
    const body = { numbers, source: 'import', wording: 'On paper', said_at: agoMs(HOUR_MS) };
    await withdraw(other);
    const key = { 'idempotency-key': 'many consents' };
    const imported = await ask('POST /v1/consents/import', body, key);
    expect(imported).toMatchObject({
      status: 200,
      body: { added: 3, repeated: 1, invalid: ['042-111'] },
    });
    expect((await ask('POST /v1/consents/import', body, key)).body).toEqual(imported.body);
    const given = { state: 'given', source: 'import', wording: 'On paper' };
    expect(await current(one)).toMatchObject([{ ...given, channel: 'sms' }]);
    expect(await current(user)).toMatchObject([{ ...given, channel: 'chat' }]);
    expect(await current(other)).toMatchObject([{ state: 'withdrawn' }]);
    const late = { ...body, said_at: '2199-01-01T00:00:00Z' };
    expect((await ask('POST /v1/consents/import', late)).status).toBe(400);
  });

  it('that many say at once is what was said last', async () => {
    const person = newNumber();
    const many = Array.from({ length: 24 }, (_, at) => (at % 2 === 0 ? give : withdraw)(person));
    expect((await Promise.all(many)).map(({ status }) => status)).toEqual(many.map(() => 201));
    const { data } = (await ask(`GET /v1/consents?person=${person}&limit=100`)).body;
    const newest = data.toSorted(
      (a, b) =>
        Date.parse(String(b['said_at'])) - Date.parse(String(a['said_at'])) ||
        Number(b['id']) - Number(a['id']),
    );
    expect(data).toHaveLength(24);
    expect(await current(person)).toEqual([newest[0]]);
    for (const say of [give, withdraw, give]) {
      const said = await say(person);
      expect(await current(person)).toEqual([said.body]);
    }
  });
});

describe('an opt-out', () => {
  it('withdraws what was agreed to, in every channel, and nothing where nothing was', async () => {
    const [agreed, silent] = [newNumber(), newNumber()];
    await give(agreed);
    await give(agreed, { channel: 'chat' });
    await give(agreed, { purpose: 'transactional' });
    for (const number of [agreed, silent]) await ask('POST /v1/suppressions', { number });
    expect(
      (await current(agreed)).map((it) => [it['channel'], it['purpose'], it['state']]),
    ).toEqual(
      expect.arrayContaining([
        ['sms', 'promotional', 'withdrawn'],
        ['chat', 'promotional', 'withdrawn'],
        ['sms', 'transactional', 'given'],
      ]),
    );
    expect(await current(silent)).toEqual([]);
    const listed = newNumber();
    await give(listed);
    await ask('POST /v1/suppressions/import', { numbers: [listed], scope: 'promotional' });
    expect(await current(listed)).toMatchObject([{ state: 'withdrawn', source: 'api' }]);
  });
});

describe('an account that needs consent', () => {
  let own: Shop;
  let askOwn: AskV1;
  let agreed: string;
  let silent: string;

  beforeAll(async () => {
    [own, askOwn] = await openOwn();
    [agreed, silent] = [newNumber(), newNumber()];
    await askOwn('POST /v1/consents', { person: agreed });
    // Agreeing to something else is no consent to advertising by text.
    await askOwn('POST /v1/consents', { person: silent, channel: 'chat' });
    await askOwn('POST /v1/consents', { person: silent, purpose: 'transactional' });
    // What they told others is nothing to this account.
    await stranger('POST /v1/consents', { person: silent });
    const set = await askOwn('PATCH /v1/account', { needs_consent: true });
    expect(set).toMatchObject({ status: 200, body: { needs_consent: true } });
    expect((await askOwn('GET /v1/account')).body['needs_consent']).toBe(true);
  });

  const send = (change: Parameters) =>
    askForm(`${paigham.baseUrl}${PATHS.send}`, {
      api_key: own.apiKey,
      sender: own.senders.brand,
      template_id: own.promotional,
      message: '{"text":"Sale"}',
      ...change,
    });

  it('advertises by send.php to who has agreed, and says why the others get nothing', async () => {
    const refused = await send({ mobile: silent });
    const sentence = 'the recipient has not opted in to such messages';
    expect(shown(refused)).toBe(`403 9 : SMS rejected, access denied: ${sentence}`);
    const both = parsed(await send({ mobile: `${silent},${agreed}`, format: 'json' }));
    expect(both).toMatchObject({
      results: [
        { status: 'OK', gsm: agreed },
        { status: '9', gsm: silent, reason: 'not opted in to such messages' },
      ],
    });
    expect((await send({ mobile: silent, dry_run: '1' })).status).toBe(403);
    expect((await send({ mobile: silent, template_id: own.transactional })).status).toBe(200);
  });

  it('names an opt-out before the missing consent', async () => {
    const out = newNumber();
    await askOwn('POST /v1/suppressions', { number: out, scope: 'promotional' });
    expect(shown(await send({ mobile: `${out},${silent}` }))).toContain('has opted out');
  });

  it('does so by /v1', async () => {
    const message = (recipients: readonly string[]) =>
      askOwn('POST /v1/messages', {
        recipients,
        sender: own.senders.brand,
        template_id: String(own.promotional),
        values: { text: 'Sale' },
      });
    const refused = await message([silent]);
    expect(refused).toMatchObject({ status: 403, body: { code: 'rejected_no_consent' } });
    const sent = await message([silent, agreed]);
    expect(sent.status).toBeLessThan(300);
    expect(JSON.stringify(sent.body)).toContain('not opted in');
  });

  it('leaves them out of a campaign, and counts them before it is sent', async () => {
    const batches = callBatches(paigham.baseUrl, own);
    const fields = { sender: own.senders.brand, template_id: String(own.promotional) };
    const file = csvOf([silent, agreed]);
    const dry = await batches.upload({ file, fields: { ...fields, dry_run: 'true' } });
    expect(dry.body).toMatchObject({ recipients: 1, rows_left_out: 1 });
    expect(dry.text).toContain('"rows_without_consent":1');
    const sent = await batches.upload({ file, fields });
    expect((await batches.until(sent.body.id ?? '', 'sent')).recipients).toBe(1);
    const rows = await batches.get<{ data: unknown }>(
      `/v1/batches/${sent.body.id}/rows?format=json`,
    );
    expect(rows.body.data).toMatchObject([
      { number: silent, reason: 'not opted in to such messages' },
      { number: agreed, reason: null },
    ]);
  });

  it('and does not any more advertises to anybody', async () => {
    await askOwn('PATCH /v1/account', { needs_consent: false });
    expect((await send({ mobile: silent })).status).toBe(200);
    await askOwn('PATCH /v1/account', { needs_consent: true });
    expect((await send({ mobile: silent })).status).toBe(403);
  });
});

describe('an account that does not need consent', () => {
  it('advertises to anybody, a withdrawal or not', async () => {
    const person = newNumber();
    await withdraw(person);
    const sent = await askForm(`${paigham.baseUrl}${PATHS.send}`, {
      api_key: shop.apiKey,
      sender: shop.senders.brand,
      template_id: shop.promotional,
      message: '{"text":"Sale"}',
      mobile: person,
    });
    expect(sent.status).toBe(200);
  });
});
