/** By which names an account knows one person, and what it keeps under them. */
import type { AccountId } from '../../domain/ids.ts';
import { MESSAGE_STATES } from '../../domain/message/message.ts';
import { read } from '../../kit/postgres/callable.ts';
import type { Reader } from '../../kit/postgres/pool.ts';

/** All names of one person. */
export type Names = {
  /** Digits, and ids of the chat platform. */
  readonly names: readonly string[];
  readonly numbers: readonly string[];
  readonly userIds: readonly string[];
  /** Where a message has a number: those, and ours of people without one (decision 102). */
  readonly recipients: readonly string[];
};

/** The names that one step from these leads to: by the platform's word, and by a contact. */
const widen = read.values<
  { accountId: AccountId; names: readonly string[] },
  { readonly name: string }
>(
  'widen-names-of-person',
  `with given as (
    select it as name, case when it ~ '^-?[0-9]{1,15}$' then it::bigint end as number
    from unnest(:names::text[]) it
  )
  select name from given
  union
  select u.recipient::text from given g
  join chat_users u on u.account_id = :accountId and u.user_key = g.name
  union
  select u.user_key from given g
  join chat_users u on u.account_id = :accountId and u.recipient = g.number
  union
  select p.id::text from given g
  join chat_people p on p.account_id = :accountId and p.user_id = g.name
  union
  select p.user_id from given g
  join chat_people p on p.account_id = :accountId and p.id = g.number
  union
  select c.user_id from given g
  join contacts c on c.account_id = :accountId and c.mobile = g.number
  where c.user_id is not null
  union
  select c.mobile::text from given g
  join contacts c on c.account_id = :accountId and c.user_id = g.name
  where c.mobile is not null`,
);

/** Names lead to names: the longest way is from an id, by a contact's number, to a former id. */
const MOST_STEPS = 8;

/** All names of whoever has this one: digits, or the chat platform's id of a user. */
export async function findNames(
  reader: Reader,
  accountId: AccountId,
  name: string,
): Promise<Names> {
  let names: readonly string[] = [name];
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const wider = await widen(reader, { accountId, names });
    if (wider.length === names.length) break;
    names = wider;
  }
  return sortNames([name, ...names.filter((it) => it !== name).toSorted()]);
}

/** Names by their kinds. */
export function sortNames(all: readonly string[]): Names {
  const names = all.filter((it) => !it.startsWith('-'));
  return {
    names,
    numbers: names.filter((it) => /^\d/.test(it)),
    userIds: names.filter((it) => !/^\d/.test(it)),
    recipients: all.filter((it) => /^-?\d/.test(it)),
  };
}

/** The parameters by which the statements about a person find what is kept. */
export type OfPerson = Names & {
  readonly accountId: AccountId;
  /** The names, and the digests that stand for them where they have been forgotten. */
  readonly people: readonly string[];
};

/** How much is kept of a person. */
export type PersonCounts = {
  readonly contacts: number;
  readonly optOuts: number;
  readonly consents: number;
  readonly lookUps: number;
  readonly conversations: number;
  readonly notes: number;
  readonly replies: number;
  readonly messages: number;
  /** Of the messages: those that have not left. */
  readonly waiting: number;
  /** Of the messages: those whose end is not known. */
  readonly onTheirWay: number;
};

export const countPerson = read.single<OfPerson, PersonCounts>(
  'count-person',
  `select
    (select count(*) from (
      select id from contacts where account_id = :accountId and mobile = any (:numbers::bigint[])
      union
      select id from contacts where account_id = :accountId and user_id = any (:userIds::text[])
    ) c) as contacts,
    (select count(*) from optouts
      where account_id = :accountId and recipient = any (:numbers::bigint[]))
    + (select count(*) from chat_optouts
      where account_id = :accountId and recipient = any (:names::text[])) as opt_outs,
    (select count(*) from consents
      where account_id = :accountId and person = any (:people::text[])) as consents,
    (select count(*) from lookups
      where account_id = :accountId and recipient = any (:numbers::bigint[])) as look_ups,
    (select count(*) from conversations
      where account_id = :accountId and other = any (:names::text[])) as conversations,
    (select count(*) from conversations c
      join conversation_notes n on n.account_id = :accountId and n.conversation_id = c.id
      where c.account_id = :accountId and c.other = any (:names::text[])) as notes,
    (select count(*) from replies
      where account_id = :accountId and from_address = any (:numbers::text[]))
    + (select count(*) from chat_replies
      where account_id = :accountId and user_key = any (:names::text[]))
    + (select count(*) from chat_app_messages
      where account_id = :accountId and user_key = any (:names::text[])) as replies,
    m.messages, m.waiting, m.on_their_way
  from (
    select count(*) as messages,
      count(*) filter (where state = ${MESSAGE_STATES.waiting}) as waiting,
      count(*) filter (where state = ${MESSAGE_STATES.sent}) as on_their_way
    from messages
    where recipient = any (:recipients::bigint[]) and account_id = :accountId
  ) as m`,
);
