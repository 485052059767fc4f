/** Names under which accounts send: one that is taken from all, and those that look alike. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { plain } from '../../src/kit/postgres/statement.ts';
import type { AccountId } from '../../src/domain/ids.ts';
import { worldDatabase } from '../support/world.ts';
import { openTerminal, type Said, type Say } from './terminal.ts';

const { database, world } = await worldDatabase();
/** Nobody sits at this one. */
let script: Say;
let asked: string[] = [];
/** Says no to everything. */
let person: Say;

beforeAll(async () => {
  script = openTerminal(database, world.admin);
  const confirm = (question: string): boolean => {
    asked.push(question);
    return false;
  };
  person = openTerminal(database, world.admin, { confirm });
});

beforeEach(() => {
  asked = [];
});

const say = (line: string): Promise<Said> => script(...line.split(' '));
const ask = (line: string): Promise<Said> => person(...line.split(' '));
const json = async (line: string): Promise<unknown> =>
  JSON.parse((await say(`${line} --json`)).out);

describe('sender unshare', () => {
  /** A message by a shared sender of an account, in line. */
  const putUnder = (name: string, id: number, accountId: AccountId): Promise<unknown> =>
    database.transact(async (transaction) => {
      await transaction.run(plain('test-partition', PARTITION), []);
      await transaction.run(plain('test-message', MESSAGE), [accountId, id, name]);
      await transaction.run(plain('test-queue', QUEUED), [accountId, id]);
    });
  const PARTITION = `create table if not exists messages_first partition of messages
                     for values from (0) to (1000)`;
  const MESSAGE = `
    insert into messages (account_id, id, position, recipient, template_id, sender_id, tariff_id,
                          operator_id, alphabet, parts, price_micros, reserve_id, accepted_at,
                          expires_at, text)
    select $1, $2, 0, 923001234567, 1, id, 1, 1, 0, 1, 0, 1, now(), now(), 'Hello'
    from senders where account_id = $1 and name = $3`;
  const QUEUED = `
    insert into queue (account_id, message_id, link_id, priority, attempt, due_at, expires_at)
    select $1, $2, id, 0, 0, now(), now() from links where name = 'jazz'`;

  it('says from whom the name is taken and what waits under it, and asks', async () => {
    await putUnder('Notice', 801, world.roshan.accountId);
    await putUnder('Notice', 802, world.naya.accountId);
    await putUnder('InfoSMS', 803, world.naya.accountId);
    const said = await ask('sender unshare Notice');
    expect(asked).toEqual([
      'Notice would be withdrawn from every account: sends with it would be refused.\n' +
        '2 messages wait under it, of 2 accounts, and would be rejected and not charged.\n' +
        'Go on? [y/N] ',
    ]);
    expect(said).toMatchObject({ code: 1, err: 'Nothing was changed.' });
    expect(await say('sender unshare Notice')).toMatchObject({ code: 2, out: '' });
    expect(JSON.stringify(await json('sender shared'))).toContain('Notice');
    expect(await say('sender unshare Notice --yes')).toMatchObject({ code: 0 });
    expect(JSON.stringify(await json('sender shared'))).not.toContain('Notice');
  });

  it('asks nothing about a name that is not shared', async () => {
    expect(await ask('sender unshare Nobodys')).toMatchObject({
      code: 1,
      err: 'NAME is not shared: see "paigham sender shared".',
    });
    expect(asked).toEqual([]);
  });
});

describe('a sender that looks like one of another account', () => {
  const like = (): string => `R0shanStore looks like RoshanStore of account ${roshanId()}.`;
  const roshanId = (): AccountId => world.roshan.accountId;

  it('is told of when it is added, and asked about when it is approved', async () => {
    const { accountId } = world.naya;
    await say(`account set ${accountId} --verified on`);
    const added = await say(`sender add ${accountId} R0shanStore branded`);
    expect(added).toMatchObject({ code: 0, out: expect.stringContaining(like()) });
    const approve = `sender approve ${accountId} R0shanStore`;
    expect(await ask(approve)).toMatchObject({ code: 1 });
    expect(asked).toEqual([`${like()}\nGo on? [y/N] `]);
    expect(await say(approve)).toMatchObject({ code: 2 });
    expect(await json(`sender list ${accountId} --state waiting`)).toHaveLength(1);
    expect(await say(`${approve} --yes`)).toMatchObject({ code: 0 });
  });

  it('is approved without a word when none is like it', async () => {
    const { accountId } = world.naya;
    await say(`account set ${accountId} --verified on`);
    const added = await say(`sender add ${accountId} NayaClinic branded`);
    expect(added.out).not.toContain('looks like');
    expect(await say(`sender approve ${accountId} NayaClinic`)).toMatchObject({ code: 0 });
  });

  it('is not shared, nor is one like a shared name', async () => {
    expect((await say('sender share R0SHANSTORE')).err).toMatch(
      new RegExp(`^NAME is account ${roshanId()}’s own, or too like it: RoshanStore\\.`),
    );
    expect((await say('sender share lnf0SMS')).err).toBe(
      'NAME is too similar to the shared name InfoSMS.',
    );
    expect(await say('sender share InfoSMS')).toMatchObject({ code: 0 });
  });
});
