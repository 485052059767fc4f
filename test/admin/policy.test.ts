import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { AccountId } from '../../src/domain/ids.ts';
import { capsOf, weekOf } from '../../src/domain/policy/policy.ts';
import { showHours } from '../../src/domain/policy/hours.ts';
import {
  findForbidden,
  findForbiddenAmong,
} from '../../src/features/suppressions/forbidden.sql.ts';
import { readRouting } from '../../src/store/snapshots/routing-snapshots.ts';
import { temporaryDir } from '../support/temporary.ts';
import { worldDatabase } from '../support/world.ts';
import { openTerminal, type Said, type Say } from './terminal.ts';

const { database, world } = await worldDatabase();
const folder = temporaryDir();
let paigham: Say;

beforeAll(async () => {
  paigham = openTerminal(database, world.admin);
});

const say = (line: string): Promise<Said> => paigham(...line.split(' '));
const json = async (line: string): Promise<unknown> => {
  const { out, err } = await say(`${line} --json`);
  return err === '' ? JSON.parse(out) : JSON.parse(err).error.message;
};
const policy = async () => {
  const routing = await readRouting(database, 0);
  if (routing === undefined) throw new Error('there are no routing');
  return routing.policy;
};
const version = async (): Promise<number> => (await readRouting(database, 0))?.version ?? 0;

describe('hours, by words', () => {
  it('are set for everybody, for days, and for an account', async () => {
    const id = world.naya.accountId;
    await say('hours set 09:00-21:00');
    expect(await json('hours set 10:00-18:00 --days sat,sun')).toMatchObject({
      account: 'every',
      fri: '09:00-21:00',
      sat: '10:00-18:00',
    });
    await say(`hours set never --days sun --account ${id}`);
    expect(await json('hours list')).toMatchObject([
      { account: 'every', sun: '10:00-18:00' },
      { account: id, mon: '09:00-21:00', sat: '10:00-18:00', sun: 'never' },
    ]);
    expect(
      weekOf(await policy(), id)
        .map(showHours)
        .at(6),
    ).toBe('never');
    await say(`hours remove ${id}`);
    expect(
      weekOf(await policy(), id)
        .map(showHours)
        .at(6),
    ).toBe('10:00-18:00');
    expect(await json(`hours remove ${id}`)).toBe('ACCOUNT has no hours of its own.');
  });

  it.each([
    ['hours set 21:00-09:00', 'HOURS must be 09:00-21:00, always or never.'],
    ['hours set always --days someday', '--days must be like mon-fri,sun'],
    ['hours set never', 'HOURS must open at least once in 72 hours'],
    ['hours set always --account 1', 'There is no account 1'],
  ])('%s is refused', async (line, sentence) => {
    expect((await say(line)).err).toContain(sentence);
  });
});

describe('caps, by words', () => {
  it('that are shipped look at one-time codes alone', async () => {
    const { caps } = await policy();
    const stranger = 1 as AccountId;
    expect(capsOf(caps, stranger, 'simple')).toEqual([]);
    expect(capsOf(caps, stranger, 'branded')).toEqual([]);
    expect(capsOf(caps, stranger, 'short_code')).toMatchObject([
      { scope: 'number', most: 8, minutes: 10 },
      { scope: 'block', most: 200, minutes: 10 },
    ]);
  });

  it('are set, changed, lifted for an account and removed', async () => {
    const id = world.naya.accountId;
    const set = await json('cap set template 50 --minutes 60 --route branded');
    expect(set).toMatchObject({ per: 'template', route: 'branded', most: 50, minutes: 60 });
    expect(await json('cap set template 40 --minutes 60 --route branded')).toEqual({
      ...(set as object),
      most: 40,
    });
    await say(`cap set number none --route short_code --account ${id}`);
    const { caps } = await policy();
    expect(capsOf(caps, id, 'short_code').map(({ scope }) => scope)).toEqual(['block']);
    expect(capsOf(caps, id, 'branded').map(({ most }) => most)).toEqual([40]);
    await say(`cap set number 20 --route short_code --account ${id}`);
    expect(capsOf((await policy()).caps, id, 'short_code')[0]?.most).toBe(20);
    await say(`cap remove ${(set as { id: number }).id}`);
    expect(capsOf((await policy()).caps, id, 'branded')).toEqual([]);
  });

  it.each([
    ['cap set people 8', 'PER must be one of number, block, template, account.'],
    ['cap set number 0', 'MOST must be a whole number from 1'],
    ['cap set number none', 'MOST must be a number for everybody'],
    ['cap set number 8 --minutes 1441', '--minutes must be a whole number from 1 to 1440'],
    ['cap set number 8 --account 1', 'There is no account 1'],
    ['cap remove 999999', 'is not one of the caps'],
  ])('%s is refused', async (line, sentence) => {
    expect((await say(line)).err).toContain(sentence);
  });
});

