import { removeHours } from '../../admin/policy/remove-hours.ts';
import { setHours } from '../../admin/policy/set-hours.ts';
import { DAYS, readHours, showHours, type Week } from '../../domain/policy/hours.ts';
import type { AccountId } from '../../domain/ids.ts';
import { UsageError } from '../../kit/refusal.ts';
import { listHours } from '../../store/settings/hours.ts';
import {
  settled,
  type Answer,
  type Command,
  type Fields,
  type Given,
  type Line,
} from '../command.ts';
import { findAccount } from '../find-account.ts';

function fieldsOf(accountId: AccountId | undefined, week: Week): Fields {
  const days = DAYS.map((name, day) => [name, showHours(week[day])] as const);
  return { account: accountId ?? 'every', ...Object.fromEntries(days) };
}

async function list({ reader }: Line): Promise<Answer> {
  const records = await listHours(reader);
  return { data: records.map(({ accountId, week }) => fieldsOf(accountId, week)) };
}

async function set(line: Line, given: Given): Promise<Answer> {
  const hours = readHours(given.arg('HOURS'));
  if (hours === undefined) throw new UsageError('HOURS must be 09:00-21:00, always or never.');
  const named = given.option('account');
  const accountId = named === undefined ? undefined : (await findAccount(line, named)).id;
  const days = readDays(given.option('days') ?? 'mon-sun');
  const week = settled(await setHours(line.admin, { accountId, hours, days }), given);
  return { data: fieldsOf(accountId, week) };
}

/** `mon-fri,sun`: numbers of days from Monday, 0. */
function readDays(text: string): readonly number[] {
  const dayOf = (name: string): number => {
    const day = DAYS.findIndex((it) => it === name.trim().toLowerCase());
    if (day < 0) throw new UsageError(`--days must be like mon-fri,sun: ${DAYS.join(', ')}.`);
    return day;
  };
  return text.split(',').flatMap((range) => {
    const [first = '', last = first] = range.split('-');
    const [from, to] = [dayOf(first), dayOf(last)];
    const length = ((to - from + 7) % 7) + 1;
    return Array.from({ length }, (_, index) => (from + index) % 7);
  });
}

async function remove(line: Line, given: Given): Promise<Answer> {
  const account = await findAccount(line, given.arg('ACCOUNT'));
  settled(await removeHours(line.admin, account.id), given);
  return { data: { account: account.id, hours: null } };
}

export const hoursCommands: readonly Command[] = [
  {
    name: 'hours list',
    args: [],
    options: [],
    about: 'Lists the promotional hours: everybody’s, and those of accounts with their own.',
    run: list,
  },
  {
    name: 'hours set',
    args: ['HOURS'],
    options: [
      {
        name: 'days',
        value: 'DAYS',
        about: 'of these days alone: sat,sun or mon-fri (default: all)',
      },
      { name: 'account', value: 'ACCOUNT', about: 'for this account alone' },
    ],
    about: 'Sets when promotional messages leave: 09:00-21:00 in Asia/Karachi, always or never.',
    run: set,
  },
  {
    name: 'hours remove',
    args: ['ACCOUNT'],
    options: [],
    about: 'Takes an account’s own hours away: everybody’s hold again.',
    run: remove,
  },
];
