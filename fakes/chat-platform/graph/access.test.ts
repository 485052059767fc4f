import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hello, ids, setStage, text, token, type Stage } from '../stage.ts';

let stage: Stage;

beforeEach(async () => {
  stage = await setStage();
});

afterEach(() => stage.close());

const ask = async (path: string, authorization?: string): Promise<unknown> => {
  const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
  const answer = await fetch(stage.url + path, { headers });
  return { status: answer.status, json: await answer.json() };
};

describe('access', () => {
  it.each([
    ['no token', undefined, 401, 104],
    ['a token nobody has', 'Bearer nonsense', 401, 190],
    ['a token that looks real', `Bearer EAA${'x'.repeat(80)}`, 401, 190],
  ])('is refused to %s', async (_, authorization, status, code) => {
    const answered = await ask(`/v25.0/${ids.number}`, authorization);
    expect(answered).toMatchObject({ status, json: { error: { code, type: 'OAuthException' } } });
  });

  it('is refused to a token that has expired, until it is good again', async () => {
    await stage.manage('/tokens', { token, expired: true });
    const refused = await stage.graph('GET', ids.number);
    expect(refused.json).toMatchObject({ error: { code: 190, error_subcode: 463 } });
    await stage.manage('/tokens', { token, expired: false });
    expect((await stage.graph('GET', ids.number)).status).toBe(200);
  });

  it('is refused to objects of another business', async () => {
    const number = { id: '300000000000009', displayNumber: '+92 300 0000009' };
    await stage.manage('/accounts', { id: '200000000000009', numbers: [number] });
    await stage.manage('/tokens', { token, accounts: [ids.account] });
    const refused = await stage.graph('GET', number.id);
    expect(refused).toMatchObject({
      status: 400,
      json: { error: { code: 100, error_subcode: 33, type: 'GraphMethodException' } },
    });
    expect(refused.json).toMatchObject({
      error: { fbtrace_id: expect.any(String), message: expect.stringContaining(number.id) },
    });
    expect((await stage.graph('GET', ids.number)).status).toBe(200);
  });

  it('keeps the token out of what is shown', async () => {
    await fetch(`${stage.url}/v25.0/${ids.number}?access_token=${token}`);
    await stage.send(hello('923001234567'));
    const shown = await stage.manage('/heard');
    expect(JSON.stringify(shown.json)).not.toContain(token);
    expect(shown.json).toMatchObject({
      heard: [{ query: { access_token: '(hidden)' } }, { answer: '200', app: ids.app }],
    });
  });
});

describe('versions', () => {
  it.each([
    ['v20.0', 400, 2635],
    ['v17.0', 400, 2635],
    ['v99.0', 400, 2500],
    ['messages', 400, 2500],
  ])('%s is refused', async (version, status, code) => {
    const answered = await ask(`/${version}/${ids.number}`, `Bearer ${token}`);
    expect(answered).toMatchObject({ status, json: { error: { code } } });
  });

  it('end on their day, by the platform’s own clock', async () => {
    await stage.manage('/clock', { set: '2028-07-28T23:59:59Z' });
    expect((await stage.graph('GET', ids.number)).status).toBe(200);
    await stage.advance(1_000);
    const refused = await stage.graph('GET', ids.number);
    expect(refused.json).toMatchObject({ error: { code: 2635 } });
  });
});

describe('numbers and accounts', () => {
  it('are listed with the fields that were asked for', async () => {
    const listed = await stage.graph('GET', `${ids.account}/phone_numbers`);
    const number = { id: ids.number, display_phone_number: '+92 300 0000001' };
    expect(listed.json).toMatchObject({ data: [{ ...number, quality_rating: 'GREEN' }] });
    const limit = 'whatsapp_business_manager_messaging_limit';
    const shown = await stage.graph('GET', `${ids.number}?fields=${limit}`);
    expect(shown.json).toEqual({ id: ids.number, [limit]: 'TIER_10K' });
  });

  it('that are locked send nothing', async () => {
    await stage.manage('/accounts/event', { event: 'DISABLED_UPDATE' });
    const refused = await stage.send(hello('923001234567'));
    expect(refused.json).toMatchObject({ error: { code: 131031 } });
    await stage.until(() => stage.told.length === 1);
    expect(stage.told[0]?.body).toMatchObject({
      entry: [{ changes: [{ field: 'account_update', value: { event: 'DISABLED_UPDATE' } }] }],
    });
    await stage.manage('/accounts/event', { event: 'REINSTATED' });
    expect((await stage.send(hello('923001234567'))).status).toBe(200);
  });
});

