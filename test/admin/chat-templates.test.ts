import { beforeEach, describe, expect, it } from 'vitest';
import type { ChatAdmin } from '../../src/features/chat-numbers/chat-admin.ts';
import { createChatTemplate } from '../../src/features/chat-templates/create-template.ts';
import { setChatPlan } from '../../src/features/chat-numbers/chat-numbers.operations.ts';
import { must } from '../../src/operations/admin.ts';
import type { ChatProposal } from '../../src/domain/chat/components.ts';
import type { ChatTemplateId } from '../../src/domain/ids.ts';
import { recordTemplate } from '../../src/store/chat/template-changes.ts';
import { countChatTemplates, listChatTemplates } from '../../src/store/chat/templates.ts';
import type { ConnectedRoshan } from '../support/demo-chat.ts';
import {
  newName,
  openTemplateWorld,
  propose,
  SAMPLE,
  TOO_MANY_THERE,
  type TemplateBench,
} from './template-bench.ts';

const { database, accountId, begin } = await openTemplateWorld();
let admin: ChatAdmin;
let connected: ConnectedRoshan;
let bench: TemplateBench;

beforeEach(async () => {
  ({ admin, connected, bench } = await begin());
});

const loseAnswer = () => Promise.resolve({ kind: 'lost', why: 'no answer' } as const);

describe('the templates of a connected number', () => {
  it('are those of the platform, of every kind and state', async () => {
    const states = ['text', 'buttons', 'authentication', 'waiting', 'refused'] as const;
    const shown = states.map((kind) => connected.template(kind).state);
    expect(shown).toEqual(['approved', 'approved', 'approved', 'pending', 'rejected']);
    const text = await bench.known(connected.template('text').id);
    expect(text).toMatchObject({
      name: 'order_update',
      category: 'utility',
      definition: { unsupported: undefined, header: undefined, body: { variables: ['1', '2'] } },
    });
    const refused = await bench.find(connected.template('refused').id);
    expect(refused.reason).toBe('ABUSIVE_CONTENT');
  });

  it('are left alone by a comparison that finds nothing new', async () => {
    await bench.sync();
    const before = await listChatTemplates(database, {
      ...{ beforeId: undefined, most: 50, state: undefined, name: undefined },
      accountId,
    });
    expect(await bench.sync()).toMatchObject({
      seen: before.length,
      added: 0,
      changed: 0,
      gone: 0,
    });
  });
});

