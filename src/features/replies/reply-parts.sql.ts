/** Parts of replies, kept until their replies are complete, and to recognise repeats. */
import type { LinkId, ReplyId } from '../../domain/ids.ts';
import {
  REPLY_ALPHABETS,
  replyAlphabetOf,
  type ReplyPart,
  type Segment,
} from '../../domain/reply/reply.ts';
import { write } from '../../kit/postgres/callable.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';
import { rowsOf, statement } from '../../kit/postgres/statement.ts';

/** A stored part, so that a repeat is recognised as one. */
export type KeptPart = ReplyPart & {
  readonly linkId: LinkId;
  /** Hex; the same for the same content from the same phone to the same sender. */
  readonly fingerprint: string;
  readonly receivedAtMs: number;
};

/** What the parts of one reply have in common. */
export type WaitingKey = Pick<KeptPart, 'linkId' | 'from' | 'to'> & Pick<Segment, 'reference'>;

/** A part that waits for the rest of its reply. */
export type WaitingPart = KeptPart & { readonly segment: Segment };

/** A part that is handed over now. */
type NewPart = KeptPart & {
  /** The reply that it makes up by itself, if it does. */
  readonly replyId: ReplyId | undefined;
  /** How often it is handed over now. */
  readonly times: number;
};

const KEEP = statement<{
  readonly linkId: LinkId;
  readonly fingerprint: string;
  readonly times: number;
}>(
  'keep-reply-parts',
  `insert into reply_parts as p (link_id, fingerprint, from_address, to_address, reference,
                                part_count, part, alphabet, octets, received_at, reply_id,
                                times)
  select t.link_id, decode(t.fingerprint, 'hex'), t.from, t.to, t.reference, t.count, t.number,
         t.alphabet, t.octets, t.received_at, t.reply_id, t.times
  from ${rowsOf({
    linkId: 'int',
    fingerprint: 'text',
    from: 'text',
    to: 'text',
    reference: 'int',
    count: 'smallint',
    number: 'smallint',
    alphabet: 'smallint',
    octets: 'bytea',
    receivedAtMs: 'timestamptz',
    replyId: 'bigint',
    times: 'int',
  })}
  order by 1, 2
  on conflict (link_id, fingerprint) do update
    set (received_at, reply_id, times) = (
      select case when old then excluded.received_at else p.received_at end,
             case when old then excluded.reply_id else p.reply_id end,
             case when old then 0 else p.times end + excluded.times
      from (select p.received_at
                   < excluded.received_at - :repeatMs::float8 * interval '1 ms') o (old))
  returning p.link_id, encode(p.fingerprint, 'hex') as fingerprint, p.times`,
);

/**
 * Stores parts. Returns the names (`nameOfPart`) of the new ones; the others were stored within
 * `repeatMs` before. No two may be the same.
 */
export async function keepParts(
  transaction: Transaction,
  parts: readonly NewPart[],
  repeatMs: number,
): Promise<ReadonlySet<string>> {
  const rows = parts.map((it) => ({
    ...it,
    reference: it.segment?.reference,
    count: it.segment?.count ?? 1,
    number: it.segment?.number ?? 1,
    alphabet: REPLY_ALPHABETS[it.alphabet],
  }));
  const kept = await transaction.run(KEEP, { rows, repeatMs });
  const given = new Map(parts.map((it) => [nameOfPart(it), it.times]));
  const isNew = kept.filter((it) => given.get(nameOfPart(it)) === it.times);
  return new Set(isNew.map(nameOfPart));
}

/** A part's name across links. */
export function nameOfPart(part: Pick<KeptPart, 'linkId' | 'fingerprint'>): string {
  return `${part.linkId} ${part.fingerprint}`;
}

type WaitingRow = Omit<WaitingPart, 'segment' | 'alphabet'> &
  Segment & { readonly alphabet: number };

// In one order everywhere, so that two nodes never deadlock; whoever waited for a row
// sees that it is taken.
const LOCK_WAITING = statement<WaitingRow>(
  'lock-waiting-reply-parts',
  `select p.link_id, encode(p.fingerprint, 'hex') as fingerprint, p.from_address as "from",
    p.to_address as "to", p.reference, p.part_count as count, p.part as number, p.alphabet,
    p.octets, p.received_at
  from reply_parts p
  join ${rowsOf({ linkId: 'int', from: 'text', to: 'text', reference: 'int' })}
    on t.link_id = p.link_id and t.from = p.from_address
   and t.to = p.to_address and t.reference = p.reference
  where p.reply_id is null
  order by p.link_id, p.fingerprint
  for update of p`,
);

/** Locks every part that waits under these names. No two names may be the same. */
export async function lockWaiting(
  transaction: Transaction,
  keys: readonly WaitingKey[],
): Promise<readonly WaitingPart[]> {
  if (keys.length === 0) return [];
  const rows = await transaction.run(LOCK_WAITING, { rows: keys });
  return rows.map(({ reference, count, number, alphabet, ...part }) => ({
    ...part,
    segment: { reference, count, number },
    alphabet: replyAlphabetOf(alphabet),
  }));
}

/** The names under which parts wait, longest first. */
export const findWaiting = write.many<{ most: number }, WaitingKey>(
  'find-waiting-reply-parts',
  `select distinct p.link_id, p.from_address as "from", p.to_address as "to", p.reference
  from (select * from reply_parts where reply_id is null order by received_at limit :most) p`,
);

const MARK_JOINED = statement(
  'mark-reply-parts-joined',
  `update reply_parts p set reply_id = t.reply_id
  from ${rowsOf({ linkId: 'int', fingerprint: 'text', replyId: 'bigint' })}
  where p.link_id = t.link_id and p.fingerprint = decode(t.fingerprint, 'hex')`,
);

export async function markJoined(
  transaction: Transaction,
  joined: readonly { readonly part: KeptPart; readonly replyId: ReplyId }[],
): Promise<void> {
  if (joined.length === 0) return;
  const rows = joined.map(({ part, replyId }) => ({ ...part, replyId }));
  await transaction.run(MARK_JOINED, { rows });
}

/** Deletes parts of stored replies that came before `beforeMs`; returns how many. */
export const forgetParts = write.count<{ beforeMs: number; most: number }>(
  'forget-reply-parts',
  `delete from reply_parts p
  using (select link_id, fingerprint from reply_parts
         where received_at < @beforeMs and reply_id is not null
         order by link_id, fingerprint limit :most for update skip locked) t
  where p.link_id = t.link_id and p.fingerprint = t.fingerprint
  returning p.link_id`,
);
