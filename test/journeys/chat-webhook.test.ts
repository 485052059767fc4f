import { createHmac } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { setNumber } from '../../src/desk/chat/set-number.ts';
import { must } from '../../src/desk/desk.ts';
import { limit } from '../../src/domain/limits.ts';
import { writeOpaqueId } from '../../src/domain/chat/opaque-id.ts';
import { uuidOf } from '../../src/kit/uuid-ids.ts';
import { beginChatStory, idIn, type ChatStory } from '../support/chat-story.ts';
import { PLATFORM } from '../support/chat-world.ts';
import { eventually } from '../support/eventually.ts';
import { sendOk } from '../support/caller.ts';

let story: ChatStory;
let path: string;
beforeAll(async () => {
  story = await beginChatStory();
  path = `${story.paigham.baseUrl}/webhooks/chat/${story.businessId}`;
}, 60_000);

const sign = (body: string | Buffer, secret: string = PLATFORM.appSecret): string =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;

const post = (body: string | Buffer, signature: string | undefined, to = path): Promise<Response> =>
  fetch(to, {
    method: 'POST',
    body: new Uint8Array(Buffer.from(body)),
    headers: signature === undefined ? {} : { 'x-hub-signature-256': signature },
  });

const value = (more: object, number: string = PLATFORM.number) => ({
  messaging_product: 'whatsapp',
  metadata: { display_phone_number: '923000000001', phone_number_id: number },
  ...more,
});
const posted = (field: string, ...values: readonly object[]): string =>
  JSON.stringify({
    object: 'whatsapp_business_account',
    entry: [{ id: PLATFORM.business, changes: values.map((it) => ({ field, value: it })) }],
  });
const envelope = (...values: readonly object[]): string => posted('messages', ...values);
const seconds = (): string => String(Math.floor(Date.parse(new Date().toISOString()) / 1_000));
const textFrom = (from: string, id: string, text = 'Salaam', timestamp = seconds()) =>
  value({
    contacts: [{ profile: { name: 'Ali' }, wa_id: from }],
    messages: [{ from, id, timestamp, type: 'text', text: { body: text } }],
  });

const events = () =>
  story.ask<{ readonly due_at: number | null; readonly error: string | null }>(
    'select due_at, error from chat_events order by id',
  );
const count = async (table: string): Promise<number> =>
  (await story.ask<{ readonly n: number }>(`select count(*)::int as n from ${table}`))[0]?.n ?? 0;
const settled = () =>
  eventually('every post worked off', async () =>
    (await events()).every((it) => it.due_at === null),
  );

describe('the handshake of the webhook', () => {
  const shake = (query: Readonly<Record<string, string>>, at = path): Promise<Response> =>
    fetch(`${at}?${new URLSearchParams(query)}`);
  const asked = { 'hub.mode': 'subscribe', 'hub.challenge': '1158201444' };

  it('has succeeded when the number was connected', () => {
    expect(story.platform.platform).toBeDefined();
  });

  it.each([
    ['a wrong word', { ...asked, 'hub.verify_token': 'wrong' }],
    ['no word', asked],
    ['another mode', { ...asked, 'hub.mode': 'unsubscribe', 'hub.verify_token': 'wrong' }],
  ])('with %s is denied', async (_, query) => {
    const response = await shake(query);
    expect([response.status, await response.text()]).toEqual([403, 'denied']);
  });

  it('of a business account that there is not is unknown', async () => {
    const response = await shake(asked, `${story.paigham.baseUrl}/webhooks/chat/99999`);
    expect(response.status).toBe(404);
  });
});

