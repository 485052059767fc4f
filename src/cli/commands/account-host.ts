import { addHost, removeHost } from '../../admin/accounts/set-hosts.ts';
import { hostNameIn } from '../../domain/host-name.ts';
import { listHosts } from '../../store/chat/hosts.ts';
import { settled, type Answer, type Command, type Given, type Line } from '../command.ts';
import { findAccount } from '../find-account.ts';
import { showTime } from '../values.ts';

async function list(line: Line, given: Given): Promise<Answer> {
  const named = given.option('account');
  const account = named === undefined ? undefined : await findAccount(line, named);
  const hosts = await listHosts(line.reader, account?.id);
  const data = hosts.map(({ host, accountId, proof, sinceMs }) => {
    const state = proof === undefined ? 'pending' : 'proven';
    return { host, account: accountId, state, by: proof ?? null, since: showTime(sinceMs) };
  });
  return { data };
}

async function add(line: Line, given: Given): Promise<Answer> {
  const { id: accountId } = await findAccount(line, given.arg('ACCOUNT'));
  const publicHost = hostNameIn(line.chat.publicAddress);
  const named = { accountId, host: given.arg('HOST'), publicHost };
  const { host } = settled(await addHost(line.admin, named), given);
  const note = 'Next: point the domain at the proxy; see docs/operating/own-domains.md.';
  return { data: { host, account: accountId }, note };
}

async function remove(line: Line, given: Given): Promise<Answer> {
  const { id: accountId } = await findAccount(line, given.arg('ACCOUNT'));
  const host = settled(await removeHost(line.admin, { accountId, host: given.arg('HOST') }), given);
  return { data: { host, account: null } };
}

export const accountHostCommands: readonly Command[] = [
  {
    name: 'account host list',
    args: [],
    options: [{ name: 'account', value: 'ACCOUNT', about: 'of this account alone' }],
    about: 'Lists the domains of accounts: proven ones, and claims that change nothing yet.',
    run: list,
  },
  {
    name: 'account host add',
    args: ['ACCOUNT', 'HOST'],
    options: [],
    about: 'Gives an account a domain by your word: other accounts’ keys are refused there.',
    run: add,
  },
  {
    name: 'account host remove',
    args: ['ACCOUNT', 'HOST'],
    options: [],
    about: 'Takes a domain, or a claim to one, from an account.',
    run: remove,
  },
];
