import type { AccountId, LinkId, MessageId } from '../../domain/ids.ts';
import { ATTEMPT_OUTCOMES, MESSAGE_STATES, type MessageKey } from '../../domain/message/message.ts';
import { micros, type Micros } from '../../domain/pricing/money.ts';
import { firstIdAt } from '../../kit/ids.ts';
import type { Reader } from '../../kit/postgres/pool.ts';

/** A lost answer and a parked receipt of an unknown id that may be about it. */
export type Clue = MessageKey & {
  readonly linkId: LinkId;
  readonly attempt: number;
  readonly part: number;
  /** Parts of the whole message. */
  readonly parts: number;
  readonly priceMicros: Micros;
  readonly expiresAtMs: number;
  /** The message stands in line and waits for a word. */
  readonly isOpen: boolean;
  /** The reference the part was submitted with. */
  readonly reference: number;
  readonly lostAtMs: number;
  readonly receipt: {
    readonly operatorKey: string;
    readonly reference: number | undefined;
    readonly submittedAtMs: number | undefined;
  };
};

const ANY_LOST = 'select exists (select from lost_answers) as "isAny"';

/**
 * While a message to the same recipient is on the wire of the link, an unknown id may be the one of
 * its coming answer: then nothing is said yet. Receipts are looked up one lost answer at a time, so
 * that not all that are parked are read.
 */
const FIND_CLUES = `
  with held as materialized (
    select distinct q.link_id, m.recipient
    from queue q join messages m on m.account_id = q.account_id and m.id = q.message_id
    where q.node is not null
  )
  select l.account_id, l.message_id, l.attempt, l.part, l.link_id, l.reference, l.lost_at,
         m.parts, m.price_micros, m.expires_at, q.message_id is not null as is_open, r.operator_key,
         r.reference as receipt_reference, r.submitted_at
  from lost_answers l
  cross join lateral (
    select distinct on (e.operator_key) e.* from receipts e
    where e.kind = 'early' and e.link_id = l.link_id and e.recipient = l.recipient
      and e.state is not null and e.received_at >= l.lost_at - $1 * interval '1 minute'
    order by e.operator_key, e.id limit $3
  ) as r
  join attempts a on a.account_id = l.account_id and a.message_id = l.message_id
    and a.attempt = l.attempt and a.part = l.part
    and a.outcome = ${ATTEMPT_OUTCOMES.ambiguous} and a.operator_key is null
    and a.reason is distinct from 'denied'
  join messages m on m.account_id = l.account_id and m.id = l.message_id
  left join queue q on q.account_id = l.account_id and q.message_id = l.message_id
    and q.lost_until is not null
  where l.link_id = any ($4::int[])
    and (q.message_id is not null or m.state = ${MESSAGE_STATES.unknown})
    and not exists (
      select from held h where h.link_id = l.link_id and h.recipient = l.recipient)
    and not exists (
      select from attempts x where x.link_id = r.link_id and x.operator_key = r.operator_key
        and x.message_id >= $2)
  order by r.id, l.message_id, l.part`;

type Row = {
  readonly account_id: number;
  readonly message_id: number;
  readonly attempt: number;
  readonly part: number;
  readonly link_id: number;
  readonly reference: number;
  readonly lost_at: number;
  readonly parts: number;
  readonly price_micros: number;
  readonly expires_at: number;
  readonly is_open: boolean;
  readonly operator_key: string;
  readonly receipt_reference: number | null;
  readonly submitted_at: number | null;
};

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
    /** Nothing of other links. */
    readonly links: readonly LinkId[];
  },
): Promise<readonly Clue[]> {
  const [lost] = await reader.read<{ readonly isAny: boolean }>('any-lost', ANY_LOST, []);
  if (lost?.isAny !== true) return [];
  const values = [ask.fitsMinutes, firstIdAt(ask.acceptedSinceMs), ask.mostEach, ask.links];
  const rows = await reader.read<Row>('find-clues', FIND_CLUES, values);
  return rows.map((row) => ({
    accountId: row.account_id as AccountId,
    messageId: row.message_id as MessageId,
    linkId: row.link_id as LinkId,
    attempt: row.attempt,
    part: row.part,
    parts: row.parts,
    priceMicros: micros(BigInt(row.price_micros)),
    expiresAtMs: row.expires_at,
    isOpen: row.is_open,
    reference: row.reference,
    lostAtMs: row.lost_at,
    receipt: {
      operatorKey: row.operator_key,
      reference: row.receipt_reference ?? undefined,
      submittedAtMs: row.submitted_at ?? undefined,
    },
  }));
}
