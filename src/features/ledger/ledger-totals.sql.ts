/** What the ledger and the messages of an account say, at one moment. */
import { CHAT_MONEY } from '../../domain/chat/progress.ts';
import type { AccountId } from '../../domain/ids.ts';
import { TRANSFER_SIDES, type TransferKind } from '../../domain/ledger/ledger.ts';
import { ALPHABETS, MESSAGE_STATES } from '../../domain/message/message.ts';
import { micros, type Micros } from '../../domain/pricing/money.ts';
import type { Reader } from '../../kit/postgres/pool.ts';
import { statement } from '../../kit/postgres/statement.ts';
import { HELD_LOOKUPS } from '../../store/ledger/ledger.ts';

export type LedgerTotals = {
  /** The balance that sends are checked against. */
  readonly availableMicros: Micros;
  readonly transfers: Readonly<Record<TransferKind, Micros>>;
  /**
   * Released although no message gave it back: of a large request that was given up before it was
   * published, or held for look-ups until they were charged.
   */
  readonly givenUpMicros: Micros;
  /** What requests were charged for look-ups, by their own records. */
  readonly lookupMicros: Micros;
  /** Reserved for requests that are being written and are not visible yet. */
  readonly writingMicros: Micros;
  /** Of the messages that are kept. */
  readonly messages: {
    readonly count: number;
    readonly priceMicros: Micros;
    readonly postedMicros: Micros;
    /** Not posted yet of messages that are still in line, or that the platform has to speak of. */
    readonly openMicros: Micros;
  };
  /** Whether older messages that transfers refer to are gone. */
  readonly isCut: boolean;
};

type Row = Omit<LedgerTotals, 'transfers' | 'messages'> &
  LedgerTotals['messages'] & { readonly transfers: Readonly<Record<TransferKind, number>> };

/** The cause by which charge/release-batch.ts names what it gives back. */
const GIVEN_UP = 'a large request could not be written to its end';

const KINDS = Object.keys(TRANSFER_SIDES) as readonly TransferKind[];

const SUMS = KINDS.map(
  (kind) => `'${kind}', coalesce(sum(amount_micros) filter (where kind = '${kind}'), 0)::bigint`,
);

/**
 * One statement, so that it is of one moment while messages travel. A batch that is being written
 * (state 1) counts as a whole, not by the messages that are there already.
 */
const READ = statement<Row>(
  'read-ledger-totals',
  `with moved as (
    select json_build_object(${SUMS.join(', ')}) as transfers,
           coalesce(sum(amount_micros) filter (
             where kind = 'release' and cause in ('${GIVEN_UP}', '${HELD_LOOKUPS}')), 0)::bigint
             as given_up_micros,
           min(id) filter (where kind = 'reserve') as first_reserve
    from transfers where account_id = :accountId
  ), writing as (
    select coalesce(sum(price_micros), 0)::bigint as writing_micros
    from batches where account_id = :accountId and state = 1
  ), looked_up as (
    select coalesce(sum(amount_micros), 0)::bigint as lookup_micros
    from lookup_charges where account_id = :accountId
  ), sent as (
    select count(*) as count,
           coalesce(sum(m.price_micros), 0)::bigint as price_micros,
           coalesce(sum(m.posted_micros), 0)::bigint as posted_micros,
           coalesce(sum(m.price_micros - m.posted_micros) filter (
             where case when m.alphabet = ${ALPHABETS.chat} then c.money = ${CHAT_MONEY.reserved}
                        else m.state = ${MESSAGE_STATES.waiting} or q.message_id is not null end
           ), 0)::bigint as open_micros
    from messages m
    left join chat_messages c on m.alphabet = ${ALPHABETS.chat}
      and c.account_id = m.account_id and c.id = m.id
    left join queue q on q.account_id = m.account_id and q.message_id = m.id
    where m.account_id = :accountId and not exists (
      select from batches b where b.account_id = :accountId and b.id = m.batch_id and b.state <> 2
    )
  ), kept as (
    select min(substring(pg_get_expr(c.relpartbound, c.oid) from :lowerBound)::bigint) as first_id
    from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'messages'::regclass
  )
  select b.available_micros, moved.transfers, moved.given_up_micros, writing.*, sent.*,
         looked_up.*, coalesce(moved.first_reserve < kept.first_id, false) as is_cut
  from balances b, moved, writing, sent, looked_up, kept
  where b.account_id = :accountId`,
);

/** The lower bound of a partition, as PostgreSQL prints it. */
const LOWER_BOUND = String.raw`FROM \('(\d+)'\)`;

/** undefined: no such account. Reads every message of the account that is kept. */
export async function readLedgerTotals(
  reader: Reader,
  accountId: AccountId,
): Promise<LedgerTotals | undefined> {
  const [row] = await reader.read(READ, { accountId, lowerBound: LOWER_BOUND });
  if (row === undefined) return undefined;
  const { transfers, count, priceMicros, postedMicros, openMicros, ...totals } = row;
  const moved = Object.entries(transfers).map(([kind, sum]) => [kind, micros(BigInt(sum))]);
  return {
    ...totals,
    transfers: Object.fromEntries(moved) as LedgerTotals['transfers'],
    messages: { count, priceMicros, postedMicros, openMicros },
  };
}
