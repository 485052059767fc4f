/**
 * Conversations that change: what is edited or taken back, what belongs to a group, what another
 * agent answers, and business accounts that leave and come back.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { checkChatEvents } from '../../src/features/doctor/check-chat.ts';
import { wallClock } from '@paigham/base/clock.ts';
import { beginChatStory, onlyId, type ChatStory } from '../support/chat-story.ts';
import { postTo, posted, sign, webhookOf, workedOff } from '../support/chat-posts.ts';
import { PLATFORM } from '../support/chat-world.ts';
import { eventually } from '../support/eventually.ts';
import { v1At, type AskV1 } from '../support/v1.ts';

let story: ChatStory;
let ask: AskV1;
beforeAll(async () => {
  story = await beginChatStory();
  ask = v1At(story.paigham.baseUrl, story.shop.apiKey);
  // What happens is kept from the first look on.
  await ask('GET /v1/events');
});

type Fields = Readonly<Record<string, unknown>>;

const one = (from: string): Promise<Fields> =>
  eventually(`a conversation with ${from}`, async () => {
    const { body } = await ask(`GET /v1/conversations?number=${from}`);
    return (body.data as readonly Fields[])[0];
  });
const said = async (from: string): Promise<readonly Fields[]> => {
  const { id } = await one(from);
  const { body } = await ask(`GET /v1/conversations/${String(id)}/messages`);
  return body.data;
};
const repliesOf = async (from: string): Promise<readonly Fields[]> =>
  (await ask(`GET /v1/chat/replies?from=${from}`)).body.data;

/** The person writes; the platform's id of it. */
async function wrote(from: string, more: object): Promise<string> {
  const answer = await story.tell('/reply', { from, ...more });
  return String(answer['id']);
}

describe('a message that its writer changes', () => {
  const from = '923001238001';

  it('is shown as it is now, and opens no window', async () => {
    const first = await wrote(from, { type: 'text', text: 'Two blue shirts' });
    await one(from);
    const windows = () => story.ask('select * from chat_windows where user_key = $1', [from]);
    const before = await windows();
    await wrote(from, { type: 'edit', text: 'Two red shirts', messageId: first });
    const edited = await eventually('the change', async () =>
      (await said(from)).find((it) => it['edited_at'] !== null),
    );
    expect(edited).toMatchObject({ type: 'text', text: 'Two red shirts', revoked_at: null });
    expect(await said(from)).toHaveLength(1);
    expect(await one(from)).toMatchObject({ last_text: 'Two red shirts', unread: 1 });
    await wrote(from, { type: 'revoke', messageId: first });
    const revoked = await eventually('it taken back', async () =>
      (await said(from)).find((it) => it['revoked_at'] !== null),
    );
    expect(revoked).toMatchObject({ type: 'text', text: null });
    expect(await one(from)).toMatchObject({ last_text: null });
    expect(await windows()).toEqual(before);
    const all = await repliesOf(from);
    expect(all.map((it) => it['type'])).toEqual(['revoke', 'edit', 'text']);
    expect(all.map((it) => it['text'])).toEqual([null, null, null]);
  });

  it('is changed by what came before it, too', async () => {
    const late = '923001238002';
    await wrote(late, { type: 'text', text: 'Salaam' });
    await wrote(late, { type: 'edit', text: 'Now red', messageId: 'wamid.late' });
    await eventually('the change', async () => (await repliesOf(late)).length === 2);
    await wrote(late, { type: 'text', text: 'First blue', wamid: 'wamid.late' });
    const texts = await eventually('both', async () => {
      const all = await said(late);
      return all.length === 2 && all.map((it) => it['text']);
    });
    expect(new Set(texts)).toEqual(new Set(['Now red', 'Salaam']));
  });
});

describe('a message in a group', () => {
  it('is kept, but is no conversation with its writer, no window, and no wish', async () => {
    const from = '923001238003';
    await wrote(from, { type: 'text', text: 'STOP', groupId: 'Y2FwaV9ncm91cA' });
    const [reply] = await eventually('the reply', async () => {
      const found = await repliesOf(from);
      return found.length > 0 && found;
    });
    expect(reply).toMatchObject({ text: 'STOP', group_id: 'Y2FwaV9ncm91cA', wish: null });
    const { body } = await ask(`GET /v1/conversations?number=${from}`);
    expect(body.data).toEqual([]);
    const free = await story.sendFree(from, 'Salaam');
    expect(free.results).toMatchObject([{ status: '23' }]);
  });
});

