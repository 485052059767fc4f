import type { AccountId, BatchId } from '../../domain/ids.ts';
import { plain } from '../../kit/postgres/statement.ts';
import type { BatchSource, FileKind, KeptBatch } from '../../domain/message/kept-batch.ts';
import type { BatchState } from '../../domain/message/kept-batch.ts';
import { BATCH_STATES } from '../../domain/message/message.ts';
import type { KeptRefusal } from '../../domain/message/upload.ts';
import { micros } from '../../domain/pricing/money.ts';
import type { Reader } from '../../kit/postgres/pool.ts';

type Row = {
  readonly id: BatchId;
  readonly state: BatchState;
  readonly source: BatchSource;
  readonly file_name: string | null;
  readonly file_bytes: number | null;
  readonly file_kind: FileKind | null;
  readonly sender: string | null;
  readonly template_id: string | null;
  readonly created_at: number;
  readonly started_at: number | null;
  readonly ended_at: number | null;
  readonly rows_done: number | null;
  readonly rows_total: number | null;
  readonly refusal: KeptRefusal | null;
  readonly recipients: number | null;
  readonly parts: number;
  readonly price_micros: number;
  readonly file_rows: number | null;
  readonly left_out: number;
  readonly published_at: number | null;
  readonly unfed: number;
  readonly first_message: number;
  readonly last_message: number;
  readonly last_position: number;
};

/** Which ids its messages have; one of the version before: made with its own, within an hour. */
const HOUR_OF_IDS = '3600 * 4194304::bigint';
const FIRST = `coalesce(b.first_message, b.id - ${HOUR_OF_IDS})`;
const LAST = `coalesce(b.last_message, b.id + ${HOUR_OF_IDS})`;

/** What is in a feed, or not older than what stands longest in the queue: asked once for a list. */
const MAY_WAIT = `(
  b.id = any (array(select f.batch_id from feeds f where f.account_id = $1))
  or ${LAST} >= (select min(q.message_id) from queue q where q.account_id = $1))`;

/**
 * What waits: in its feed, or in the queue. The queue is asked by the range of ids, in which others
 * of the account may stand as well: few, as long as the range is narrow.
 */
const IS_SENDING = `(case when ${MAY_WAIT} then
  exists (select from feeds f where f.account_id = b.account_id and f.batch_id = b.id)
  or exists (
    select from queue q
    where q.account_id = b.account_id and q.message_id between ${FIRST} and ${LAST}
      and exists (select from messages m
                  where m.account_id = q.account_id and m.id = q.message_id and m.batch_id = b.id)
  ) else false end)`;

const PUBLISHED = `
  select b.id, case when ${IS_SENDING} then 'sending' else 'sent' end as state, b.source,
    coalesce(b.file_name, nullif(u.file_name, '')) as file_name,
    coalesce(b.file_bytes, case when b.source = 'upload' then u.file_bytes end) as file_bytes,
    b.file_kind, s.name as sender, m.template_id::text as template_id,
    coalesce(u.received_at, b.created_at) as created_at, u.started_at,
    null::timestamptz as ended_at, null::int as rows_done,
    null::int as rows_total, null::jsonb as refusal, b.recipients, b.parts,
    b.price_micros + coalesce((select l.amount_micros from lookup_charges l
      where l.account_id = b.account_id and l.request_id = b.id), 0) as price_micros,
    b.file_rows, b.left_out, coalesce(b.published_at, b.created_at) as published_at,
    least(b.recipients, coalesce(
      (select f.last_position - f.next_position + 1
         - (select count(*) from batch_rows r
            where r.account_id = b.account_id and r.batch_id = b.id
              and r.row_number between f.next_position and f.last_position)
       from feeds f where f.account_id = b.account_id and f.batch_id = b.id), 0)) as unfed,
    ${FIRST} as first_message, ${LAST} as last_message,
    greatest(coalesce(b.last_position, b.recipients), (
      select max(r.row_number) from batch_rows r
      where r.account_id = b.account_id and r.batch_id = b.id)) as last_position
  from batches b
  left join uploads u on u.account_id = b.account_id and u.batch_id = b.id
  left join lateral (
    select m.template_id, m.sender_id from messages m
    where m.account_id = b.account_id and m.batch_id = b.id and m.id between ${FIRST} and ${LAST}
    order by m.position limit 1
  ) m on true
  left join senders s on s.account_id = b.account_id and s.id = m.sender_id
  where b.account_id = $1 and b.state = ${BATCH_STATES.published}`;

