import { beforeAll, describe, expect, it } from 'vitest';
import { setNumber } from '../../src/features/chat-numbers/set-number.ts';
import { must } from '../../src/operations/admin.ts';
import { limit } from '../../src/domain/limits.ts';
import { writeOpaqueId } from '../../src/domain/chat/progress.ts';
import { SEAL_PURPOSES } from '../../src/kit/seal.ts';
import { uuidOf } from '../../src/kit/uuid-ids.ts';
import { beginChatStory, idIn, type ChatStory } from '../support/chat-story.ts';
import { PLATFORM } from '../support/chat-world.ts';
import { eventually } from '../support/eventually.ts';
import { sendOk } from '../support/caller.ts';
import {
  envelope,
  postTo,
  seconds,
  sign,
  textFrom,
  value,
  webhookOf,
  workedOff,
} from '../support/chat-posts.ts';

let story: ChatStory;
beforeAll(async () => {
  story = await beginChatStory();
});

const post = (body: string | Buffer, signature: string | undefined) =>
  postTo(webhookOf(story), body, signature);
const settled = () => workedOff(story);
const count = async (table: string): Promise<number> =>
  (await story.ask<{ readonly n: number }>(`select count(*)::int as n from ${table}`))[0]?.n ?? 0;

describe('the handshake of the webhook', () => {
  const shake = (
    query: Readonly<Record<string, string>>,
    at = webhookOf(story),
  ): Promise<Response> => fetch(`${at}?${new URLSearchParams(query)}`);
  const asked = { 'hub.mode': 'subscribe', 'hub.challenge': '1158201444' };

  it('with the verify token returns the challenge', async () => {
    type Row = { readonly sealed: Buffer };
    const [row] = await story.ask<Row>('select verify_token_sealed as sealed from chat_businesses');
    const purpose = SEAL_PURPOSES.chatVerifyToken(PLATFORM.business);
    const token = story.paigham.world.seal.open(row?.sealed ?? Buffer.alloc(0), purpose) ?? '';
    const response = await shake({ ...asked, 'hub.verify_token': token });
    expect([response.status, await response.text()]).toEqual([200, '1158201444']);
  });

  it.each([
    ['a wrong word', { ...asked, 'hub.verify_token': 'wrong' }],
    ['no word', asked],
    ['another mode', { ...asked, 'hub.mode': 'unsubscribe', 'hub.verify_token': 'wrong' }],
  ])('with %s is denied', async (_, query) => {
    const response = await shake(query);
    expect([response.status, await response.text()]).toEqual([403, 'denied']);
  });

  it('of an unknown business account is unknown', async () => {
    const response = await shake(asked, `${story.paigham.baseUrl}/webhooks/chat/99999`);
    expect(response.status).toBe(404);
  });
});

