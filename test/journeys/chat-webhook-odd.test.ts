import { beforeAll, describe, expect, it } from 'vitest';
import { plain } from '../../src/kit/postgres/statement.ts';
import { writeOpaqueId } from '../../src/domain/chat/progress.ts';
import { limit } from '../../src/domain/limits.ts';
import {
  envelope,
  posted,
  postsOf,
  postTo,
  seconds,
  sign,
  textFrom,
  value,
  webhookOf,
  workedOff,
} from '../support/chat-posts.ts';
import { beginChatStory, type ChatStory } from '../support/chat-story.ts';
import { eventually } from '../support/eventually.ts';

let story: ChatStory;
beforeAll(async () => {
  story = await beginChatStory();
});

const post = (body: string | Buffer, signature: string | undefined) =>
  postTo(webhookOf(story), body, signature);
const settled = () => workedOff(story);

describe('a webhook post', () => {
  it('that is not JSON, or has another form, is kept for people and stops nobody', async () => {
    const bad = ['{"entry":', '[]', '{"object":"page"}', '{"entry":[{"changes":7}]}'];
    for (const body of bad) expect((await post(body, sign(body))).status).toBe(200);
    const good = envelope(textFrom('923001234005', 'wamid.after-bad'));
    await post(good, sign(good));
    await settled();
    expect(
      await story.ask('select 1 from chat_replies where operator_key = $1', ['wamid.after-bad']),
    ).toHaveLength(1);
    const failed = (await postsOf(story)).filter(({ error }) => error !== null);
    expect(failed.length).toBeGreaterThanOrEqual(3);
  });

  it('that cannot be stored stops nobody, is retried, and is kept with the reason', async () => {
    await story.paigham.db.transact(async (transaction) => {
      await transaction.run(
        plain(
          'test-poison',
          `create function poison() returns trigger language plpgsql as $$
         begin
           if new.operator_key = 'wamid.poison' then raise exception 'poisoned'; end if;
           return new;
         end $$`,
        ),
        [],
      );
      const trigger = 'create trigger poison before insert on chat_replies for each row execute';
      await transaction.run(plain('test-poison-on', `${trigger} function poison()`), []);
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
      await transaction.run(plain('test-poison-off', 'drop trigger poison on chat_replies'), []);
      await transaction.run(
        plain(
          'test-now',
          'update chat_events set due_at = now() where tries > 0 and due_at is not null',
        ),
        [],
      );
    });
    await eventually('the poisoned one', async () => (await stored('wamid.poison')).length === 1);
  });

  it('that takes the database too long stops nobody, and is retried forever', async () => {
    await story.paigham.db.transact(async (transaction) => {
      await transaction.run(
        plain(
          'test-slow',
          `create function too_slow() returns trigger language plpgsql as $$
         begin
           if new.operator_key = 'wamid.slow' then
             raise exception 'canceling statement due to statement timeout'
               using errcode = '57014';
           end if;
           return new;
         end $$`,
        ),
        [],
      );
      const trigger = 'create trigger too_slow before insert on chat_replies for each row execute';
      await transaction.run(plain('test-slow-on', `${trigger} function too_slow()`), []);
    });
    for (const [index, id] of ['wamid.slow', 'wamid.behind'].entries()) {
      const body = envelope(textFrom(`92300123404${index}`, id));
      expect((await post(body, sign(body))).status).toBe(200);
    }
    const stored = (id: string) => async () =>
      (await story.ask('select 1 from chat_replies where operator_key = $1', [id])).length === 1;
    await eventually('the one behind it', stored('wamid.behind'));
    const slow = "error like '%statement timeout'";
    const isAside = async (tries: number): Promise<boolean> => {
      const sql = `select 1 from chat_events where ${slow} and tries >= $1 and due_at > now()`;
      return (await story.ask(sql, [tries])).length === 1;
    };
    await eventually('the slow one put aside', () => isAside(1));
    const change = (name: string, sql: string) =>
      story.paigham.db.transact((transaction) => transaction.run(plain(name, sql), []));
    // However often: what failed because of general load must not be lost.
    const most = limit('chatEventTries') - 1;
    await change(
      'test-often',
      `update chat_events set tries = ${most}, due_at = now() where ${slow}`,
    );
    await eventually('the slow one put aside again', () => isAside(most));
    await change('test-slow-off', 'drop trigger too_slow on chat_replies');
    await change('test-slow-now', `update chat_events set due_at = now() where ${slow}`);
    await eventually('the slow one', stored('wamid.slow'));
  });

  it('that comes late overrides no later opt-out: after STOP there is no marketing', async () => {
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

  it('that comes late overrides no later opt-in: after START there is marketing', async () => {
    const from = '923001234024';
    const at = (ago: number): string => String(Number(seconds()) - ago);
    const said = (text: string, ago: number) =>
      envelope(textFrom(from, `wamid.late-${text}`, text, at(ago)));
    const entry = { wa_id: from, value: 'stop', timestamp: at(30) };
    const stopped = posted('user_preferences', value({ user_preferences: [entry] }));
    const stops = async (): Promise<number> =>
      (await story.ask('select 1 from chat_optouts where recipient = $1', [from])).length;
    for (const body of [said('START', 10), said('Stop', 20), stopped]) {
      expect((await post(body, sign(body))).status).toBe(200);
      await settled();
      expect(await stops()).toBe(0);
    }
    const stop = said('STOP', 5);
    expect((await post(stop, sign(stop))).status).toBe(200);
    await settled();
    expect(await stops()).toBe(1);
  });

  it('yields everything it can next to something unreadable', async () => {
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

  it('with NUL, half characters and endless numbers is kept as far as possible', async () => {
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
});

describe('the times of a report', () => {
  it.each([
    ['come before the answer', true],
    ['come behind it', false],
  ])('are in order, though whole seconds of another clock %s', async (_, isEarly) => {
    const mobile = isEarly ? '923001234031' : '923001234032';
    const answer = isEarly ? { answer: { kind: 'slow', ms: 800 } } : {};
    await story.tell('/next', { ...answer, fate: { kind: 'silent' } });
    const id = await story.sendOne('plain_news', mobile);
    if (!isEarly) await story.until(id, 'SENT');
    const copy = await eventually('the copy', () =>
      story.platform.platform.messages
        .all()
        .find((it) => it.direction === 'out' && it.person.number === mobile),
    );
    const timestamp = String(Number(seconds()) - 2);
    const name = writeOpaqueId(id, 1);
    const about = { id: copy.wamid, biz_opaque_callback_data: name, timestamp };
    const statuses = ['delivered', 'read'].map((status) => ({ ...about, status }));
    const body = envelope(value({ statuses }));
    await post(body, sign(body));
    await settled();
    await eventually(
      'an empty line',
      async () => (await story.ask('select 1 from queue')).length === 0,
    );
    const { results } = await story.until(id, 'DELIVERED');
    const { accepted_at: accepted, sent_at: sent, done_at: done, read_at: read } = results[0] ?? {};
    const times = [accepted, sent, done, read];
    expect(times).not.toContain(undefined);
    const inMs = times.map((time) => Date.parse(time ?? ''));
    expect(inMs).toEqual(inMs.toSorted((a, b) => a - b));
  });
});

describe('in the end', () => {
  it('every invariant holds', async () => {
    expect(await story.breaches()).toEqual([]);
  });
});
