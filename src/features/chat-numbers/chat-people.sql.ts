/** Who has written to the chat numbers of an account. */
import type { AccountId } from '../../domain/ids.ts';
import { read } from '../../kit/postgres/callable.ts';

export type ChatPerson = {
  /** Digits, or the platform's id of somebody who hides the number. */
  readonly user: string;
  /** Of somebody with an id, where it is known. */
  readonly number: string | undefined;
  readonly chatNumber: string;
  /** When they wrote last; undefined: the platform never passed it on. */
  readonly wroteAtMs: number | undefined;
  readonly closedAtMs: number | undefined;
  readonly restsUntilMs: number | undefined;
  readonly stopped: 'marketing' | 'all' | undefined;
};

type Ask = { accountId: AccountId; after: string; most: number };

/** By name, a row for each number that they wrote to: so many rows of each are read, by its key. */
export const listChatPeople = read.many<Ask, ChatPerson>(
  'list-chat-people',
  `select w.user_key as "user", case when u.recipient >= 0 then u.recipient::text end as number,
    l.name as chat_number, nullif(w.inbound_at, '-infinity') as wrote_at, w.closed_at,
    w.marketing_rests_until as rests_until, (
      select o.category from chat_optouts o
      where o.account_id = :accountId and o.recipient = w.user_key) as stopped
  from links l
  cross join lateral (
    select * from chat_windows c
    where c.account_id = :accountId and c.link_id = l.id and c.user_key > :after
    order by c.user_key limit :most
  ) as w
  left join chat_users u on u.account_id = :accountId and u.user_key = w.user_key
  where l.account_id = :accountId
  order by w.user_key, l.id limit :most`,
);
