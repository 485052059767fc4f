import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { recordsOf, type Json } from '../json.ts';
import { ids, setStage, type Answered, type Stage } from '../stage.ts';

const hour = 3_600_000;
const day = 24 * hour;
const edge = `${ids.account}/message_templates`;

let stage: Stage;

beforeEach(async () => {
  stage = await setStage();
});

afterEach(() => stage.close());

const draft = (name: string, more: Json = {}): Json => ({
  name,
  language: 'en',
  category: 'UTILITY',
  components: [{ type: 'BODY', text: `This is about ${name}.` }],
  ...more,
});

const create = (name: string, more: Json = {}): Promise<Answered> =>
  stage.graph('POST', edge, draft(name, more));

const events = (): readonly unknown[] =>
  stage.told
    .flatMap(({ body }) => recordsOf(body['entry']))
    .flatMap((entry) => recordsOf(entry['changes']));

const send = (name: string): Promise<Answered> =>
  stage.send({
    to: '923001234567',
    type: 'template',
    template: { name, language: { code: 'en' } },
  });

describe('a new template', () => {
  it('waits, cannot be sent, and is approved after a while', async () => {
    const created = await create('order_ready');
    expect(created.json).toMatchObject({ status: 'PENDING', category: 'UTILITY' });
    expect(await send('order_ready')).toMatchObject({
      status: 404,
      json: { error: { code: 132001 } },
    });
    await stage.advance(2_000);
    expect((await send('order_ready')).status).toBe(200);
    expect(events()).toMatchObject([
      {
        field: 'message_template_status_update',
        value: { event: 'APPROVED', message_template_name: 'order_ready', reason: 'NONE' },
      },
    ]);
  });

  it('is told of by its id as a JSON number, beyond what a double holds if wished', async () => {
    await stage.manage('/behaviour', { largeTemplateIds: true });
    const { id } = (await create('large')).json;
    await stage.advance(2_000);
    expect(stage.told[0]?.text).toContain(`"message_template_id":${String(id)},`);
    expect(BigInt(String(id))).toBeGreaterThan(BigInt(Number.MAX_SAFE_INTEGER));
    expect(stage.told[0]?.isSigned).toBe(true);
  });

  it('is decided by its name, by rule, or by hand', async () => {
    await create('one_rejected');
    await create('one_waiting');
    await create('one_recategorised');
    await stage.manage('/behaviour', { approval: 'by_hand' });
    const { id } = (await create('by_hand')).json;
    await stage.advance(day);
    const listed = await stage.graph('GET', `${edge}?fields=name,status,category,rejected_reason`);
    expect(listed.json).toMatchObject({
      data: [
        { name: 'by_hand', status: 'PENDING' },
        { name: 'one_recategorised', status: 'APPROVED', category: 'MARKETING' },
        { name: 'one_waiting', status: 'PENDING' },
        { name: 'one_rejected', status: 'REJECTED', rejected_reason: 'INCORRECT_CATEGORY' },
        { name: 'hello_world', status: 'APPROVED' },
      ],
    });
    const reason = { reason: 'PROMOTIONAL', recommendation: 'Say less.' };
    await stage.manage('/templates/decide', { id, event: 'REJECTED', ...reason });
    await stage.manage('/settle', {});
    expect(events().at(-1)).toMatchObject({
      value: { event: 'REJECTED', reason: 'PROMOTIONAL', rejection_info: reason },
    });
  });

  it('is refused when there is one, when there are too many, or too fast', async () => {
    await create('twice');
    expect((await create('twice')).json).toMatchObject({ error: { error_subcode: 2_388_024 } });
    expect((await create('twice', { language: 'ur' })).status).toBe(200);
    await stage.manage('/behaviour', { creationsPerHour: 3 });
    await create('third');
    expect((await create('fourth')).json).toMatchObject({ error: { error_subcode: 2_388_019 } });
    await stage.advance(hour);
    expect((await create('fourth')).status).toBe(200);
  });
});

describe('a list', () => {
  it('is searched, turned over page by page, and summed up', async () => {
    for (const name of ['order_a', 'order_b', 'order_c']) await create(name);
    const first = await stage.graph('GET', `${edge}?name=order&limit=2&summary=true`);
    expect(first.json).toMatchObject({
      data: [{ name: 'order_c' }, { name: 'order_b' }],
      summary: { total_count: 4, message_template_limit: 250 },
    });
    const { next } = first.json['paging'] as Readonly<Record<string, string>>;
    expect(next).not.toContain('access_token');
    const path = new URL(next ?? '').pathname.replace('/v25.0/', '') + new URL(next ?? '').search;
    const second = await stage.graph('GET', path);
    expect(second.json).toMatchObject({ data: [{ name: 'order_a' }] });
    expect(second.json['paging']).not.toHaveProperty('next');
    const { before } = (second.json['paging'] as Readonly<Record<string, Json>>)['cursors'] ?? {};
    const back = await stage.graph('GET', `${edge}?name=order&limit=2&before=${String(before)}`);
    expect(back.json).toMatchObject({ data: [{ name: 'order_c' }, { name: 'order_b' }] });
    const approved = await stage.graph('GET', `${edge}?status=APPROVED&fields=status`);
    expect(approved.json).toMatchObject({ data: [{ status: 'APPROVED' }] });
  });
});

