/** The ledger: transfers, and the balances that they move. */
import type { AccountId, TransferId } from '../../domain/ids.ts';
import {
  STATEMENT_LINES,
  TRANSFER_SIDES,
  type LedgerAccount,
  type StatementLine,
  type TransferKind,
} from '../../domain/ledger/ledger.ts';
import type { Micros } from '../../domain/pricing/money.ts';
import { firstIdAt, timeOfId } from '../../kit/ids.ts';
import { numberList } from '../../kit/postgres/values.ts';
import { read } from '../../kit/postgres/callable.ts';
import type { Reader, Transaction } from '../../kit/postgres/pool.ts';
import { fromJson, only, rowsOf, statement, type JsonOf } from '../../kit/postgres/statement.ts';
import { countSpent, isWithinCaps, today } from './balances.ts';

/** The cause for releasing what was held for look-ups of a large request. */
export const HELD_LOOKUPS = 'the look-ups of a large request are charged';

/** The cause of charges for look-ups without a send. */
export const LOOKUPS_ALONE = 'look-ups without a send';

/** One row of the ledger: what it moves and for how many messages. Zero amounts are not written. */
export type Transfer = {
  readonly accountId: AccountId;
  readonly id: TransferId;
  readonly kind: TransferKind;
  readonly amountMicros: Micros;
  readonly messages: number;
  readonly cause?: string;
  readonly refersTo?: TransferId;
};

const INSERT = `
  insert into transfers (account_id, id, kind, debit, credit, amount_micros, messages, cause,
                         refers_to, created_at)
  select account_id, id, kind, debit, credit, amount_micros, messages, cause, refers_to, @atMs`;

const GIVEN = rowsOf({
  accountId: 'bigint',
  id: 'bigint',
  kind: 'text',
  debit: 'text',
  credit: 'text',
  amountMicros: 'bigint',
  messages: 'int',
  cause: 'text',
  refersTo: 'bigint',
});

const WRITE_POSTS = statement('write-posts', `${INSERT} from ${GIVEN}`);

const WRITE = statement(
  'write-transfers',
  `with given as (
    select * from ${GIVEN}
  ), written as (
    ${INSERT} from given
  ), moved as (
    select account_id,
           sum(case when credit = 'available' then amount_micros
                    when debit = 'available' then -amount_micros end) as change,
           greatest(0,
             coalesce(sum(amount_micros) filter (where kind in ('reserve', 'lookup')), 0)
             - coalesce(sum(amount_micros) filter (where cause = '${HELD_LOOKUPS}'), 0)) as spent
    from given
    where 'available' in (debit, credit)
    group by account_id
  )
  update balances b set available_micros = b.available_micros + m.change,
                        ${countSpent('m.spent')}
  from moved m where b.account_id = m.account_id`,
);

/**
 * Writes transfers and moves the available balances that they touch. The check on balances refuses
 * what would make a prepaid one negative, whatever the callers assumed. Reservations and
 * look-up charges count as spent, once if held before; what is released makes no room for
 * more. Posts touch no balance, and so wait for no lock.
 */
export async function writeTransfers(
  transaction: Transaction,
  transfers: readonly Transfer[],
  atMs: number,
): Promise<void> {
  const rows = transfers
    .filter(({ amountMicros }) => amountMicros !== 0n)
    .map((it) => ({ ...it, ...TRANSFER_SIDES[it.kind] }));
  if (rows.length === 0) return;
  if (rows.every(({ kind }) => kind === 'post')) await transaction.run(WRITE_POSTS, { rows, atMs });
  else await transaction.run(WRITE, { rows, atMs, ...today(atMs) });
}

/** Everything that a group reserves for one account, if its snapshot is still current. */
export type WholeReservation = {
  readonly accountId: AccountId;
  readonly id: TransferId;
  readonly amountMicros: Micros;
  readonly messages: number;
  /** balances.version that the group's requests were judged by. */
  readonly accountVersion: number;
};

const RESERVE_WHOLE = statement<{
  readonly accountId: AccountId;
  readonly availableMicros: Micros;
  readonly checked: unknown;
}>(
  'reserve-whole',
  `with wanted as (
    select * from unnest(:accountId::bigint[], :id::bigint[], :amountMicros::bigint[],
                         :messages::int[], :accountVersion::bigint[])
      as t (account_id, id, amount_micros, messages, version)
  ), locked as (
    select account_id from balances where account_id = any (:accountId::bigint[])
    order by account_id
    for update
  ), moved as (
    update balances b set available_micros = b.available_micros - w.amount_micros,
                          ${countSpent('w.amount_micros')}
    from wanted w, locked l
    where b.account_id = w.account_id and l.account_id = b.account_id and b.version = w.version
      and (b.postpaid or b.available_micros >= w.amount_micros)
      and ${isWithinCaps('w.amount_micros')}
      and (select version from settings_version) = :settingsVersion
    returning b.account_id, b.available_micros
  ), written as (
    insert into transfers (account_id, id, kind, debit, credit, amount_micros, messages,
                           created_at)
    select account_id, id, 'reserve', 'available', 'reserved', amount_micros, messages, @atMs
    from wanted
    where amount_micros > 0
  )
  select account_id, available_micros,
         require_all((select count(*) from moved), cardinality(:accountId::bigint[])) as checked
  from moved
  union all
  select null, null, require_all((select count(*) from moved), cardinality(:accountId::bigint[]))
  where not exists (select 1 from moved)`,
);

