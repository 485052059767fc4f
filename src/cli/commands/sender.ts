import { addSender } from '../../admin/senders/add-sender.ts';
import { decideSender } from '../../admin/senders/decide-sender.ts';
import { shareSender, unshareSender } from '../../admin/senders/share-sender.ts';
import type { Sender } from '../../domain/sender/sender.ts';
import type { AccountId } from '../../domain/ids.ts';
import {
  listLikeSenders,
  listSenders,
  listSharedSenders,
} from '../../store/senders/list-senders.ts';
import { agree, YES } from '../agree.ts';
import {
  settled,
  type Answer,
  type Command,
  type Fields,
  type Given,
  type Line,
} from '../command.ts';
import { findAccount } from '../find-account.ts';
import { APPROVAL_OPTIONS, more, readApprovals } from '../paging.ts';
import { tellUnshared } from '../stranded.ts';
import { readRoute, showTime } from '../values.ts';

function fieldsOf({ name, route, state }: Sender, reason: string | null = null): Fields {
  return { name, route, state, reason };
}

async function list(line: Line, given: Given): Promise<Answer> {
  const named = given.arg('[ACCOUNT]');
  const accountId = named === '' ? undefined : (await findAccount(line, named)).id;
  const ask = readApprovals(given);
  const senders = await listSenders(line.reader, { accountId, ...ask });
  const data = senders.map((sender) => ({
    id: sender.id,
    account: sender.accountId,
    account_name: sender.account,
    ...fieldsOf(sender, sender.reason),
    asked_for: showTime(sender.createdAtMs),
  }));
  return { data, empty: 'No senders found.', ...more(senders, ask.most) };
}

async function listShared({ reader }: Line): Promise<Answer> {
  const names = await listSharedSenders(reader);
  return { data: names.map((name) => ({ name })), empty: 'No sender IDs are shared.' };
}

async function share({ admin }: Line, given: Given): Promise<Answer> {
  const name = given.arg('NAME');
  settled(await shareSender(admin, name), given);
  return { data: { name }, note: 'Every account can send with it from now on.' };
}

async function unshare(line: Line, given: Given): Promise<Answer> {
  const name = given.arg('NAME');
  const isShared = (await listSharedSenders(line.reader)).includes(name);
  if (isShared) await agree(line, given, await tellUnshared(line, name));
  settled(await unshareSender(line.admin, name), given);
  return { data: { name }, note: 'No account can send with it any more.' };
}

async function add(line: Line, given: Given): Promise<Answer> {
  const account = await findAccount(line, given.arg('ACCOUNT'));
  const wanted = { name: given.arg('NAME'), route: readRoute(given.arg('ROUTE'), 'ROUTE') };
  const sender = settled(await addSender(line.admin, { accountId: account.id, ...wanted }), given);
  const like = await tellLike(line, account.id, sender.name);
  return { data: fieldsOf(sender), ...(like.length > 0 && { note: like.join('\n') }) };
}

/** The names of other accounts that people would take this one for; empty: none. */
async function tellLike(
  { reader }: Line,
  accountId: AccountId,
  name: string,
): Promise<readonly string[]> {
  const like = await listLikeSenders(reader, name);
  return like
    .filter((other) => other.accountId !== accountId)
    .map((other) => `${name} looks like ${other.name} of account ${other.accountId}.`);
}

const decide = (state: 'approved' | 'rejected') => async (line: Line, given: Given) => {
  const account = await findAccount(line, given.arg('ACCOUNT'));
  const name = given.arg('NAME');
  if (state === 'approved') await agree(line, given, await tellLike(line, account.id, name));
  const reason = given.option('reason');
  const why = reason === undefined ? {} : { reason };
  const decision = { accountId: account.id, name, state, ...why };
  const sender = settled(await decideSender(line.admin, decision), given);
  return { data: fieldsOf(sender, reason) };
};

const REASON = { name: 'reason', value: 'TEXT', about: 'why, for the account to read' };

export const senderCommands: readonly Command[] = [
  {
    name: 'sender list',
    args: ['[ACCOUNT]'],
    options: APPROVAL_OPTIONS,
    about: 'Lists the sender IDs of an account, or of all, newest first.',
    run: list,
  },
  {
    name: 'sender add',
    args: ['ACCOUNT', 'NAME', 'ROUTE'],
    options: [],
    about: 'Requests a sender ID of its own; it must be approved. ROUTE: branded, short_code.',
    run: add,
  },
  {
    name: 'sender approve',
    args: ['ACCOUNT', 'NAME'],
    options: [YES],
    about: 'Approves a sender ID; asks first where it looks like one of another account.',
    run: decide('approved'),
  },
  {
    name: 'sender reject',
    args: ['ACCOUNT', 'NAME'],
    options: [REASON],
    about: 'Rejects a sender ID, also one that was approved.',
    run: decide('rejected'),
  },
  {
    name: 'sender shared',
    args: [],
    options: [],
    about: 'Lists the sender IDs that every account can use.',
    run: listShared,
  },
  {
    name: 'sender share',
    args: ['NAME'],
    options: [],
    about: 'Lets every account send with a sender ID, at once; digits are a short code.',
    run: share,
  },
  {
    name: 'sender unshare',
    args: ['NAME'],
    options: [YES],
    about: 'Takes a shared name from every account and rejects what waits under it; asks first.',
    run: unshare,
  },
];
