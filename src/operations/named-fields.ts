/** Accounts, links and operators, which people name: who is wrong is told the right names. */
import type { AccountId } from '../domain/ids.ts';
import { nearest } from '../kit/arguments.ts';
import type { Reader } from '../kit/postgres/pool.ts';
import { Refusal } from '@paigham/base/refusal.ts';
import { Type } from '../kit/shape.ts';
import {
  type AccountRecord,
  findAccount as findById,
  findAccountByName,
} from '../features/accounts/accounts.sql.ts';
import {
  findLink,
  type LinkRecord,
  listLinks,
  listQueueLinks,
  type QueueLink,
} from '../features/links/links.sql.ts';
import { listOperators, type OperatorRecord } from '../features/operators/operators.sql.ts';
import type { Kind } from './fields.ts';

/** An account, by its id or its exact name. */
export const account: Kind<AccountId> = {
  word: 'ACCOUNT',
  schema: Type.String(),
  must: '',
  read: async (given, { reader }) => (await findAccount(reader, given)).id,
};

/** The account that somebody named. @throws Refusal if there is none. */
async function findAccount(reader: Reader, named: string): Promise<AccountRecord> {
  const isId = /^\d{1,15}$/.test(named);
  const found = isId
    ? await findById(reader, { accountId: Number(named) as AccountId })
    : await findAccountByName(reader, { name: named });
  if (found !== undefined) return found;
  throw new Refusal(
    `There is no account ${isId ? named : `named "${named}"`}: see "paigham account list".`,
  );
}

/** The account with an id that was read. */
export async function accountOf(reader: Reader, accountId: AccountId): Promise<AccountRecord> {
  return findAccount(reader, String(accountId));
}

/** A link to an operator, by its name; the value is the name. */
export const link: Kind<string> = {
  word: 'LINK',
  schema: Type.String(),
  must: '',
  read: async (given, { reader }) => (await findNamedLink(reader, given)).name,
};

/** The link that somebody named. @throws Refusal, listing the existing names. */
export async function findNamedLink(reader: Reader, name: string): Promise<LinkRecord> {
  return (await findLink(reader, { name })) ?? unknown('link', name, await listLinks(reader));
}

/** Where messages wait: a link to an operator, or a chat number; the value is its name. */
export const queueLink: Kind<string> = {
  ...link,
  read: async (given, { reader }) => (await findQueueLink(reader, given)).name,
};

/** The link or chat number that somebody named. @throws Refusal, listing the existing names. */
export async function findQueueLink(reader: Reader, name: string): Promise<QueueLink> {
  const links = await listQueueLinks(reader);
  return links.find((it) => it.name === name) ?? unknown('link', name, links);
}

/** An operator, by its name in whatever case; the value is the name. */
export const operator: Kind<string> = {
  word: 'OPERATOR',
  schema: Type.String(),
  must: '',
  read: async (given, { reader }) => (await findNamedOperator(reader, given)).name,
};

/** The operator that somebody named. @throws Refusal, listing the existing names. */
export async function findNamedOperator(reader: Reader, name: string): Promise<OperatorRecord> {
  const operators = (await listOperators(reader)).filter(({ removed }) => !removed);
  const found = operators.find((it) => it.name.toLowerCase() === name.toLowerCase());
  return found ?? unknown('operator', name, operators);
}

function unknown(
  what: 'link' | 'operator',
  name: string,
  known: readonly { readonly name: string }[],
): never {
  const names = known.map((it) => it.name);
  const meant = nearest(name, names);
  const question = meant === undefined ? '' : ` Did you mean "${meant}"?`;
  const list = what === 'link' ? 'Links' : 'Operators';
  const all = names.length === 0 ? '' : ` ${list}: ${names.join(', ')}.`;
  throw new Refusal(`There is no ${what} "${name}".${question}${all}`);
}