describe('an approved template', () => {
  it('is edited once a day, keeps its category, and waits again', async () => {
    const id = String((await create('order_ready')).json['id']);
    const components = [{ type: 'BODY', text: 'Other words.' }];
    const early = await stage.graph('POST', id, { components });
    expect(early.json).toMatchObject({ error: { code: 100 } });
    await stage.advance(2_000);
    expect((await stage.graph('POST', id, { category: 'MARKETING' })).status).toBe(400);
    expect((await stage.graph('POST', id, { components })).json).toMatchObject({ success: true });
    expect((await stage.graph('GET', id)).json).toMatchObject({ status: 'PENDING', components });
    await stage.advance(2_000);
    expect((await stage.graph('POST', id, { components })).status).toBe(400);
    await stage.advance(day);
    expect((await stage.graph('POST', id, { components })).status).toBe(200);
  });

  it('is paused for three hours, then six, then disabled', async () => {
    await create('order_ready');
    await stage.advance(2_000);
    const pause = { name: 'order_ready', event: 'PAUSED' };
    await stage.manage('/templates/decide', pause);
    expect((await send('order_ready')).json).toMatchObject({ error: { code: 132015 } });
    await stage.advance(3 * hour);
    expect((await send('order_ready')).status).toBe(200);
    await stage.manage('/templates/decide', pause);
    await stage.advance(6 * hour - 1);
    expect((await send('order_ready')).status).toBe(400);
    await stage.advance(1);
    await stage.manage('/templates/decide', pause);
    expect((await send('order_ready')).json).toMatchObject({ error: { code: 132016 } });
    await stage.manage('/settle', {});
    const words = stage.told.map(({ text }) => /"event":"(\w+)"/.exec(text)?.[1]).filter(Boolean);
    expect(words).toEqual(['APPROVED', 'PAUSED', 'APPROVED', 'PAUSED', 'APPROVED', 'DISABLED']);
  });

  it('blocks its name for thirty days when it is deleted, in all its languages', async () => {
    await create('order_ready');
    await create('order_ready', { language: 'ur' });
    await stage.advance(2_000);
    const removed = await stage.graph('DELETE', `${edge}?name=order_ready`);
    expect(removed.json).toEqual({ success: true });
    expect((await stage.graph('GET', `${edge}?name=order_ready`)).json).toEqual({ data: [] });
    const blocked = await create('order_ready');
    expect(blocked.json).toMatchObject({ error: { error_subcode: 2_388_023 } });
    await stage.advance(30 * day);
    expect((await create('order_ready')).status).toBe(200);
    const gone = await stage.graph('DELETE', `${edge}?name=nobody`);
    expect(gone.json).toMatchObject({ error: { error_subcode: 2_593_002 } });
  });

  it('is deleted in one language by its id', async () => {
    const { id } = (await create('order_ready')).json;
    await create('order_ready', { language: 'ur' });
    await stage.graph('DELETE', `${edge}?name=order_ready&hsm_id=${String(id)}`);
    const left = await stage.graph('GET', `${edge}?name=order_ready&fields=language`);
    expect(left.json).toMatchObject({ data: [{ language: 'ur' }] });
  });

  it('changes its category at once, or a day after it was announced', async () => {
    await stage.manage('/templates/category', {
      name: 'hello_world',
      category: 'MARKETING',
      soon: true,
    });
    await stage.manage('/settle', {});
    expect(events()).toMatchObject([
      { field: 'template_category_update', value: { correct_category: 'MARKETING' } },
    ]);
    await stage.advance(day);
    expect(events().at(-1)).toMatchObject({
      value: { previous_category: 'UTILITY', new_category: 'MARKETING' },
    });
    await stage.manage('/templates/quality', { name: 'hello_world', quality: 'RED' });
    await stage.manage('/settle', {});
    expect(events().at(-1)).toMatchObject({
      field: 'message_template_quality_update',
      value: { new_quality_score: 'RED', previous_quality_score: 'UNKNOWN' },
    });
  });
});
