import type { ChatMediaKind } from '../../domain/chat/media.ts';
import type { AccountId, ChatMediaId } from '../../domain/ids.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';

/** A file as it is kept, without its content. */
export type NewMedia = {
  readonly accountId: AccountId;
  readonly id: ChatMediaId;
  readonly sha256: Uint8Array;
  readonly kind: ChatMediaKind;
  /** By its content. */
  readonly mime: string;
  /** What such content is called by, without the dot. */
  readonly extension: string;
  readonly bytes: number;
};

const USE_MEDIA = `
  update chat_media
  set used_at = case when used_at < to_timestamp($4::float8 / 1000) - interval '1 day'
                     then to_timestamp($4::float8 / 1000) else used_at end
  where account_id = $1 and sha256 = $2 and kind = $3
  returning id`;

/** The account's file of this content, if it has one; it is in use from `nowMs` on. */
export async function useMedia(
  transaction: Transaction,
  content: Pick<NewMedia, 'accountId' | 'sha256' | 'kind'>,
  nowMs: number,
): Promise<ChatMediaId | undefined> {
  const values = [content.accountId, content.sha256, content.kind, nowMs];
  const rows = await transaction.run<{ readonly id: ChatMediaId }>('use-media', USE_MEDIA, values);
  return rows[0]?.id;
}

const SUM_MEDIA = `
  select coalesce(sum(bytes), 0)::bigint as bytes from chat_media where account_id = $1`;

/** Octets of all files of an account. */
export async function sumMedia(transaction: Transaction, accountId: AccountId): Promise<number> {
  const [row] = await transaction.read<{ readonly bytes: number }>('sum-media', SUM_MEDIA, [
    accountId,
  ]);
  return row?.bytes ?? 0;
}

const INSERT_MEDIA = `
  insert into chat_media (account_id, id, sha256, kind, mime, extension, bytes, kept_at, used_at)
  values ($1, $2, $3, $4, $5, $6, $7, to_timestamp($8::float8 / 1000),
          to_timestamp($8::float8 / 1000))
  on conflict (account_id, sha256, kind) do nothing
  returning id`;

/** Writes a file's row; false when somebody was quicker with the same content. */
export async function insertMedia(
  transaction: Transaction,
  media: NewMedia,
  nowMs: number,
): Promise<boolean> {
  const { accountId, id, sha256, kind, mime, extension, bytes } = media;
  const values = [accountId, id, sha256, kind, mime, extension, bytes, nowMs];
  return (await transaction.run('insert-media', INSERT_MEDIA, values)).length === 1;
}

const INSERT_PIECE = `
  insert into chat_media_pieces (account_id, media_id, piece, content) values ($1, $2, $3, $4)`;

/** Writes one piece of a file's content, counted from 0. */
export async function insertPiece(
  transaction: Transaction,
  media: Pick<NewMedia, 'accountId' | 'id'>,
  { piece, content }: { readonly piece: number; readonly content: Uint8Array },
): Promise<void> {
  const values = [media.accountId, media.id, piece, content];
  await transaction.run('insert-piece', INSERT_PIECE, values);
}
