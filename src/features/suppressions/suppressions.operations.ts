/** Opt-outs: the suppression list of an account. */
import { isUserId, readUserId } from '../../domain/chat/user-id.ts';
import { readRecipient } from '../../domain/recipient/recipient.ts';
import type { AccountId } from '../../domain/ids.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';
import { withdrawHeard } from '../consents/consents.sql.ts';
import { limit } from '../../domain/limits.ts';
import { forEachYielding } from '@paigham/base/yielding.ts';
import { Type } from '../../kit/shape.ts';
import { findAccount } from '../accounts/accounts.sql.ts';
import {
  deleteOptoutOf,
  findOptoutOf,
  hasSoManyOptouts,
  insertOptout,
  insertOptouts,
  insertUserOptouts,
  listOptouts,
} from './suppressions.sql.ts';
import { changed, refuse, type Admin } from '../../operations/admin.ts';
import {
  account,
  argument,
  defaulted,
  internal,
  list,
  oneOf,
  option,
  text,
  type Kind,
} from '../../operations/fields.ts';
import { operation, query } from '../../operations/operation.ts';
import { at } from '../../operations/show.ts';

const PAGE = 1_000;

const accountId = argument('ACCOUNT', account);
const MUST = 'must be a Pakistani mobile number or the id of a chat user';
const recipient = argument('NUMBER', {
  ...text('NUMBER'),
  rule: (value) => (nameIn(value) === undefined ? MUST : undefined),
});
const NOBODY = refuse('recipient', MUST);

/** A number in its stored form, or the chat platform's id of a user. */
export function nameIn(given: string): string | undefined {
  const userId = readUserId(given);
  if (userId !== undefined) return userId;
  const read = readRecipient(given);
  return read.ok ? read.number : undefined;
}

/** A position in a list of numbers. */
export const placeOfNumber: Kind<string> = {
  ...text('NUMBER'),
  must: 'must be a number from the list',
  read: (given) => (/^\d{1,15}$/.test(given) || isUserId(given) ? given : undefined),
};

export const optoutList = query({
  name: 'optout list',
  about: 'Lists the numbers that an account must not send to (suppression list).',
  input: { accountId, after: option('after', placeOfNumber, 'start after this number') },
  async read({ reader }, { accountId, after = '0' }) {
    const optouts = await listOptouts(reader, { after, most: PAGE, accountId });
    const last = optouts.length === PAGE ? optouts.at(-1) : undefined;
    const data = optouts.map(({ scope, source, createdAtMs, ...it }) => {
      return { recipient: it.recipient, scope, source, since: at(createdAtMs) };
    });
    const note = last && `More: --after ${last.place}`;
    return { data, empty: 'No opt-outs found.', note };
  },
});

const scope = defaulted(
  'scope',
  oneOf('SCOPE', ['all', 'promotional']),
  'all messages, or promotional ones only',
  'all',
);
const ADD = { accountId, recipient, scope, source: internal('staff') };

/** Who asked for it: `api` if it was the holder of a key. */
function sourceBy<Other extends string>(grants: Admin['grants'], otherwise: Other): Other | 'api' {
  return grants === undefined ? otherwise : 'api';
}

/** Who wants no advertising agrees to it no more. */
function withdrawBy(
  transaction: Transaction,
  accountId: AccountId,
  people: readonly string[],
  by: Parameters<typeof withdrawHeard>[2],
): Promise<void> {
  const heard = people.map((person) => {
    const channel = isUserId(person) ? ('chat' as const) : undefined;
    const proof = 'suppression list';
    return { accountId, person, channel, saidAtMs: by.atMs, wording: '', proof };
  });
  return withdrawHeard(transaction, heard, by);
}

const UNVERIFIED = limit('optoutsUnverified');
const FULL = 'would be more than the list of this account may hold: a verified one may hold more';

