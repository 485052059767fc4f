import type { AccountId } from '../../domain/ids.ts';
import type { TransferKind } from '../../domain/ledger/ledger.ts';
import { CHAT_MONEY } from '../../domain/chat/record.ts';
import { ALPHABETS, MESSAGE_STATES } from '../../domain/message/message.ts';
import { micros, type Micros } from '../../domain/pricing/money.ts';
import type { Reader } from '../../kit/postgres/pool.ts';

/** What the ledger says of an account, and what its messages say, of one moment. */
export type LedgerTotals = {
  /** The balance that sends are judged by. */
  readonly availableMicros: Micros;
  readonly transfers: Readonly<Record<TransferKind, Micros>>;
  /**
   * Released although no message gave it back: of a large request that was given up before it was
   * published, or held for look-ups until they were charged.
   */
  readonly givenUpMicros: Micros;
  /** What requests were charged for look-ups, by their own records. */
  readonly lookupMicros: Micros;
  /** Reserved for requests that are being written and are not to be seen yet. */
  readonly writingMicros: Micros;
  /** Of the messages that are kept. */
  readonly messages: {
    readonly count: number;
    readonly priceMicros: Micros;
    readonly postedMicros: Micros;
    /** Not posted yet of messages that are still in line, or that the platform has to speak of. */
    readonly openMicros: Micros;
  };
  /** Whether older messages, which transfers speak of, are no longer kept. */
  readonly isCut: boolean;
};

type Row = {
  readonly available: number;
  readonly credit: number;
  readonly reserve: number;
  readonly post: number;
  readonly release: number;
  readonly refund: number;
  readonly correction: number;
  readonly lookup: number;
  readonly lookups_charged: number;
  readonly given_up: number;
  readonly writing: number;
  readonly messages: number;
  readonly price: number;
  readonly posted: number;
  readonly open: number;
  readonly is_cut: boolean;
};

/** The cause by which charge/release-batch.ts names what it gives back. */
const GIVEN_UP = 'a large request could not be written to its end';

/** The cause by which what was held for look-ups of a large request is given back. */
export const HELD_LOOKUPS = 'the look-ups of a large request are charged';

const ofKind = (kind: TransferKind): string =>
  `coalesce(sum(amount_micros) filter (where kind = '${kind}'), 0)::bigint as ${kind}`;

/**
 * One statement, so that it is of one moment while messages travel. A batch that is being written
 * (state 1) counts as a whole, not by the messages that are there already.
 */
const READ_TOTALS = `
  with moved as (
    select ${ofKind('credit')}, ${ofKind('reserve')}, ${ofKind('post')}, ${ofKind('release')},
           ${ofKind('refund')}, ${ofKind('correction')}, ${ofKind('lookup')},
           coalesce(sum(amount_micros) filter (
             where kind = 'release' and cause = any ($2::text[])), 0)::bigint as given_up,
           min(id) filter (where kind = 'reserve') as first_reserve
    from transfers where account_id = $1
  ), writing as (
    select coalesce(sum(price_micros), 0)::bigint as writing
    from batches where account_id = $1 and state = 1
  ), looked_up as (
    select coalesce(sum(amount_micros), 0)::bigint as lookups_charged
    from lookup_charges where account_id = $1
  ), sent as (
    select count(*) as messages,
           coalesce(sum(m.price_micros), 0)::bigint as price,
           coalesce(sum(m.posted_micros), 0)::bigint as posted,
           coalesce(sum(m.price_micros - m.posted_micros) filter (
             where case when m.alphabet = ${ALPHABETS.chat} then c.money = ${CHAT_MONEY.reserved}
                        else m.state = ${MESSAGE_STATES.waiting} or q.message_id is not null end
           ), 0)::bigint as open
    from messages m
    left join chat_messages c on m.alphabet = ${ALPHABETS.chat}
      and c.account_id = m.account_id and c.id = m.id
    left join queue q on q.account_id = m.account_id and q.message_id = m.id
    where m.account_id = $1 and not exists (
      select from batches b where b.account_id = $1 and b.id = m.batch_id and b.state <> 2
    )
  ), kept as (
    select min(substring(pg_get_expr(c.relpartbound, c.oid) from $3)::bigint) as first_id
    from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'messages'::regclass
  )
  select b.available_micros as available, moved.*, writing.writing, sent.*, looked_up.*,
         coalesce(moved.first_reserve < kept.first_id, false) as is_cut
  from balances b, moved, writing, sent, looked_up, kept
  where b.account_id = $1`;

/** The lower bound of a partition, as PostgreSQL prints it. */
const LOWER_BOUND = String.raw`FROM \('(\d+)'\)`;

/** undefined: no such account. Reads every message of the account that is kept. */
export async function readLedgerTotals(
  reader: Reader,
  accountId: AccountId,
): Promise<LedgerTotals | undefined> {
  const values = [accountId, [GIVEN_UP, HELD_LOOKUPS], LOWER_BOUND];
  const [row] = await reader.read<Row>('read-ledger-totals', READ_TOTALS, values);
  if (row === undefined) return undefined;
  const money = (amount: number): Micros => micros(BigInt(amount));
  const { credit, reserve, post, release, refund, correction, lookup } = row;
  return {
    availableMicros: money(row.available),
    transfers: {
      credit: money(credit),
      reserve: money(reserve),
      post: money(post),
      release: money(release),
      refund: money(refund),
      correction: money(correction),
      lookup: money(lookup),
    },
    givenUpMicros: money(row.given_up),
    lookupMicros: money(row.lookups_charged),
    writingMicros: money(row.writing),
    messages: {
      count: row.messages,
      priceMicros: money(row.price),
      postedMicros: money(row.posted),
      openMicros: money(row.open),
    },
    isCut: row.is_cut,
  };
}
