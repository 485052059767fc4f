import { addSender } from '../../../desk/senders/add-sender.ts';
import { decideSender } from '../../../desk/senders/decide-sender.ts';
import { shareSender, unshareSender } from '../../../desk/senders/share-sender.ts';
import type { Sender } from '../../../domain/sender/sender.ts';
import { listSenders, listSharedSenders } from '../../../store/senders/list-senders.ts';
import {
  settled,
  type Answer,
  type Command,
  type Fields,
  type Given,
  type Line,
} from '../command.ts';
import { findAccount } from '../find-account.ts';
import { readRoute } from '../values.ts';

function fieldsOf({ name, route, state }: Sender, reason: string | null = null): Fields {
  return { name, route, state, reason };
}

async function list(line: Line, given: Given): Promise<Answer> {
  const account = await findAccount(line, given.arg('ACCOUNT'));
  const senders = await listSenders(line.reader, account.id);
  return { data: senders.map((sender) => fieldsOf(sender, sender.reason)) };
}

async function listShared({ reader }: Line): Promise<Answer> {
  const names = await listSharedSenders(reader);
  return { data: names.map((name) => ({ name })) };
}

async function share({ desk }: Line, given: Given): Promise<Answer> {
  const name = given.arg('NAME');
  settled(await shareSender(desk, name), given);
  return { data: { name }, note: 'Every account may now send by it.' };
}

async function unshare({ desk }: Line, given: Given): Promise<Answer> {
  const name = given.arg('NAME');
  settled(await unshareSender(desk, name), given);
  return { data: { name }, note: 'No account may send by it any more.' };
}

async function add(line: Line, given: Given): Promise<Answer> {
  const account = await findAccount(line, given.arg('ACCOUNT'));
  const wanted = { name: given.arg('NAME'), route: readRoute(given.arg('ROUTE'), 'ROUTE') };
  const sender = settled(await addSender(line.desk, { accountId: account.id, ...wanted }), given);
  return { data: fieldsOf(sender) };
}

const decide = (state: 'approved' | 'rejected') => async (line: Line, given: Given) => {
  const account = await findAccount(line, given.arg('ACCOUNT'));
  const reason = given.option('reason');
  const why = reason === undefined ? {} : { reason };
  const decision = { accountId: account.id, name: given.arg('NAME'), state, ...why };
  const sender = settled(await decideSender(line.desk, decision), given);
  return { data: fieldsOf(sender, reason) };
};

const REASON = { name: 'reason', value: 'TEXT', about: 'why, for the account to read' };

export const senderCommands: readonly Command[] = [
  {
    name: 'sender list',
    args: ['ACCOUNT'],
    options: [],
    about: 'Lists the senders of an account.',
    run: list,
  },
  {
    name: 'sender add',
    args: ['ACCOUNT', 'NAME', 'ROUTE'],
    options: [],
    about: 'Asks for a sender of its own; ROUTE is branded or short_code.',
    run: add,
  },
  {
    name: 'sender approve',
    args: ['ACCOUNT', 'NAME'],
    options: [],
    about: 'Approves a sender.',
    run: decide('approved'),
  },
  {
    name: 'sender reject',
    args: ['ACCOUNT', 'NAME'],
    options: [REASON],
    about: 'Rejects a sender, also one that was approved.',
    run: decide('rejected'),
  },
  {
    name: 'sender shared',
    args: [],
    options: [],
    about: 'Lists the names that every account may use.',
    run: listShared,
  },
  {
    name: 'sender share',
    args: ['NAME'],
    options: [],
    about: 'Lets every account send by a name at once; digits are a short code.',
    run: share,
  },
  {
    name: 'sender unshare',
    args: ['NAME'],
    options: [],
    about: 'Takes a shared name away from every account.',
    run: unshare,
  },
];
