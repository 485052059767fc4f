import { beforeEach, describe, expect, it } from 'vitest';
import type { ChatAdmin } from '../../src/features/chat-numbers/chat-admin.ts';
import { deleteChatTemplate } from '../../src/features/chat-templates/delete-template.ts';
import { editChatTemplate } from '../../src/features/chat-templates/edit-template.ts';
import { syncTemplates } from '../../src/features/chat-templates/sync-templates.ts';
import { must } from '../../src/operations/admin.ts';
import type { ChatTemplateId } from '../../src/domain/ids.ts';
import { limit } from '../../src/domain/limits.ts';
import { readSnapshot } from '../../src/store/snapshots/read-snapshots.ts';
import { recordTemplate } from '../../src/store/chat/template-changes.ts';
import {
  newName,
  openTemplateWorld,
  SAMPLE,
  TOO_MANY_THERE,
  type TemplateBench,
} from './template-bench.ts';

const { database, world, accountId, begin } = await openTemplateWorld();
let admin: ChatAdmin;
let bench: TemplateBench;

beforeEach(async () => {
  ({ admin, bench } = await begin());
});

describe('an edit', () => {
  const another = {
    category: 'utility' as const,
    header: undefined,
    body: { text: 'Dear {{1}}, your order is here.', examples: ['Ali'] },
    footer: undefined,
    offer: undefined,
    buttons: [],
    cards: [],
    code: undefined,
  };

  it('makes it wait again, and comes no sooner than the platform likes', async () => {
    const id = await bench.create();
    await bench.decide(id, 'APPROVED');
    await bench.sync();
    must(await editChatTemplate(admin, { accountId, id, proposal: another }));
    expect(await bench.find(id)).toMatchObject({ state: 'pending' });
    expect((await bench.known(id))?.definition.body.text).toBe('Dear {{1}}, your order is here.');
    await bench.decide(id, 'APPROVED');
    await bench.sync();
    const again = await editChatTemplate(admin, { accountId, id, proposal: another });
    expect(again).toMatchObject({
      ok: false,
      platform: 'refused',
      rule: expect.stringMatching(/once a day/) as string,
    });
  });

  it('is refused while it waits, and for what is not the account’s', async () => {
    const id = await bench.create();
    const waiting = await editChatTemplate(admin, { accountId, id, proposal: another });
    expect(waiting).toMatchObject({ rule: expect.stringMatching(/platform: .*PENDING/) as string });
    const naya = world.naya.accountId;
    const foreign = await editChatTemplate(admin, { accountId: naya, id, proposal: another });
    expect(foreign).toMatchObject({ ok: false, field: 'template' });
  });

  it('that the platform refuses leaves everything as it was', async () => {
    const id = await bench.create();
    await bench.decide(id, 'REJECTED', 'SCAM');
    await bench.sync();
    const before = await bench.find(id);
    const proposal = { ...another, buttons: TOO_MANY_THERE };
    const outcome = await editChatTemplate(admin, { accountId, id, proposal });
    expect(outcome).toMatchObject({ ok: false, platform: 'refused' });
    const after = await bench.find(id);
    expect(after).toMatchObject({ state: 'rejected', reason: 'SCAM' });
    expect(after.components).toEqual(before.components);
  });

  it('that the platform refuses leaves no file behind, and another one goes', async () => {
    const id = await bench.create();
    await bench.decide(id, 'APPROVED');
    await bench.sync();
    const header = { type: 'image' as const, sampleUrl: 'https://roshan.example/sale.png' };
    const proposal = { ...another, header, buttons: TOO_MANY_THERE };
    const outcome = await editChatTemplate(admin, { accountId, id, proposal });
    expect(outcome).toMatchObject({ ok: false, platform: 'refused' });
    const after = await bench.find(id);
    expect(after).toMatchObject({ state: 'approved', sampleId: undefined });
    must(await editChatTemplate(admin, { accountId, id, proposal: another }));
  });
});

describe('a deleted template', () => {
  it('is gone at the platform; made again, it has its id again', async () => {
    const name = newName();
    const id = await bench.create({ name });
    must(await deleteChatTemplate(admin, { accountId, id }));
    expect(await bench.known(id)).toMatchObject({ state: 'deleted' });
    expect(await bench.sync()).toMatchObject({ gone: 0 });
    expect(await deleteChatTemplate(admin, { accountId, id })).toMatchObject({ ok: false });
    expect(await bench.create({ name })).toBe(id);
    expect(await bench.find(id)).toMatchObject({ state: 'pending' });
  });

  it('of whom the platform tells is gone here too', async () => {
    const id = await bench.create();
    const { name, platformId = '' } = await bench.find(id);
    const access = { businessId: '200000000000001', credential: 'simulated-token' };
    await admin.platform.deleteTemplate(access, { name, id: platformId });
    expect(await bench.sync()).toMatchObject({ gone: 1 });
    expect((await bench.history(id)).at(-1)).toMatchObject({ what: 'deleted', to: 'deleted' });
  });
});