describe('a webhook post', () => {
  it.each([
    ['without a signature', () => undefined],
    ['with an empty one', () => 'sha256='],
    ['signed with another secret', (body: string) => sign(body, 'other')],
    ['signed over JSON that was written anew', (body: string) => sign(`${body} `)],
    ['signed by SHA-1', (body: string) => sign(body).replace('sha256', 'sha1')],
  ])('%s changes nothing', async (_, signed) => {
    const before = [await count('chat_events'), await count('chat_replies')];
    const body = envelope(textFrom('923001234001', 'wamid.forged'));
    const response = await post(body, signed(body));
    expect(response.status).toBe(401);
    expect([await count('chat_events'), await count('chat_replies')]).toEqual(before);
  });

  it('is judged by its raw bytes, not by what they mean', async () => {
    const spaced = envelope(textFrom('923001234002', 'wamid.spaced')).replaceAll('":', '" :');
    expect((await post(spaced, sign(spaced))).status).toBe(200);
    await settled();
    const rows = await story.ask('select 1 from chat_replies where operator_key = $1', [
      'wamid.spaced',
    ]);
    expect(rows).toHaveLength(1);
  });

  it('that is replayed changes nothing, however often, whatever came in between', async () => {
    const from = '923001234003';
    const stop = envelope(textFrom(from, 'wamid.stop', 'STOP'));
    await post(stop, sign(stop));
    await settled();
    await story.write(from, 'START');
    await eventually('START heeded', async () => {
      const rows = await story.ask('select 1 from chat_optouts where recipient = $1', [from]);
      return rows.length === 0;
    });
    for (const again of [stop, `${stop} `])
      expect((await post(again, sign(again))).status).toBe(200);
    await settled();
    expect(await story.ask('select 1 from chat_optouts where recipient = $1', [from])).toEqual([]);
    expect(await story.ask('select 1 from chat_replies where user_key = $1', [from])).toHaveLength(
      2,
    );
  });

  it('may be signed with either secret during a rotation', async () => {
    const { accountId } = story.shop;
    const number = String(story.linkId);
    must(await setNumber(story.admin, { accountId, number, appSecret: 'the-next-secret' }));
    const body = envelope(textFrom('923001234004', 'wamid.next'));
    const answers = await eventually('the new secret', async () => {
      const response = await post(body, sign(body, 'the-next-secret'));
      return response.status === 200 && response;
    });
    expect(answers.status).toBe(200);
    const old = envelope(textFrom('923001234004', 'wamid.old'));
    expect((await post(old, sign(old))).status).toBe(200);
    must(await setNumber(story.admin, { accountId, number, dropOldSecret: true }));
    await eventually(
      'the old secret refused',
      async () => (await post(old, sign(old))).status === 401,
    );
    must(await setNumber(story.admin, { accountId, number, appSecret: PLATFORM.appSecret }));
    await eventually('it taken again', async () => (await post(old, sign(old))).status === 200);
  });

  it('too large is not read', async () => {
    const body = Buffer.alloc(limit('webhookBytes') + 1, 0x20);
    expect((await post(body, sign(body))).status).toBe(413);
    const most = Buffer.alloc(limit('webhookBytes'), 0x20);
    expect((await post(most, sign(most))).status).toBe(200);
  });

  it('about another account’s number touches nothing', async () => {
    const body = envelope(
      value(
        {
          contacts: [{ wa_id: '923001234008' }],
          messages: [
            { from: '923001234008', id: 'wamid.foreign', timestamp: seconds(), type: 'text' },
          ],
        },
        '399999999999999',
      ),
    );
    expect((await post(body, sign(body))).status).toBe(200);
    await settled();
    expect(
      await story.ask('select 1 from chat_replies where operator_key = $1', ['wamid.foreign']),
    ).toEqual([]);
  });

  it('that names a message of another account, or a text message, moves neither', async () => {
    const { baseUrl } = story.paigham;
    const sms = await sendOk(baseUrl, story.shop.write('A text', '923001234009'));
    const [foreign] = await story.ask<{ readonly id: number }>(
      'select id from messages where account_id <> $1 limit 1',
      [story.shop.accountId],
    );
    const statuses = [sms, foreign?.id ?? 5].map((id) => ({
      id: `wamid.of-${id}`,
      status: 'failed',
      timestamp: seconds(),
      recipient_id: '923001234009',
      biz_opaque_callback_data: writeOpaqueId(uuidOf(id), 1),
      errors: [{ code: 131026 }],
    }));
    const body = envelope(value({ statuses }));
    const before = await story.moved();
    await post(body, sign(body));
    await settled();
    expect((await story.moved()).release).toBe(before.release);
    const orphans = await story.ask(
      `select 1 from chat_statuses where operator_key like 'wamid.of-%'`,
    );
    expect(orphans).toHaveLength(2);
  });
});

