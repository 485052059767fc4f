import type { AccountId, BatchId, MessageId } from '../../domain/ids.ts';
import { ROW_REASONS, type LeftOutRow } from '../../domain/message/file-send.ts';
import type { BatchRow, KeptBatch } from '../../domain/message/kept-batch.ts';
import { BATCH_STATES, stateOf } from '../../domain/message/message.ts';
import { micros } from '../../domain/pricing/money.ts';
import { firstIdAt, timeOfId } from '../../kit/ids.ts';
import type { Reader } from '../../kit/postgres/pool.ts';

const HOUR_MS = 3_600_000;

const COLUMNS = `
  id, source, file_kind, recipients, parts, price_micros, file_rows, left_out, created_at,
  coalesce(published_at, created_at) as published_at`;

type Row = {
  readonly id: BatchId;
  readonly source: KeptBatch['source'];
  readonly file_kind: 'text' | 'xlsx' | 'xls' | null;
  readonly recipients: number;
  readonly parts: number;
  readonly price_micros: number;
  readonly file_rows: number | null;
  readonly left_out: number;
  readonly created_at: number;
  readonly published_at: number;
};

const LIST_BATCHES = `
  select ${COLUMNS} from batches
  where account_id = $1 and state = ${BATCH_STATES.published}
    and ($2::bigint is null or id < $2) and ($3::text is null or source = $3)
  order by id desc
  limit $4`;

/** Published batches of an account, the newest first; `before`: only those older than this one. */
export async function listBatches(
  reader: Reader,
  accountId: AccountId,
  ask: {
    readonly before: BatchId | undefined;
    readonly source: KeptBatch['source'] | undefined;
    readonly most: number;
  },
): Promise<readonly KeptBatch[]> {
  const values = [accountId, ask.before ?? null, ask.source ?? null, ask.most];
  return (await reader.read<Row>('list-batches', LIST_BATCHES, values)).map(keptBatch);
}

const FIND_BATCH = `
  select ${COLUMNS} from batches
  where account_id = $1 and id = $2 and state = ${BATCH_STATES.published}`;

/** undefined when the account has no published batch with this id. */
export async function findBatch(
  reader: Reader,
  accountId: AccountId,
  id: BatchId,
): Promise<KeptBatch | undefined> {
  const [row] = await reader.read<Row>('find-batch', FIND_BATCH, [accountId, id]);
  return row && keptBatch(row);
}

function keptBatch(row: Row): KeptBatch {
  return {
    id: row.id,
    source: row.source,
    fileKind: row.file_kind ?? undefined,
    recipients: row.recipients,
    parts: row.parts,
    priceMicros: micros(BigInt(row.price_micros)),
    fileRows: row.file_rows ?? undefined,
    leftOut: row.left_out,
    createdAtMs: row.created_at,
    publishedAtMs: row.published_at,
  };
}

// Both halves are read in the order of their index, so a page costs a page.
const LIST_ROWS = `
  with batch as (
    select account_id, id, coalesce(first_message, $5::bigint) as first_message,
           coalesce(last_message, $6::bigint) as last_message
    from batches
    where account_id = $1 and id = $2 and state = ${BATCH_STATES.published}
  )
  select * from (
    (select m.position as row_number, m.id as message_id, m.recipient::text as shown, m.state,
            m.parts, m.price_micros, null::smallint as code, null as column_letters,
            null as reason, null as rule
     from batch b join messages m on m.account_id = b.account_id and m.batch_id = b.id
       and m.id between b.first_message and b.last_message
     where m.position > $3 and $7::text is distinct from 'left_out'
     order by m.position limit $4)
    union all
    (select r.row_number, null, r.shown, null, null, null, r.code, r.column_letters, r.reason,
            r.rule
     from batch b join batch_rows r on r.account_id = b.account_id and r.batch_id = b.id
     where r.row_number > $3 and $7::text is distinct from 'message'
     order by r.row_number limit $4)
  ) as both_kinds
  order by row_number
  limit $4`;

type ListedRow = {
  readonly row_number: number;
  readonly message_id: MessageId | null;
  readonly shown: string;
  readonly state: number | null;
  readonly parts: number | null;
  readonly price_micros: number | null;
  readonly code: number | null;
  readonly column_letters: string | null;
  readonly reason: string | null;
  readonly rule: string | null;
};

/**
 * Rows of a published batch behind one of them, in the order of the sheet: of `only` one kind, or
 * of both. None for a batch that the account does not have.
 */
export async function listBatchRows(
  reader: Reader,
  accountId: AccountId,
  ask: {
    readonly id: BatchId;
    readonly after: number;
    readonly most: number;
    readonly only: BatchRow['kind'] | undefined;
  },
): Promise<readonly BatchRow[]> {
  const { id, after, most, only } = ask;
  const around = [firstIdAt(timeOfId(id) - HOUR_MS), firstIdAt(timeOfId(id) + HOUR_MS)];
  const values = [accountId, id, after, most, ...around, only ?? null];
  return (await reader.read<ListedRow>('list-batch-rows', LIST_ROWS, values)).map(batchRow);
}

function batchRow(listed: ListedRow): BatchRow {
  const { row_number: row, message_id: messageId, shown, column_letters: column } = listed;
  if (messageId === null) {
    return {
      ...{ kind: 'left_out', row, shown, column: column ?? undefined, code: codeOf(listed.code) },
      reason: reasonOf(listed.reason),
      rule: listed.rule ?? '',
    };
  }
  return {
    kind: 'message',
    row,
    messageId,
    recipient: shown,
    state: stateOf(listed.state ?? 0),
    parts: listed.parts ?? 0,
    priceMicros: micros(BigInt(listed.price_micros ?? 0)),
  };
}

function codeOf(stored: number | null): LeftOutRow['code'] {
  if (stored === 7 || stored === 9 || stored === 12) return stored;
  throw new Error(`no row is left out with the code ${stored}`);
}

function reasonOf(stored: string | null): LeftOutRow['reason'] {
  const known = ROW_REASONS.find((reason) => reason === stored);
  if (known === undefined) throw new Error(`no row is left out for the reason ${stored}`);
  return known;
}
