import type { AccountId, BatchId } from '../../domain/ids.ts';
import type { UploadRequest } from '../../domain/message/upload.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';

export type NewUpload = {
  readonly accountId: AccountId;
  readonly batchId: BatchId;
  readonly fileName: string;
  readonly fileBytes: number;
  readonly request: UploadRequest;
};

const COUNT_OPEN = `
  select count(*) as open from uploads where account_id = $1 and state in ('waiting', 'reading')`;

/** How many uploads of an account have not come to an end. */
export async function countOpenUploads(
  transaction: Transaction,
  accountId: AccountId,
): Promise<number> {
  type Row = { readonly open: number };
  const [row] = await transaction.run<Row>('count-open-uploads', COUNT_OPEN, [accountId]);
  return row?.open ?? 0;
}

const INSERT_UPLOAD = `
  insert into uploads (account_id, batch_id, state, file_name, file_bytes, request, received_at)
  values ($1, $2, 'waiting', $3, $4, $5, to_timestamp($6::float8 / 1000))`;

/** Writes an upload that waits to be read; its chunks belong into the same transaction. */
export async function insertUpload(
  transaction: Transaction,
  upload: NewUpload,
  atMs: number,
): Promise<void> {
  const { accountId, batchId, fileName, fileBytes, request } = upload;
  const values = [accountId, batchId, fileName, fileBytes, JSON.stringify(request), atMs];
  await transaction.run('insert-upload', INSERT_UPLOAD, values);
}

const INSERT_CHUNK = `
  insert into upload_chunks (account_id, batch_id, chunk, bytes) values ($1, $2, $3, $4)`;

/** Writes a piece of the file; `chunk` counts from 0. */
export async function insertChunk(
  transaction: Transaction,
  { accountId, batchId }: Pick<NewUpload, 'accountId' | 'batchId'>,
  chunk: number,
  bytes: Buffer,
): Promise<void> {
  await transaction.run('insert-chunk', INSERT_CHUNK, [accountId, batchId, chunk, bytes]);
}
