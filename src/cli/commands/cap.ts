import { removeCap } from '../../admin/policy/remove-cap.ts';
import { setCap } from '../../admin/policy/set-cap.ts';
import { CAP_SCOPES, type CapRow, type CapScope } from '../../domain/policy/caps.ts';
import { UsageError } from '../../kit/refusal.ts';
import { listAudit } from '../../store/audit/list-audit.ts';
import { listCaps } from '../../store/settings/caps.ts';
import {
  settled,
  type Answer,
  type Command,
  type Fields,
  type Given,
  type Line,
} from '../command.ts';
import { findAccount } from '../find-account.ts';
import { readNumber, readRoute, showTime } from '../values.ts';

const ALARMS = 200;

function fieldsOf({ id, accountId, scope, senderRoute, most, minutes }: CapRow): Fields {
  return {
    id,
    account: accountId ?? 'every',
    per: scope,
    route: senderRoute ?? 'every',
    most: most ?? 'none',
    minutes: minutes ?? null,
  };
}

async function list({ reader }: Line): Promise<Answer> {
  return { data: (await listCaps(reader)).map(fieldsOf) };
}

async function set(line: Line, given: Given): Promise<Answer> {
  const most = given.arg('MOST');
  const named = given.option('account');
  const route = given.option('route');
  const isNone = most === 'none';
  const input = {
    accountId: named === undefined ? undefined : (await findAccount(line, named)).id,
    scope: readScope(given.arg('PER')),
    senderRoute: route === undefined ? undefined : readRoute(route, '--route'),
    most: isNone ? undefined : readNumber(most, 'MOST'),
    minutes: isNone ? undefined : readNumber(given.option('minutes') ?? '10', '--minutes'),
  };
  return { data: fieldsOf(settled(await setCap(line.admin, input), given)) };
}

function readScope(text: string): CapScope {
  const scope = CAP_SCOPES.find((it) => it === text);
  if (scope === undefined) throw new UsageError(`PER must be one of ${CAP_SCOPES.join(', ')}.`);
  return scope;
}

async function remove({ admin }: Line, given: Given): Promise<Answer> {
  const id = readNumber(given.arg('ID'), 'ID');
  return { data: fieldsOf(settled(await removeCap(admin, id), given)) };
}

async function alarms({ reader }: Line): Promise<Answer> {
  const actions = ['cap.reached', 'spending.near_cap'];
  const { lines } = await listAudit(reader, { actions, most: ALARMS });
  const data = lines.map(({ atMs, accountId, action, detail }) => ({
    at: showTime(atMs),
    account: accountId ?? null,
    what: action,
    detail: Object.entries(detail)
      .map(([name, value]) => `${name} ${String(value)}`)
      .join(', '),
  }));
  return { data };
}

export const capCommands: readonly Command[] = [
  {
    name: 'cap list',
    args: [],
    options: [],
    about: 'Lists the caps on how many messages are accepted in some minutes.',
    run: list,
  },
  {
    name: 'cap set',
    args: ['PER', 'MOST'],
    options: [
      { name: 'minutes', value: 'MINUTES', about: 'in any so many minutes (default: 10)' },
      { name: 'route', value: 'ROUTE', about: 'of this sender route alone' },
      { name: 'account', value: 'ACCOUNT', about: 'for this account, instead of everybody’s' },
    ],
    about:
      'Accepts at most MOST messages (or none: no cap) per number, block, template or account.',
    run: set,
  },
  {
    name: 'cap remove',
    args: ['ID'],
    options: [],
    about: 'Takes a cap away, or an account’s exception from one.',
    run: remove,
  },
  {
    name: 'cap alarms',
    args: [],
    options: [],
    about: 'Lists the caps that were reached lately, of velocity and of spending, newest first.',
    run: alarms,
  },
];
