import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Json } from './json.ts';
import { hello, ids, setStage, text, valuesOf, type Stage } from './stage.ts';

const second = 1_000;
const day = 86_400_000;
const person = '923001234567';

let stage: Stage;

beforeEach(async () => {
  stage = await setStage();
});

afterEach(() => stage.close());

const words = (): readonly unknown[] => stage.statuses().map((it) => it['status']);
const lastValue = (): Json => valuesOf(stage.told.at(-1)?.body ?? {}).at(-1) ?? {};

describe('the window', () => {
  it('is shut before anything was written: what is sent fails later', async () => {
    expect((await stage.send(text(person))).status).toBe(200);
    await stage.advance(second);
    expect(stage.statuses()).toMatchObject([{ status: 'failed', errors: [{ code: 131047 }] }]);
  });

  it('is open for 24 hours and not a millisecond more', async () => {
    await stage.manage('/reply', { from: person, text: 'Salaam' });
    await stage.advance(day - 1);
    await stage.send(text(person));
    await stage.advance(1);
    await stage.send(text(person, 'late'));
    await stage.advance(second);
    expect(new Set(words())).toEqual(new Set(['delivered', 'failed', 'sent']));
  });

  it('is of one number, and a template opens nothing', async () => {
    const number = { id: '300000000000002', displayNumber: '+92 300 0000002' };
    await stage.manage('/accounts', { id: '200000000000002', numbers: [number], apps: [ids.app] });
    await stage.send(hello(person));
    await stage.manage('/reply', { from: person, phoneNumberId: number.id, text: 'Salaam' });
    await stage.send(text(person));
    await stage.advance(second);
    expect(words()).toContain('failed');
  });

  it('refuses at once when it was told to', async () => {
    await stage.manage('/behaviour', { windowFault: 'sync' });
    expect((await stage.send(text(person))).json).toMatchObject({ error: { code: 131047 } });
  });
});

describe('what a person writes', () => {
  it.each<readonly [string, Json, Json]>([
    ['words', { text: 'Salaam' }, { type: 'text', text: { body: 'Salaam' } }],
    [
      'a button of a template',
      { type: 'button', text: 'Fine', payload: 'F:1', messageId: 'wamid.x' },
      { button: { text: 'Fine', payload: 'F:1' }, context: { id: 'wamid.x' } },
    ],
    [
      'a choice of a list',
      { type: 'interactive', kind: 'list_reply', id: '7', text: 'Seven' },
      { interactive: { type: 'list_reply', list_reply: { id: '7', title: 'Seven' } } },
    ],
    [
      'a document',
      { type: 'document', base64: 'JVBERg==', fileName: 'a.pdf', caption: 'Here' },
      { document: { filename: 'a.pdf', caption: 'Here', mime_type: 'application/pdf' } },
    ],
    ['a place', { type: 'location', name: 'Fort' }, { location: { name: 'Fort' } }],
    [
      'a feeling',
      { type: 'reaction', emoji: '👍', messageId: 'wamid.x' },
      { reaction: { emoji: '👍', message_id: 'wamid.x' } },
    ],
    ['something odd', { type: 'unsupported' }, { errors: [{ code: 131051 }] }],
  ])('is told: %s', async (_, body, message) => {
    const written = await stage.manage('/reply', { from: person, ...body });
    expect(written.status).toBe(200);
    expect(stage.told).toHaveLength(1);
    expect(stage.told[0]?.isSigned).toBe(true);
    expect(stage.told[0]?.body).toMatchObject({
      object: 'whatsapp_business_account',
      entry: [{ id: ids.account, changes: [{ field: 'messages' }] }],
    });
    expect(lastValue()).toMatchObject({
      metadata: { phone_number_id: ids.number, display_phone_number: '923000000001' },
      contacts: [{ wa_id: person, profile: { name: expect.any(String) } }],
      messages: [{ from: person, id: expect.stringMatching(/^wamid\./), ...message }],
    });
    expect(JSON.stringify(lastValue())).toMatch(/"timestamp":"\d{10}"/);
  });

  it('may be told twice, at a moment of its own', async () => {
    const atMs = Date.UTC(2026, 9, 1);
    await stage.manage('/reply', { from: person, text: 'Salaam', times: 2, atMs });
    expect(stage.told).toHaveLength(2);
    expect(stage.told[0]?.text).toBe(stage.told[1]?.text);
    expect(lastValue()).toMatchObject({ messages: [{ timestamp: String(atMs / 1_000) }] });
  });

  it.each([{ from: 'nobody' }, { from: person, type: 'song' }, { from: person, text: '' }])(
    'is refused when it is nothing: %j',
    async (body) => {
      expect((await stage.manage('/reply', body)).status).toBe(400);
    },
  );
});

describe('a phone', () => {
  it('that is off gets its messages when it is on again, unless their time is over', async () => {
    await stage.manage('/people', { number: person, reachable: false });
    await stage.send(hello(person));
    await stage.advance(30 * day - second);
    expect(words()).toEqual(['sent']);
    await stage.send(hello(person));
    await stage.advance(2 * second);
    await stage.manage('/people', { number: person, reachable: true });
    await stage.manage('/settle', {});
    expect(words()).toEqual(['sent', 'sent', 'delivered']);
  });

  it('that is looked at reads what has arrived', async () => {
    await stage.send(hello(person));
    await stage.advance(second);
    expect((await stage.manage('/open', { person })).json).toEqual({ read: 1 });
    await stage.manage('/settle', {});
    expect(words()).toEqual(['sent', 'delivered', 'read']);
    expect((await stage.manage('/open', { person })).json).toEqual({ read: 0 });
  });

  it('shows blue ticks to a business that has read', async () => {
    const written = await stage.manage('/reply', { from: person, text: 'Salaam' });
    const message_id = written.json['id'];
    const read = await stage.send({ status: 'read', message_id });
    expect(read.json).toEqual({ success: true });
    const unknown = await stage.send({ status: 'read', message_id: 'wamid.none' });
    expect(unknown.json).toMatchObject({ error: { code: 131009 } });
  });
});

describe('a wish', () => {
  it('to hear no marketing is told, kept, and taken back', async () => {
    await stage.manage('/templates/category', { name: 'hello_world', category: 'MARKETING' });
    await stage.manage('/preferences', { person, value: 'stop' });
    await stage.manage('/settle', {});
    expect(lastValue()).toMatchObject({
      user_preferences: [{ category: 'marketing_messages', value: 'stop', wa_id: person }],
    });
    await stage.send(hello(person));
    await stage.advance(second);
    expect(stage.statuses()).toMatchObject([{ errors: [{ code: 131050 }] }]);
    await stage.manage('/preferences', { person, value: 'resume' });
    await stage.send(hello(person));
    await stage.advance(second);
    expect(words()).toEqual(['failed', 'sent', 'delivered']);
  });

  it('for another number changes the user id, in both forms of telling', async () => {
    await stage.send(hello(person));
    const before = stage.platform.people.find(person)?.userId ?? '';
    await stage.manage('/move', { person, newNumber: '923007654321' });
    await stage.manage('/settle', {});
    const told = stage.told.map((it) => it.text).join('\n');
    expect(told).toContain('"type":"user_changed_number"');
    expect(told).toContain(`"previous_user_id":"${before}"`);
    expect(told).toContain('"field":"user_id_update"');
    expect(stage.platform.people.find(person)).toBeUndefined();
    expect(stage.platform.people.find('923007654321')?.userId).not.toBe(before);
  });
});
