import type { LinkId, ReplyId } from '../../domain/ids.ts';
import {
  REPLY_ALPHABETS,
  replyAlphabetOf,
  type ReplyPart,
  type Segment,
} from '../../domain/reply/reply.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';

/** A part as it is kept, so that a repetition is known as one. */
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
export type NewPart = KeptPart & {
  /** The reply it makes by itself, if it does. */
  readonly replyId: ReplyId | undefined;
  /** How often it is handed over now. */
  readonly times: number;
};

const KEEP_PARTS = `
  insert into reply_parts as p (link_id, fingerprint, from_address, to_address, reference,
                                part_count, part, alphabet, octets, received_at, reply_id,
                                times)
  select t.link_id, decode(t.fingerprint, 'hex'), t.from_address, t.to_address, t.reference,
         t.part_count, t.part, t.alphabet, decode(t.octets, 'hex'),
         to_timestamp(t.received_at / 1000), t.reply_id, t.times
  from unnest($1::int[], $2::text[], $3::text[], $4::text[], $5::int[], $6::smallint[],
              $7::smallint[], $8::smallint[], $9::text[], $10::float8[], $11::bigint[],
              $12::int[])
       as t (link_id, fingerprint, from_address, to_address, reference, part_count, part,
             alphabet, octets, received_at, reply_id, times)
  order by 1, 2
  on conflict (link_id, fingerprint) do update
    set (received_at, reply_id, times) = (
      select case when old then excluded.received_at else p.received_at end,
             case when old then excluded.reply_id else p.reply_id end,
             case when old then 0 else p.times end + excluded.times
      from (select p.received_at < excluded.received_at - $13::float8 * interval '1 ms') o (old))
  returning p.link_id, encode(p.fingerprint, 'hex') as fingerprint, p.times`;

/**
 * Keeps parts. Gives the names (`nameOfPart`) of those that are new; the others were kept within
 * `repeatMs` before. No two may be the same.
 */
export async function keepParts(
  transaction: Transaction,
  parts: readonly NewPart[],
  repeatMs: number,
): Promise<ReadonlySet<string>> {
  type Row = Pick<WaitingRow, 'link_id' | 'fingerprint'> & { readonly times: number };
  const rows = await transaction.run<Row>('keep-reply-parts', KEEP_PARTS, [
    parts.map((it) => it.linkId),
    parts.map((it) => it.fingerprint),
    parts.map((it) => it.from),
    parts.map((it) => it.to),
    parts.map((it) => it.segment?.reference ?? null),
    parts.map((it) => it.segment?.count ?? 1),
    parts.map((it) => it.segment?.number ?? 1),
    parts.map((it) => REPLY_ALPHABETS[it.alphabet]),
    parts.map((it) => Buffer.from(it.octets).toString('hex')),
    parts.map((it) => it.receivedAtMs),
    parts.map((it) => it.replyId ?? null),
    parts.map((it) => it.times),
    repeatMs,
  ]);
  const given = new Map(parts.map((it) => [nameOfPart(it), it.times]));
  const names = rows.map(
    (row) => [nameOfPart({ ...row, linkId: row.link_id }), row.times] as const,
  );
  return new Set(names.flatMap(([name, times]) => (given.get(name) === times ? [name] : [])));
}

/** A part's name across links. */
export function nameOfPart(part: Pick<KeptPart, 'linkId' | 'fingerprint'>): string {
  return `${part.linkId} ${part.fingerprint}`;
}

type WaitingRow = {
  readonly link_id: LinkId;
  readonly fingerprint: string;
  readonly from_address: string;
  readonly to_address: string;
  readonly reference: number;
  readonly part_count: number;
  readonly part: number;
  readonly alphabet: number;
  readonly octets: Buffer;
  readonly received_at: number;
};

const COLUMNS = `
  p.link_id, encode(p.fingerprint, 'hex') as fingerprint, p.from_address, p.to_address,
  p.reference, p.part_count, p.part, p.alphabet, p.octets, p.received_at`;

// In one order for everybody, so that two nodes never wait for each other; who waited for a row
// sees that it is taken.
const LOCK_WAITING = `
  select ${COLUMNS}
  from reply_parts p
  join unnest($1::int[], $2::text[], $3::text[], $4::int[])
       as k (link_id, from_address, to_address, reference)
    on k.link_id = p.link_id and k.from_address = p.from_address
   and k.to_address = p.to_address and k.reference = p.reference
  where p.reply_id is null
  order by p.link_id, p.fingerprint
  for update of p`;

/** Locks every part that waits under these names. No two names may be the same. */
export async function lockWaiting(
  transaction: Transaction,
  keys: readonly WaitingKey[],
): Promise<readonly WaitingPart[]> {
  if (keys.length === 0) return [];
  const rows = await transaction.run<WaitingRow>('lock-waiting-reply-parts', LOCK_WAITING, [
    keys.map((it) => it.linkId),
    keys.map((it) => it.from),
    keys.map((it) => it.to),
    keys.map((it) => it.reference),
  ]);
  return rows.map(toPart);
}

const FIND_WAITING = `
  select distinct p.link_id, p.from_address, p.to_address, p.reference
  from (select * from reply_parts where reply_id is null order by received_at limit $1) p`;

/** The names under which parts wait, longest first. */
export async function findWaiting(
  transaction: Transaction,
  most: number,
): Promise<readonly WaitingKey[]> {
  type KeyRow = Pick<WaitingRow, 'link_id' | 'from_address' | 'to_address' | 'reference'>;
  const rows = await transaction.run<KeyRow>('find-waiting-reply-parts', FIND_WAITING, [most]);
  return rows.map((row) => ({
    linkId: row.link_id,
    from: row.from_address,
    to: row.to_address,
    reference: row.reference,
  }));
}

const MARK_JOINED = `
  update reply_parts p set reply_id = t.reply_id
  from unnest($1::int[], $2::text[], $3::bigint[]) as t (link_id, fingerprint, reply_id)
  where p.link_id = t.link_id and p.fingerprint = decode(t.fingerprint, 'hex')`;

/** Notes which reply parts have become part of. */
export async function markJoined(
  transaction: Transaction,
  joined: readonly { readonly part: KeptPart; readonly replyId: ReplyId }[],
): Promise<void> {
  if (joined.length === 0) return;
  await transaction.run('mark-reply-parts-joined', MARK_JOINED, [
    joined.map(({ part }) => part.linkId),
    joined.map(({ part }) => part.fingerprint),
    joined.map(({ replyId }) => replyId),
  ]);
}

const FORGET_PARTS = `
  delete from reply_parts p
  using (select link_id, fingerprint from reply_parts
         where received_at < to_timestamp($1::float8 / 1000) and reply_id is not null
         order by link_id, fingerprint limit $2 for update skip locked) t
  where p.link_id = t.link_id and p.fingerprint = t.fingerprint
  returning 1`;

/** Forgets parts of stored replies that came before `beforeMs`; gives how many. */
export async function forgetParts(
  transaction: Transaction,
  ask: { readonly beforeMs: number; readonly most: number },
): Promise<number> {
  const values = [ask.beforeMs, ask.most];
  return (await transaction.run('forget-reply-parts', FORGET_PARTS, values)).length;
}

function toPart(row: WaitingRow): WaitingPart {
  return {
    linkId: row.link_id,
    fingerprint: row.fingerprint,
    from: row.from_address,
    to: row.to_address,
    segment: { reference: row.reference, count: row.part_count, number: row.part },
    alphabet: replyAlphabetOf(row.alphabet),
    octets: row.octets,
    receivedAtMs: row.received_at,
  };
}
