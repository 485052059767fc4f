import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hello, setStage, text, token, ids, type Stage } from './stage.ts';

const minute = 60_000;

let stage: Stage;

beforeEach(async () => {
  stage = await setStage();
});

afterEach(() => stage.close());

const words = (): readonly unknown[] => stage.statuses().map((it) => it['status']);

describe('a message to a number of the table', () => {
  it.each([
    ['923001990002', 400, 131026],
    ['923001990003', 400, 131047],
    ['923001990006', 400, 131050],
    ['923001990013', 500, 131000],
    ['923001990019', 429, 130429],
    ['923001990033', 400, 131030],
    ['923001990037', 403, 131031],
    ['923001990038', 401, 190],
    ['923001990041', 403, 368],
  ])('%s is refused with HTTP %i and code %i', async (number, status, code) => {
    const refused = await stage.send(hello(number));
    expect(refused).toMatchObject({ status, json: { error: { code, type: 'OAuthException' } } });
    await stage.advance(minute);
    expect(words()).toEqual([]);
  });

  it.each([
    ['923001990001', 131026],
    ['923001990004', 131047],
    ['923001990005', 131049],
    ['923001990007', 131050],
    ['923001990008', 130472],
    ['923001990009', 131053],
    ['923001990036', 131042],
  ])('%s is accepted and fails later with %i', async (number, code) => {
    expect((await stage.send(hello(number))).status).toBe(200);
    await stage.advance(minute);
    expect(stage.statuses()).toMatchObject([
      { status: 'failed', errors: [{ code, title: expect.any(String) }] },
    ]);
    expect(stage.statuses()[0]).not.toHaveProperty('pricing');
  });

  it.each([
    ['923001234567', ['sent', 'delivered']],
    ['923001990021', ['read', 'sent', 'delivered']],
    ['923001990022', ['sent', 'sent', 'delivered', 'delivered']],
    ['923001990023', ['sent', 'read']],
    ['923001990024', ['failed', 'delivered']],
    ['923001990025', []],
    ['923001990026', ['sent']],
    ['923001990027', ['sent', 'failed']],
    ['923001990028', ['sent', 'warmed', 'delivered']],
    ['923001990034', ['sent', 'delivered']],
    ['923001990035', []],
    ['923001990039', ['sent', 'delivered', 'read']],
  ])('%s has the statuses %j', async (number, expected) => {
    const sent = await stage.send(hello(number));
    expect(sent.status).toBe(200);
    await stage.advance(minute);
    expect(words()).toEqual(expected);
  });

  it('…21 has moments in the right order, although they come in the wrong one', async () => {
    await stage.manage('/behaviour', { sentDelayMs: 5_000, deliveredDelayMs: 5_000 });
    await stage.send(hello('923001990021'));
    await stage.advance(minute);
    const moments = new Map(stage.statuses().map((it) => [it['status'], Number(it['timestamp'])]));
    const [sent = 0, delivered = 0, read = 0] = ['sent', 'delivered', 'read'].map((it) =>
      moments.get(it),
    );
    expect(sent < delivered && delivered < read).toBe(true);
  });

  it('…20 has its statuses before the answer', async () => {
    await stage.manage('/behaviour', { statusesPerPost: 10 });
    const sent = await stage.send({ ...hello('923001990020'), biz_opaque_callback_data: 'abc' });
    expect(words()).toEqual(['sent', 'delivered']);
    const [status] = stage.statuses();
    expect(status).toMatchObject({ biz_opaque_callback_data: 'abc' });
    expect(JSON.stringify(sent.json)).toContain(String(status?.['id']));
  });

  it('…29 has a status of a message that nobody sent first', async () => {
    const sent = await stage.send(hello('923001990029'));
    await stage.advance(minute);
    const [orphan, ...own] = stage.statuses();
    expect(JSON.stringify(sent.json)).not.toContain(String(orphan?.['id']));
    expect(own.map((it) => it['status'])).toEqual(['sent', 'delivered']);
  });

  it('…17 is refused once and taken the next time', async () => {
    const tries = [];
    for (let at = 0; at < 3; at += 1) tries.push((await stage.send(hello('923001990017'))).status);
    expect(tries).toEqual([429, 200, 429]);
  });

  it('…30 comes back under another wa_id', async () => {
    const sent = await stage.send(hello('923001990030'));
    expect(sent.json).toMatchObject({
      contacts: [{ input: '923001990030', wa_id: '9293001990030' }],
    });
    await stage.advance(minute);
    expect(stage.statuses()).toMatchObject([{ recipient_id: '9293001990030' }, {}]);
  });

  it('…31 shows its number to nobody', async () => {
    const sent = await stage.send(hello('923001990031'));
    expect(sent.json).toMatchObject({
      contacts: [{ user_id: expect.stringMatching(/^PK\.\d+$/) }],
    });
    await stage.advance(minute);
    await stage.manage('/reply', { from: '923001990031', text: 'Salaam' });
    const told = stage.told.map((it) => it.text).join('\n');
    expect(told).not.toContain('923001990031');
    expect(told).toContain('from_user_id');
    expect(told).toContain('recipient_user_id');
  });

  it('…32 wants no marketing, and takes everything else', async () => {
    await stage.manage('/templates/category', { name: 'hello_world', category: 'MARKETING' });
    await stage.send(hello('923001990032'));
    await stage.advance(minute);
    expect(stage.statuses()).toMatchObject([{ errors: [{ code: 131050 }] }]);
    await stage.manage('/templates/category', { name: 'hello_world', category: 'UTILITY' });
    await stage.send(hello('923001990032'));
    await stage.advance(minute);
    expect(words()).toEqual(['failed', 'sent', 'delivered']);
  });
});

