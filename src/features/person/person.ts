/** A person as an account asks for one: all names, and what stands for them once forgotten. */
import { patternOf, readKnownPerson } from '../../domain/contact/known-person.ts';
import type { AccountId } from '../../domain/ids.ts';
import type { Reader } from '../../kit/postgres/pool.ts';
import type { Seal } from '../../kit/seal.ts';
import type { Digested } from './forget.sql.ts';
import { findNames, type Names, type OfPerson } from './names.sql.ts';

/** What stands for a name once its person is forgotten: whoever has the name makes it again. */
export function digestOf(seal: Pick<Seal, 'hash'>, accountId: AccountId, name: string): string {
  return seal.hash(`person of account ${accountId}: ${name}`);
}

export type KnownPerson = OfPerson & Digested;

/** Whom these are the names of. */
export function personOf(
  seal: Pick<Seal, 'hash'>,
  accountId: AccountId,
  names: Names,
): KnownPerson {
  const digests = names.names.map((name) => digestOf(seal, accountId, name));
  const people = [...names.names, ...digests];
  return { ...names, accountId, digests, people, pattern: patternOf(names.names) };
}

/** Whom an account means; undefined: what is given is no name. */
export async function findPerson(
  { reader, seal }: { readonly reader: Reader; readonly seal: Pick<Seal, 'hash'> },
  accountId: AccountId,
  given: string,
): Promise<KnownPerson | undefined> {
  const name = readKnownPerson(given);
  if (name === undefined) return undefined;
  return personOf(seal, accountId, await findNames(reader, accountId, name));
}