/** The value is the number in its stored form. */
export const addOptout = operation({
  name: 'optout add',
  about: 'Stops messages of an account to a number, or to a chat user (suppression list).',
  who: 'account',
  audit: 'optout.add',
  raises: 'account',
  input: ADD,
  async work(transaction, { accountId, scope, source, ...input }, { clock, actor, grants }) {
    const name = nameIn(input.recipient);
    if (name === undefined) return NOBODY;
    const isVerified = (await findAccount(transaction, { accountId }))?.verified === true;
    // Those that come one by one are bounded by the pace of requests.
    if (!isVerified && (await hasSoManyOptouts(transaction, { accountId, most: UNVERIFIED }))) {
      return refuse('recipient', FULL);
    }
    const optout = { recipient: name, scope, source: sourceBy(grants, source) };
    const atMs = clock.nowMs();
    const by = { source: sourceBy(grants, 'staff'), madeBy: actor, atMs };
    await withdrawBy(transaction, accountId, [name], by);
    if (isUserId(name)) {
      await insertUserOptouts(transaction, accountId, { ...optout, userIds: [name] }, atMs);
    } else await insertOptout(transaction, { ...optout, accountId, atMs });
    return changed(name, optout);
  },
  async show(number, { accountId }, { reader }) {
    const optout = await findOptoutOf(reader, { accountId, name: number });
    return { data: { account: accountId, recipient: number, scope: optout?.scope } };
  },
});

/** So many people at once, by numbers or the ids of users. */
export const numbersUpTo = (most: number) =>
  argument('NUMBERS', {
    ...list,
    schema: Type.Array(Type.String({ maxLength: 160 }), { minItems: 1, maxItems: most }),
    rule: (given: readonly string[]) =>
      given.length >= 1 && given.length <= most ? undefined : `must be from 1 to ${most} numbers`,
  });

/** Each person once, by the kind of name; `invalid`: what is neither, as given. */
export async function sortPeople(numbers: readonly string[]) {
  const read = await forEachYielding(numbers, limit('rowsInPiece'), (given) => {
    return { given, name: nameIn(given) };
  });
  const names = [...new Set(read.flatMap(({ name }) => name ?? []))];
  const invalid = read.flatMap(({ given, name }) => (name === undefined ? [given] : []));
  const recipients = names.filter((it) => !isUserId(it));
  return { names, recipients, userIds: names.filter(isUserId), invalid };
}

export const importOptouts = operation({
  name: 'optout import',
  about: 'Stops messages of an account to many numbers, separated by commas.',
  who: 'account',
  audit: 'optout.import',
  raises: 'account',
  input: { accountId, numbers: numbersUpTo(limit('optoutsImported')), scope },
  async work(transaction, { accountId, numbers, scope: wanted }, { clock, actor, grants }) {
    const { names, recipients, userIds, invalid } = await sortPeople(numbers);
    const isVerified = (await findAccount(transaction, { accountId }))?.verified === true;
    const most = isVerified ? limit('optoutsOfAccount') : UNVERIFIED;
    const room = most - names.length + 1;
    if (room <= 0 || (await hasSoManyOptouts(transaction, { accountId, most: room }))) {
      return refuse('numbers', FULL);
    }
    const optouts = { scope: wanted, source: sourceBy(grants, 'staff') };
    const atMs = clock.nowMs();
    const by = { source: sourceBy(grants, 'staff'), madeBy: actor, atMs };
    await withdrawBy(transaction, accountId, names, by);
    const added =
      (await insertOptouts(transaction, { ...optouts, recipients, accountId, atMs })) +
      (await insertUserOptouts(transaction, accountId, { ...optouts, userIds }, atMs));
    const known = names.length - added;
    const counts = { added, known, invalid: invalid.length, scope: wanted };
    return changed({ added, known, invalid }, counts);
  },
  show: ({ added, known, invalid }) => ({ data: { added, known, invalid } }),
});

const ONE = { accountId, recipient };

export const removeOptout = operation({
  name: 'optout remove',
  about: 'Removes a number from the suppression list of an account.',
  who: 'account',
  audit: 'optout.remove',
  raises: 'account',
  input: ONE,
  async work(transaction, { accountId, ...input }) {
    const name = nameIn(input.recipient);
    if (name === undefined) return NOBODY;
    const existed = await deleteOptoutOf(transaction, { accountId, name });
    if (!existed) return refuse('recipient', 'has not opted out');
    return changed(name, { recipient: name });
  },
  show: (number, input) => ({
    data: { account: input.accountId, recipient: number, scope: null },
  }),
});