describe('rates', () => {
  it('of a number end at its throughput, and begin again a second later', async () => {
    await stage.manage('/behaviour', { throughputPerSecond: 3 });
    const numbers = ['923000000011', '923000000012', '923000000013', '923000000014'];
    const statuses: number[] = [];
    for (const number of numbers) statuses.push((await stage.send(hello(number))).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
    await stage.advance(1_000);
    expect((await stage.send(hello('923000000015'))).status).toBe(200);
  });

  it('to one person are one in six seconds, when nothing may run ahead', async () => {
    await stage.manage('/behaviour', { pairBurst: 1 });
    expect((await stage.send(hello('923001234567'))).status).toBe(200);
    const refused = await stage.send(hello('923001234567'));
    expect(refused).toMatchObject({ status: 400, json: { error: { code: 131056 } } });
    expect((await stage.send(hello('923001234568'))).status).toBe(200);
    await stage.advance(6_000);
    expect((await stage.send(hello('923001234567'))).status).toBe(200);
  });

  it('to one person let 45 run ahead, and not one more', async () => {
    await stage.manage('/behaviour', { throughputPerSecond: 100 });
    const answers = [];
    for (let at = 0; at < 46; at += 1) answers.push(await stage.send(hello('923001234567')));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(45);
    expect(answers.at(-1)?.json).toMatchObject({ error: { code: 131056 } });
  });
});

describe('recipients', () => {
  it('outside the test list, and the number itself, are refused', async () => {
    const own = await stage.send(hello('923000000001'));
    expect(own.json).toMatchObject({ error: { code: 131021 } });
    await stage.manage('/behaviour', { allowedRecipients: ['923001234567'] });
    expect((await stage.send(hello('923001234568'))).json).toMatchObject({
      error: { code: 131030 },
    });
    expect((await stage.send(hello('923001234567'))).status).toBe(200);
  });

  it('by user id are taken once they are known, but not for authentication', async () => {
    const first = await stage.send(hello('923001234567'));
    const [contact] = first.json['contacts'] as readonly Readonly<Record<string, string>>[];
    const recipient = contact?.['user_id'] ?? '';
    expect(recipient).toMatch(/^PK\.\d+$/);
    const { to: _to, ...words } = text('');
    const second = await stage.send({ ...words, recipient });
    expect(second.json).toMatchObject({ contacts: [{ input: recipient, user_id: recipient }] });
    expect(JSON.stringify(second.json)).not.toContain('wa_id');
    const unknown = await stage.send({ ...words, recipient: 'PK.1' });
    expect(unknown.json).toMatchObject({ error: { code: 131026 } });
    stage.platform.shelf.seed(
      [...stage.platform.accounts.accounts.values()][0] ?? expect.fail('no account'),
      { name: 'code', language: 'en', category: 'AUTHENTICATION', components: [{ type: 'BODY' }] },
    );
    const template = { name: 'code', language: { code: 'en' } };
    const refused = await stage.send({ type: 'template', template, recipient });
    expect(refused.json).toMatchObject({ error: { code: 131062 } });
  });

  it('by a user id in the wrong place are lost in silence', async () => {
    const lost = await stage.send(hello('PK.10083703286042349389'));
    expect(lost.json).toMatchObject({ contacts: [{ input: 'PK.10083703286042349389' }] });
    await stage.advance(86_400_000);
    expect(stage.statuses()).toEqual([]);
  });
});
