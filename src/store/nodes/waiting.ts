/** What waits for links and for people, for the overview of staff: bounded, however much waits. */
import type { LinkId } from '../../domain/ids.ts';
import { read } from '../../kit/postgres/callable.ts';

type QueueOfLink = {
  /** 0: of a link that was removed. */
  readonly linkId: LinkId;
  /** Messages that are due, or that are tried again. */
  readonly waiting: number;
  /** Of those, the messages that were put back and are tried again. */
  readonly again: number;
  /** Since when the oldest of them might have left; undefined: none is. */
  readonly oldestDueAtMs: number | undefined;
  /** Messages that are due later: scheduled, or held for their hours. */
  readonly later: number;
};

const OF_LINK = 'q.link_id = l.id and q.node is null and q.priority = p.priority';

/** Links for which something waits; of each priority up to `most` are counted. */
export const readQueues = read.many<{ most: number }, QueueOfLink>(
  'read-queues',
  `select l.id as link_id, sum(due.messages + again.messages)::bigint as waiting,
    sum(again.messages)::bigint as again,
    least(min(due.oldest), min(again.oldest)) as oldest_due_at, sum(later.messages)::bigint as later
  from (select id from links union all select 0) as l
  cross join (values (0), (1)) as p (priority)
  cross join lateral (
    select count(*) as messages, min(due_at) as oldest from (
      select q.due_at from queue q where ${OF_LINK} and q.due_at <= now() and q.since is null
      order by q.due_at limit :most
    ) as q
  ) as due
  cross join lateral (
    select count(*) as messages, min(since) as oldest from (
      select q.since from queue q where ${OF_LINK} and q.since is not null and q.lost_until is null
      order by q.since limit :most
    ) as q
  ) as again
  cross join lateral (
    select count(*) as messages from (
      select from queue q where ${OF_LINK} and q.due_at > now() and q.lost_until is null
        and q.since is null limit :most
    ) as q
  ) as later
  group by l.id having sum(due.messages + again.messages + later.messages) > 0 order by l.id`,
);

export type StaffWork = {
  /** Decisions on senders, templates and documents. */
  readonly approvals: number;
  /** What waits for a second person. */
  readonly requests: number;
  /** Messages whose submit has no answer, and that wait for an explanation. */
  readonly unconfirmed: number;
  /** Inbound PDUs that did not simply close their attempt. */
  readonly setAside: number;
};

const upTo = (from: string): string =>
  `(select count(*) from (select from ${from} limit :most) as it)`;

/** Each counted up to `most`; approvals up to `most` of each kind. */
export const countStaffWork = read.single<{ most: number }, StaffWork>(
  'count-staff-work',
  `select ${upTo(`senders where state = 'waiting'`)}
      + ${upTo(`templates where state = 'waiting' or proposed is not null`)}
      + ${upTo(`documents where state = 'submitted' and content is not null`)} as approvals,
    ${upTo(`requests where decided_at is null and asked_at >= now() - interval '7 days'`)}
      as requests,
    ${upTo('queue where lost_until is not null and node is null')} as unconfirmed,
    ${upTo('receipts')} as set_aside`,
);