/**
 * Reserves for a whole group without checking first. If an account has changed, has too little or
 * may spend no more, or the settings have changed, the transaction fails with NOT_ALL and nothing
 * has happened. Returns what is left of each account.
 */
export async function reserveWhole(
  transaction: Transaction,
  reservations: readonly WholeReservation[],
  now: { readonly settingsVersion: number; readonly atMs: number },
): Promise<ReadonlyMap<AccountId, Micros>> {
  const left = await transaction.run(RESERVE_WHOLE, {
    accountId: numberList(reservations.map((it) => it.accountId)),
    id: numberList(reservations.map((it) => it.id)),
    amountMicros: numberList(reservations.map((it) => it.amountMicros)),
    messages: numberList(reservations.map((it) => it.messages)),
    accountVersion: numberList(reservations.map((it) => it.accountVersion)),
    ...now,
    ...today(now.atMs),
  });
  return new Map(left.map(({ accountId, availableMicros }) => [accountId, availableMicros]));
}

type FoundTransfer = { readonly id: TransferId; readonly amountMicros: Micros };

/** The first transfer of an account with this kind and cause: a reference used once is found. */
export const findTransfer = read.one<
  { kind: TransferKind; cause: string; accountId: AccountId },
  FoundTransfer
>(
  'find-transfer',
  `select id, amount_micros from transfers
  where account_id = :accountId and kind = :kind and cause = :cause
  order by id limit 1`,
);

/** A transfer and the account's balances after it. */
export type TransferRecord = {
  readonly id: TransferId;
  readonly kind: TransferKind;
  readonly debit: LedgerAccount;
  readonly credit: LedgerAccount;
  readonly amountMicros: Micros;
  readonly messages: number;
  readonly cause: string | undefined;
  readonly refersTo: TransferId | undefined;
  readonly createdAtMs: number;
  readonly availableMicros: Micros;
  readonly reservedMicros: Micros;
};

/** Among transfers of one millisecond, those first that others may depend on. */
const WITHIN_MOMENT = `
  array_position(
    array['credit', 'trial', 'payment', 'refund_failure', 'reserve', 'post', 'release', 'lookup',
      'refund', 'correction', 'payment_refund'],
    kind)`;

const runningSum = (side: LedgerAccount): string => `
  (sum(case when credit = '${side}' then amount_micros
            when debit = '${side}' then -amount_micros else 0 end)
     over (order by created_at, ${WITHIN_MOMENT}, id))::bigint as ${side}_micros`;

/** The latest transfers of an account, newest first, each with the balances after it. */
export const listTransfers = read.many<{ accountId: AccountId; most: number }, TransferRecord>(
  'list-transfers',
  `select * from (
    select id, kind, debit, credit, amount_micros, messages, cause, refers_to, created_at,
           ${runningSum('available')}, ${runningSum('reserved')}
    from transfers where account_id = :accountId
  ) as t
  order by created_at desc, ${WITHIN_MOMENT} desc, id desc
  limit :most`,
);

/** A line of an account's ledger as the account sees it. */
export type LedgerLine = Pick<
  TransferRecord,
  'id' | 'kind' | 'amountMicros' | 'messages' | 'cause' | 'refersTo' | 'createdAtMs'
> & {
  /** What it did to the credit that is left. */
  readonly changeMicros: Micros;
};

const CHANGE = `case when credit = 'available' then amount_micros
       when debit = 'available' then -amount_micros else 0 end`;

const ledgerColumns = `
  select id, kind, amount_micros, (${CHANGE})::bigint as change_micros, messages, cause,
    refers_to, created_at
  from transfers`;

const ledgerOf = (kinds: string): string => `
  ${ledgerColumns}
  where account_id = :accountId and id < :belowId and id >= :fromId and ${kinds}
    and (@sinceMs is null or created_at >= @sinceMs)
    and (@untilMs is null or created_at < @untilMs)
  order by id desc
  limit :most`;

const LEDGER = statement<LedgerLine>(
  'list-ledger',
  ledgerOf('(:kinds::text[] is null or kind = any (:kinds))'),
);

/** Those that an index finds among all that sends reserve and post. */
const RARE: readonly TransferKind[] = ['credit', 'correction', 'lookup', 'refund', 'release'];

const LEDGER_RARE = statement<LedgerLine>(
  'list-rare-ledger',
  ledgerOf(`kind = :kind and kind in (${RARE.map((it) => `'${it}'`).join(', ')})`),
);

type LedgerAsk = {
  readonly accountId: AccountId;
  readonly kinds: readonly TransferKind[] | undefined;
  readonly sinceMs: number | undefined;
  readonly untilMs: number | undefined;
  readonly beforeId: number | undefined;
  readonly most: number;
};

/** Ids carry the second in which they were made, which is some time before they are written. */
const ID_SLACK_MS = 86_400_000;

