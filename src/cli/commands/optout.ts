import { addOptout } from '../../admin/optouts/add-optout.ts';
import { removeOptout } from '../../admin/optouts/remove-optout.ts';
import { UsageError } from '../../kit/refusal.ts';
import { listOptouts } from '../../store/optouts/list-optouts.ts';
import { settled, type Answer, type Command, type Given, type Line } from '../command.ts';
import { findAccount } from '../find-account.ts';
import { showTime } from '../values.ts';

const PAGE = 1_000;

async function list(line: Line, given: Given): Promise<Answer> {
  const account = await findAccount(line, given.arg('ACCOUNT'));
  const after = given.option('after') ?? '0';
  if (!/^\d{1,15}$/.test(after)) throw new UsageError('--after must be a number from the list.');
  const optouts = await listOptouts(line.reader, account.id, { after, most: PAGE });
  const last = optouts.length === PAGE ? optouts.at(-1) : undefined;
  const more = last === undefined ? {} : { note: `More: --after ${last.recipient}` };
  const data = optouts.map(({ recipient, scope, source, createdAtMs }) => ({
    recipient,
    scope,
    source,
    since: showTime(createdAtMs),
  }));
  return { data, empty: 'No opt-outs found.', ...more };
}

async function add(line: Line, given: Given): Promise<Answer> {
  const account = await findAccount(line, given.arg('ACCOUNT'));
  const scope = readScope(given.option('scope') ?? 'all');
  const wish = { accountId: account.id, recipient: given.arg('NUMBER'), scope, source: 'staff' };
  const recipient = settled(await addOptout(line.admin, wish), given);
  return { data: { account: account.id, recipient, scope } };
}

function readScope(text: string): 'all' | 'promotional' {
  if (text === 'all' || text === 'promotional') return text;
  throw new UsageError('--scope must be all or promotional.');
}

async function remove(line: Line, given: Given): Promise<Answer> {
  const account = await findAccount(line, given.arg('ACCOUNT'));
  const wish = { accountId: account.id, recipient: given.arg('NUMBER') };
  const recipient = settled(await removeOptout(line.admin, wish), given);
  return { data: { account: account.id, recipient, scope: null } };
}

export const optoutCommands: readonly Command[] = [
  {
    name: 'optout list',
    args: ['ACCOUNT'],
    options: [{ name: 'after', value: 'NUMBER', about: 'begin after this number' }],
    about: 'Lists the numbers that an account must not send to (suppression list).',
    run: list,
  },
  {
    name: 'optout add',
    args: ['ACCOUNT', 'NUMBER'],
    options: [
      { name: 'scope', value: 'SCOPE', about: 'all (default), or promotional messages alone' },
    ],
    about: 'Stops messages of an account to a number (adds it to the suppression list).',
    run: add,
  },
  {
    name: 'optout remove',
    args: ['ACCOUNT', 'NUMBER'],
    options: [],
    about: 'Removes a number from the suppression list of an account.',
    run: remove,
  },
];
