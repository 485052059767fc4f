/** Forms by which strangers agree to an account's texts, with a code texted to their number. */
import { beforeAll, describe, expect, it } from 'vitest';
import { limit } from '../../src/domain/limits.ts';
import { MINUTE_MS } from '../../src/domain/durations.ts';
import { eventually } from '../support/eventually.ts';
import { openForNewcomers, otherThan, textsFor, type Newcomer } from '../support/newcomers.ts';
import { inUrdu } from '../support/people.ts';
import { openShop, type Shop } from '../support/shop.ts';
import { v1At, type AskV1 } from '../support/v1.ts';

const { clock, paigham, newcomer } = await openForNewcomers();
const WORDING = 'Send me offers by text. STOP ends it.';
const WORDING_URDU = 'مجھے پیشکشیں بھیجیں۔';

let shop: Shop;
let ask: AskV1;
let stranger: AskV1;

beforeAll(async () => {
  shop = await openShop(paigham.world, { rupees: '100' });
  ask = v1At(paigham.baseUrl, shop.apiKey);
  const other = await openShop(paigham.world, { rupees: '100' });
  stranger = v1At(paigham.baseUrl, other.apiKey);
});

const formOf = (of: Shop = shop) => ({
  name: 'Counter in Lahore',
  wording: WORDING,
  wording_urdu: WORDING_URDU,
  tag: 'Counter',
  sender: of.senders.brand,
  template_id: String(of.transactional),
});

/** A new form: its id, and the path of its page. */
async function addForm(
  change: object = {},
): Promise<{ readonly id: string; readonly page: string }> {
  const { status, body } = await ask('POST /v1/join-forms', { ...formOf(), ...change });
  expect([status, body['errors']]).toEqual([201, undefined]);
  const [, code] = /\/join\/(\w{8})$/.exec(String(body['address'])) ?? [];
  return { id: String(body['id']), page: `/v1/join/${code}` };
}

const balance = async (): Promise<number> => Number((await ask('GET /v1/balance')).body['balance']);

/** Asks for a code, and reads it off the phone. */
async function askFor(page: string, person: Newcomer, language = 'en') {
  const before = textsFor(paigham.operators, person.phone).length;
  const asked = await person.post(page, { phone: person.phone, language });
  expect(asked.status).toBe(202);
  const text = await eventually(
    'a texted code',
    () => textsFor(paigham.operators, person.phone)[before],
  );
  return { token: String(asked.body['token']), code: /\d{6}/.exec(text)?.[0] ?? '' };
}

const consentsOf = async ({ phone }: Newcomer) =>
  (await ask(`GET /v1/consents?person=${phone}`)).body.data;

describe('a form', () => {
  it('is kept, changed and removed by its account alone', async () => {
    const { id } = await addForm();
    const path = `/v1/join-forms/${id}`;
    expect((await ask(`GET ${path}`)).body).toMatchObject({
      ...{ wording: WORDING, wording_urdu: WORDING_URDU, tag: 'counter', active: true },
      ...{ sender: shop.senders.brand, template_id: String(shop.transactional) },
    });
    for (const [request, body] of [
      [`GET ${path}`],
      [`PATCH ${path}`, { name: 'Mine' }],
      [`DELETE ${path}`],
    ] as const) {
      expect(await stranger(request, body)).toMatchObject({ body: { code: 'join_form_unknown' } });
    }
    expect((await ask(`PATCH ${path}`, { name: 'Till', tag: '' })).body).toMatchObject({
      ...{ name: 'Till', tag: '', wording: WORDING },
    });
    expect((await ask(`DELETE ${path}`)).status).toBe(204);
    expect((await ask(`GET ${path}`)).body['code']).toBe('join_form_unknown');
  });

  it.each([
    [{ wording: ' ' }, '/body/wording'],
    [{ sender: 'Nobody' }, '/body/sender'],
    [{ template_id: '999999' }, '/body/template_id'],
    [{ tag: 'a,b' }, '/body/tag'],
    [{ wording: 'x'.repeat(1_001) }, '/body/wording'],
  ])('is refused with %j', async (change, pointer) => {
    const refused = await ask('POST /v1/join-forms', { ...formOf(), ...change });
    expect(refused).toMatchObject({ status: 400, body: { errors: [{ pointer }] } });
  });

  it('cannot text its codes by an advertisement', async () => {
    const template_id = String(shop.promotional);
    const refused = await ask('POST /v1/join-forms', { ...formOf(), template_id });
    expect(refused.body['errors']).toMatchObject([{ pointer: '/body/template_id' }]);
  });
});

