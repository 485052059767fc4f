import type { AccountId } from '../../domain/ids.ts';
import { read } from '../../kit/postgres/callable.ts';
import type { Reader } from '../../kit/postgres/pool.ts';

const FIND = read.many<
  { accountId: AccountId; people: readonly string[] },
  { readonly person: string; readonly name: string }
>(
  'find-contact-names',
  `with given as (select distinct person from unnest(:people::text[]) as t (person))
  select g.person, k.name from given g
  join contacts k on k.account_id = :accountId and k.name <> ''
    and k.mobile = case when g.person ~ '^[0-9]{1,15}$' then g.person::bigint end
  union all
  select g.person, k.name from given g
  join contacts k on k.account_id = :accountId and k.name <> '' and k.user_id = g.person`,
);

/** What an account calls people, by their number or user id: those that are its contacts. */
export async function findContactNames(
  reader: Reader,
  accountId: AccountId,
  people: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const found = people.length === 0 ? [] : await FIND(reader, { accountId, people });
  return new Map(found.map(({ person, name }) => [person, name]));
}
