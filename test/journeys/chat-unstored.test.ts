import { beforeAll, describe, expect, it } from 'vitest';
import { plain } from '../../src/kit/postgres/statement.ts';
import { beginChatStory, idIn, type ChatStory } from '../support/chat-story.ts';
import { eventually } from '../support/eventually.ts';

let story: ChatStory;
beforeAll(async () => {
  story = await beginChatStory();
});

const run = (name: string, sql: string) =>
  story.paigham.db.transact((transaction) => transaction.run(plain(name, sql), []));

describe('an answer that cannot be stored', () => {
  it('counts as lost: its message is not sent again, and a status explains it', async () => {
    const mobile = '923001234951';
    await run(
      'test-poison',
      `create function poison() returns trigger language plpgsql as $$
       begin
         if new.operator_key is not null then raise exception 'poisoned'; end if;
         return new;
       end $$`,
    );
    const trigger = 'create trigger poison before insert on attempts for each row execute';
    await run('test-poison-on', `${trigger} function poison()`);
    await story.tell('/next', { answer: { kind: 'accept' }, fate: { kind: 'silent' } });
    const id = await story.sendOne('plain_news', mobile);
    await eventually('a lost answer', async () => {
      const sql = 'select 1 from chat_messages where id = $1 and lost_at is not null';
      return (await story.ask(sql, [idIn(id)])).length === 1;
    });
    expect(await story.ask('select 1 from queue')).toEqual([]);
    expect(story.copies(mobile)).toBe(1);
    await run('test-poison-off', 'drop trigger poison on attempts');
    const { platform } = story.platform;
    const copy = platform.messages
      .all()
      .find((it) => it.direction === 'out' && it.person.number === mobile);
    if (copy?.direction !== 'out') throw new Error('there is no copy');
    await platform.dispatch.push(copy, 'delivered');
    await story.until(id, 'DELIVERED');
    expect(await story.breaches()).toEqual([]);
  });
});