const tryIt = async (number: string, signal?: AbortSignal): Promise<unknown> => {
  const answer = await fetch(`${stage.url}/v25.0/${ids.number}/messages`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ messaging_product: 'whatsapp', ...hello(number) }),
    signal: signal ?? null,
  });
  return { status: answer.status, type: answer.headers.get('content-type') };
};

describe('an answer that does not come, or is none', () => {
  it.each([
    ['923001990010', 1],
    ['923001990016', 0],
    ['923001990011', 1],
    ['923001990012', 0],
  ])('%s: the caller hears nothing, and %i message is taken', async (number, taken) => {
    const patience = new AbortController();
    const answer = tryIt(number, patience.signal).then(String, () => 'nothing');
    await stage.until(() =>
      ['hang', 'drop'].includes(stage.platform.heard.last(1)[0]?.answer ?? ''),
    );
    patience.abort();
    expect(await answer).toBe('nothing');
    expect(stage.platform.messages.counts.out).toBe(taken);
    await stage.advance(minute);
    expect(words()).toEqual(taken === 0 ? [] : ['sent', 'delivered']);
  });

  it.each([
    ['923001990014', 502, 1],
    ['923001990015', 503, 0],
  ])('%s: a page with %i, and %i message is taken', async (number, status, taken) => {
    expect(await tryIt(number)).toEqual({ status, type: 'text/html; charset=utf-8' });
    expect(stage.platform.messages.counts.out).toBe(taken);
  });

  it('is told for any number by POST /next, as often as it says', async () => {
    await stage.manage('/next', { count: 2, story: 'busy' });
    await stage.manage('/next', { to: '923001234569', story: 'unreachable_at_once' });
    const other = await stage.send(hello('923001234569'));
    expect(other.json).toMatchObject({ error: { code: 130429 } });
    const statuses = [];
    for (const number of ['923001234567', '923001234568']) {
      statuses.push((await stage.send(hello(number))).status);
    }
    expect(statuses).toEqual([429, 200]);
    expect((await stage.send(hello('923001234569'))).json).toMatchObject({
      error: { code: 131026 },
    });
  });

  it('is told for other requests as well', async () => {
    await stage.manage('/next', { on: 'templates', answer: { kind: 'refuse', code: 4 } });
    await stage.manage('/next', { on: 'numbers', answer: { kind: 'drop' } });
    const refused = await stage.graph('GET', `${ids.account}/message_templates`);
    expect(refused.json).toMatchObject({ error: { code: 4, is_transient: true } });
    await expect(stage.graph('GET', ids.number)).rejects.toThrow('fetch failed');
    expect((await stage.graph('GET', ids.number)).status).toBe(200);
  });

  it('is none while nothing is accepted', async () => {
    await stage.manage('/behaviour', { accepting: false });
    await expect(stage.graph('GET', ids.number)).rejects.toThrow('fetch failed');
    await stage.manage('/behaviour', { accepting: true });
    expect((await stage.graph('GET', ids.number)).status).toBe(200);
  });

  it('waits for a broken request, which meets no story', async () => {
    await stage.manage('/next', { story: 'busy' });
    const broken = await stage.send({ ...text('923001234567'), text: {} });
    expect(broken.json).toMatchObject({ error: { code: 100 } });
    expect((await stage.send(hello('923001234567'))).status).toBe(429);
  });
});