describe('a proposed template', () => {
  it('waits, and is approved with its history', async () => {
    const id = await bench.create();
    expect(await bench.find(id)).toMatchObject({ state: 'pending', category: 'utility' });
    await bench.decide(id, 'APPROVED');
    expect(await bench.sync()).toMatchObject({ changed: 1 });
    expect(await bench.known(id)).toMatchObject({ state: 'approved' });
    expect(await bench.history(id)).toMatchObject([
      { what: 'created', to: 'creating', actor: 'test' },
      { what: 'state', from: 'creating', to: 'pending', actor: 'platform' },
      { what: 'state', from: 'pending', to: 'approved', actor: 'sync by test' },
    ]);
  });

  it('keeps why it was rejected', async () => {
    const id = await bench.create();
    await bench.decide(id, 'REJECTED', 'SCAM');
    await bench.sync();
    expect(await bench.find(id)).toMatchObject({ state: 'rejected', reason: 'SCAM' });
    expect((await bench.history(id)).at(-1)).toMatchObject({ to: 'rejected', reason: 'SCAM' });
  });

  it('keeps what an event says of it, of which the list has only the word', async () => {
    const id = await bench.create();
    const reason = 'INVALID_FORMAT. Two variables stand side by side. Put a word between them.';
    await bench.decide(id, 'REJECTED', 'INVALID_FORMAT');
    await database.transact((transaction) =>
      recordTemplate(
        transaction,
        { accountId, id },
        { state: 'rejected', reason },
        { atMs: admin.clock.nowMs(), actor: 'platform' },
      ),
    );
    await bench.sync();
    expect(await bench.find(id)).toMatchObject({ state: 'rejected', reason });
    await bench.decide(id, 'REJECTED', 'SCAM');
    await bench.sync();
    expect(await bench.find(id)).toMatchObject({ state: 'rejected', reason: 'SCAM' });
  });

  it('has its sample as the default of its header', async () => {
    const id = await bench.create({
      header: { type: 'image', sampleUrl: 'https://a.example/a.png' },
    });
    expect(await bench.known(id)).toMatchObject({
      definition: { header: { kind: 'image', sample: SAMPLE } },
    });
    expect(JSON.stringify((await bench.find(id)).components)).not.toContain('header_handle');
  });

  it('has its cards, which no comparison finds changed', async () => {
    const card = {
      header: { type: 'image', sampleUrl: 'https://a.example/a.png' },
      body: { text: 'A lamp, {{1}}.', examples: ['new'] },
      buttons: [{ type: 'quick_reply', text: 'More' }],
    } as const;
    const id = await bench.create({ category: 'marketing', cards: [card, card] });
    await bench.sync();
    expect(await bench.sync()).toMatchObject({ changed: 0 });
    const shown = {
      header: { kind: 'image', sample: undefined },
      body: { variables: ['1'] },
      buttons: [{ kind: 'quick_reply' }],
    };
    expect(await bench.known(id)).toMatchObject({
      definition: { unsupported: undefined, cards: [shown, shown] },
    });
  });

  it.each<[string, Partial<ChatProposal>, string, RegExp]>([
    [
      'has a card without a picture',
      {
        category: 'marketing',
        cards: ['a.png', 'a.html'].map((file) => ({
          header: { type: 'image', sampleUrl: `https://a.example/${file}` },
          body: undefined,
          buttons: [],
        })),
      },
      '/cards/1/header/sample_url',
      /no picture/,
    ],
    ['is beyond a limit', { footer: { text: 'x'.repeat(61) } }, '/footer/text', /than 60/],
    [
      'names no picture',
      {
        header: { type: 'image', sampleUrl: 'https://a.example/a.html' },
      },
      '/header/sample_url',
      /no picture/,
    ],
    [
      'has more buttons than the platform takes',
      { buttons: TOO_MANY_THERE },
      'name',
      /refused by the chat platform: 100 A template has at most 1 buttons of type COPY_CODE/,
    ],
  ])('is refused when it %s, and leaves nothing', async (_, change, field, rule) => {
    const before = await countChatTemplates(database, { accountId });
    const proposal = propose(change);
    const outcome = await createChatTemplate(admin, { accountId, business: undefined, proposal });
    expect(outcome).toMatchObject({ ok: false, field });
    expect(JSON.stringify(outcome)).toMatch(rule);
    expect(await countChatTemplates(database, { accountId })).toBe(before);
  });

  it('has a name of its own in its language', async () => {
    const name = newName();
    await bench.create({ name });
    await bench.create({ name, language: 'ur' });
    const proposal = propose({ name });
    const outcome = await createChatTemplate(admin, { accountId, business: undefined, proposal });
    expect(outcome).toMatchObject({ ok: false, field: 'name', rule: 'is taken in this language' });
  });

  it('is within what the plan allows', async () => {
    const count = await countChatTemplates(database, { accountId });
    must(await setChatPlan(admin, { accountId, templatesMost: count + 1 }));
    await bench.create();
    const asked = { accountId, business: undefined, proposal: propose() };
    expect(await createChatTemplate(admin, asked)).toMatchObject({ ok: false, field: 'plan' });
    must(await setChatPlan(admin, { accountId, templatesMost: 50 }));
  });

  it('is told of by the next comparison when the platform’s answer was lost', async () => {
    const createTemplate: ChatAdmin['platform']['createTemplate'] = async (...asked) => {
      await admin.platform.createTemplate(...asked);
      return loseAnswer();
    };
    const deaf = { ...admin, platform: { ...admin.platform, createTemplate } };
    const proposal = propose();
    const asked = { accountId, business: undefined, proposal };
    expect(await createChatTemplate(deaf, asked)).toMatchObject({ ok: false, platform: 'lost' });
    const lost = await bench.named(proposal.name);
    expect(lost?.state).toBe('creating');
    await bench.sync();
    const found = await bench.named(proposal.name);
    expect(found).toMatchObject({ id: lost?.id, state: 'pending' });
  });

  it('that the platform never took stays a while, and is then gone', async () => {
    const clock = { ...admin.clock, nowMs: () => admin.clock.nowMs() - 11 * 60_000 };
    const early = { ...admin, clock, platform: { ...admin.platform, createTemplate: loseAnswer } };
    const proposal = propose();
    await createChatTemplate(early, { accountId, business: undefined, proposal });
    const young = propose();
    const soon = { ...early, clock: admin.clock };
    await createChatTemplate(soon, { accountId, business: undefined, proposal: young });
    await bench.sync();
    const gone = await bench.named(proposal.name);
    expect(gone?.state).toBe('deleted');
    const left = await bench.named(young.name);
    expect(left?.state).toBe('creating');
  });

  it('whose event comes before the answer keeps its state, and has its id', async () => {
    const proposal = propose();
    const createTemplate: ChatAdmin['platform']['createTemplate'] = async (...asked) => {
      const answer = await admin.platform.createTemplate(...asked);
      const { id = 0 as ChatTemplateId } = (await bench.named(proposal.name)) ?? {};
      const told = { atMs: admin.clock.nowMs(), actor: 'platform' };
      await database.transact((transaction) =>
        recordTemplate(transaction, { accountId, id }, { state: 'approved' }, told),
      );
      if (answer.kind !== 'done') return answer;
      return { kind: 'done', value: { ...answer.value, category: 'marketing' } };
    };
    const quick = { ...admin, platform: { ...admin.platform, createTemplate } };
    const id = must(await createChatTemplate(quick, { accountId, business: undefined, proposal }));
    expect(await bench.find(id)).toMatchObject({
      state: 'approved',
      platformId: expect.stringMatching(/^\d+$/) as string,
      category: 'marketing',
    });
  });

  it('that is refused because it is there is not taken for one that is gone', async () => {
    const proposal = propose();
    const createTemplate: ChatAdmin['platform']['createTemplate'] = async (...asked) => {
      // Somebody has made it at the platform a moment ago, and a comparison finds it.
      await admin.platform.createTemplate(...asked);
      await bench.sync();
      return admin.platform.createTemplate(...asked);
    };
    const late = { ...admin, platform: { ...admin.platform, createTemplate } };
    const asked = { accountId, business: undefined, proposal };
    expect(await createChatTemplate(late, asked)).toMatchObject({ platform: 'refused' });
    expect(await bench.named(proposal.name)).toMatchObject({ state: 'pending' });
  });
});
