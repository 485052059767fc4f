import type { AccountId } from '../../domain/ids.ts';
import type { Reader } from '../../kit/postgres/pool.ts';

/** A wish of a recipient, and whose account it binds. */
export type Wish = {
  readonly accountId: AccountId;
  readonly recipient: string;
  readonly promotional: boolean;
};

/** Why a number gets no message: its own wish, or the do-not-call register. */
export type Forbidden = 'opted_out' | 'do_not_call';

const FIND_FORBIDDEN = `
  select o.recipient::text, 'opted_out' as why from optouts o
  where o.account_id = $1 and o.recipient = any ($2::bigint[]) and (o.scope = 'all' or $3)
  union all
  select distinct d.recipient::text, 'do_not_call' from do_not_call d
  where $3 and d.recipient = any ($2::bigint[])`;

type Row = { readonly recipient: string; readonly why: Forbidden };

/**
 * Of these numbers, those that may not be written to: they opted out of the account (or of its
 * promotional messages, when such are asked about), or are registered as not to be called.
 */
export async function findForbidden(
  reader: Reader,
  ask: {
    readonly accountId: AccountId;
    readonly recipients: readonly string[];
    readonly promotional: boolean;
  },
): Promise<ReadonlyMap<string, Forbidden>> {
  const values = [ask.accountId, ask.recipients, ask.promotional];
  return byRecipient(await reader.read<Row>('find-forbidden', FIND_FORBIDDEN, values));
}

/** The own wish is named before the register. */
function byRecipient(rows: readonly Row[]): ReadonlyMap<string, Forbidden> {
  const found = new Map<string, Forbidden>();
  for (const { recipient, why } of rows) {
    if (found.get(recipient) !== 'opted_out') found.set(recipient, why);
  }
  return found;
}

const FIND_FORBIDDEN_AMONG = `
  select t.place::int,
         case when o.recipient is not null then 'opted_out' else 'do_not_call' end as why
  from unnest($1::bigint[], $2::bigint[], $3::boolean[])
       with ordinality as t (account_id, recipient, promotional, place)
  left join optouts o on o.account_id = t.account_id and o.recipient = t.recipient
    and (o.scope = 'all' or t.promotional)
  where o.recipient is not null
     or (t.promotional and exists (select from do_not_call d where d.recipient = t.recipient))`;

/** The same for messages of several accounts; found by their places in the list, from 0. */
export async function findForbiddenAmong(
  reader: Reader,
  wishes: readonly Wish[],
): Promise<ReadonlyMap<number, Forbidden>> {
  if (wishes.length === 0) return new Map();
  const rows = await reader.read<{ readonly place: number; readonly why: Forbidden }>(
    'find-forbidden-among',
    FIND_FORBIDDEN_AMONG,
    [
      wishes.map((it) => it.accountId),
      wishes.map((it) => it.recipient),
      wishes.map((it) => it.promotional),
    ],
  );
  return new Map(rows.map(({ place, why }) => [place - 1, why]));
}
