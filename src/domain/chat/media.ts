import type { Refusal } from '../failure/failure.ts';
import type { AccountId, ChatMediaId } from '../ids.ts';

/** What the platform shows a file as. */
export const CHAT_MEDIA_KINDS = ['image', 'video', 'audio', 'document'] as const;
export type ChatMediaKind = (typeof CHAT_MEDIA_KINDS)[number];

/** What a request asks a file to be; `any`: what its content says (contract section 10). */
export type WantedMedia = ChatMediaKind | 'any';

/** A file of a caller, by its address. */
export type MediaLink = { readonly url: string; readonly wanted: WantedMedia };

/** A file that was fetched, looked into and kept. */
export type TakenMedia = {
  readonly id: ChatMediaId;
  readonly kind: ChatMediaKind;
  /** What its kind of content is called by: `pdf`, `jpg`. Lower case, without the dot. */
  readonly extension: string;
  /** The last part of the address's path, decoded; undefined where it has none. */
  readonly nameInAddress: string | undefined;
};

export type MediaTaken =
  | { readonly ok: true; readonly media: TakenMedia }
  /** Code 25. */
  | { readonly ok: false; readonly refusal: Refusal };

/** Fetches, looks into and keeps files of callers. */
export type TakeMedia = {
  /** Never rejects for what the address or the file is like. */
  take(accountId: AccountId, url: string, wanted: WantedMedia): Promise<MediaTaken>;
};
