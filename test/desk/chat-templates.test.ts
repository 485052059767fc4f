import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { RunningPlatform } from '../../fakes/chat-platform/start.ts';
import type { ChatDesk, TakenSample } from '../../src/desk/chat/chat-desk.ts';
import { createChatTemplate } from '../../src/desk/chat/create-template.ts';
import { deleteChatTemplate } from '../../src/desk/chat/delete-template.ts';
import { editChatTemplate } from '../../src/desk/chat/edit-template.ts';
import { setChatPlan } from '../../src/desk/chat/set-chat-plan.ts';
import { syncTemplates } from '../../src/desk/chat/sync-templates.ts';
import { DEMO_PICTURE } from '../../src/desk/demo/demo-picture.ts';
import { must } from '../../src/desk/desk.ts';
import type { ChatProposal } from '../../src/domain/chat/proposal.ts';
import type { AccountId, ChatMediaId, ChatTemplateId } from '../../src/domain/ids.ts';
import { readPicture } from '../../src/store/accounts/read-picture.ts';
import { recordTemplate } from '../../src/store/chat/record-templates.ts';
import {
  countChatTemplates,
  findChatTemplate,
  listChatTemplates,
  listTemplateChanges,
} from '../../src/store/chat/templates.ts';
import {
  chatDeskOf,
  connectRoshan,
  startDemoPlatform,
  type ConnectedRoshan,
} from '../support/chat-world.ts';
import { freshDatabase } from '../support/database.ts';
import { createWorld, type World } from '../support/world.ts';

const { database } = await freshDatabase();
let world: World;
let platform: RunningPlatform;
let desk: ChatDesk;
let accountId: AccountId;
let connected: ConnectedRoshan | undefined;
let named = 0;

const SAMPLE = 77 as ChatMediaId;
async function* picture(): AsyncGenerator<Uint8Array> {
  yield DEMO_PICTURE;
}
const taken: TakenSample = {
  ok: true,
  id: SAMPLE,
  file: { fileName: 'a.png', mime: 'image/png', bytes: DEMO_PICTURE.length, read: picture },
};
/** Takes whatever ends with .png. */
const samples: ChatDesk['samples'] = {
  take: (_, { url }) =>
    Promise.resolve(
      url.includes('.png') ? taken : { ok: false, rule: 'cannot be used: it is no picture' },
    ),
};

beforeAll(async () => {
  world = await createWorld(database);
  // Templates stay as they are until somebody decides.
  platform = await startDemoPlatform({ behaviour: { approval: 'by_hand' } });
  ({ accountId } = world.roshan);
});
afterAll(() => platform.close());
beforeEach(async () => {
  desk = chatDeskOf(world.desk, platform.url, { samples });
  connected ??= await connectRoshan(desk, accountId);
});

const propose = (change: Partial<ChatProposal> = {}): ChatProposal => ({
  name: `proposal_${++named}`,
  language: 'en',
  category: 'utility',
  header: undefined,
  body: { text: 'Dear {{1}}, we have your order.', examples: ['Ali'] },
  footer: undefined,
  buttons: [],
  code: undefined,
  ...change,
});
const create = async (change: Partial<ChatProposal> = {}): Promise<ChatTemplateId> =>
  must(
    await createChatTemplate(desk, { accountId, business: undefined, proposal: propose(change) }),
  );
const find = async (id: ChatTemplateId) => {
  const found = await findChatTemplate(database, accountId, id);
  if (found === undefined) throw new Error('the template is gone');
  return found;
};
const history = async (id: ChatTemplateId) =>
  (await listTemplateChanges(database, { accountId, id }, 50)).toReversed();
const sync = async () => must(await syncTemplates(desk, { accountId, business: undefined }));
const manage = async (path: string, body: object): Promise<void> => {
  const options = { method: 'POST', body: JSON.stringify(body) };
  const answer = await fetch(`${platform.managementUrl}${path}`, options);
  if (!answer.ok) throw new Error(await answer.text());
};
const decide = (name: string, event: string, reason = 'NONE') =>
  manage('/templates/decide', { name, event, reason });