describe('spending caps, by words', () => {
  it('are shown with what is reserved, and taken away', async () => {
    const id = world.naya.accountId;
    await say(`account cap ${id} --day 500 --month 9000.50 --alarm-at 90`);
    expect(await json(`account show ${id}`)).toMatchObject({
      reserved_today: '0.00 of 500.00',
      reserved_this_month: '0.00 of 9000.50',
      spending_alarm_percent: 90,
    });
    await say(`account cap ${id} --month none`);
    expect(await json(`account show ${id}`)).toMatchObject({
      reserved_today: '0.00 of 500.00',
      reserved_this_month: '0.00',
      spending_alarm_percent: 90,
    });
  });

  it.each([
    ['account cap Naya_Clinic --alarm-at 101', '--alarm-at must be from 1 to 100 percent'],
    ['account cap Naya_Clinic', 'Say what to change'],
  ])('%s is refused', async (line, sentence) => {
    const words = line.split(' ').map((word) => word.replace('_', ' '));
    expect((await paigham(...words)).err).toContain(sentence);
  });
});

describe('the do-not-call register', () => {
  const write = (name: string, lines: readonly string[]): string => {
    const path = join(folder, name);
    writeFileSync(path, lines.join('\r\n'));
    return path;
  };

  it('is imported from a file, whatever form its numbers have', async () => {
    const file = write('first.csv', [
      '\uFEFFnumber,date',
      '923001234567,2026-01-01',
      '"0300 1234568";x',
      '+923001234569',
      '3001234570',
      '923001234567',
      '',
      'not a number',
    ]);
    const before = await version();
    expect(await json(`dnc import ${file} --source PTA`)).toEqual({
      source: 'PTA',
      read: 7,
      added: 4,
      removed: 0,
      unreadable: 2,
      unreadable_lines: ['1', '8'],
    });
    expect(await version()).toBe(before + 1);
    expect(await json('dnc show 03001234568')).toMatchObject([
      { recipient: '923001234568', source: 'PTA' },
    ]);
    expect(await json('dnc list')).toMatchObject([{ source: 'PTA', numbers: 4 }]);
    expect(await json('dnc list --after 923001234568')).toMatchObject([
      { recipient: '923001234569' },
      { recipient: '923001234570' },
    ]);
  });

  it('is replaced source by source', async () => {
    await say(`dnc import ${write('zong.txt', ['923001234567', '923111234567'])} --source Zong`);
    const file = write('second.txt', ['923001234568', '923001234599']);
    expect(await json(`dnc import ${file} --source PTA --replace`)).toMatchObject({
      added: 1,
      removed: 3,
    });
    expect(await json('dnc list')).toMatchObject([
      { source: 'PTA', numbers: 2 },
      { source: 'Zong', numbers: 2 },
    ]);
    expect(await json('dnc show 923001234567')).toMatchObject([{ source: 'Zong' }]);
  });

  it.each([
    ['the wrong file', ['a,b', 'c,d', '923001234567'], 'FILE must have a number in most lines'],
    ['an empty file', [''], 'FILE must have a number in most lines'],
  ])('is left alone by %s', async (_, lines, sentence) => {
    const before = await json('dnc list');
    const file = write('wrong.txt', lines);
    expect(await json(`dnc import ${file} --source PTA --replace`)).toContain(sentence);
    expect(await json('dnc list')).toEqual(before);
  });

  it('says so when there is no file, or no source', async () => {
    expect(await json('dnc import /nowhere/at/all --source PTA')).toContain(
      ': there is no such file.',
    );
    expect(await json('dnc import /nowhere/at/all')).toContain(
      '--source must say whose list it is',
    );
  });

  it('forgets a number', async () => {
    expect(await json('dnc remove 923111234567')).toEqual({
      recipient: '923111234567',
      removed_from: ['Zong'],
    });
    expect(await json('dnc remove 923111234567')).toBe('NUMBER is not on the register.');
  });

  it('is asked with the wishes of recipients in one statement', async () => {
    const accountId = world.naya.accountId;
    await say(`optout add ${accountId} 923001234599 --scope promotional`);
    const recipients = ['923001234599', '923001234568', '923001234511'];
    const ask = { accountId, recipients };
    expect(await findForbidden(database, { ...ask, promotional: false })).toEqual(new Map());
    const found = new Map([
      ['923001234599', 'opted_out'],
      ['923001234568', 'do_not_call'],
    ]);
    expect(await findForbidden(database, { ...ask, promotional: true })).toEqual(found);
    const wishes = recipients.flatMap((recipient) => [
      { accountId, recipient, promotional: true },
      { accountId: world.roshan.accountId, recipient, promotional: true },
      { accountId, recipient, promotional: false },
    ]);
    expect(await findForbiddenAmong(database, wishes)).toEqual(
      new Map([
        [0, 'opted_out'],
        [1, 'do_not_call'],
        [3, 'do_not_call'],
        [4, 'do_not_call'],
      ]),
    );
  });

  it('takes a list of many pieces', async () => {
    const numbers = Array.from(
      { length: 100_000 },
      (_, index) => `9232${String(index * 7).padStart(8, '0')}`,
    );
    const file = write('many.txt', numbers);
    expect(await json(`dnc import ${file} --source PTA --replace`)).toMatchObject({
      read: 100_000,
      added: 100_000,
      removed: 2,
      unreadable: 0,
    });
    expect(await json('dnc list')).toMatchObject([
      { source: 'PTA', numbers: 100_000 },
      { source: 'Zong', numbers: 1 },
    ]);
  });
});
