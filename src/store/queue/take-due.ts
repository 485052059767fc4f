import type { NodeLease } from '../../domain/carrier/carrier.ts';
import { plain } from '../../kit/postgres/statement.ts';
import type { AccountId, LinkId, MessageId, SenderId, TemplateId } from '../../domain/ids.ts';
import { FEW_TRIES } from '../../domain/failure/retried-a-few-times.ts';
import { limit } from '../../domain/limits.ts';
import { alphabetOf, ATTEMPT_OUTCOMES, type Alphabet } from '../../domain/message/message.ts';
import { micros, type Micros } from '../../domain/pricing/money.ts';
import type { Priority } from '../../domain/sender/sender.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';

/** A message that this node now holds, with everything that an attempt needs. */
export type DueMessage = {
  readonly accountId: AccountId;
  readonly messageId: MessageId;
  readonly linkId: LinkId;
  /** 1 for the first. */
  readonly attempt: number;
  readonly recipient: string;
  readonly templateId: TemplateId;
  readonly senderId: SenderId;
  readonly priority: Priority;
  readonly alphabet: Alphabet;
  readonly parts: number;
  readonly priceMicros: Micros;
  readonly expiresAtMs: number;
  readonly text: string;
  /** Numbers of the parts, from 1, that an earlier attempt already brought to the operator. */
  readonly partsTaken: readonly number[];
  /** Earlier attempts that ended with one of FEW_TRIES, as far as their number can matter. */
  readonly faults: number;
  /** The answer to `attempt` is lost: see `Outgoing`. */
  readonly lostUntilMs: number | undefined;
};

/** A message to be judged before it goes, and the version at which its account stands. */
export type TakenDue = DueMessage & { readonly accountVersion: number };

type Row = {
  readonly account_id: number;
  readonly account_version: number;
  readonly message_id: number;
  readonly attempt: number;
  readonly link_id: number;
  readonly recipient: number;
  readonly template_id: number;
  readonly sender_id: number;
  readonly priority: number;
  readonly alphabet: number;
  readonly parts: number;
  readonly price_micros: number;
  readonly expires_at: number;
  readonly text: string;
  readonly parts_taken: readonly number[] | null;
  readonly faults: number;
  readonly lost_until: number | null;
  readonly behind: boolean;
};

const FEW_TRIES_LIST = FEW_TRIES.map((reason) => `'${reason}'`).join(', ');

/** Reads all that an attempt needs of the queue rows that `taken` changes and returns. */
const read = (taken: string, before = ''): string => `
  with ${before} taken as (
    ${taken}
    returning q.account_id, q.message_id, q.attempt, q.link_id, q.priority, q.expires_at,
              q.lost_until, q.turn, q.behind
  )
  select t.account_id, t.message_id, t.attempt, t.link_id, m.recipient, m.template_id,
         (select version from balances b where b.account_id = t.account_id) as account_version,
         m.sender_id, t.priority, m.alphabet, m.parts, m.price_micros, t.expires_at, m.text,
         t.lost_until, t.behind,
         case when m.parts_taken > 0 then (
           select array_agg(distinct a.part::int) from attempts a
           where a.account_id = m.account_id and a.message_id = m.id and a.outcome = 1
         ) end as parts_taken,
         case when t.attempt < ${limit('faultRetries')} then 0 else (
           select count(distinct a.attempt)::int from attempts a
           where a.account_id = m.account_id and a.message_id = m.id
             and a.outcome = ${ATTEMPT_OUTCOMES.refused} and a.reason in (${FEW_TRIES_LIST})
         ) end as faults
  from taken t join messages m on m.account_id = t.account_id and m.id = t.message_id
  order by t.priority desc, t.turn`;

/**
 * Leases the messages whose ctid `chosen` selects from the queue to slot $1 at epoch $2; `change`
 * is what else becomes of their rows. Those that another node is taking at this moment are passed
 * over.
 */
const take = (chosen: string, change = ''): string =>
  read(`update queue q set node = $1, epoch = $2${change}
    where q.ctid = any (array(${chosen} for update skip locked))`);

const DUE = `
  from queue
  where link_id = $3 and node is null and due_at <= to_timestamp($4::float8 / 1000)
    and priority >= $6 and lost_until is null
  order by priority desc, due_at, turn
  limit $5`;

const TAKE_DUE = take(`select ctid ${DUE}`, ', attempt = q.attempt + 1');

/**
 * The same for a chat number, but what has one before it in its lane is put behind that one
 * instead. One that is put off beyond $7 holds up nobody. Each row costs one look at its lane,
 * however many wait in it: the one just before it answers for all. `freeNext` makes it due; should
 * that be missed, it is looked at again.
 */
const TAKE_IN_TURN = read(
  `update queue q set
      node = case when j.ahead is null then $1::smallint end,
      epoch = case when j.ahead is null then $2::int end,
      attempt = q.attempt + case when j.ahead is null then 1 else 0 end,
      behind = j.ahead is not null,
      due_at = coalesce(j.ahead, q.due_at)
    from judged j where q.ctid = j.place`,
  `due as (
    select ctid as place, account_id, recipient, priority, turn ${DUE} for update skip locked
  ),
  judged as (
    select d.place, e.ahead from due d
    left join lateral (
      select to_timestamp(case when w.behind then $8::float8 else $7::float8 end / 1000) as ahead
      from queue w
      where w.account_id = d.account_id and w.link_id = $3 and w.recipient = d.recipient
        and w.priority = d.priority and w.turn < d.turn
        and (w.node is not null or w.behind or w.due_at <= to_timestamp($7::float8 / 1000))
      order by w.turn desc limit 1
    ) as e on true
  ),`,
);