const known = async (id: ChatTemplateId) =>
  (await readPicture(database, accountId, 0))?.chat.templates.get(id);

describe('the templates of a connected number', () => {
  it('are those of the platform, of every kind and state', async () => {
    const states = ['text', 'buttons', 'authentication', 'waiting', 'refused'] as const;
    const shown = states.map((kind) => connected?.template(kind).state);
    expect(shown).toEqual(['approved', 'approved', 'approved', 'pending', 'rejected']);
    const text = await known(connected?.template('text').id ?? (0 as ChatTemplateId));
    expect(text).toMatchObject({
      name: 'order_update',
      category: 'utility',
      definition: { unsupported: undefined, header: undefined, body: { variables: ['1', '2'] } },
    });
    const refused = await find(connected?.template('refused').id ?? (0 as ChatTemplateId));
    expect(refused.reason).toBe('ABUSIVE_CONTENT');
  });

  it('are left alone by a comparison that finds nothing new', async () => {
    await sync();
    const before = await listChatTemplates(database, accountId, {
      ...{ beforeId: undefined, most: 50, state: undefined, name: undefined },
    });
    expect(await sync()).toMatchObject({ seen: before.length, added: 0, changed: 0, gone: 0 });
  });
});

describe('a proposed template', () => {
  it('waits, and is approved with its history', async () => {
    const id = await create();
    expect(await find(id)).toMatchObject({ state: 'pending', category: 'utility' });
    await decide((await find(id)).name, 'APPROVED');
    expect(await sync()).toMatchObject({ changed: 1 });
    expect(await known(id)).toMatchObject({ state: 'approved' });
    expect(await history(id)).toMatchObject([
      { what: 'created', to: 'creating', actor: 'test' },
      { what: 'state', from: 'creating', to: 'pending', actor: 'platform' },
      { what: 'state', from: 'pending', to: 'approved', actor: 'sync by test' },
    ]);
  });

  it('keeps why it was rejected', async () => {
    const id = await create();
    await decide((await find(id)).name, 'REJECTED', 'SCAM');
    await sync();
    expect(await find(id)).toMatchObject({ state: 'rejected', reason: 'SCAM' });
    expect((await history(id)).at(-1)).toMatchObject({ to: 'rejected', reason: 'SCAM' });
  });

  it('has its sample as the default of its header', async () => {
    const id = await create({ header: { type: 'image', sampleUrl: 'https://a.example/a.png' } });
    expect(await known(id)).toMatchObject({
      definition: { header: { kind: 'image', sample: SAMPLE } },
    });
    expect(JSON.stringify((await find(id)).components)).not.toContain('header_handle');
  });

  it.each<[string, Partial<ChatProposal>, string, RegExp]>([
    ['breaks a rule', { name: 'Bad Name' }, '/name', /small letters/],
    [
      'names no picture',
      {
        header: { type: 'image', sampleUrl: 'https://a.example/a.html' },
      },
      '/header/sample_url',
      /no picture/,
    ],
    [
      'has too many variables for its words, as the platform alone judges',
      {
        body: { text: 'a {{1}} {{2}} {{3}} {{4}} b', examples: ['1', '2', '3', '4'] },
      },
      'name',
      /refused by the chat platform: .*2388293/,
    ],
  ])('is refused when it %s, and leaves nothing', async (_, change, field, rule) => {
    const before = await countChatTemplates(database, accountId);
    const proposal = propose(change);
    const outcome = await createChatTemplate(desk, { accountId, business: undefined, proposal });
    expect(outcome).toMatchObject({ ok: false, field });
    expect(JSON.stringify(outcome)).toMatch(rule);
    expect(await countChatTemplates(database, accountId)).toBe(before);
  });

  it('has a name of its own in its language', async () => {
    const name = `twice_${++named}`;
    await create({ name });
    await create({ name, language: 'ur' });
    const proposal = propose({ name });
    const outcome = await createChatTemplate(desk, { accountId, business: undefined, proposal });
    expect(outcome).toMatchObject({ ok: false, field: 'name', rule: 'is taken in this language' });
  });

  it('is within what the plan allows', async () => {
    const count = await countChatTemplates(database, accountId);
    must(await setChatPlan(desk, { accountId, templatesMost: count + 1 }));
    await create();
    const asked = { accountId, business: undefined, proposal: propose() };
    expect(await createChatTemplate(desk, asked)).toMatchObject({ ok: false, field: 'plan' });
    must(await setChatPlan(desk, { accountId, templatesMost: 50 }));
  });

  it('is told of by the next comparison when the platform’s answer was lost', async () => {
    const createTemplate: ChatDesk['platform']['createTemplate'] = async (...asked) => {
      await desk.platform.createTemplate(...asked);
      return loseAnswer();
    };
    const deaf = { ...desk, platform: { ...desk.platform, createTemplate } };
    const proposal = propose();
    const asked = { accountId, business: undefined, proposal };
    expect(await createChatTemplate(deaf, asked)).toMatchObject({ ok: false, platform: 'lost' });
    const page = { beforeId: undefined, most: 1, state: undefined, name: proposal.name };
    const [lost] = await listChatTemplates(database, accountId, page);
    expect(lost?.state).toBe('creating');
    await sync();
    const [found] = await listChatTemplates(database, accountId, page);
    expect(found).toMatchObject({ id: lost?.id, state: 'pending' });
  });

  it('that the platform never took stays a while, and is then gone', async () => {
    const clock = { ...desk.clock, nowMs: () => desk.clock.nowMs() - 11 * 60_000 };
    const early = { ...desk, clock, platform: { ...desk.platform, createTemplate: loseAnswer } };
    const proposal = propose();
    await createChatTemplate(early, { accountId, business: undefined, proposal });
    const young = propose();
    const soon = { ...early, clock: desk.clock };
    await createChatTemplate(soon, { accountId, business: undefined, proposal: young });
    await sync();
    const page = { beforeId: undefined, most: 1, state: undefined, name: proposal.name };
    const [gone] = await listChatTemplates(database, accountId, page);
    expect(gone?.state).toBe('deleted');
    const onItsWay = { ...page, name: young.name };
    const [left] = await listChatTemplates(database, accountId, onItsWay);
    expect(left?.state).toBe('creating');
  });
});

