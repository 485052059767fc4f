/** The media library: those files of chat messages (store/chat/media.ts) that have a name. */
import type { ChatMediaKind } from '../../domain/chat/media.ts';
import type { AccountId, ChatMediaId } from '../../domain/ids.ts';
import { read, write } from '../../kit/postgres/callable.ts';
import { spelling } from '../../kit/postgres/like.ts';

type Key = { readonly accountId: AccountId; readonly id: ChatMediaId; readonly nowMs: number };

export type MediaFile = {
  readonly id: ChatMediaId;
  readonly name: string;
  readonly kind: ChatMediaKind;
  readonly mime: string;
  readonly extension: string;
  readonly bytes: number;
  readonly hasPreview: boolean;
  readonly endsAtMs: number | undefined;
  readonly keptAtMs: number;
  readonly usedAtMs: number;
};

const LISTED = '(name is not null and (ends_at is null or ends_at > @nowMs))';
const IS_SHOWN_WHOLE = `(kind = 'image' and bytes <= :shownBytes)`;
const SHOWN = `id, coalesce(name, '') as name, kind, mime, extension, bytes,
  (preview is not null or ${IS_SHOWN_WHOLE}) as has_preview, ends_at, kept_at, used_at`;

/** `shownBytes`: up to this size a picture is its own preview. */
type Shown = { readonly shownBytes: number };

/** Where a file is in the list. */
export type MediaPlace = Pick<MediaFile, 'keptAtMs' | 'id'>;

/** Those added last first. `search`: as `like` has it, and any case. */
export const listMediaFiles = read.many<
  Shown & {
    accountId: AccountId;
    nowMs: number;
    search: string | undefined;
    kind: ChatMediaKind | undefined;
    beforeMs: number | undefined;
    beforeId: number | undefined;
    most: number;
  },
  MediaFile
>(
  'list-media-files',
  `select ${SHOWN} from chat_media
  where account_id = :accountId and ${LISTED}
    and (:search::text is null or ${spelling('name')} ilike :search)
    and (:kind::text is null or kind = :kind)
    and (:beforeId::bigint is null or (kept_at, id) < (@beforeMs, :beforeId))
  order by kept_at desc, id desc limit :most`,
);

export const findMediaFile = read.one<Key & Shown, MediaFile>(
  'find-media-file',
  `select ${SHOWN} from chat_media
  where account_id = :accountId and id = :id and ${LISTED}`,
);

/** What is in the library, all together. */
export const sumMediaFiles = read.single<
  { accountId: AccountId; nowMs: number },
  { readonly files: number; readonly bytes: number }
>(
  'sum-media-files',
  `select count(*) as files, coalesce(sum(bytes), 0)::bigint as bytes from chat_media
  where account_id = :accountId and ${LISTED}`,
);

/** Puts a file that is kept into the library. */
export const nameMediaFile = write.one<
  Pick<Key, 'accountId' | 'id'> &
    Shown &
    Pick<MediaFile, 'name' | 'endsAtMs' | 'keptAtMs'> & { preview: Uint8Array | undefined },
  MediaFile
>(
  'name-media-file',
  `update chat_media
  set name = :name, ends_at = @endsAtMs, kept_at = @keptAtMs,
    preview = coalesce(:preview::bytea, preview)
  where account_id = :accountId and id = :id returning ${SHOWN}`,
);

/** `setsEnd`: whether `endsAtMs` is meant; undefined is for good. */
export const updateMediaFile = write.one<
  Key & Shown & { name: string | undefined; setsEnd: boolean; endsAtMs: number | undefined },
  MediaFile
>(
  'update-media-file',
  `update chat_media
  set name = coalesce(:name::text, name),
    ends_at = case when :setsEnd then @endsAtMs else ends_at end
  where account_id = :accountId and id = :id and ${LISTED} returning ${SHOWN}`,
);

/** Takes a file out of the library; its content goes when no message needs it any more. */
export const endMediaFile = write.any<Key>(
  'end-media-file',
  `update chat_media set ends_at = @nowMs
  where account_id = :accountId and id = :id and ${LISTED} returning id`,
);

/** The template whose default it is. */
export const findTemplateOfMedia = read.maybeValue<
  { accountId: AccountId; id: ChatMediaId },
  { readonly name: string }
>(
  'find-template-of-media',
  `select name from chat_templates
  where account_id = :accountId and sample_id = :id and state <> 'deleted' limit 1`,
);

export const findPreview = read.one<Key, { readonly preview: Buffer | undefined }>(
  'find-media-preview',
  `select preview from chat_media where account_id = :accountId and id = :id and ${LISTED}`,
);
