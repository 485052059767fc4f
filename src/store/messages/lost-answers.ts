/** Attempts whose answers were lost, and what may explain them. */
import type { LinkId, MessageId } from '../../domain/ids.ts';
import {
  ATTEMPT_OUTCOMES,
  MESSAGE_STATES,
  SHOWN_RECIPIENT_SQL,
  type MessageKey,
} from '../../domain/message/message.ts';
import type { Micros } from '../../domain/pricing/money.ts';
import type { Priority } from '../../domain/sender/sender.ts';
import { firstIdAt, spanOf } from '../../kit/ids.ts';
import { read, write } from '../../kit/postgres/callable.ts';
import type { Reader } from '../../kit/postgres/pool.ts';
import { only, rowsOf, statement } from '../../kit/postgres/statement.ts';

/** A part whose answer was lost on a link that reconciles. */
export type LostPart = MessageKey & {
  readonly attempt: number;
  /** From 1. */
  readonly part: number;
  readonly linkId: LinkId;
  /** The reference it was submitted with. */
  readonly reference: number;
};

/** Records lost answers, so that receipts with unknown ids can be matched with them. */
export const insertLost = write.rows<LostPart, { readonly atMs: number }>(
  'insert-lost',
  `insert into lost_answers (account_id, message_id, attempt, part, link_id, recipient, reference,
                            lost_at)
  select t.account_id, t.message_id, t.attempt, t.part, t.link_id, m.recipient, t.reference, @atMs
  from ${rowsOf({
    accountId: 'bigint',
    messageId: 'bigint',
    attempt: 'smallint',
    part: 'smallint',
    linkId: 'int',
    reference: 'int',
  })}
  join messages m on m.account_id = t.account_id and m.id = t.message_id
  on conflict do nothing`,
);

/** Deletes lost answers that were explained or denied, and those lost before `beforeMs`. */
export const forgetLost = write.run<{ beforeMs: number }>(
  'forget-lost',
  `delete from lost_answers l
  where l.lost_at < @beforeMs
     or not exists (
       select from attempts a
       where a.account_id = l.account_id and a.message_id = l.message_id
         and a.attempt = l.attempt and a.part = l.part
         and a.outcome = ${ATTEMPT_OUTCOMES.ambiguous} and a.operator_key is null
         and a.reason is distinct from 'denied')`,
);

/** A lost answer and a parked receipt with an unknown id that may belong to it. */
export type Clue = LostPart & {
  /** Parts of the whole message. */
  readonly parts: number;
  readonly priceMicros: Micros;
  readonly expiresAtMs: number;
  /** The message is queued and waits for an explanation. */
  readonly isOpen: boolean;
  /** Of the queued message; 0 of one that is not. */
  readonly priority: Priority;
  readonly lostAtMs: number;
  readonly receipt: {
    readonly operatorKey: string;
    readonly reference: number | undefined;
    readonly submittedAtMs: number | undefined;
  };
};

const SPAN_OF_LOST = statement<{
  readonly firstId: MessageId | undefined;
  readonly lastId: MessageId | undefined;
}>(
  'span-of-lost',
  'select min(message_id) as first_id, max(message_id) as last_id from lost_answers',
);

type ClueRow = Omit<Clue, 'receipt'> & {
  readonly operatorKey: string;
  readonly receiptReference: number | undefined;
  readonly submittedAtMs: number | undefined;
};

/**
 * While a message to the same recipient is on the wire of the link, an unknown id may be the one of
 * its coming answer: then nothing is decided. Receipts are looked up one lost answer at a time, so
 * that not all parked ones are read.
 */
const FIND_CLUES = statement<ClueRow>(
  'find-clues',
  `with held as materialized (
    select distinct q.link_id, m.recipient
    from queue q join messages m on m.account_id = q.account_id and m.id = q.message_id
    where q.node is not null
  )
  select l.account_id, l.message_id, l.attempt, l.part, l.link_id, l.reference, l.lost_at,
         m.parts, m.price_micros, m.expires_at, q.message_id is not null as is_open,
         coalesce(q.priority, 0) as priority, r.operator_key,
         r.reference as receipt_reference, r.submitted_at
  from lost_answers l
  cross join lateral (
    select distinct on (e.operator_key) e.* from receipts e
    where e.kind = 'early' and e.link_id = l.link_id and e.recipient = l.recipient
      and e.state is not null
      and e.received_at >= l.lost_at - :fitsMinutes * interval '1 minute'
    order by e.operator_key, e.id limit :mostEach
  ) as r
  join attempts a on a.account_id = l.account_id and a.message_id = l.message_id
    and a.attempt = l.attempt and a.part = l.part
    and a.message_id between :firstId and :lastId
    and a.outcome = ${ATTEMPT_OUTCOMES.ambiguous} and a.operator_key is null
    and a.reason is distinct from 'denied'
  join messages m on m.account_id = l.account_id and m.id = l.message_id
    and m.id between :firstId and :lastId
  left join queue q on q.account_id = l.account_id and q.message_id = l.message_id
    and q.lost_until is not null
  where l.link_id = any (:links::int[])
    and (q.message_id is not null or m.state = ${MESSAGE_STATES.unknown})
    and not exists (
      select from held h where h.link_id = l.link_id and h.recipient = l.recipient)
    and not exists (
      select from attempts x where x.link_id = r.link_id and x.operator_key = r.operator_key
        and x.message_id >= :sinceId)
  order by r.id, l.message_id, l.part`,
);