const loseAnswer = () => Promise.resolve({ kind: 'lost', why: 'no answer' } as const);

describe('an edit', () => {
  const another = {
    category: 'utility' as const,
    header: undefined,
    body: { text: 'Dear {{1}}, your order is here.', examples: ['Ali'] },
    footer: undefined,
    buttons: [],
    code: undefined,
  };

  it('makes it wait again, and is counted', async () => {
    const id = await create();
    await decide((await find(id)).name, 'APPROVED');
    await sync();
    must(await editChatTemplate(desk, { accountId, id, proposal: another }));
    expect(await find(id)).toMatchObject({ state: 'pending', editsMs: [expect.any(Number)] });
    expect((await known(id))?.definition.body.text).toBe('Dear {{1}}, your order is here.');
    await decide((await find(id)).name, 'APPROVED');
    await sync();
    const again = await editChatTemplate(desk, { accountId, id, proposal: another });
    expect(again).toMatchObject({ ok: false, rule: expect.stringMatching(/24 hours/) as string });
  });

  it('is refused while it waits, and for what is not the account’s', async () => {
    const id = await create();
    const waiting = await editChatTemplate(desk, { accountId, id, proposal: another });
    expect(waiting).toMatchObject({ rule: expect.stringMatching(/is pending/) as string });
    const naya = world.naya.accountId;
    const foreign = await editChatTemplate(desk, { accountId: naya, id, proposal: another });
    expect(foreign).toMatchObject({ ok: false, field: 'template' });
  });

  it('that the platform refuses leaves everything as it was', async () => {
    const id = await create();
    await decide((await find(id)).name, 'REJECTED', 'SCAM');
    await sync();
    const before = await find(id);
    const wordy = { text: 'a {{1}} {{2}} {{3}} {{4}} b', examples: ['1', '2', '3', '4'] };
    const proposal = { ...another, body: wordy };
    const outcome = await editChatTemplate(desk, { accountId, id, proposal });
    expect(outcome).toMatchObject({ ok: false, platform: 'refused' });
    const after = await find(id);
    expect(after).toMatchObject({ state: 'rejected', reason: 'SCAM' });
    expect(after.components).toEqual(before.components);
  });
});

