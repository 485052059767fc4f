/** Who gets no message, and why: asked before a message is accepted, and again before it leaves. */
import type { AccountId } from '../../domain/ids.ts';
import type { Reader } from '../../kit/postgres/pool.ts';
import { rowsOf, statement } from '../../kit/postgres/statement.ts';
import { lacksConsent } from '../consents/consents.sql.ts';

/** A recipient, with the account and kind of message to check. */
type Wish = {
  readonly accountId: AccountId;
  readonly recipient: string;
  readonly promotional: boolean;
  /** Whether who has not consented gets no promotional message of the account. */
  readonly needsConsent?: boolean;
};

/**
 * Why a number gets no message: its own opt-out, the do-not-call register, or no consent where the
 * account needs it. What comes first is named.
 */
const REASONS = ['opted_out', 'do_not_call', 'no_consent'] as const;
export type Forbidden = (typeof REASONS)[number];

const FORBIDDEN = `
  select o.recipient::text, 'opted_out' as why from optouts o
  where o.account_id = :accountId and o.recipient = any (:recipients::bigint[])
    and (o.scope = 'all' or :promotional)
  union all
  select distinct d.recipient::text, 'do_not_call' from do_not_call d
  where :promotional and d.recipient = any (:recipients)`;

const FIND_FORBIDDEN = statement<{ readonly recipient: string; readonly why: Forbidden }>(
  'find-forbidden',
  FORBIDDEN,
);

/** Apart, so that accounts that need no consent pay nothing for those that do. */
const FIND_FORBIDDEN_OR_UNASKED = statement<{
  readonly recipient: string;
  readonly why: Forbidden;
}>(
  'find-forbidden-or-unasked',
  `${FORBIDDEN}
  union all
  select r.it::text, 'no_consent' from unnest(:recipients::bigint[]) r (it)
  where ${lacksConsent({ account: ':accountId', people: 'array[r.it::text]', channel: `'sms'` })}`,
);

/**
 * Among these numbers, those that must not be messaged: they opted out of the account (or of its
 * promotional messages, if such are checked), are on the do-not-call register, or have not
 * consented to an account that needs it.
 */
export async function findForbidden(
  reader: Reader,
  {
    needsConsent = false,
    ...ask
  }: Omit<Wish, 'recipient'> & { readonly recipients: readonly string[] },
): Promise<ReadonlyMap<string, Forbidden>> {
  const isAsked = needsConsent && ask.promotional;
  const rows = await reader.read(isAsked ? FIND_FORBIDDEN_OR_UNASKED : FIND_FORBIDDEN, ask);
  const inOrder = rows.toSorted((a, b) => REASONS.indexOf(b.why) - REASONS.indexOf(a.why));
  return new Map(inOrder.map(({ recipient, why }) => [recipient, why]));
}

/** The reason that is told for several of them; undefined: there are none. */
export function firstReason(found: Iterable<Forbidden>): Forbidden | undefined {
  const all = new Set(found);
  return REASONS.find((it) => all.has(it));
}

const WISHES = { accountId: 'bigint', recipient: 'bigint', promotional: 'boolean' } as const;

const FIND_FORBIDDEN_AMONG = statement<{ readonly place: number; readonly why: Forbidden }>(
  'find-forbidden-among',
  `select t.place::int,
         case when o.recipient is not null then 'opted_out' else 'do_not_call' end as why
  from ${rowsOf(WISHES, 'place')}
  left join optouts o on o.account_id = t.account_id and o.recipient = t.recipient
    and (o.scope = 'all' or t.promotional)
  where o.recipient is not null
     or (t.promotional and exists (select from do_not_call d where d.recipient = t.recipient))`,
);

const FIND_UNASKED_AMONG = statement<{ readonly place: number }>(
  'find-unasked-among',
  `select t.place::int from ${rowsOf(WISHES, 'place')}
  where ${lacksConsent({
    account: 't.account_id',
    people: 'array[t.recipient::text]',
    channel: `'sms'`,
  })}`,
);

/** The same for messages of several accounts; found by their places in the list, from 0. */
export async function findForbiddenAmong(
  reader: Reader,
  wishes: readonly Wish[],
): Promise<ReadonlyMap<number, Forbidden>> {
  if (wishes.length === 0) return new Map();
  const rows = await reader.read(FIND_FORBIDDEN_AMONG, { rows: wishes });
  const found = new Map(rows.map(({ place, why }) => [place - 1, why]));
  const needing = wishes.flatMap((wish, at) =>
    wish.promotional && wish.needsConsent === true && !found.has(at) ? [{ ...wish, at }] : [],
  );
  if (needing.length === 0) return found;
  for (const { place } of await reader.read(FIND_UNASKED_AMONG, { rows: needing })) {
    found.set(needing[place - 1]?.at ?? -1, 'no_consent');
  }
  return found;
}