/** Lines of the ledger in the order of their ids, the newest first. */
export async function listLedger(
  reader: Reader,
  { beforeId, ...ask }: LedgerAsk,
): Promise<readonly LedgerLine[]> {
  const { sinceMs, untilMs } = ask;
  const fromId = sinceMs === undefined ? 0 : firstIdAt(sinceMs - ID_SLACK_MS);
  const afterMs = untilMs === undefined ? undefined : untilMs + ID_SLACK_MS;
  const belowId = Math.min(
    beforeId ?? Number.MAX_SAFE_INTEGER,
    afterMs === undefined ? Number.MAX_SAFE_INTEGER : firstIdAt(afterMs),
  );
  const [kind, ...others] = ask.kinds ?? [];
  if (kind !== undefined && others.length === 0 && RARE.includes(kind)) {
    return reader.read(LEDGER_RARE, { ...ask, kind, fromId, belowId });
  }
  return reader.read(LEDGER, { ...ask, fromId, belowId });
}

const OF_MESSAGE = statement<LedgerLine>(
  'list-ledger-of-message',
  `select * from (
    ${ledgerColumns} where account_id = :accountId and id = any (:ids::bigint[])
    union all
    (${ledgerColumns}
      where account_id = :accountId and kind = 'refund' and refers_to = :settleId
        and id >= :fromId
      order by id limit 50)
  ) as of_message
  order by created_at, ${WITHIN_MOMENT}, id`,
);

/**
 * What reserved, charged and refunded a message, with others of the same commit, in the order of
 * time: ids of one second are in none.
 */
export async function readLedgerOfMessage(
  reader: Reader,
  accountId: AccountId,
  { reserveId, settleId }: { readonly reserveId: number; readonly settleId: number | undefined },
): Promise<readonly LedgerLine[]> {
  const ids = numberList(settleId === undefined ? [reserveId] : [reserveId, settleId]);
  const fromId = settleId === undefined ? 0 : firstIdAt(timeOfId(settleId) - ID_SLACK_MS);
  return reader.read(OF_MESSAGE, { accountId, ids, settleId, fromId });
}

type KindSum = {
  readonly kind: TransferKind;
  readonly transfers: number;
  readonly amountMicros: Micros;
  readonly changeMicros: Micros;
};

/** What one thing did to the credit in a day; zero is left out. */
type DayChange = {
  /** 2026-11-26, of Pakistan. */
  readonly day: string;
  readonly what: StatementLine;
  readonly changeMicros: Micros;
};

const STATEMENT = statement<{
  readonly closingMicros: Micros;
  readonly openingMicros: Micros;
  readonly kinds: readonly JsonOf<KindSum>[];
  readonly lines: readonly JsonOf<DayChange>[];
}>(
  'read-statement',
  `with since as (
    select day, kind, transfers, amount_micros, change_micros,
      day < (@untilMs at time zone 'Asia/Karachi')::date as within
    from (
      select account_id, day, kind, transfers, amount_micros, change_micros from ledger_sums
      union all
      select account_id, day, kind, transfers, amount_micros, change_micros from ledger_changes
    ) as s
    where account_id = :accountId and day >= (@sinceMs at time zone 'Asia/Karachi')::date
  ), sums as (
    select kind, sum(transfers)::bigint as transfers, sum(amount_micros)::bigint as amount_micros,
      sum(change_micros)::bigint as change_micros
    from since where within group by kind order by kind
  ), lines as (
    select day::text as day, what, sum(change_micros)::bigint as change_micros
    from (
      select day, change_micros,
        case when kind in ('reserve', 'release', 'post') then 'messages' else kind end as what
      from since where within
    ) as told
    group by day, what having sum(change_micros) <> 0
    order by day, array_position(array['${STATEMENT_LINES.join("', '")}'], what)
  ), after as (
    select coalesce(sum(change_micros) filter (where not within), 0) as later,
      coalesce(sum(change_micros), 0) as all_of_it
    from since
  )
  select (b.available_micros - a.later)::bigint as closing_micros,
    (b.available_micros - a.all_of_it)::bigint as opening_micros,
    (select coalesce(json_agg(s), '[]') from sums s) as kinds,
    (select coalesce(json_agg(l), '[]') from lines l) as lines
  from balances b, after a where b.account_id = :accountId`,
);

export type LedgerStatement = {
  readonly openingMicros: Micros;
  readonly closingMicros: Micros;
  readonly kinds: readonly KindSum[];
  /** By day; with the opening they make the closing. */
  readonly lines: readonly DayChange[];
};

/**
 * What an account had before a span of whole days of Pakistan and after it, and what moved
 * meanwhile: reckoned back from its balance, in one statement, so that they add up whatever is
 * being sent.
 */
export async function readStatement(
  reader: Reader,
  accountId: AccountId,
  span: { readonly sinceMs: number; readonly untilMs: number },
): Promise<LedgerStatement> {
  const row = only(await reader.read(STATEMENT, { ...span, accountId }));
  return { ...row, kinds: fromJson(row.kinds), lines: fromJson(row.lines) };
}
