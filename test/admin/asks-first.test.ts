/** Commands that would strand messages or change prices: they say so and ask. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { plain } from '../../src/kit/postgres/statement.ts';
import type { MessageId } from '../../src/domain/ids.ts';
import { findLink } from '../../src/features/links/links.sql.ts';
import { worldDatabase } from '../support/world.ts';
import { openTerminal, type Said, type Say } from './terminal.ts';

const { database, world } = await worldDatabase();
/** Nobody sits at this one. */
let script: Say;
let asked: string[] = [];
let isAgreed = false;
let person: Say;

beforeAll(async () => {
  script = openTerminal(database, world.admin);
  const confirm = (question: string): boolean => {
    asked.push(question);
    return isAgreed;
  };
  person = openTerminal(database, world.admin, { confirm });
});

beforeEach(() => {
  asked = [];
  isAgreed = false;
});

const say = (line: string): Promise<Said> => script(...line.split(' '));
const ask = (line: string): Promise<Said> => person(...line.split(' '));
const json = async (line: string): Promise<unknown> =>
  JSON.parse((await say(`${line} --json`)).out);

/** A message that waits for a link. */
async function putInLine(link: string, id: number): Promise<void> {
  const { id: linkId } = (await findLink(database, { name: link })) ?? {};
  await database.transact((transaction) =>
    transaction.run(
      plain(
        'test-put-in-line',
        `insert into queue (account_id, message_id, link_id, priority, attempt, due_at, expires_at)
       values ($1, $2, $3, 0, 0, now(), now())`,
      ),
      [world.roshan.accountId, id as MessageId, linkId],
    ),
  );
}

describe('account set', () => {
  it('says what the account loses, by each right that it has and that is withdrawn', async () => {
    const { accountId } = world.roshan;
    const line = `account set ${accountId}`;
    const before = await json(`account show ${accountId}`);
    const change = '--verified off --fixed-content off --always-200 off';
    expect(await ask(`${line} ${change}`)).toMatchObject({ code: 1, err: 'Nothing was changed.' });
    expect(asked.join('')).toMatch(/own sender IDs are refused, and its texts end with the demo/);
    expect(asked.join('')).toMatch(/by its templates are refused/);
    expect(asked.join('')).not.toMatch(/HTTP/);
    expect(await json(`account show ${accountId}`)).toEqual(before);
    expect(await say(`${line} --verified off`)).toMatchObject({ code: 2 });
    isAgreed = true;
    expect(await ask(`${line} --verified off`)).toMatchObject({ code: 0 });
    asked = [];
    expect(await ask(`${line} --verified off`)).toMatchObject({ code: 0 });
    expect(await ask(`${line} --verified on`)).toMatchObject({ code: 0 });
    expect(asked).toEqual([]);
  });
});

describe('link disable', () => {
  it('says what loses its last way and how many wait, and does nothing at a no', async () => {
    await putInLine('jazz', 1);
    const said = await ask('link disable jazz');
    expect(asked).toEqual([
      'Messages to Jazz, SCO would wait and then expire: their only links are disabled.\n' +
        '1 message waits for it now.\n' +
        'Go on? [y/N] ',
    ]);
    expect(said).toEqual({ code: 1, out: '', err: 'Nothing was changed.' });
    expect(await json('link show jazz')).toMatchObject({ enabled: true });
  });

  it('does it at a yes', async () => {
    isAgreed = true;
    expect(await ask('link disable zong')).toMatchObject({ code: 0 });
    expect(await json('link show zong')).toMatchObject({ enabled: false });
    await say('link enable zong');
  });

  it('is refused with 2 where nobody can be asked, but for --yes', async () => {
    const said = await say('link disable ufone');
    expect(said).toMatchObject({ code: 2, out: '', err: expect.stringMatching(/add --yes/) });
    expect(said.err).toMatch(/^Messages to Ufone would wait/);
    expect(await json('link show ufone')).toMatchObject({ enabled: true });
    expect(await say('link disable ufone --yes')).toMatchObject({ code: 0, err: '' });
    await say('link enable ufone');
  });

  it('asks nothing where another link takes over', async () => {
    await say('route set Telenor jazz --priority 200');
    expect(await say('link disable telenor')).toMatchObject({ code: 0 });
    await say('link enable telenor');
    await say('route remove Telenor jazz');
  });

  it('answers with what was changed, and all of it as JSON', async () => {
    const { out } = await say('link set zong --window-submits 7');
    expect(out.split('\n')).toHaveLength(4);
    expect(await json('link set zong --window-submits 8')).toMatchObject({
      window_submits: 8,
      rate_per_second: expect.any(Number),
    });
  });
});

