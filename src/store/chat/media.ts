/** Files of chat messages: content, and their uploads to the chat platform. */
import type { ChatMediaKind } from '../../domain/chat/media.ts';
import type { AccountId, ChatMediaId, LinkId } from '../../domain/ids.ts';
import { read, write } from '../../kit/postgres/callable.ts';
import type { Reader } from '../../kit/postgres/pool.ts';
import { statement } from '../../kit/postgres/statement.ts';

/** A stored file, without its content. */
export type KeptMedia = {
  readonly kind: ChatMediaKind;
  /** By its content. */
  readonly mime: string;
  /** The file name extension, without the dot. */
  readonly extension: string;
  readonly bytes: number;
};

export type NewMedia = KeptMedia & {
  readonly accountId: AccountId;
  readonly id: ChatMediaId;
  readonly sha256: Uint8Array;
};

type Id = { readonly id: ChatMediaId };

/**
 * The account's file with this content, if it has one; marks it as used at `nowMs`. One that has
 * left the library is again what any other file is.
 */
export const useMedia = write.maybeValue<
  Pick<NewMedia, 'accountId' | 'sha256' | 'kind'> & { readonly nowMs: number },
  Id
>(
  'use-media',
  `update chat_media
  set used_at = case when used_at < @nowMs - interval '1 day' then @nowMs else used_at end,
    name = case when ends_at <= @nowMs then null else name end,
    ends_at = case when ends_at <= @nowMs then null else ends_at end
  where account_id = :accountId and sha256 = :sha256 and kind = :kind
  returning id`,
);

/** Part of a statement: whether a send that is still to be read names the file `m`. */
const IS_AWAITED = `exists (
    select from uploads u
    where u.account_id = m.account_id and u.state in ('waiting', 'reading', 'scheduled')
      and u.request::text like '%"media:' || m.id || '"%')`;

/**
 * A file of the account by its id; marks it as used at `nowMs`. One that has left the library is
 * there for those sends alone that named it before.
 */
export const useMediaById = write.one<
  { accountId: AccountId; id: ChatMediaId; nowMs: number },
  KeptMedia & { readonly name: string | undefined }
>(
  'use-media-by-id',
  `update chat_media m
  set used_at = case when used_at < @nowMs - interval '1 day' then @nowMs else used_at end
  where account_id = :accountId and id = :id
    and (ends_at is null or ends_at > @nowMs or ${IS_AWAITED})
  returning kind, mime, extension, bytes, name`,
);

/** Octets of all files of an account. */
export const sumMedia = read.value<{ readonly accountId: AccountId }, { readonly bytes: number }>(
  'sum-media',
  `select coalesce(sum(bytes), 0)::bigint as bytes from chat_media where account_id = :accountId`,
);

/** Writes a file's row; false if somebody else has already stored the same content. */
export const insertMedia = write.any<NewMedia & { nowMs: number }>(
  'insert-media',
  `insert into chat_media (account_id, id, sha256, kind, mime, extension, bytes, kept_at, used_at)
  values (:accountId, :id, :sha256, :kind, :mime, :extension, :bytes, @nowMs, @nowMs)
  on conflict (account_id, sha256, kind) do nothing
  returning id`,
);

/** Writes one piece of a file's content, counted from 0. */
export const insertPiece = write.run<
  Pick<NewMedia, 'accountId' | 'id'> & { piece: number; content: Uint8Array }
>(
  'insert-media-piece',
  `insert into chat_media_pieces (account_id, media_id, piece, content)
  values (:accountId, :id, :piece, :content)`,
);

export const findMedia = read.one<{ accountId: AccountId; id: ChatMediaId }, KeptMedia>(
  'find-media',
  `select kind, mime, extension, bytes from chat_media
  where account_id = :accountId and id = :id`,
);

const READ_PIECE = statement<{ readonly content: Buffer }>(
  'read-piece',
  `select content from chat_media_pieces
  where account_id = :accountId and media_id = :id and piece = :piece`,
);

/** The content of a file, a piece at a time, one statement each. */
export async function* readPieces(
  reader: Reader,
  accountId: AccountId,
  id: ChatMediaId,
): AsyncGenerator<Uint8Array> {
  for (let piece = 0; ; piece += 1) {
    const [row] = await reader.read(READ_PIECE, { accountId, id, piece });
    if (row === undefined) return;
    yield row.content;
  }
}

/**
 * Deletes files that no request has named since a time, that no send names which is still to be
 * read, and that are neither in the library nor the default of a template that is there, with
 * their content and uploads; no more than `most`. Gives how many.
 */
export const forgetMedia = write.count<{ beforeMs: number; nowMs: number; most: number }>(
  'forget-media',
  `delete from chat_media where ctid = any (array(
    select m.ctid from chat_media m
    where m.used_at < @beforeMs
      and (m.name is null or m.ends_at is not null) and (m.name is null or m.ends_at <= @nowMs)
      and not exists (select from chat_templates t
                      where t.account_id = m.account_id and t.sample_id = m.id
                        and t.state <> 'deleted')
      and not ${IS_AWAITED}
    order by m.used_at
    limit :most
    for update skip locked
  ))
  returning id`,
);

/** A file of an account, for one sending number. */
type UploadKey = {
  readonly accountId: AccountId;
  readonly mediaId: ChatMediaId;
  readonly linkId: LinkId;
};

type KeptUpload = {
  /** The platform's id of the file. */
  readonly uploadId: string;
  /** Milliseconds since 1970: after this it is uploaded again. */
  readonly refreshAtMs: number;
};

export const findUpload = read.one<UploadKey, KeptUpload>(
  'find-upload',
  `select upload_id, refresh_at from chat_uploads
  where account_id = :accountId and media_id = :mediaId and link_id = :linkId`,
);

/** Replaces an older upload; of two nodes the later one wins, and both ids stay valid. */
export const keepUpload = write.run<UploadKey & KeptUpload>(
  'keep-upload',
  `insert into chat_uploads (account_id, media_id, link_id, upload_id, refresh_at)
  select :accountId, :mediaId, :linkId, :uploadId, @refreshAtMs
  where exists (select from chat_media where account_id = :accountId and id = :mediaId)
  on conflict (account_id, media_id, link_id) do update
  set upload_id = excluded.upload_id, refresh_at = excluded.refresh_at`,
);

/** Deletes an upload that the platform has lost: the one with this id, or whichever is stored. */
export const forgetUpload = write.run<UploadKey & { uploadId: string | undefined }>(
  'forget-upload',
  `delete from chat_uploads
  where account_id = :accountId and media_id = :mediaId and link_id = :linkId
    and (:uploadId::text is null or upload_id = :uploadId)`,
);