/** Uploads behind which there is no batch yet, or never will be. */
const UNPUBLISHED = `
  select u.batch_id as id, u.state, case when u.request ? 'link' then 'link' else 'upload' end,
    nullif(u.file_name, ''), case when u.request ? 'link' then null else u.file_bytes end,
    null::text, u.request->>'sender', u.request->>'templateId',
    u.received_at, u.started_at, u.ended_at, u.rows_done, u.rows_total, u.refusal,
    null::int, 0, 0::bigint, null::int, 0, null::timestamptz, 0::bigint, 0::bigint, 0::bigint, 0
  from uploads u
  where u.account_id = $1 and u.state <> 'done'`;

const FIND = `
  (${PUBLISHED} and b.id = $2) union all (${UNPUBLISHED} and u.batch_id = $2) limit 1`;

/** A batch of an account by its id; undefined when it has none, or none that can be seen. */
export async function findKeptBatch(
  reader: Reader,
  accountId: AccountId,
  id: number,
): Promise<KeptBatch | undefined> {
  const [row] = await reader.read(plain<Row>('find-kept-batch', FIND), [accountId, id]);
  return row && toBatch(row);
}

const LIST = `
  (${PUBLISHED} and b.id < $2 and ($4::text is null or b.source = $4)
     and ($5::text is null or ($5 = 'sending') = ${IS_SENDING})
     and coalesce($5, 'sent') in ('sending', 'sent')
   order by b.id desc limit $3)
  union all
  (${UNPUBLISHED} and u.batch_id < $2
     and ($4::text is null or case when u.request ? 'link' then 'link' else 'upload' end = $4)
     and ($5::text is null or u.state = $5)
   order by u.batch_id desc limit $3)
  order by id desc limit $3`;

export type ListBatches = {
  /** Only those before this one; undefined: from the newest on. */
  readonly before: number | undefined;
  readonly most: number;
  readonly source: BatchSource | undefined;
  readonly state: BatchState | undefined;
};

/** Batches of an account, newest first. */
export async function listKeptBatches(
  reader: Reader,
  accountId: AccountId,
  { before, most, source, state }: ListBatches,
): Promise<readonly KeptBatch[]> {
  const from = before ?? Number.MAX_SAFE_INTEGER;
  const values = [accountId, from, most, source ?? null, state ?? null];
  const rows = await reader.read(plain<Row>('list-kept-batches', LIST), values);
  return rows.map(toBatch);
}

function toBatch(row: Row): KeptBatch {
  const isReading = row.state === 'waiting' || row.state === 'reading';
  return {
    id: row.id,
    state: row.state,
    source: row.source,
    fileName: row.file_name ?? undefined,
    fileBytes: row.file_bytes ?? undefined,
    fileKind: row.file_kind ?? undefined,
    sender: row.sender ?? '',
    templateId: row.template_id ?? '',
    createdAtMs: row.created_at,
    startedAtMs: row.started_at ?? undefined,
    endedAtMs: row.ended_at ?? undefined,
    reading: isReading
      ? { done: row.rows_done ?? 0, total: row.rows_total ?? undefined }
      : undefined,
    refusal: row.refusal ?? undefined,
    published: publishedOf(row),
  };
}

function publishedOf(row: Row): KeptBatch['published'] {
  if (row.recipients === null || row.published_at === null) return undefined;
  return {
    recipients: row.recipients,
    parts: row.parts,
    priceMicros: micros(BigInt(row.price_micros)),
    rows: row.file_rows ?? undefined,
    leftOut: row.left_out,
    publishedAtMs: row.published_at,
    unfed: row.unfed,
    span: {
      firstMessage: row.first_message,
      lastMessage: row.last_message,
      lastPosition: row.last_position,
    },
  };
}
