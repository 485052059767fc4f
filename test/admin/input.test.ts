/** What people write wrongly is refused in words that name it, before anything is asked or done. */
import { beforeAll, describe, expect, it } from 'vitest';
import { worldDatabase } from '../support/world.ts';
import { openTerminal, type Said, type Say } from './terminal.ts';

const { database, world } = await worldDatabase();
const asked: string[] = [];
let paigham: Say;
let nobody: Say;

beforeAll(async () => {
  const confirm = (question: string): boolean => asked.push(question) < 0;
  paigham = openTerminal(database, world.admin, { confirm });
  nobody = openTerminal(database, world.admin);
});

/** One line of words without blanks in them; `''` is an empty word. */
const say = (line: string): Promise<Said> =>
  paigham(...line.split(' ').map((word) => (word === `''` ? '' : word)));

async function auditOf(action: string): Promise<readonly unknown[]> {
  const { out } = await say(`audit list --action ${action} --json`);
  return JSON.parse(out) as readonly unknown[];
}

describe('malformed input', () => {
  it.each([
    [`account create ''`, 'NAME is missing.'],
    [`operator add ''`, 'NAME is missing.'],
    [`cap set '' 5`, 'PER is missing.'],
    [`credit add 1001 ''`, 'RUPEES is missing.'],
    [`sender add 1001 '' branded`, 'NAME is missing.'],
    [`dnc show ''`, 'NUMBER is missing.'],
    [`prefix set Zong ''`, 'PREFIX is missing.'],
  ])('says which argument is empty: %s', async (line, err) => {
    expect(await say(line)).toEqual({ code: 2, out: '', err });
  });

  it.each([
    ['account cap 1001 --day -5', /^--day must be /],
    ['account cap 1001 --month 100000001', /^--month must be from 0 to 100000000 rupees\.$/],
    ['account cap 1001 --alarm-at 101', /^--alarm-at must be from 1 to 100 percent\.$/],
    ['credit add 1001 -5', /^RUPEES must be /],
    ['credit add 1001 0', /^RUPEES must be more than 0/],
    ['credit add 1001 0.000001', /^RUPEES must be rupees without commas, with at most 2 decimals/],
    ['optout add 1001 12', /^NUMBER must be a Pakistani mobile number or the id of /],
    ['optout remove 1001 12', /^NUMBER must be a Pakistani mobile number or the id of /],
    ['link set jazz --port 99999', /^--port must be /],
    ['link set jazz --tls maybe', /^--tls must be /],
    ['prefix set Zong 0300', /^PREFIX holds 0300/],
    ['tariff set simple -1 --operator SCO --from 2099-01-01', /^RUPEES must be /],
    ['cap set number 0', /^MOST must be a whole number from 1/],
    ['user add x@y.example --staff --role boss', /^--role goes with --account\.$/],
  ])('is a usage error that names the field: %s', async (line, err) => {
    expect(await say(line)).toEqual({ code: 2, out: '', err: expect.stringMatching(err) });
    expect(asked).toEqual([]);
  });

  it('takes a cap away, and keeps one of 0', async () => {
    const id = world.naya.accountId;
    expect(await say(`account cap ${id} --day 0`)).toMatchObject({ code: 0 });
    expect(await say(`account cap ${id} --day none`)).toMatchObject({ code: 0 });
  });

  it('asks nothing about a carrier that does not exist', async () => {
    await nobody('operator', 'add', 'Onic');
    await nobody('operator', 'point', 'Onic', 'Zong', '--yes');
    const said = await say('operator point Onic Nope');
    expect(said).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^There is no operator "Nope"/),
    });
    expect(asked).toEqual([]);
  });

  it.each([
    ['sender unshare Nobody', 'NAME is not shared: see "paigham sender shared".'],
    ['optout remove 1001 923009999999', 'NUMBER has not opted out.'],
  ])('is refused before a question is put: %s', async (line, err) => {
    expect(await say(line)).toEqual({ code: 1, out: '', err });
    expect(asked).toEqual([]);
  });

  it('asks nothing about a sender ID that was never requested', async () => {
    const said = await say(`sender approve ${world.naya.accountId} R0shanStore`);
    expect(said).toMatchObject({ code: 1, err: expect.stringMatching(/^NAME /) });
    expect(asked).toEqual([]);
  });

  it('changes nothing and leaves no audit line where nothing is to change', async () => {
    const said = await say('chat set 1001 1');
    expect(said).toMatchObject({ code: 2, err: expect.stringMatching(/^Say what to change/) });
    expect(await auditOf('chat.set')).toEqual([]);
  });
});

describe('--yes', () => {
  it('is taken by every command', async () => {
    const { accountId } = world.naya;
    expect(await nobody('credit', 'add', String(accountId), '5', '--yes')).toMatchObject({
      code: 0,
    });
    expect(await nobody('--yes', 'operator', 'list')).toMatchObject({ code: 0 });
  });
});

describe('reply list', () => {
  it('leaves a line in the audit, as message list does', async () => {
    await say('reply list --account 1001 --from 923001234567');
    expect(await auditOf('reply.list')).toMatchObject([
      { account: 1001, detail: { from: '923001234567', found: 0 } },
    ]);
  });
});
