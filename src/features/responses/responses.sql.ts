/** How long people waited for the first answer, and who waits. */
import type { AccountId } from '../../domain/ids.ts';
import { read } from '../../kit/postgres/callable.ts';

export const RESPONSE_KEYS = ['day', 'person'] as const;

export type ResponseAsk = {
  readonly accountId: AccountId;
  readonly by: (typeof RESPONSE_KEYS)[number];
  /** undefined: both. */
  readonly kind: 'sms' | 'chat' | undefined;
  /** Of the moment from which they waited. */
  readonly sinceMs: number;
  readonly untilMs: number;
};

/** A day of Pakistan; the id of who answered, or is to, '': nobody that is known. */
const keyOf = (at: string, person: string): string => `case :by::text
      when 'day' then to_char(${at} at time zone 'Asia/Karachi', 'YYYY-MM-DD')
      else coalesce(${person}::text, '') end`;

/** By key, and of all together (no key). Each answer is read, of the index alone. */
export const readAnswered = read.many<
  ResponseAsk,
  {
    readonly key: string | undefined;
    readonly answered: number;
    readonly median: number | undefined;
    readonly slow: number | undefined;
  }
>(
  'read-responses',
  `select key, count(*)::int as answered,
    percentile_disc(0.5) within group (order by seconds) as median,
    percentile_disc(0.9) within group (order by seconds) as slow
  from (
    select ${keyOf('asked_at', 'user_id')} as key, seconds from responses
    where account_id = :accountId and asked_at >= @sinceMs and asked_at < @untilMs
      and (:kind::text is null or kind = :kind)
  ) r
  group by grouping sets ((key), ())`,
);

export const readUnanswered = read.many<
  ResponseAsk,
  { readonly key: string; readonly unanswered: number }
>(
  'read-unanswered',
  `select ${keyOf('waits_since', 'assigned_user')} as key, count(*)::int as unanswered
  from conversations
  where account_id = :accountId and waits_since >= @sinceMs and waits_since < @untilMs
    and (:kind::text is null or kind = :kind)
  group by 1`,
);

export const nameUsers = read.many<
  { userIds: readonly number[] },
  { readonly id: number; readonly name: string }
>('name-users', 'select id, name from users where id = any (:userIds::bigint[])');
