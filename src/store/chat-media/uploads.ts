import type { AccountId, ChatMediaId, LinkId } from '../../domain/ids.ts';
import type { Reader, Transaction } from '../../kit/postgres/pool.ts';

/** A file of an account, for one sending number. */
export type UploadKey = {
  readonly accountId: AccountId;
  readonly mediaId: ChatMediaId;
  readonly linkId: LinkId;
};

export type KeptUpload = {
  /** The platform's id of the file. */
  readonly uploadId: string;
  /** Milliseconds since 1970: from then on it is uploaded anew. */
  readonly refreshAtMs: number;
};

const FIND_UPLOAD = `
  select upload_id as "uploadId", refresh_at as "refreshAtMs" from chat_uploads
  where account_id = $1 and media_id = $2 and link_id = $3`;

export async function findUpload(
  reader: Reader,
  { accountId, mediaId, linkId }: UploadKey,
): Promise<KeptUpload | undefined> {
  const values = [accountId, mediaId, linkId];
  const [found] = await reader.read<KeptUpload>('find-upload', FIND_UPLOAD, values);
  return found;
}

const KEEP_UPLOAD = `
  insert into chat_uploads (account_id, media_id, link_id, upload_id, refresh_at)
  select $1, $2, $3, $4, to_timestamp($5::float8 / 1000)
  where exists (select from chat_media where account_id = $1 and id = $2)
  on conflict (account_id, media_id, link_id) do update
  set upload_id = excluded.upload_id, refresh_at = excluded.refresh_at`;

/** Keeps an upload in place of an older one; of two nodes the later one stays, both ids hold. */
export async function keepUpload(
  transaction: Transaction,
  { accountId, mediaId, linkId }: UploadKey,
  { uploadId, refreshAtMs }: KeptUpload,
): Promise<void> {
  const values = [accountId, mediaId, linkId, uploadId, refreshAtMs];
  await transaction.run('keep-upload', KEEP_UPLOAD, values);
}

const FORGET_UPLOAD = `
  delete from chat_uploads
  where account_id = $1 and media_id = $2 and link_id = $3
    and ($4::text is null or upload_id = $4)`;

/** Forgets an upload that the platform has lost: the one of this id, or whichever is kept. */
export async function forgetUpload(
  transaction: Transaction,
  { accountId, mediaId, linkId }: UploadKey,
  uploadId: string | undefined,
): Promise<void> {
  const values = [accountId, mediaId, linkId, uploadId ?? null];
  await transaction.run('forget-upload', FORGET_UPLOAD, values);
}