/**
 * Every pair of an open lost answer and a parked receipt from the same recipient on the same link,
 * the oldest receipts first. A receipt may have come `fitsMinutes` before the answer was given up.
 */
export async function findClues(
  reader: Reader,
  ask: {
    readonly fitsMinutes: number;
    /** Ids of attempts of messages accepted since then are known ids. */
    readonly acceptedSinceMs: number;
    /** Unknown ids compared with one lost answer. */
    readonly mostEach: number;
    /** Excludes other links. */
    readonly links: readonly LinkId[];
  },
): Promise<readonly Clue[]> {
  const span = only(await reader.read(SPAN_OF_LOST));
  if (span.firstId === undefined) return [];
  const sinceId = firstIdAt(ask.acceptedSinceMs);
  const rows = await reader.read(FIND_CLUES, { ...ask, ...span, sinceId });
  return rows.map(({ operatorKey, receiptReference: reference, submittedAtMs, ...clue }) => {
    return { ...clue, receipt: { operatorKey, reference, submittedAtMs } };
  });
}

/** A message whose last answer was lost: of a text it is queued, of chat it has left the queue. */
export type LostRecord = {
  readonly accountId: number;
  readonly messageId: MessageId;
  readonly recipient: string;
  readonly link: string;
  readonly attempt: number;
  /** Parts of that attempt without an answer. */
  readonly parts: number;
  readonly lostAtMs: number;
  /** When it is queried, or given up; undefined: it is submitted again at `dueAtMs`. */
  readonly lostUntilMs: number | undefined;
  readonly dueAtMs: number;
  readonly isChat: boolean;
  /** A node is querying it now. */
  readonly isAsked: boolean;
};

/** Messages whose answers are lost and unexplained, oldest loss first. */
export const listLost = read.many<{ link: string | undefined; most: number }, LostRecord>(
  'list-lost',
  `(select q.account_id, q.message_id, m.recipient::text, l.name as link, q.attempt,
         count(*) as parts, min(a.answered_at) as lost_at, q.lost_until, q.due_at,
         q.node is not null as is_asked, false as is_chat
  from queue q
  join links l on l.id = q.link_id
  join messages m on m.account_id = q.account_id and m.id = q.message_id
  join attempts a on a.account_id = q.account_id and a.message_id = q.message_id
    and a.attempt = q.attempt
    and a.outcome = ${ATTEMPT_OUTCOMES.ambiguous} and a.operator_key is null
  where (:link::text is null or l.name = :link)
  group by q.account_id, q.message_id, m.recipient, l.name)
  union all
  (select c.account_id, c.id, ${SHOWN_RECIPIENT_SQL}, l.name,
         coalesce((select max(a.attempt) from attempts a
           where a.account_id = c.account_id and a.message_id = c.id), 1)::smallint,
         1, c.lost_at, c.wait_until, c.wait_until, false, true
  from chat_messages c
  join links l on l.id = c.link_id
  join messages m on m.account_id = c.account_id and m.id = c.id
  where c.wait_until is not null and c.lost_at is not null and c.heard_at is null
    and m.state = ${MESSAGE_STATES.waiting} and (:link::text is null or l.name = :link))
  order by lost_at, message_id
  limit :most`,
);

/** Links that have lost answers to query at `atMs`. */
export const listLinksToAsk = read.values<{ readonly atMs: number }, { readonly linkId: LinkId }>(
  'links-to-ask',
  `select distinct link_id from queue
  where lost_until is not null and node is null and due_at <= @atMs`,
);

/** What is known so far about a part whose answer was lost. */
export type LostAnswer = {
  readonly messageId: MessageId;
  readonly part: number;
  readonly outcome: 'taken' | 'refused' | 'lost';
  /** The operator's id, where the answer came late. */
  readonly operatorKey: string | undefined;
  readonly status: number | undefined;
  readonly reason: string | undefined;
};

const READ = statement<LostAnswer>(
  'read-lost',
  `select a.message_id, a.part, a.operator_key, a.status, a.reason,
    case when a.outcome = ${ATTEMPT_OUTCOMES.refused} then 'refused'
         when a.operator_key is null then 'lost' else 'taken' end as outcome
  from ${rowsOf({ accountId: 'bigint', messageId: 'bigint', attempt: 'smallint' })}
  cross join lateral (
    select * from attempts x
    where x.account_id = t.account_id and x.message_id = t.message_id
      and x.attempt = t.attempt and x.outcome <> ${ATTEMPT_OUTCOMES.taken}
      and x.message_id between :firstId and :lastId offset 0
  ) as a
  order by a.message_id, a.part`,
);

/**
 * The parts of attempts that were not clearly accepted: lost ones, with what late answers said of
 * them, and refused ones. A refusal that came before the loss was stored was never ambiguous.
 */
export async function readLost(
  reader: Reader,
  attempts: readonly (MessageKey & { readonly attempt: number })[],
): Promise<readonly LostAnswer[]> {
  if (attempts.length === 0) return [];
  return reader.read(READ, { rows: attempts, ...spanOf(attempts) });
}