describe('a person', () => {
  it('sees whose it is, agrees by the code, and is a contact from then on', async () => {
    const { id, page } = await addForm();
    const zara = newcomer();
    expect((await zara.ask(page)).body).toEqual({
      ...{ company: shop.name, wording: WORDING, wording_urdu: WORDING_URDU },
    });
    const before = await balance();
    const given = await askFor(page, zara, 'ur');
    expect(await consentsOf(zara)).toEqual([]);
    expect(await balance()).toBeCloseTo(before - 2.4);
    const typed = inUrdu(`${given.code.slice(0, 3)} ${given.code.slice(3)}`);
    const joined = await zara.post(`${page}/confirm`, { ...given, code: typed });
    expect(joined).toMatchObject({ status: 200, body: { company: shop.name } });
    expect(await consentsOf(zara)).toMatchObject([
      {
        ...{ state: 'given', source: 'form', channel: 'sms', purpose: 'promotional' },
        ...{ wording: WORDING_URDU, made_by: `form:${id}` },
        proof: expect.stringMatching(new RegExp(`/join/\\w{8}, code confirmed from ${zara.from}$`)),
      },
    ]);
    const found = await ask(`GET /v1/contacts?search=${zara.phone}`);
    expect(found.body.data).toMatchObject([{ tags: ['counter'], language: 'ur' }]);
    const [line] = (await ask('GET /v1/audit?action=consent.join&limit=1')).body.data;
    expect(JSON.stringify(line)).not.toContain(zara.phone);
  });

  it('who had opted out of advertising gets it again, but not who wants nothing', async () => {
    const { page } = await addForm();
    const [back, gone] = [newcomer(), newcomer()];
    await ask('POST /v1/suppressions', { number: back.phone, scope: 'promotional' });
    await ask('POST /v1/suppressions', { number: gone.phone, scope: 'all' });
    await back.post(`${page}/confirm`, await askFor(page, back));
    expect((await ask(`GET /v1/suppressions/${back.phone}`)).status).toBe(404);
    const refused = await gone.post(page, { phone: gone.phone });
    expect(refused.body['errors']).toMatchObject([{ pointer: '/body/phone' }]);
  });

  it('agrees to nothing by a wrong code, a late one, or one of another form', async () => {
    const { page } = await addForm();
    const { page: otherPage } = await addForm();
    const zara = newcomer();
    const given = await askFor(page, zara);
    const confirm = (path: string, body: object) => zara.post(`${path}/confirm`, body);
    const wrong = { status: 400, body: { errors: [{ pointer: '/body/code' }] } };
    expect(await confirm(page, { ...given, code: otherThan(given.code) })).toMatchObject(wrong);
    expect(await confirm(page, { ...given, token: 'bm90IG9uZQ' })).toMatchObject(wrong);
    expect(await confirm(otherPage, given)).toMatchObject(wrong);
    clock.setTo(clock.nowMs() + (limit('codeMinutes') + 1) * MINUTE_MS);
    expect(await confirm(page, given)).toMatchObject(wrong);
    expect(await consentsOf(zara)).toEqual([]);
  });

  it('agrees once by a code, however often and at once it is given', async () => {
    const { page } = await addForm();
    const zara = newcomer();
    const given = await askFor(page, zara);
    const answers = await Promise.all([1, 2, 3].map(() => zara.post(`${page}/confirm`, given)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400, 400]);
    expect(await consentsOf(zara)).toHaveLength(1);
  });

  it('may guess a few times only', async () => {
    const { page } = await addForm();
    const zara = newcomer();
    const given = await askFor(page, zara);
    const guess = () => zara.post(`${page}/confirm`, { ...given, code: otherThan(given.code) });
    for (let tries = 0; tries < limit('codeTries'); tries += 1) {
      expect((await guess()).status).toBe(400);
    }
    expect((await guess()).body['code']).toBe('tries_exceeded');
    expect((await zara.post(`${page}/confirm`, given)).body['code']).toBe('tries_exceeded');
  });

  it('gets a few codes a day, from whatever address and by whatever form', async () => {
    const { page } = await addForm();
    const zara = newcomer();
    for (let codes = 0; codes < limit('joinCodesPerNumber'); codes += 1) await askFor(page, zara);
    const { page: otherPage } = await addForm();
    const refused = await newcomer().post(otherPage, { phone: zara.phone });
    expect(refused).toMatchObject({ status: 429, body: { code: 'codes_exceeded' } });
  });

  it('finds no form that is closed, removed, or of nobody', async () => {
    const { id, page } = await addForm();
    const zara = newcomer();
    await ask(`PATCH /v1/join-forms/${id}`, { active: false });
    for (const path of [page, '/v1/join/nobody22']) {
      expect((await zara.ask(path)).body['code']).toBe('join_form_unknown');
      const asked = await zara.post(path, { phone: zara.phone });
      expect(asked.body['code']).toBe('join_form_unknown');
    }
    expect(textsFor(paigham.operators, zara.phone)).toEqual([]);
  });

  it('gets no code of an account that cannot pay for it', async () => {
    const poor = await openShop(paigham.world, { rupees: '1' });
    const askPoor = v1At(paigham.baseUrl, poor.apiKey);
    const { body } = await askPoor('POST /v1/join-forms', formOf(poor));
    const page = `/v1${String(body['address']).slice(-14)}`;
    const zara = newcomer();
    const asked = await zara.post(page, { phone: zara.phone });
    expect(asked).toMatchObject({ status: 503, body: { code: 'join_form_unavailable' } });
  });
});
