/**
 * The content of a chat message before its file is here. An address becomes a file that we keep
 * when the request is taken in; then a draft becomes the content that is stored.
 */
import type { ChatMediaId } from '../ids.ts';
import type { ChatContent, FreeFormContent, NamedValue, TemplateContent } from './content.ts';
import { fileNameFor, type MediaLink, type TakenMedia, type WantedMedia } from './media.ts';

export type ChatDraft = TemplateDraft | FreeFormDraft;

export type TemplateDraft = Omit<TemplateContent, 'header'> & {
  readonly header: HeaderDraft | undefined;
};

export type HeaderDraft =
  | ({ readonly kind: 'text' } & NamedValue)
  | { readonly kind: 'image' | 'video'; readonly media: DraftMedia }
  | {
      readonly kind: 'document';
      readonly media: DraftMedia;
      /** As it was given; undefined: the recipient sees a name of the platform (chat seed 2). */
      readonly fileName: string | undefined;
    };

export type DraftMedia =
  /** The template's own, which we keep. */
  | { readonly from: 'kept'; readonly id: ChatMediaId }
  | { readonly from: 'link'; readonly url: string };

export type FreeFormDraft =
  | { readonly kind: 'text'; readonly body: string }
  | {
      readonly kind: 'media';
      readonly wanted: WantedMedia;
      readonly url: string;
      readonly caption: string;
      readonly fileName: string | undefined;
    };

/** The file that has to be fetched before the draft is complete; undefined: none. */
export function linkOf(draft: ChatDraft): MediaLink | undefined {
  if (draft.kind === 'media') return { url: draft.url, wanted: draft.wanted };
  if (draft.kind === 'text') return undefined;
  const { header } = draft;
  if (header === undefined || header.kind === 'text' || header.media.from === 'kept') {
    return undefined;
  }
  return { url: header.media.url, wanted: header.kind };
}

/**
 * The content of a message.
 * @param taken the file of `linkOf`, of the kind that was wanted; undefined where there is none.
 */
export function complete(draft: ChatDraft, taken: TakenMedia | undefined): ChatContent {
  if (draft.kind === 'text') return draft;
  if (draft.kind === 'media') return completeMedia(draft, needed(taken));
  const { header } = draft;
  if (header === undefined || header.kind === 'text') return { ...draft, header };
  const media = header.media.from === 'kept' ? header.media.id : needed(taken).id;
  if (header.kind !== 'document') return { ...draft, header: { kind: header.kind, media } };
  const fileName =
    header.fileName === undefined ? undefined : fileNameFor(header.fileName, taken?.extension);
  return { ...draft, header: { kind: 'document', media, fileName } };
}

function completeMedia(
  { caption, fileName }: FreeFormDraft & { readonly kind: 'media' },
  { id, kind, extension, nameInAddress }: TakenMedia,
): FreeFormContent {
  switch (kind) {
    case 'image':
    case 'video':
      return { kind, media: id, caption };
    case 'audio':
      // The platform shows no caption under a sound.
      return { kind, media: id };
    case 'document': {
      const name = fileNameFor(fileName ?? nameInAddress ?? 'document', extension);
      return { kind, media: id, caption, fileName: name };
    }
  }
}

function needed(taken: TakenMedia | undefined): TakenMedia {
  if (taken === undefined) throw new Error('the file of a draft was to be fetched before');
  return taken;
}
