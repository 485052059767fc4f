import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hello, ids, setStage, type Stage } from '../stage.ts';

const person = '923001234567';

let stage: Stage;

beforeEach(async () => {
  stage = await setStage();
});

afterEach(() => stage.close());

describe('the page', () => {
  it('runs its own script and style, and nothing else', async () => {
    const answer = await fetch(`${stage.managementUrl}/`);
    const page = await answer.text();
    const policy = answer.headers.get('content-security-policy') ?? '';
    for (const tag of ['script', 'style']) {
      const own = new RegExp(`<${tag}[^>]*>([\\s\\S]*?)</${tag}>`).exec(page)?.[1] ?? '';
      const hash = createHash('sha256').update(own).digest('base64');
      expect(own).not.toBe('');
      expect(policy).toContain(`${tag}-src 'sha256-${hash}'`);
    }
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('unsafe');
    expect(page).not.toMatch(/ (style|onclick)="/);
    expect(page).not.toMatch(/(src|href)="https?:/);
  });

  it('is told when something is new', async () => {
    const answer = await fetch(`${stage.managementUrl}/events`);
    const lines: string[] = [];
    const reading = (async (): Promise<void> => {
      for await (const chunk of answer.body ?? []) {
        lines.push(Buffer.from(chunk).toString('utf8'));
        if (lines.join('').includes('changed')) return;
      }
    })();
    await stage.until(() => lines.length > 0);
    await stage.send(hello(person));
    await reading;
    expect(lines.join('')).toContain('data: changed');
  });

  it('of somebody else may not press anything here', async () => {
    const headers = { origin: 'http://evil.example' };
    const answer = await fetch(`${stage.managementUrl}/reset`, { method: 'POST', headers });
    expect(answer.status).toBe(403);
  });
});

describe('what was heard', () => {
  it('is shown with its answer and id, files by size and hash', async () => {
    const sent = await stage.send(hello(person));
    const form = new FormData();
    form.set('messaging_product', 'whatsapp');
    form.set('file', new Blob(['%PDF'], { type: 'application/pdf' }), 'a.pdf');
    await stage.graph('POST', `${ids.number}/media`, form);
    const shown = await stage.manage('/heard?last=2');
    expect(shown.json).toMatchObject({
      heard: [
        { method: 'POST', answer: '200', id: expect.any(String), body: { to: person } },
        { body: { octets: expect.any(Number), sha256: expect.stringMatching(/^[0-9a-f]{64}$/) } },
      ],
    });
    expect(JSON.stringify(sent.json)).toContain(String(Object(shown.json['heard'])[0].id));
    const chosen = await stage.manage('/heard?path=/media&method=POST');
    expect(chosen.json['heard']).toHaveLength(1);
    const since = await stage.manage('/heard?after=1');
    expect(since.json['heard']).toMatchObject([{ number: 2 }]);
  });

  it('is kept up to a bound, and counted beyond it', async () => {
    await stage.close();
    stage = await setStage({ keepHeard: 3, keepMessages: 2, keepWebhooks: 2, keepPeople: 2 });
    for (let at = 0; at < 5; at += 1) await stage.send(hello(`92300123456${at}`));
    await stage.advance(1_000);
    const heard = await stage.manage('/heard');
    const messages = await stage.manage('/messages');
    const webhooks = await stage.manage('/webhooks');
    const counts = [heard.json['heard'], messages.json['messages'], webhooks.json['webhooks']];
    expect(counts.map((it) => Object(it).length)).toEqual([3, 2, 2]);
    expect((await stage.manage('/stats')).json).toMatchObject({
      requests: 5,
      messages: { out: 5 },
      people: 2,
      webhooks: { posts: 10, taken: 10 },
    });
  });
});

describe('what it is told', () => {
  it('wrongly is refused with a sentence', async () => {
    const wrong: readonly (readonly [string, object])[] = [
      ['/behaviour', { readPercent: 101 }],
      ['/behaviour', { colour: 'red' }],
      ['/next', { story: 'unheard' }],
      ['/clock', { advanceMs: -1 }],
      ['/clock', { to: 'tomorrow' }],
      ['/people', { number: 'x' }],
      ['/people', { number: person, story: 'unheard' }],
      ['/preferences', { person, value: 'maybe' }],
      ['/tokens', { token: `EAA${'x'.repeat(80)}`, appId: ids.app }],
      ['/accounts/event', { event: 'PARTY' }],
    ];
    for (const [path, body] of wrong) {
      const refused = await stage.manage(path, { ...body });
      expect(refused).toMatchObject({ status: 400, json: { error: expect.any(String) } });
    }
    expect((await stage.manage('/nothing')).status).toBe(404);
    const answer = await fetch(`${stage.managementUrl}/next`, { method: 'POST', body: '[' });
    expect(answer.status).toBe(400);
  });

  it('by hand is a status like any other', async () => {
    await stage.send(hello(person));
    const shown = await stage.manage('/messages?direction=out');
    const id = String(Object(shown.json['messages'])[0].id);
    await stage.manage('/status', { id, status: 'played' });
    await stage.manage('/status', { id, status: 'failed', code: 131026 });
    expect(stage.statuses()).toMatchObject([
      { id, status: 'played' },
      { id, status: 'failed', errors: [{ code: 131026 }] },
    ]);
  });

  it('is forgotten on reset, the seeds stay', async () => {
    await stage.manage('/behaviour', { approval: 'by_hand' });
    await stage.manage('/next', { count: 5, story: 'busy' });
    await stage.manage('/reset', {});
    expect((await stage.manage('/behaviour')).json).toMatchObject({ approval: 'approve' });
    expect((await stage.send(hello(person))).status).toBe(200);
    const stats = (await stage.manage('/stats')).json;
    expect(stats).toMatchObject({ requests: 1, templates: 1, clock: { frozen: false } });
  });
});