describe('a conversation that another agent holds', () => {
  const from = '923001238004';

  it('is shown as held, with what they write', async () => {
    await wrote(from, { type: 'text', text: 'Is it open?', standby: true });
    expect(await one(from)).toMatchObject({ held_by: 'another', last_text: 'Is it open?' });
    expect(await repliesOf(from)).toMatchObject([{ standby: true }]);
    await story.tell('/handover', { person: from, role: 'ai_agent', summary: 'Asks for hours' });
    const held = await eventually('the agent', async () => {
      const now = await one(from);
      return now['held_by'] === 'ai_agent' && now;
    });
    expect(held['held_note']).toBe('Asks for hours');
    await story.until(onlyId(await story.sendFree(from, 'Until nine.')), 'DELIVERED');
  });

  it('is taken by one call, and by whatever they write to us', async () => {
    const { id } = await one(from);
    const strange = await ask(`POST /v1/conversations/${String(id)}/take`, { force: true });
    expect(strange.body).toMatchObject({ status: 400, errors: [{ pointer: '/body/force' }] });
    for (const body of [{}, undefined]) {
      const taken = await ask(`POST /v1/conversations/${String(id)}/take`, body);
      expect(taken).toMatchObject({ status: 200, body: { id, held_by: null } });
    }
    const [call, ...more] = story.platform.platform.heard
      .last(1_000)
      .filter((it) => it.path.endsWith('/thread_control'));
    expect(more).toEqual([]);
    expect(call?.body).toEqual({
      messaging_product: 'whatsapp',
      action: 'take',
      to: from,
    });
    await wrote(from, { type: 'text', text: 'And on Sunday?', standby: true });
    await eventually('held', async () => (await one(from))['held_by'] === 'another');
    await wrote(from, { type: 'text', text: 'Hello?' });
    await eventually('ours', async () => (await one(from))['held_by'] === null);
  });

  it('cannot be taken where there is none', async () => {
    const { status, body } = await ask('POST /v1/conversations/12345/take', {});
    expect([status, body['code']]).toEqual([404, 'conversation_unknown']);
  });
});

describe('a field of the webhook that nobody follows', () => {
  it('is named by doctor, and its first payload kept', async () => {
    for (const id of [1, 2]) {
      const body = posted('flows', { event: 'FLOW_STATUS_CHANGE', flow_id: String(id) });
      await postTo(webhookOf(story), body, sign(body));
    }
    await workedOff(story);
    const { world, db } = story.paigham;
    const here = { reader: db, transact: db.transact, seal: world.seal, clock: wallClock };
    const found = await checkChatEvents({ ...here, dataDir: undefined, migrations: [] });
    expect(found.filter(({ verdict }) => verdict === 'warning')).toMatchObject([
      {
        subject: 'chat webhook field flows',
        sentence: expect.stringMatching(/^Times that it came: 2,.*chat_unread_fields/),
      },
    ]);
    expect(await story.ask('select payload from chat_unread_fields')).toEqual([
      { payload: '{"event":"FLOW_STATUS_CHANGE","flow_id":"1"}' },
    ]);
  });
});

describe('a business account that leaves the platform', () => {
  /** The state that the holder of its number reports. */
  const untilLinkIs = (state: string) =>
    eventually(state, async () => {
      const sql = 'select 1 from link_leases where link_id = $1 and state = $2';
      return (await story.ask(sql, [story.linkId, state])).length === 1;
    });

  it('pauses its numbers while they move, and starts them when it is back', async () => {
    await story.tell('/accounts', { event: 'ACCOUNT_OFFBOARDED' });
    await untilLinkIs('needs_attention');
    const waiting = await story.sendOne('order_ready', '923001238005', ['Ali', '1']);
    expect((await story.report(waiting)).delivery).toBe('PENDING');
    await story.tell('/accounts', { event: 'ACCOUNT_RECONNECTED' });
    await story.until(waiting, 'DELIVERED');
    expect(story.copies('923001238005')).toBe(1);
  });

  it('tells whose partner was removed, and why', async () => {
    const waba = { waba_id: PLATFORM.business, owner_business_id: '1' };
    const gone = { reason: 'BUSINESS_DOWNGRADE', initiated_by: 'USER' };
    const more = { waba_info: waba, disconnection_info: gone };
    await story.tell('/accounts', { event: 'PARTNER_REMOVED', entry: '499999999999999', more });
    const told = await eventually('the event', async () => {
      const { body } = await ask('GET /v1/events?type=chat.business.alert');
      const found = body.data as readonly { readonly data: Fields | null }[];
      return found.find((it) => String(it.data?.['reason']).includes('partner_removed'));
    });
    expect(told.data?.['business_id']).toBe(PLATFORM.business);
    expect(told.data?.['reason']).toMatch(/back to the free app/);
  });
});

describe('in the end', () => {
  it('every invariant holds', async () => {
    expect(await story.breaches()).toEqual([]);
  });
});
