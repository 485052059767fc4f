import type { NodeLease } from '../../domain/carrier/carrier.ts';
import type { AccountId, BatchId } from '../../domain/ids.ts';
import type { ClaimedUpload, KeptRefusal, UploadRequest } from '../../domain/message/upload.ts';
import type { Reader, Transaction } from '../../kit/postgres/pool.ts';

/** An upload in the hands of a node. */
export type HeldUpload = {
  readonly accountId: AccountId;
  readonly batchId: BatchId;
  readonly lease: NodeLease;
};

/** The pause before another try doubles from 2 s to 4 min. */
const CLAIM = `
  update uploads set
    state = 'reading', node = $1, epoch = $2, started_at = to_timestamp($3::float8 / 1000),
    tries = tries + 1, rows_done = 0, rows_total = null
  where (account_id, batch_id) = (
    select u.account_id, u.batch_id from uploads u
    where u.state in ('waiting', 'reading') and u.batch_id <> all ($4::bigint[]) and case u.state
      when 'waiting' then u.started_at is null
        or u.started_at + power(2, least(u.tries, 8)) * interval '1 second'
           <= to_timestamp($3::float8 / 1000)
      else (u.node = $1 and u.epoch = $2) or not exists (
        select 1 from nodes n
        where n.slot = u.node and n.epoch = u.epoch and n.lease_until > now())
      end
      and exists (
        select 1 from nodes n where n.slot = $1 and n.epoch = $2 and n.lease_until > now())
    order by exists (
      select 1 from uploads r where r.account_id = u.account_id and r.batch_id = any ($4::bigint[])
    ), u.received_at
    limit 1
    for update skip locked
  )
  returning account_id, batch_id, request, file_bytes, tries, received_at`;

type ClaimedRow = {
  readonly account_id: AccountId;
  readonly batch_id: BatchId;
  readonly request: UploadRequest;
  readonly file_bytes: number;
  readonly tries: number;
  readonly received_at: number;
};

/**
 * Claims the upload that waits longest for the node that holds `lease`: one that nobody has and
 * whose pause is over, one whose reader is dead, or one that this node has lost sight of. Those of
 * accounts that it is reading for already come after those of others.
 * undefined: there is none.
 */
export async function claimUpload(
  transaction: Transaction,
  by: {
    readonly lease: NodeLease;
    readonly atMs: number;
    /** What this node is working on. */
    readonly underWay: readonly BatchId[];
  },
): Promise<ClaimedUpload | undefined> {
  const values = [by.lease.slot, by.lease.epoch, by.atMs, by.underWay];
  const [row] = await transaction.run<ClaimedRow>('claim-upload', CLAIM, values);
  if (row === undefined) return undefined;
  return {
    accountId: row.account_id,
    batchId: row.batch_id,
    request: row.request,
    fileBytes: row.file_bytes,
    tries: row.tries,
    receivedAtMs: row.received_at,
  };
}

const HELD = `
  account_id = $1 and batch_id = $2 and node = $3 and epoch = $4 and state = 'reading'`;

function keyOf({ accountId, batchId, lease }: HeldUpload): readonly number[] {
  return [accountId, batchId, lease.slot, lease.epoch];
}

const NOTE_PROGRESS = `update uploads set rows_done = $5, rows_total = $6 where ${HELD}`;

/** Notes how far the reading is, for whoever watches. */
export async function noteUploadProgress(
  transaction: Transaction,
  held: HeldUpload,
  progress: { readonly done: number; readonly total: number | undefined },
): Promise<void> {
  const values = [...keyOf(held), progress.done, progress.total ?? null];
  await transaction.run('note-upload-progress', NOTE_PROGRESS, values);
}

const PUT_BACK = `update uploads set state = 'waiting', node = null, epoch = null where ${HELD}`;

/** Gives an upload back that could not be read now. */
export async function putBackUpload(transaction: Transaction, held: HeldUpload): Promise<void> {
  await transaction.run('put-back-upload', PUT_BACK, keyOf(held));
}

const REFUSE = `
  with refused as (
    update uploads set state = 'refused', refusal = $5,
      ended_at = to_timestamp($6::float8 / 1000)
    where ${HELD}
    returning account_id, batch_id
  )
  delete from upload_chunks c using refused r
  where c.account_id = r.account_id and c.batch_id = r.batch_id`;

/** Ends an upload that came to nothing; its file goes, why it was refused stays. */
export async function refuseUpload(
  transaction: Transaction,
  held: HeldUpload,
  why: { readonly kept: KeptRefusal; readonly atMs: number },
): Promise<void> {
  const values = [...keyOf(held), JSON.stringify(why.kept), why.atMs];
  await transaction.run('refuse-upload', REFUSE, values);
}

const SWEEP = `
  delete from upload_chunks c using uploads u
  where u.account_id = c.account_id and u.batch_id = c.batch_id and u.state in ('done', 'refused')`;

/** Removes the files of uploads that have ended. */
export async function removeEndedChunks(transaction: Transaction): Promise<void> {
  await transaction.run('remove-ended-chunks', SWEEP, []);
}

const READ_CHUNK = `
  select bytes from upload_chunks where account_id = $1 and batch_id = $2 and chunk = $3`;

/** The pieces of an uploaded file in their order, one in memory at a time. */
export async function* readChunks(
  reader: Reader,
  accountId: AccountId,
  batchId: BatchId,
): AsyncGenerator<Buffer> {
  for (let chunk = 0; ; chunk += 1) {
    type Row = { readonly bytes: Buffer };
    const values = [accountId, batchId, chunk];
    const [row] = await reader.read<Row>('read-chunk', READ_CHUNK, values);
    if (row === undefined) return;
    yield row.bytes;
  }
}