describe('what becomes of templates while a comparison reads them', () => {
  /** A comparison that has read the platform's list when `meanwhile` happens. */
  const syncAround = async (meanwhile: () => Promise<unknown>) => {
    const listTemplates: ChatAdmin['platform']['listTemplates'] = async (...asked) => {
      const listed = await admin.platform.listTemplates(...asked);
      await meanwhile();
      return listed;
    };
    const slow = { ...admin, platform: { ...admin.platform, listTemplates } };
    return must(await syncTemplates(slow, { accountId, business: undefined }));
  };

  it('stands: one that was made is not gone', async () => {
    const made: ChatTemplateId[] = [];
    const counts = await syncAround(async () => made.push(await bench.create()));
    expect(counts).toMatchObject({ gone: 0 });
    for (const id of made) expect(await bench.find(id)).toMatchObject({ state: 'pending' });
  });

  it('stands: one that was approved waits no more', async () => {
    const id = await bench.create();
    const told = { atMs: admin.clock.nowMs(), actor: 'platform' };
    await syncAround(() =>
      database.transact((transaction) =>
        recordTemplate(transaction, { accountId, id }, { state: 'approved' }, told),
      ),
    );
    expect(await bench.find(id)).toMatchObject({ state: 'approved' });
  });

  it.each([{ category: 'marketing' }, { quality: 'red' }])('stands: %j', async (news) => {
    const id = await bench.create();
    await bench.decide(id, 'APPROVED');
    await bench.sync();
    const told = { atMs: admin.clock.nowMs(), actor: 'platform' };
    await syncAround(() =>
      database.transact((transaction) =>
        recordTemplate(transaction, { accountId, id }, news, told),
      ),
    );
    expect(await bench.find(id)).toMatchObject(news);
  });

  it('stands: one that was deleted does not come back', async () => {
    const id = await bench.create();
    await syncAround(async () => must(await deleteChatTemplate(admin, { accountId, id })));
    expect(await bench.find(id)).toMatchObject({ state: 'deleted' });
  });
});

describe('news of the platform', () => {
  it('change state, category and quality, each with a line; told twice, nothing', async () => {
    const id = await bench.create();
    const at = admin.clock.nowMs() + 1_000;
    const news = { state: 'paused', reason: 'low quality', category: 'marketing', quality: 'red' };
    const tell = () =>
      database.transact((transaction) =>
        recordTemplate(transaction, { accountId, id }, news, { atMs: at, actor: 'platform' }),
      );
    expect(await tell()).toMatchObject({ state: 'paused', reason: 'low quality' });
    expect(await tell()).toBeUndefined();
    expect(await bench.find(id)).toMatchObject(news);
    const lines = (await bench.history(id)).slice(-3);
    expect(lines.map(({ what }) => what)).toEqual(['state', 'category', 'quality']);
  });

  it('that are older than what is known come late; words nobody knows are kept', async () => {
    const id = await bench.create();
    const tell = (state: string, atMs: number) =>
      database.transact((transaction) =>
        recordTemplate(transaction, { accountId, id }, { state }, { atMs, actor: 'platform' }),
      );
    const nowMs = admin.clock.nowMs();
    expect(await tell('limbo', nowMs)).toMatchObject({ state: 'limbo' });
    expect(await tell('approved', nowMs - 60_001)).toBeUndefined();
    expect(await bench.known(id)).toMatchObject({ state: 'limbo' });
  });

  it('of templates that it makes itself are taken', async () => {
    const listed = {
      id: '900000000000001',
      name: newName(),
      language: 'en',
      category: 'utility',
      state: 'approved',
      reason: undefined,
      quality: undefined,
      source: 'auto_generated',
      components: [
        {
          type: 'HEADER',
          format: 'IMAGE',
          example: { header_handle: ['https://a.example/b.png'] },
        },
        { type: 'BODY', text: 'Hello' },
        { type: 'SOMETHING_NEW' },
      ],
    };
    const listTemplates: ChatAdmin['platform']['listTemplates'] = async (access, after) => {
      const page = await admin.platform.listTemplates(access, after);
      if (page.kind !== 'done') return page;
      const { value } = page;
      return { kind: 'done', value: { ...value, templates: [...value.templates, listed] } };
    };
    const asked = { ...admin, platform: { ...admin.platform, listTemplates } };
    const synced = must(await syncTemplates(asked, { accountId, business: undefined }));
    expect(synced).toMatchObject({ added: 1, samples: 1 });
    const found = await bench.named(listed.name);
    if (found === undefined) throw new Error('it was not taken');
    expect((await bench.known(found.id))?.definition).toMatchObject({
      unsupported: 'SOMETHING_NEW',
      header: { kind: 'image', sample: SAMPLE },
    });
    expect(await deleteChatTemplate(admin, { accountId, id: found.id })).toMatchObject({
      platform: 'refused',
    });
  });
});

describe('a comparison with very many templates', () => {
  it('holds the account’s balance for some of them at a time', async () => {
    const piece = limit('chatSyncPiece');
    const many = Array.from({ length: 2 * piece + 1 }, (_, at) => ({
      ...{ id: String(8_000_000 + at), name: `many_${at}`, language: 'en', category: 'utility' },
      ...{ state: 'approved', reason: undefined, quality: undefined, source: undefined },
      components: [{ type: 'BODY', text: 'Hello' }],
    }));
    const listTemplates: ChatAdmin['platform']['listTemplates'] = () =>
      Promise.resolve({ kind: 'done', value: { templates: many, next: undefined, most: 250 } });
    /** Raising a version takes the balance: others wait for it until the commit. */
    const held = async (): Promise<number> =>
      (await readSnapshot(database, accountId, 0))?.version ?? 0;
    const asked = { ...admin, platform: { ...admin.platform, listTemplates } };
    const sync = async () => must(await syncTemplates(asked, { accountId, business: undefined }));
    const others = (await sync()).gone;
    expect(others).toBeGreaterThan(0);
    const before = await held();
    for (const template of many) Object.assign(template, { state: 'paused' });
    expect(await sync()).toMatchObject({ added: 0, changed: many.length, gone: 0 });
    expect((await held()) - before).toBe(3);
    expect(await sync()).toMatchObject({ added: 0, changed: 0, gone: 0 });
    expect((await held()) - before).toBe(4);
  });
});
