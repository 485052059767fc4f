/** Uploaded files that are read after the answer. */
import type { NodeLease } from '../../domain/carrier/carrier.ts';
import type { AccountId, BatchId } from '../../domain/ids.ts';
import type { ClaimedUpload, KeptRefusal, UploadRequest } from '../../domain/message/kept-batch.ts';
import { write } from '../../kit/postgres/callable.ts';
import type { Reader, Transaction } from '../../kit/postgres/pool.ts';
import { only, statement } from '../../kit/postgres/statement.ts';

type NewUpload = {
  readonly accountId: AccountId;
  readonly batchId: BatchId;
  readonly fileName: string;
  readonly fileBytes: number;
  /** What its account calls its batch. */
  readonly title?: string | undefined;
  readonly request: UploadRequest;
};

/** How many uploads of an account are unfinished, or scheduled. */
export const countOpenUploads = write.value<
  { readonly accountId: AccountId; readonly isScheduled: boolean },
  { readonly open: number }
>(
  'count-open-uploads',
  `select count(*) as open from uploads
  where account_id = :accountId
    and case when :isScheduled then state = 'scheduled' else state in ('waiting', 'reading') end`,
);

/**
 * Writes an upload that waits to be read, or for its time; its chunks belong in the same
 * transaction.
 */
export const insertUpload = write.run<NewUpload & { atMs: number; readAtMs?: number | undefined }>(
  'insert-upload',
  `insert into uploads (account_id, batch_id, state, file_name, file_bytes, name, request,
    received_at, read_at)
  values (:accountId, :batchId, case when @readAtMs is null then 'waiting' else 'scheduled' end,
    :fileName, :fileBytes, :title, :request::jsonb, @atMs, @readAtMs)`,
);

/** Lets uploads be read whose time has come. */
export const wakeUploads = write.run<{ atMs: number }>(
  'wake-uploads',
  `update uploads set state = 'waiting' where state = 'scheduled' and read_at <= @atMs`,
);

const INSERT_CHUNK = statement(
  'insert-chunk',
  `insert into upload_chunks (account_id, batch_id, chunk, bytes)
  values (:accountId, :batchId, :chunk, :bytes)`,
);

/** Writes a piece of the file; `chunk` counts from 0. */
export async function insertChunk(
  transaction: Transaction,
  { accountId, batchId }: Pick<NewUpload, 'accountId' | 'batchId'>,
  chunk: number,
  bytes: Buffer,
): Promise<void> {
  await transaction.run(INSERT_CHUNK, { accountId, batchId, chunk, bytes });
}

/** An upload that a node is working on. */
export type HeldUpload = {
  readonly accountId: AccountId;
  readonly batchId: BatchId;
  readonly lease: NodeLease;
};

/** The pause before another try doubles from 2 s to 4 min. */
const CLAIM = statement<ClaimedUpload>(
  'claim-upload',
  `update uploads set
    state = 'reading', node = :slot, epoch = :epoch, started_at = @atMs,
    tries = tries + 1, rows_done = 0, rows_total = null
  where (account_id, batch_id) = (
    select u.account_id, u.batch_id from uploads u
    where u.state in ('waiting', 'reading') and u.batch_id <> all (:underWay::bigint[])
      and case u.state
      when 'waiting' then u.started_at is null
        or u.started_at + power(2, least(u.tries, 8)) * interval '1 second' <= @atMs
      else (u.node = :slot and u.epoch = :epoch) or not exists (
        select 1 from nodes n
        where n.slot = u.node and n.epoch = u.epoch and n.lease_until > now())
      end
      and exists (
        select 1 from nodes n
        where n.slot = :slot and n.epoch = :epoch and n.lease_until > now())
    order by exists (
      select 1 from uploads r
      where r.account_id = u.account_id and r.batch_id = any (:underWay::bigint[])
    ), u.received_at
    limit 1
    for update skip locked
  )
  returning account_id, batch_id, request, file_bytes, tries, received_at`,
);