describe('other changes to the routing', () => {
  beforeAll(() => say('operator add Onic'));

  it.each([
    ['route remove Zong zong', /Messages to Zong would be refused: no route leads there any more/],
    ['route set Zong zong --off', /Messages to Zong would be refused/],
    ['operator point Zong Onic', /Messages to Zong would be refused/],
    ['prefix remove 92300', /Numbers that begin with 92300 would be refused: no operator has them/],
    ['link set zong --references 16', /Messages to Zong would be refused/],
  ])('%s tells what it would strand', async (line, words) => {
    const before = await json('route list');
    const said = await say(line);
    expect(said).toMatchObject({ code: 2, err: expect.stringMatching(words) });
    expect(await json('route list')).toEqual(before);
  });

  it('a rule of one sender type is told of that type alone', async () => {
    await say('route set Ufone ufone --sender-route simple --priority 1');
    await say('route remove Ufone ufone --yes');
    const said = await say('route remove Ufone ufone --sender-route simple');
    expect(said.err).toMatch(/Messages to Ufone from simple senders would be refused/);
    await say('route set Ufone ufone');
    expect(await say('route remove Ufone ufone --sender-route simple')).toMatchObject({ code: 0 });
  });

  it('account disable says how many messages wait', async () => {
    const said = await say(`account disable ${world.roshan.accountId}`);
    expect(said).toMatchObject({
      code: 2,
      err: expect.stringMatching(/^1 message waits and would/),
    });
    expect(await say(`account disable ${world.naya.accountId}`)).toMatchObject({ code: 0 });
  });
});

describe('prices', () => {
  it('say what changes for whom, by operator, before they are set', async () => {
    const said = await ask('tariff set branded 2.555');
    expect(asked).toHaveLength(1);
    const lines = asked[0]?.split('\n');
    expect(lines?.[0]).toMatch(
      /^The price of a part by branded changes for every account without a price of its own from /,
    );
    expect(lines?.[1]).toBe('  Jazz, Zong, Ufone, Telenor, Onic: 2.40 → 2.555 rupees');
    expect(said).toMatchObject({ code: 1 });
    expect(JSON.stringify(await json('tariff list'))).not.toContain('2.555');
    const alone = await say(`tariff set simple 1 --account ${world.roshan.accountId}`);
    expect(alone.err).toMatch(new RegExp(`changes for account ${world.roshan.accountId} from`));
  });

  it('that are refused are not asked about', async () => {
    const said = await ask('tariff set simple 9 --from 2020-01-01');
    expect(said).toMatchObject({ code: 1, err: '--from must not lie in the past.' });
    expect(asked).toEqual([]);
  });

  it('ask nothing where none was in force, or none changes', async () => {
    expect(await say('tariff set simple 1.50')).toMatchObject({ code: 0 });
  });

  it('of chat messages and look-ups are asked about as well', async () => {
    expect(await say('chat tariff set utility 3')).toMatchObject({ code: 0 });
    expect((await say('chat tariff set utility 3.20')).err).toMatch(/3\.00 → 3\.20 rupees/);
    const { err } = await say('lookup price 2 1');
    expect(err).toMatch(/1\.00, again 0\.25 → 2\.00, again 1\.00/);
  });

  it('that are not in force yet can be removed, others cannot', async () => {
    const set = 'tariff set short_code 5 --from 2099-01-01 --yes';
    const { id } = (await json(set)) as { readonly id: number };
    expect(await json(`tariff remove ${id}`)).toMatchObject({ id, removed: true });
    const rows = (await json('tariff list')) as readonly { readonly id: number }[];
    expect(rows.map((row) => row.id)).not.toContain(id);
    const inForce = await say(`tariff remove ${rows[0]?.id}`);
    expect(inForce).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^This price is in force, or was:/),
    });
    expect((await say(`tariff remove ${id}`)).err).toMatch(
      /^There is no such price: see "paigham tariff/,
    );
  });
});

describe('link remove', () => {
  it('takes a link away once it is disabled, nothing leads to it and nothing waits', async () => {
    await script(
      'link',
      'add',
      'old-1',
      '--host',
      'h.example',
      '--system-id',
      'me',
      '--password',
      'x',
    );
    await say('route set SCO old-1');
    expect((await say('link remove old-1')).err).toMatch(/must be disabled/);
    await say('link disable old-1 --yes');
    expect((await say('link remove old-1')).err).toMatch(/has routes/);
    await putInLine('old-1', 2);
    await say('route remove SCO old-1 --yes');
    expect((await say('link remove old-1')).err).toMatch(/has messages waiting for it/);
    await database.transact((transaction) =>
      transaction.run(plain('test-empty', 'delete from queue where message_id = 2'), []),
    );
    expect(await say('link remove old-1')).toMatchObject({ code: 0 });
    expect(await say('link show old-1')).toMatchObject({
      code: 1,
      err: 'There is no link "old-1". Links: jazz, zong, ufone, telenor.',
    });
    expect((await say('link show jaz')).err).toMatch(/Did you mean "jazz"\?/);
    const [line] = (await json('audit list --action link.remove')) as readonly object[];
    expect(line).toMatchObject({ actor: 'test', detail: { name: 'old-1' } });
  });
});

describe('a password from standard input', () => {
  it.each([
    'link set jazz --password-stdin',
    'link add empty-1 --host h.example --system-id me --password-stdin',
    'user add bilal@shop.example --staff --password-stdin',
  ])('%s refuses an empty one', async (line) => {
    const before = await findLink(database, { name: 'jazz' });
    expect(await say(line)).toMatchObject({
      code: 2,
      err: expect.stringMatching(/Standard input is empty/),
    });
    expect((await findLink(database, { name: 'jazz' }))?.secretSealed).toEqual(
      before?.secretSealed,
    );
    expect(await findLink(database, { name: 'empty-1' })).toBeUndefined();
  });
});