describe('a status', () => {
  it('that arrived before its message was known is matched once it is', async () => {
    await story.tell('/next', { answer: { kind: 'slow', ms: 8_000 }, fate: { kind: 'silent' } });
    const id = await story.sendOne('plain_news', '923001234010');
    const copy = await eventually('the copy', () =>
      story.platform.platform.messages
        .all()
        .find((it) => it.direction === 'out' && it.person.number === '923001234010'),
    );
    // Without our id for it, and before the answer is stored.
    const status = { id: copy.wamid, status: 'delivered', timestamp: seconds() };
    const body = envelope(value({ statuses: [status] }));
    await post(body, sign(body));
    await settled();
    expect(
      await story.ask('select 1 from chat_statuses where operator_key = $1', [copy.wamid]),
    ).toHaveLength(1);
    await story.until(id, 'DELIVERED');
    expect(
      await story.ask('select 1 from chat_statuses where operator_key = $1', [copy.wamid]),
    ).toEqual([]);
  });

  it('that contradicts is kept, and changes nothing', async () => {
    const id = await story.sendOne('plain_news', '923001234011');
    await story.until(id, 'DELIVERED');
    const before = await story.moved();
    const [row] = await story.ask<{ readonly operator_key: string }>(
      'select operator_key from attempts where message_id = $1',
      [idIn(id)],
    );
    await story.tell('/status', { id: row?.operator_key, status: 'failed', code: 131026 });
    await eventually('the contradiction', async () => {
      const rows = await story.ask(`select 1 from chat_statuses where kind = 'contradiction'`);
      return rows.length === 1;
    });
    expect((await story.report(id)).delivery).toBe('DELIVERED');
    expect(await story.moved()).toEqual(before);
  });
});

describe('of what is processed', () => {
  const kept = (words: string) =>
    story.ask(`select 1 from chat_events where position(convert_to($1, 'UTF8') in raw) > 0`, [
      words,
    ]);

  it('statuses are kept with their messages alone, and people’s words as they came', async () => {
    const id = await story.sendOne('plain_news', '923001234012');
    await story.until(id, 'DELIVERED');
    const [row] = await story.ask<{ readonly operator_key: string }>(
      'select operator_key from attempts where message_id = $1',
      [idIn(id)],
    );
    const key = row?.operator_key ?? '';
    const status = { id: key, status: 'read', timestamp: seconds() };
    const mixed = envelope({
      ...textFrom('923001234012', 'wamid.both'),
      statuses: [status],
    });
    await settled();
    expect(await kept(key)).toEqual([]);
    expect((await post(mixed, sign(mixed))).status).toBe(200);
    await settled();
    expect(await kept(key)).toHaveLength(1);
    expect(await kept('wamid.both')).toHaveLength(1);
  });

  it('what says nothing new writes neither the message nor who it was for', async () => {
    const id = await story.sendOne('plain_news', '923001234013');
    await story.until(id, 'DELIVERED');
    await settled();
    const rows = () =>
      story.ask<{ readonly key: string }>(
        `select u.user_key as key, m.xmin::text as message, u.xmin::text as person,
           u.xmax::text as locked
         from messages m join chat_users u on u.recipient = m.recipient where m.id = $1`,
        [idIn(id)],
      );
    const before = await rows();
    expect(before).toHaveLength(1);
    const [row] = await story.ask<{ readonly operator_key: string }>(
      'select operator_key from attempts where message_id = $1',
      [idIn(id)],
    );
    const status = { id: row?.operator_key, status: 'read', timestamp: seconds() };
    const to = { recipient_id: '923001234013', recipient_user_id: before[0]?.key };
    const read = envelope(value({ statuses: [{ ...status, ...to }] }));
    expect((await post(read, sign(read))).status).toBe(200);
    await eventually('it read', async () => {
      const found = 'select 1 from chat_messages where id = $1 and read_at is not null';
      return (await story.ask(found, [idIn(id)])).length === 1;
    });
    expect(await rows()).toEqual(before);
  });
});

describe('in the end', () => {
  it('every invariant holds', async () => {
    expect(await story.breaches()).toEqual([]);
  });
});
