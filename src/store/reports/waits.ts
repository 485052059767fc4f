/** What is asked of a message to say why it waits. */
import { limit } from '../../domain/limits.ts';
import { PAUSED_AFTER_SQL, PAUSED_BY_SQL } from '../../domain/message/hold.ts';
import { MESSAGE_STATES } from '../../domain/message/message.ts';
import type { Waiting } from '../../domain/message/why-it-waits.ts';
import { HELD, SCHEDULED } from '../../domain/policy/hours.ts';

export type Waits = Pick<
  Waiting,
  'heldUntilMs' | 'lostUntilMs' | 'waitsForLink' | 'stopWords' | 'isPaused'
>;

/** When something would be due if its batch were not paused. */
const unpaused = (due: string): string =>
  `case when ${due} < ${PAUSED_AFTER_SQL} then ${due} else ${due} - ${PAUSED_BY_SQL} end`;

/**
 * What a message `m` is in the queue, joined as `q`; of one that waits no more, nothing. A join
 * finds the rows of a page by their keys; a question for each message may be planned as one look
 * through all that is queued.
 */
export const QUEUED = `
  left join queue q on m.state = ${MESSAGE_STATES.waiting} and q.node is null
    and q.account_id = m.account_id and q.message_id = m.id`;

/** Columns of a message `m`, of what it is in the queue, and to the chat platform, `c`. */
export const WAITS = `
  case when m.state = ${MESSAGE_STATES.waiting}
    and m.reason in ('${HELD}', '${SCHEDULED}') then coalesce(
    ${unpaused('q.due_at')},
    (select ${unpaused('coalesce(f.chat_due_at, f.due_at)')} from feeds f
     where f.account_id = m.account_id and f.batch_id = m.batch_id
       and f.next_position <= m.position
       and coalesce(f.chat_due_at, f.due_at) > '-infinity')
  ) end as held_until,
  q.link_id is not null and q.lost_until is null and q.link_id >= 0 and q.link_id not in (
    select l.id from links l
    join link_leases h on h.link_id = l.id and h.state in ('up', 'trying')
    join nodes n on n.slot = h.node and n.epoch = h.epoch
    where l.enabled and l.stopped_at is null
      and n.lease_until > now() - interval '${limit('linkDownAfterMs')} milliseconds'
  ) as waits_for_link,
  (
    select coalesce(l.stop_words, h.words, b.blocked_words) from links l
    join chat_businesses b on b.id = l.business_id
    left join link_leases h on h.link_id = l.id and h.state = 'needs_attention'
    where l.id = q.link_id
  ) as stop_words,
  m.state = ${MESSAGE_STATES.waiting} and m.batch_id is not null and exists (
    select from batches b
    where b.account_id = m.account_id and b.id = m.batch_id and b.hold in ('pausing', 'paused')
  ) as is_paused,
  case when m.state = ${MESSAGE_STATES.waiting} and c.lost_at is not null
    then c.wait_until end as lost_until`;