describe('a post of the webhook', () => {
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

  it('is judged by the octets that came, not by what they mean', async () => {
    const spaced = envelope(textFrom('923001234002', 'wamid.spaced')).replaceAll('":', '" :');
    expect((await post(spaced, sign(spaced))).status).toBe(200);
    await settled();
    const rows = await story.ask('select 1 from chat_replies where operator_key = $1', [
      'wamid.spaced',
    ]);
    expect(rows).toHaveLength(1);
  });

  it('that is replayed changes nothing, however often, whatever came between', async () => {
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

  it('that comes late undoes no later wish: who has said STOP gets no marketing', async () => {
    const from = '923001234023';
    const at = (ago: number): string => String(Number(seconds()) - ago);
    const said = (text: string, ago: number) =>
      envelope(textFrom(from, `wamid.${text}`, text, at(ago)));
    const entry = { wa_id: from, value: 'resume', timestamp: at(30) };
    const resumed = posted('user_preferences', value({ user_preferences: [entry] }));
    for (const body of [said('Stop', 10), said('START', 20), resumed]) {
      expect((await post(body, sign(body))).status).toBe(200);
      await settled();
    }
    const rows = await story.ask('select 1 from chat_optouts where recipient = $1', [from]);
    expect(rows).toHaveLength(1);
    const start = said('Start', 1);
    expect((await post(start, sign(start))).status).toBe(200);
    await settled();
    expect(await story.ask('select 1 from chat_optouts where recipient = $1', [from])).toEqual([]);
  });

  it('may be signed with either secret while one replaces the other', async () => {
    const { accountId } = story.shop;
    const number = String(story.linkId);
    must(await setNumber(story.desk, { accountId, number, appSecret: 'the-next-secret' }));
    const body = envelope(textFrom('923001234004', 'wamid.next'));
    const answers = await eventually('the new secret', async () => {
      const response = await post(body, sign(body, 'the-next-secret'));
      return response.status === 200 && response;
    });
    expect(answers.status).toBe(200);
    const old = envelope(textFrom('923001234004', 'wamid.old'));
    expect((await post(old, sign(old))).status).toBe(200);
    must(await setNumber(story.desk, { accountId, number, dropOldSecret: true }));
    await eventually(
      'the old secret refused',
      async () => (await post(old, sign(old))).status === 401,
    );
    must(await setNumber(story.desk, { accountId, number, appSecret: PLATFORM.appSecret }));
    await eventually('it taken again', async () => (await post(old, sign(old))).status === 200);
  });

  it('too large is not read', async () => {
    const body = Buffer.alloc(limit('webhookBytes') + 1, 0x20);
    expect((await post(body, sign(body))).status).toBe(413);
    const most = Buffer.alloc(limit('webhookBytes'), 0x20);
    expect((await post(most, sign(most))).status).toBe(200);
  });

  it('that is no JSON, or of another form, is kept for people and stops nobody', async () => {
    const bad = ['{"entry":', '[]', '{"object":"page"}', '{"entry":[{"changes":7}]}'];
    for (const body of bad) expect((await post(body, sign(body))).status).toBe(200);
    const good = envelope(textFrom('923001234005', 'wamid.after-bad'));
    await post(good, sign(good));
    await settled();
    expect(
      await story.ask('select 1 from chat_replies where operator_key = $1', ['wamid.after-bad']),
    ).toHaveLength(1);
    const failed = (await events()).filter(({ error }) => error !== null);
    expect(failed.length).toBeGreaterThanOrEqual(3);
  });

  it('that cannot be stored stops nobody, is tried again, and is kept with why', async () => {
    await story.paigham.db.transact(async (transaction) => {
      await transaction.run(
        'test-poison',
        `create function poison() returns trigger language plpgsql as $$
         begin
           if new.operator_key = 'wamid.poison' then raise exception 'poisoned'; end if;
           return new;
         end $$`,
        [],
      );
      const trigger = 'create trigger poison before insert on chat_replies for each row execute';
      await transaction.run('test-poison-on', `${trigger} function poison()`, []);
    });
    const bodies = ['wamid.good-1', 'wamid.poison', 'wamid.good-2'].map((id, index) =>
      envelope(textFrom(`92300123402${index}`, id)),
    );
    await Promise.all(bodies.map((body) => post(body, sign(body))));
    const stored = (id: string) =>
      story.ask('select 1 from chat_replies where operator_key = $1', [id]);
    await eventually('the good ones', async () => {
      return (await stored('wamid.good-1')).length + (await stored('wamid.good-2')).length === 2;
    });
    const [failed] = await eventually('the reason', async () => {
      const rows = await story.ask<{ readonly tries: number; readonly later: boolean }>(
        `select tries, due_at > now() as later from chat_events where error = 'poisoned'`,
      );
      return rows.length === 1 && rows;
    });
    expect(failed?.later).toBe(true);
    await story.paigham.db.transact(async (transaction) => {
      await transaction.run('test-poison-off', 'drop trigger poison on chat_replies', []);
      await transaction.run(
        'test-now',
        'update chat_events set due_at = now() where tries > 0 and due_at is not null',
        [],
      );
    });
    await eventually('the poisoned one', async () => (await stored('wamid.poison')).length === 1);
  });

  it('tells what it can of what stands beside something unreadable', async () => {
    const body = envelope(
      value({ messages: [{ id: 7 }, null, 'x'], statuses: [{}, { id: 'wamid.x' }, []] }),
      { nonsense: true },
      textFrom('923001234006', 'wamid.beside'),
    );
    await post(body, sign(body));
    await settled();
    expect(
      await story.ask('select 1 from chat_replies where operator_key = $1', ['wamid.beside']),
    ).toHaveLength(1);
  });

  it('with NUL, half characters and endless numbers is kept as far as it can be', async () => {
    const body = envelope(textFrom('923001234007', 'wamid.odd', 'a\u0000b\ud800c')).replace(
      '"type":"text"',
      '"type":"text","far":1e999,"odd":"\\u0000\\ud800"',
    );
    await post(body, sign(body));
    await settled();
    const [row] = await story.ask<{ readonly text: string }>(
      'select text from chat_replies where operator_key = $1',
      ['wamid.odd'],
    );
    expect(row?.text).toBe('ab\ufffdc');
  });

  it('of a number that is another account’s touches nothing', async () => {
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
  it('that came before anybody knew its message is matched when it is known', async () => {
    await story.tell('/next', { answer: { kind: 'slow', ms: 800 }, fate: { kind: 'silent' } });
    const id = await story.sendOne('plain_news', '923001234010');
    const copy = await eventually('the copy', () =>
      story.platform.platform.messages
        .all()
        .find((it) => it.direction === 'out' && it.person.number === '923001234010'),
    );
    // Without our name of it, and before the answer is stored.
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

describe('in the end', () => {
  it('every invariant holds', async () => {
    expect(await story.breaches()).toEqual([]);
  });
});