describe('a deleted template', () => {
  it('is gone at the platform; made again, it has its id again', async () => {
    const name = `again_${++named}`;
    const id = await create({ name });
    must(await deleteChatTemplate(desk, { accountId, id }));
    expect(await known(id)).toMatchObject({ state: 'deleted' });
    expect(await sync()).toMatchObject({ gone: 0 });
    expect(await deleteChatTemplate(desk, { accountId, id })).toMatchObject({ ok: false });
    expect(await create({ name })).toBe(id);
    expect(await find(id)).toMatchObject({ state: 'pending' });
  });

  it('of whom the platform tells is gone here too', async () => {
    const id = await create();
    const { name, platformId = '' } = await find(id);
    const access = { businessId: '200000000000001', credential: 'simulated-token' };
    await desk.platform.deleteTemplate(access, { name, id: platformId });
    expect(await sync()).toMatchObject({ gone: 1 });
    expect((await history(id)).at(-1)).toMatchObject({ what: 'deleted', to: 'deleted' });
  });
});

describe('news of the platform', () => {
  it('change state, category and quality, each with a line; told twice, nothing', async () => {
    const id = await create();
    const at = desk.clock.nowMs() + 1_000;
    const news = { state: 'paused', reason: 'low quality', category: 'marketing', quality: 'red' };
    const tell = () =>
      database.transact((transaction) =>
        recordTemplate(transaction, { accountId, id }, news, { atMs: at, actor: 'platform' }),
      );
    expect(await tell()).toBe(true);
    expect(await tell()).toBe(false);
    expect(await find(id)).toMatchObject(news);
    const lines = (await history(id)).slice(-3);
    expect(lines.map(({ what }) => what)).toEqual(['state', 'category', 'quality']);
  });

  it('that are older than what is known come late; words nobody knows are kept', async () => {
    const id = await create();
    const tell = (state: string, atMs: number) =>
      database.transact((transaction) =>
        recordTemplate(transaction, { accountId, id }, { state }, { atMs, actor: 'platform' }),
      );
    const nowMs = desk.clock.nowMs();
    expect(await tell('limbo', nowMs)).toBe(true);
    expect(await tell('approved', nowMs - 60_001)).toBe(false);
    expect(await known(id)).toMatchObject({ state: 'limbo' });
  });

  it('of templates that it makes itself are taken, and those nobody may change', async () => {
    const listed = {
      id: '900000000000001',
      name: `made_there_${++named}`,
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
    const listTemplates: ChatDesk['platform']['listTemplates'] = async (access, after) => {
      const page = await desk.platform.listTemplates(access, after);
      if (page.kind !== 'done') return page;
      const { value } = page;
      return { kind: 'done', value: { ...value, templates: [...value.templates, listed] } };
    };
    const asked = { ...desk, platform: { ...desk.platform, listTemplates } };
    const synced = must(await syncTemplates(asked, { accountId, business: undefined }));
    expect(synced).toMatchObject({ added: 1, samples: 1 });
    const page = { beforeId: undefined, most: 1, state: undefined, name: listed.name };
    const [found] = await listChatTemplates(database, accountId, page);
    if (found === undefined) throw new Error('it was not taken');
    expect((await known(found.id))?.definition).toMatchObject({
      unsupported: 'SOMETHING_NEW',
      header: { kind: 'image', sample: SAMPLE },
    });
    expect(await deleteChatTemplate(desk, { accountId, id: found.id })).toMatchObject({
      rule: expect.stringMatching(/its own/) as string,
    });
  });
});
