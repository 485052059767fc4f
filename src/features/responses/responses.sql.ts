/** How long people waited for the first answer, and who waits. */
import type { AccountId } from '../../domain/ids.ts';
import { read } from '../../kit/postgres/callable.ts';

export const RESPONSE_KEYS = ['day', 'person'] as const;

type ResponseAsk = {
  readonly accountId: AccountId;
  readonly by: (typeof RESPONSE_KEYS)[number];
  /** undefined: both. */
  readonly kind: 'sms' | 'chat' | undefined;
};

export type AnsweredRow = {
  /** A day, or the id of a person; '': nobody that is known. */
  readonly key: string;
  readonly step: number;
  readonly answers: number;
};

/** How many were answered after so long (`secondsOf`), by key; days as 2026-11-22. */
export const readAnswered = read.many<
  ResponseAsk & { firstDay: string; lastDay: string },
  AnsweredRow
>(
  'read-responses',
  `select case :by::text when 'day' then day::text
      else coalesce(nullif(person, 0)::text, '') end as key, step, answers
  from (
    select case :by when 'day' then day end as day, case :by when 'day' then 0 else user_id end
      as person, step::int, sum(answers)::int as answers
    from responses
    where account_id = :accountId and day between :firstDay::date and :lastDay::date
      and (:kind::text is null or kind = :kind)
    group by 1, 2, 3
  ) r`,
);

export const readUnanswered = read.many<
  ResponseAsk & { sinceMs: number; untilMs: number },
  { readonly key: string; readonly unanswered: number }
>(
  'read-unanswered',
  `select case :by::text when 'day' then day::text else coalesce(person::text, '') end as key,
    unanswered
  from (
    select case :by when 'day' then (waits_since at time zone 'Asia/Karachi')::date end as day,
      case :by when 'day' then null else assigned_user end as person, count(*)::int as unanswered
    from conversations
    where account_id = :accountId and waits_since >= @sinceMs and waits_since < @untilMs
      and (:kind::text is null or kind = :kind)
    group by 1, 2
  ) u`,
);

export const nameUsers = read.many<
  { userIds: readonly number[] },
  { readonly id: number; readonly name: string }
>('name-users', 'select id, name from users where id = any (:userIds::bigint[])');
