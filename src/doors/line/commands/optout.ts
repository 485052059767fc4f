import { addOptout } from '../../../desk/optouts/add-optout.ts';
import { removeOptout } from '../../../desk/optouts/remove-optout.ts';
import { UsageError } from '../../../kit/refusal.ts';
import { listOptouts } from '../../../store/optouts/list-optouts.ts';
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
  return { data, ...more };
}

async function add(line: Line, given: Given): Promise<Answer> {
  const account = await findAccount(line, given.arg('ACCOUNT'));
  const scope = readScope(given.option('scope') ?? 'all');
  const wish = { accountId: account.id, recipient: given.arg('NUMBER'), scope, source: 'staff' };
  const recipient = settled(await addOptout(line.desk, wish), given);
  return { data: { account: account.id, recipient, scope } };
}

function readScope(text: string): 'all' | 'promotional' {
  if (text === 'all' || text === 'promotional') return text;
  throw new UsageError('--scope must be all or promotional.');
}

async function remove(line: Line, given: Given): Promise<Answer> {
  const account = await findAccount(line, given.arg('ACCOUNT'));
  const wish = { accountId: account.id, recipient: given.arg('NUMBER') };
  const recipient = settled(await removeOptout(line.desk, wish), given);
  return { data: { account: account.id, recipient, scope: null } };
}

export const optoutCommands: readonly Command[] = [
  {
    name: 'optout list',
    args: ['ACCOUNT'],
    options: [{ name: 'after', value: 'NUMBER', about: 'begin after this number' }],
    about: 'Lists the numbers that want no messages of an account.',
    run: list,
  },
  {
    name: 'optout add',
    args: ['ACCOUNT', 'NUMBER'],
    options: [
      { name: 'scope', value: 'SCOPE', about: 'all (default), or promotional messages alone' },
    ],
    about: 'Sends a number no more messages.',
    run: add,
  },
  {
    name: 'optout remove',
    args: ['ACCOUNT', 'NUMBER'],
    options: [],
    about: 'Sends a number messages again.',
    run: remove,
  },
];