export type AskDue = {
  readonly linkId: LinkId;
  /** Looked at, and so taken, at most. */
  readonly most: number;
  readonly atMs: number;
  /** Nothing of a lower priority. */
  readonly least: Priority;
  /** Those of one lane one after the other. */
  readonly inTurn: boolean;
};

export type Due = {
  readonly taken: readonly TakenDue[];
  /** There may be more, of this priority or a lower one. */
  readonly more: Priority | undefined;
};

/** Leases the oldest due messages of a link to this node, most urgent first. */
export async function takeDue(
  transaction: Transaction,
  lease: NodeLease,
  ask: AskDue,
): Promise<Due> {
  const { linkId, atMs, most, least, inTurn } = ask;
  const values = [lease.slot, lease.epoch, linkId, atMs, most, least];
  const rows = inTurn
    ? await transaction.last(plain<Row>('take-in-turn', TAKE_IN_TURN), [
        ...values,
        atMs + limit('chatTurnWaitMs'),
        atMs + limit('retryLastMs'),
      ])
    : await transaction.last(plain<Row>('take-due', TAKE_DUE), values);
  const taken = rows
    .filter(({ behind }) => !behind)
    .map((row) => ({ ...dueMessage(row), accountVersion: row.account_version }));
  const last = rows.length < most ? undefined : rows.at(-1);
  return { taken, more: last && (last.priority as Priority) };
}

const ADOPT_DEAD = take('select ctid from queue where node = $3 and epoch = $4 limit $5');

/** Takes over what a dead node held: attempts that may or may not have reached the operator. */
export async function adoptDead(
  transaction: Transaction,
  lease: NodeLease,
  ask: { readonly dead: NodeLease; readonly most: number },
): Promise<readonly DueMessage[]> {
  const { dead, most } = ask;
  const values = [lease.slot, lease.epoch, dead.slot, dead.epoch, most];
  return (await transaction.last(plain<Row>('adopt-dead', ADOPT_DEAD), values)).map(dueMessage);
}

const TAKE_EXPIRED = take(
  `select ctid from queue
   where node is null and expires_at <= to_timestamp($3::float8 / 1000) and lost_until is null
   limit $4`,
);

/**
 * Takes messages whose validity has ended while no link could carry them. One whose answer is lost
 * is never called expired: the operator may have it.
 */
export async function takeExpired(
  transaction: Transaction,
  lease: NodeLease,
  ask: { readonly atMs: number; readonly most: number },
): Promise<readonly DueMessage[]> {
  const values = [lease.slot, lease.epoch, ask.atMs, ask.most];
  return (await transaction.last(plain<Row>('take-expired', TAKE_EXPIRED), values)).map(dueMessage);
}

const TAKE_LOST = take(
  `select ctid from queue
   where link_id = $3 and node is null and lost_until is not null
     and due_at <= to_timestamp($4::float8 / 1000) and message_id <> all ($6::bigint[])
   order by due_at
   limit $5`,
);

/** Leases messages of a link whose lost answers are due to be asked for, oldest first. */
export async function takeLost(
  transaction: Transaction,
  lease: NodeLease,
  ask: {
    readonly linkId: LinkId;
    readonly most: number;
    readonly atMs: number;
    /** Left alone: they are explained, and that is not stored yet. */
    readonly but: readonly MessageId[];
  },
): Promise<readonly DueMessage[]> {
  const values = [lease.slot, lease.epoch, ask.linkId, ask.atMs, ask.most, ask.but];
  return (await transaction.run(plain<Row>('take-lost', TAKE_LOST), values)).map(dueMessage);
}

const TAKE_UNASKED = take(
  `select ctid from queue
   where node is null and lost_until <= to_timestamp($3::float8 / 1000)
   limit $4`,
);

/** Takes messages whose lost answers should have been asked for before `beforeMs` and were not. */
export async function takeUnasked(
  transaction: Transaction,
  lease: NodeLease,
  ask: { readonly beforeMs: number; readonly most: number },
): Promise<readonly DueMessage[]> {
  const values = [lease.slot, lease.epoch, ask.beforeMs, ask.most];
  return (await transaction.run(plain<Row>('take-unasked', TAKE_UNASKED), values)).map(dueMessage);
}

function dueMessage(row: Row): DueMessage {
  return {
    accountId: row.account_id as AccountId,
    messageId: row.message_id as MessageId,
    linkId: row.link_id as LinkId,
    attempt: row.attempt,
    recipient: String(row.recipient),
    templateId: row.template_id as TemplateId,
    senderId: row.sender_id as SenderId,
    priority: row.priority as Priority,
    alphabet: alphabetOf(row.alphabet),
    parts: row.parts,
    priceMicros: micros(BigInt(row.price_micros)),
    expiresAtMs: row.expires_at,
    text: row.text,
    partsTaken: row.parts_taken ?? [],
    faults: row.faults,
    lostUntilMs: row.lost_until ?? undefined,
  };
}
