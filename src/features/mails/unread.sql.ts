/** Who is to be mailed about replies that nobody has read. */
import type { AccountId } from '../../domain/ids.ts';
import { write } from '../../kit/postgres/callable.ts';

type ToldOfReplies = {
  readonly email: string;
  readonly locale: 'en' | 'ur';
  readonly accountId: AccountId;
  readonly account: string;
  /** How many conversations have replies that nobody has read, and that they were not told of. */
  readonly conversations: number;
};

/** What is assigned to somebody is his alone. */
const UNREAD = `
  from conversations c
  where c.account_id = d.account_id and c.kind in ('sms', 'chat') and c.state = 'open'
    and c.unread > 0 and c.last_by = 'them'
    and (c.assigned_user is null or c.assigned_user = d.user_id)
    and c.last_at <= d.until and c.last_at > d.since`;

/**
 * They are not taken again before another reply, nor before `againMs` is as far behind.
 * Rows are locked before they are judged again, so that of two nodes one tells. Whoever was never
 * told begins with the last day.
 */
export const takeUnread = write.many<{ atMs: number; againMs: number }, ToldOfReplies>(
  'take-unread-replies',
  `with candidates as materialized (
    select m.account_id, m.user_id from account_users m join users u on u.id = m.user_id
    where u.reply_mail_minutes > 0 order by m.account_id, m.user_id
    for update of m skip locked
  ), due as materialized (
    select m.account_id, m.user_id, u.email, u.locale, a.name as account,
      @atMs - u.reply_mail_minutes * interval '1 minute' as until,
      coalesce(m.replies_told_until, @atMs - interval '1 day') as since
    from candidates k
    join account_users m on m.account_id = k.account_id and m.user_id = k.user_id
    join users u on u.id = m.user_id
    join accounts a on a.id = m.account_id and a.state = 'active'
    where coalesce(m.replies_told_until, '-infinity')
      <= @againMs - u.reply_mail_minutes * interval '1 minute'
  ), told as materialized (
    select d.*, (select count(*) ${UNREAD})::int as conversations from due d
  ), kept as (
    update account_users m set replies_told_until = t.until from told t
    where m.account_id = t.account_id and m.user_id = t.user_id and t.conversations > 0
  )
  select email, locale, account_id, account, conversations from told where conversations > 0`,
);
