/** What people write wrongly is refused in words that name it, before anything is asked or done. */
import { beforeAll, describe, expect, it } from 'vitest';
import { worldDatabase } from '../support/world.ts';
import { openTerminal, type Said, type Say } from './terminal.ts';

const { database, world } = await worldDatabase();
let paigham: Say;

beforeAll(async () => {
  paigham = openTerminal(database, world.admin);
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

  it('is refused as an amount: a cap below zero', async () => {
    const said = await say('account cap 1001 --day -5');
    expect(said).toMatchObject({ out: '', err: expect.stringMatching(/^--day must be /) });
  });

  it('takes a cap away, and keeps one of 0', async () => {
    const id = world.naya.accountId;
    expect(await say(`account cap ${id} --day 0`)).toMatchObject({ code: 0 });
    expect(await say(`account cap ${id} --day none`)).toMatchObject({ code: 0 });
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
