/** The hours in which promotional messages leave. */
import type { AccountId } from '../../domain/ids.ts';
import { limit } from '../../domain/limits.ts';
import {
  ALWAYS,
  DAYS,
  longestClosedMinutes,
  readHours,
  showHours,
  type DayHours,
} from '../../domain/policy/hours.ts';
import type { Reader } from '../../kit/postgres/pool.ts';
import { Type } from '../../kit/shape.ts';
import { deleteHours, listHours, upsertHours, type HoursRecord } from '../caps/caps.sql.ts';
import { changed, refuse } from '../../operations/admin.ts';
import { account, argument, defaulted, forAccount, type Kind } from '../../operations/fields.ts';
import { operation, query } from '../../operations/operation.ts';
import type { RawFields } from '../../operations/show.ts';

function show({ accountId, week }: HoursRecord): RawFields {
  const days = DAYS.map((name, day) => [name, showHours(week[day])] as const);
  return { account: accountId ?? 'every', ...Object.fromEntries(days) };
}

export const hoursList = query({
  name: 'hours list',
  about: 'Lists the promotional hours: the general ones, and those of accounts with their own.',
  input: {},
  read: async ({ reader }) => ({ data: (await listHours(reader)).map(show) }),
});

/** An account's own hours before the general ones. */
async function findHours(reader: Reader, of: AccountId | undefined) {
  const records = await listHours(reader);
  const own = records.find(({ accountId }) => accountId === of);
  return (own ?? records.find(({ accountId }) => accountId === undefined))?.week;
}

const hours: Kind<DayHours | 'never'> = {
  word: 'HOURS',
  schema: Type.String(),
  must: 'must be 09:00-21:00, always or never',
  read: readHours,
};

/** Day numbers, Monday is 0: `mon-fri,sun`. */
const days: Kind<readonly number[]> = {
  word: 'DAYS',
  schema: Type.String(),
  must: `must be like mon-fri,sun: ${DAYS.join(', ')}`,
  read(given) {
    const dayOf = (name: string) => DAYS.findIndex((it) => it === name.trim().toLowerCase());
    const read = given.split(',').flatMap((range) => {
      const [first = '', last = first] = range.split('-');
      const [from, to] = [dayOf(first), dayOf(last)];
      const length = from < 0 || to < 0 ? 1 : ((to - from + 7) % 7) + 1;
      return Array.from({ length }, (_, index) => (from < 0 || to < 0 ? -1 : (from + index) % 7));
    });
    return read.includes(-1) ? undefined : read;
  },
};
const ALL_DAYS = DAYS.map((_, day) => day);

/** Messages already waiting leave as planned; later sends are judged by the new hours. */
export const setHours = operation({
  name: 'hours set',
  about:
    'Sets when promotional messages may be sent: 09:00-21:00 (Pakistan time), always or never.',
  audit: 'hours.set',
  raises: 'settings',
  input: {
    hours: argument('HOURS', hours),
    days: {
      ...defaulted('days', days, '', ALL_DAYS),
      options: [
        {
          name: 'days',
          value: 'DAYS',
          about: 'of these days only: sat,sun or mon-fri (default: all)',
        },
      ],
    },
    accountId: forAccount,
  },
  async work(transaction, { accountId, hours: wanted, days: which }) {
    const before = await findHours(transaction, accountId);
    const week = DAYS.map((_, day) => {
      if (!which.includes(day)) return before === undefined ? ALWAYS : before[day];
      return wanted === 'never' ? undefined : wanted;
    });
    const mostHours = limit('heldHours');
    if (longestClosedMinutes(week) > mostHours * 60) {
      return refuse('hours', `must open at least once in ${mostHours} hours: messages wait for it`);
    }
    await upsertHours(transaction, accountId, week);
    return changed(week, { hours: wanted, days: which });
  },
  show: (week, { accountId }) => ({ data: show({ accountId, week }) }),
  present: {
    by: ['accountId'],
    read: async ({ reader }, { accountId }) => {
      const week = await findHours(reader, accountId);
      const [hours, ...others] = new Set(week?.map(showHours));
      return others.length > 0 ? undefined : { hours };
    },
  },
});

export const removeHours = operation({
  name: 'hours remove',
  about: 'Removes an account’s own hours: the general ones apply again.',
  audit: 'hours.remove',
  raises: 'settings',
  input: { accountId: argument('ACCOUNT', account) },
  async work(transaction, { accountId }) {
    const existed = await deleteHours(transaction, { accountId });
    return existed ? changed(undefined, {}) : refuse('accountId', 'has no hours of its own');
  },
  show: (_, { accountId }) => ({ data: { account: accountId, hours: null } }),
});
