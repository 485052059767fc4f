/** What staff do about the queue, about operators without a contract, and about debts. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { plain } from '../../src/kit/postgres/statement.ts';
import { worldDatabase } from '../support/world.ts';
import { openTerminal, type Said, type Say } from './terminal.ts';

const { database, world } = await worldDatabase();
let script: Say;
let person: Say;
let asked: string[] = [];
let isAgreed = false;

const run = (text: string, values: readonly unknown[] = []) =>
  database.transact((transaction) => transaction.run(plain(text.slice(0, 60), text), values));

type Waits = {
  readonly id: number;
  readonly link: string;
  readonly accountId?: number;
  readonly node?: number;
  readonly partsTaken?: number;
  readonly isLost?: boolean;
  readonly isScheduled?: boolean;
};

async function putInLine({ id, link, isScheduled = false, ...it }: Waits): Promise<void> {
  const { accountId: of = world.roshan.accountId, node, partsTaken, isLost } = it;
  await run(
    `insert into messages (account_id, id, position, recipient, template_id, sender_id, tariff_id,
       operator_id, alphabet, parts, parts_taken, price_micros, reserve_id, accepted_at,
       expires_at, text)
     values ($1, $2, 0, 923001234567, 1, 1, 1, 1, 0, 2, $3, 2400000, 1, now(),
       now() + interval '1 day', 'Hello')`,
    [of, id, partsTaken ?? 0],
  );
  await run(
    `insert into queue (account_id, message_id, link_id, priority, attempt, due_at, expires_at,
       node, epoch, lost_until)
     select $1, $2, id, 0, 0, now() + case when $6::boolean then interval '9 hours' else '0' end,
       now() + interval '1 day', $4::smallint,
       case when $4::smallint is null then null else 1 end,
       case when $5::boolean then now() + interval '1 hour' end
     from links where name = $3`,
    [of, id, link, node ?? null, isLost ?? false, isScheduled],
  );
}

beforeAll(async () => {
  await run('create table messages_first partition of messages for values from (0) to (1000)');
  await run('create table attempts_first partition of attempts for values from (0) to (1000)');
  script = openTerminal(database, world.admin);
  const confirm = (question: string): boolean => {
    asked.push(question);
    return isAgreed;
  };
  person = openTerminal(database, world.admin, { confirm });
  await putInLine({ id: 1, link: 'zong' });
  await putInLine({ id: 2, link: 'zong' });
  await putInLine({ id: 3, link: 'zong', accountId: world.naya.accountId });
  await putInLine({ id: 4, link: 'zong', node: 3 });
  await putInLine({ id: 5, link: 'zong', partsTaken: 1 });
  await putInLine({ id: 6, link: 'zong', isLost: true });
  await putInLine({ id: 7, link: 'zong', isScheduled: true });
  await putInLine({ id: 8, link: 'zong' });
  // Its answer was lost, and it is to be sent again.
  await run('update queue set attempt = 1 where message_id = 8');
  await run(
    `insert into attempts (account_id, message_id, attempt, part, link_id, outcome, ambiguous,
       node, epoch, answered_at)
     select $1, 8, 1, 1, id, 3, true, 1, 1, now() from links where name = 'zong'`,
    [world.roshan.accountId],
  );
});

beforeEach(() => {
  asked = [];
  isAgreed = false;
});

const say = (line: string): Promise<Said> => script(...line.split(' '));
const ask = (line: string): Promise<Said> => person(...line.split(' '));
const json = async (line: string): Promise<unknown> =>
  JSON.parse((await say(`${line} --json`)).out);

const linkOf = async (id: number): Promise<string | undefined> => {
  const rows = (await run(
    'select l.name from queue q join links l on l.id = q.link_id where q.message_id = $1',
    [id],
  )) as readonly { readonly name: string }[];
  return rows[0]?.name;
};

describe('the queue', () => {
  it('is listed by link, and shown message by message', async () => {
    expect(await json('queue list')).toMatchObject([
      { link: 'zong', codes: 0, others: 7, later: 1, in_hands: 1 },
    ]);
    const shown = (await json('queue show zong')) as readonly Record<string, unknown>[];
    expect(shown.map(({ id, why }) => `${String(id)} ${String(why)}`)).toEqual([
      '1 null',
      '2 null',
      '3 null',
      '4 is being sent',
      '5 null',
      '6 its answer was lost',
      '8 null',
      '7 null',
    ]);
    expect(await json(`queue show zong --account ${world.naya.accountId}`)).toHaveLength(1);
  });

  it('is moved after a question, save what may have gone or is due later', async () => {
    const command = `queue move zong jazz --account ${world.roshan.accountId}`;
    expect(await ask(command)).toMatchObject({ code: 1, err: 'Nothing was changed.' });
    expect(asked).toEqual([
      '2 messages, with Rs 4.80 set aside, go by the other link.\nGo on? [y/N] ',
    ]);
    expect(await linkOf(1)).toBe('zong');
    isAgreed = true;
    expect(await ask(command)).toMatchObject({ code: 0 });
    expect(await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map(linkOf))).toEqual([
      ...['jazz', 'jazz', 'zong', 'zong', 'zong', 'zong', 'zong', 'zong'],
    ]);
    expect(JSON.stringify(await json('audit list'))).toContain('queue.move');
  });

  it('is not moved to where it is, or to a disabled link', async () => {
    expect((await say('queue move jazz jazz --yes')).err).toContain('must be another link');
    await say('link disable telenor --now --yes');
    expect((await say('queue move jazz telenor --yes')).err).toContain('must be enabled');
    await say('link enable telenor');
  });

  it('of which nothing may be changed asks nothing', async () => {
    const none = /^Nothing waits for telenor that may be (moved|given up): see "paigham queue show/;
    for (const command of ['queue move telenor jazz', 'queue expire telenor']) {
      const said = await ask(command);
      expect([said.code, said.err]).toEqual([1, expect.stringMatching(none)]);
    }
    expect(asked).toEqual([]);
  });

  it('may be a chat number’s, which is given up and not moved', async () => {
    await run(
      `with b as (
         insert into chat_businesses
           (account_id, platform_id, token_sealed, app_secrets_sealed, verify_token_sealed)
         values ($1, '1', '', array[''::bytea], '') returning account_id, id
       )
       insert into links (name, carrier, config, enabled, account_id, business_id)
       select 'shop-chat', 'whatsapp', '{}', true, account_id, id from b`,
      [world.roshan.accountId],
    );
    await putInLine({ id: 9, link: 'shop-chat' });
    expect(await json('queue show shop-chat')).toMatchObject([{ id: 9 }]);
    const moved = await say('queue move shop-chat jazz --yes');
    expect([moved.code, moved.err]).toEqual([1, expect.stringContaining('stay with their number')]);
    // One behind it, to the same person, is put off until it has its answer.
    await putInLine({ id: 10, link: 'shop-chat' });
    await run(`update queue set behind = true, due_at = now() + interval '5 minutes'
      where message_id = 10`);
    // And one behind, of a campaign that rests.
    await putInLine({ id: 11, link: 'shop-chat' });
    await run(`update queue set behind = true, due_at = now() + interval '1000 years'
      where message_id = 11`);
    expect(await json('queue expire shop-chat --yes')).toMatchObject({ expired: 2 });
    await run('delete from queue where message_id in (9, 10, 11)');
  });

  it('is given up after the same question, but for what is due later', async () => {
    isAgreed = true;
    expect(await ask('queue expire zong')).toMatchObject({ code: 0 });
    expect(asked[0]).toMatch(/^2 messages, with Rs 4.80 set aside, are given up/);
    const rows = (await run(
      'select message_id from queue where expires_at <= now() order by message_id',
    )) as readonly { readonly messageId: number }[];
    expect(rows.map((row) => Object.values(row)[0])).toEqual([3, 5]);
    expect(JSON.stringify(await json('audit list'))).toContain('queue.expire');
  });
});

describe('an operator without a contract', () => {
  it('is disabled: no fault of the doctor, and no route for its numbers', async () => {
    await say('operator add Nomad');
    await say('prefix set Nomad 92399');
    expect((await say('doctor')).out).toContain('operator Nomad');
    expect(await say('operator disable Nomad --yes')).toMatchObject({ code: 0 });
    expect((await say('doctor')).out).not.toContain('operator Nomad');
    const shown = (await json('operator list')) as readonly Record<string, unknown>[];
    expect(shown.find(({ name }) => name === 'Nomad')).toMatchObject({ enabled: false });
    expect(await say('operator disable Nowhere --yes')).toMatchObject({ code: 1 });
    expect(await say('operator enable Nomad')).toMatchObject({ code: 0 });
    expect((await say('doctor')).out).toContain('operator Nomad');
  });

  it('is removed once nothing needs it, and its reports keep its name', async () => {
    const add = async () => {
      await say('operator add Rover');
      await say('prefix set Rover 92398');
      await say('route set Rover jazz --yes');
    };
    await add();
    await say('operator point Zong Rover --yes');
    const [operator] = (await run("select id from operators where name = 'Rover'")) as readonly {
      readonly id: number;
    }[];
    const id = operator?.id;
    await run('update messages set operator_id = $1 where id = 1', [id]);
    const refused = await say('operator remove Rover');
    expect(refused.code).toBe(1);
    for (const needs of ['prefix remove', 'route remove', 'unpoint', 'queue list']) {
      expect(refused.err).toContain(needs);
    }
    await say('operator unpoint Zong');
    await say('prefix remove 92398 --yes');
    await say('route remove Rover jazz --yes');
    expect((await say('operator remove Rover')).err).toContain(
      'OPERATOR has messages waiting for it: see "paigham queue list"',
    );
    await run('delete from queue where message_id = 1');
    expect(await say('operator remove Rover')).toMatchObject({ code: 0 });
    expect((await say('operator remove Rover')).err).toContain('There is no operator "Rover"');
    expect(JSON.stringify(await json('operator list'))).not.toContain('Rover');
    expect((await say('operator point Zong Rover')).err).toContain('There is no operator "Rover"');
    expect((await say('doctor')).out).not.toContain('operator Rover');
    expect(await json('message show 1')).toMatchObject({ network: 'Rover' });
    await add();
    expect(await json('operator list')).toContainEqual(
      expect.objectContaining({ id, name: 'Rover', enabled: true }),
    );
  });

  it('that callers may name stays', async () => {
    expect((await say('operator remove Jazz')).err).toContain('see "paigham operator disable"');
  });

  it('says what would have no way any more, and asks', async () => {
    await ask('operator disable Jazz');
    expect(asked[0]).toMatch(/Jazz/);
    expect(await ask('operator disable Jazz')).toMatchObject({ code: 1 });
  });
});

describe('a price that is set twice', () => {
  it('is there once, and the second time says so', async () => {
    const rows = async () => ((await json('tariff list')) as readonly unknown[]).length;
    await say('tariff set simple 1.75 --from 2099-01-01 --yes');
    const before = await rows();
    const again = await say('tariff set simple 1.75 --from 2099-01-01 --yes');
    expect(again).toMatchObject({ code: 0 });
    expect(`${again.out}${again.err}`).toContain('It is already so: nothing was changed.');
    expect(await rows()).toBe(before);
    await say('tariff set simple 1.80 --from 2099-01-01 --yes');
    expect(await rows()).toBe(before + 1);
  });
});

describe('an account that may owe', () => {
  it('is asked about while nothing caps what it spends', async () => {
    const account = world.naya.accountId;
    expect(await ask(`account set ${account} --postpaid on`)).toMatchObject({ code: 1 });
    expect(asked[0]).toMatch(/no spending cap, so it may owe without limit/);
    await say(`account cap ${account} --day 1000`);
    asked = [];
    expect(await ask(`account set ${account} --postpaid on`)).toMatchObject({ code: 0 });
    // Nothing changes: it may owe already.
    await say(`account cap ${account} --day none`);
    expect(await ask(`account set ${account} --postpaid on`)).toMatchObject({ code: 0 });
    expect(asked).toEqual([]);
  });
});