/**
 * Claims the longest-waiting upload for the node that holds `lease`: one that nobody holds and
 * whose backoff is over, one whose reader is dead, or one that this node lost track of. Those of
 * accounts that it is reading for already come after those of others.
 * undefined: there is none.
 */
export async function claimUpload(
  transaction: Transaction,
  {
    lease,
    atMs,
    underWay,
  }: {
    readonly lease: NodeLease;
    readonly atMs: number;
    /** What this node is working on. */
    readonly underWay: readonly BatchId[];
  },
): Promise<ClaimedUpload | undefined> {
  return (await transaction.run(CLAIM, { ...lease, atMs, underWay }))[0];
}

/** The next of one that recurs: the same request, at its time. */
export const insertNext = write.run<{
  readonly accountId: AccountId;
  readonly batchId: BatchId;
  readonly nextId: BatchId;
  readonly sendAt: string;
  readonly readAtMs: number;
  readonly atMs: number;
}>(
  'insert-next-upload',
  `insert into uploads (account_id, batch_id, state, file_name, file_bytes, name, request,
    received_at, read_at)
  select account_id, :nextId, 'scheduled', file_name, file_bytes, name,
    jsonb_set(request, '{sendAt}', to_jsonb(:sendAt::text)), @atMs, @readAtMs
  from uploads where account_id = :accountId and batch_id = :batchId`,
);

const HELD = `
  account_id = :accountId and batch_id = :batchId and node = :slot and epoch = :epoch
  and state = 'reading'`;

function keyOf({ accountId, batchId, lease }: HeldUpload) {
  return { accountId, batchId, ...lease };
}

const NOTE_PROGRESS = statement(
  'note-upload-progress',
  `update uploads set rows_done = :done, rows_total = :total where ${HELD}`,
);

/** Records the progress of reading, for display. */
export async function noteUploadProgress(
  transaction: Transaction,
  held: HeldUpload,
  progress: { readonly done: number; readonly total: number | undefined },
): Promise<void> {
  await transaction.run(NOTE_PROGRESS, { ...keyOf(held), ...progress });
}

const PUT_BACK = statement(
  'put-back-upload',
  `update uploads set state = 'waiting', node = null, epoch = null where ${HELD}`,
);

/** Releases an upload that could not be read now. */
export async function putBackUpload(transaction: Transaction, held: HeldUpload): Promise<void> {
  await transaction.run(PUT_BACK, keyOf(held));
}

const REFUSE = statement<{ readonly isRefused: boolean }>(
  'refuse-upload',
  `with refused as (
    update uploads set state = 'refused', refusal = :kept::jsonb, ended_at = @atMs
    where ${HELD}
    returning account_id, batch_id
  ), gone as (
    delete from upload_chunks c using refused r
    where c.account_id = r.account_id and c.batch_id = r.batch_id
  )
  select count(*) > 0 as is_refused from refused`,
);

/** Ends an upload that failed; its file is deleted, the reason is kept. */
export async function refuseUpload(
  transaction: Transaction,
  held: HeldUpload,
  why: { readonly kept: KeptRefusal; readonly atMs: number },
): Promise<boolean> {
  return only(await transaction.run(REFUSE, { ...keyOf(held), ...why })).isRefused;
}

/** Removes the files of uploads that have ended. */
export const removeEndedChunks = write.run(
  'remove-ended-chunks',
  `delete from upload_chunks c using uploads u
  where u.account_id = c.account_id and u.batch_id = c.batch_id
    and u.state in ('done', 'refused')`,
);

const READ_CHUNK = statement<{ readonly bytes: Buffer }>(
  'read-chunk',
  `select bytes from upload_chunks
  where account_id = :accountId and batch_id = :batchId and chunk = :chunk`,
);

/** The pieces of an uploaded file in their order, one in memory at a time. */
export async function* readChunks(
  reader: Reader,
  accountId: AccountId,
  batchId: BatchId,
): AsyncGenerator<Buffer> {
  for (let chunk = 0; ; chunk += 1) {
    const [row] = await reader.read(READ_CHUNK, { accountId, batchId, chunk });
    if (row === undefined) return;
    yield row.bytes;
  }
}
