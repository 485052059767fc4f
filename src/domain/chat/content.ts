/**
 * What one chat message says, complete and checked: it does not depend on the request, on what
 * later happens to the template, or on the carrier. It is stored as JSON where an SMS has its text.
 *
 * A draft is content whose file is not here yet. Taking in the request turns an address into a file
 * that we keep, and the draft into the content that is stored.
 */
import type { ChatMediaId } from '../ids.ts';
import type { OfferContent } from './offer.ts';
import { fileNameFor, type MediaLink, type TakenMedia, type WantedMedia } from './media.ts';

export type ChatContent = TemplateContent | FreeFormContent;

/** Content as it is stored: JSON. */
export type PackedContent = string;

export function packContent(content: ChatContent): PackedContent {
  return JSON.stringify(content);
}

/** A template with its values (chat seed, section 4.1). */
export type TemplateContent = {
  readonly kind: 'template';
  /** The platform addresses a template by these two. */
  readonly name: string;
  readonly language: string;
  readonly header: HeaderContent | undefined;
  /** undefined: the template has no offer that ends. */
  readonly offer?: OfferContent | undefined;
  /** In the order of the body's variables. */
  readonly body: readonly NamedValue[];
  /** For the buttons that take a value, by their position among all buttons, from 0. */
  readonly buttons: readonly ButtonContent[];
};

/** A value; `name` if the template's variables have names instead of numbers. */
export type NamedValue = { readonly text: string; readonly name?: string };

/** A place on a map; degrees as they were given. */
export type PlaceContent = {
  readonly kind: 'location';
  readonly latitude: string;
  readonly longitude: string;
  readonly name: string;
  readonly address: string;
};

export type HeaderContent =
  | ({ readonly kind: 'text' } & NamedValue)
  | PlaceContent
  | { readonly kind: 'image' | 'video'; readonly media: ChatMediaId }
  | {
      readonly kind: 'document';
      readonly media: ChatMediaId;
      /** undefined: the platform shows a name of its own. */
      readonly fileName: string | undefined;
    };

export type ButtonContent =
  | { readonly index: number; readonly kind: 'url'; readonly text: string }
  | { readonly index: number; readonly kind: 'quick_reply'; readonly payload: string }
  | { readonly index: number; readonly kind: 'copy_code'; readonly couponCode: string }
  /** undefined: the id of the attempt stands for it. */
  | { readonly index: number; readonly kind: 'flow'; readonly token: string | undefined };

/** Free form, within 24 hours of the user's last message (chat seed, section 4.2). */
export type FreeFormContent =
  | { readonly kind: 'text'; readonly body: string }
  /** With a button by which a user who hides the number shares it. */
  | { readonly kind: 'request_contact_info'; readonly body: string }
  | { readonly kind: 'image' | 'video'; readonly media: ChatMediaId; readonly caption: string }
  | { readonly kind: 'audio'; readonly media: ChatMediaId }
  | {
      readonly kind: 'document';
      readonly media: ChatMediaId;
      readonly caption: string;
      readonly fileName: string;
    };

/** The file of a message, at most one; undefined: it has none. */
export function mediaOf(content: ChatContent): ChatMediaId | undefined {
  if (content.kind === 'text' || content.kind === 'request_contact_info') return undefined;
  if (content.kind !== 'template') return content.media;
  const { header } = content;
  return header !== undefined && 'media' in header ? header.media : undefined;
}

export type ChatDraft = TemplateDraft | FreeFormDraft;

export type TemplateDraft = Omit<TemplateContent, 'header'> & {
  readonly header: HeaderDraft | undefined;
};

export type HeaderDraft =
  | ({ readonly kind: 'text' } & NamedValue)
  | PlaceContent
  | { readonly kind: 'image' | 'video'; readonly media: DraftMedia }
  | {
      readonly kind: 'document';
      readonly media: DraftMedia;
      /** As given; undefined: the platform shows a name of its own (chat seed 2). */
      readonly fileName: string | undefined;
    };

export type DraftMedia =
  /** The template's own, which we keep. */
  | { readonly from: 'kept'; readonly id: ChatMediaId }
  | { readonly from: 'link'; readonly url: string };

export type FreeFormDraft =
  | { readonly kind: 'text' | 'request_contact_info'; readonly body: string }
  | {
      readonly kind: 'media';
      readonly wanted: WantedMedia;
      readonly url: string;
      readonly caption: string;
      readonly fileName: string | undefined;
    };

/** The file that must be fetched to complete the draft; undefined: none. */
export function linkOf(draft: ChatDraft): MediaLink | undefined {
  if (draft.kind === 'media') return { url: draft.url, wanted: draft.wanted };
  if (draft.kind !== 'template') return undefined;
  const { header } = draft;
  if (header === undefined || !('media' in header) || header.media.from === 'kept') {
    return undefined;
  }
  return { url: header.media.url, wanted: header.kind };
}

/** When the offer of a draft ends; undefined: it has none. */
export function offerOf(draft: ChatDraft): OfferContent | undefined {
  return draft.kind === 'template' ? draft.offer : undefined;
}

/**
 * The content of a message.
 * @param taken the file of `linkOf`, of the wanted kind; undefined if there is none.
 */
export function complete(draft: ChatDraft, taken: TakenMedia | undefined): ChatContent {
  if (draft.kind === 'media') return completeMedia(draft, needed(taken));
  if (draft.kind !== 'template') return draft;
  const { header } = draft;
  if (header === undefined || !('media' in header)) return { ...draft, header };
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
      // The platform shows no caption with audio.
      return { kind, media: id };
    case 'document': {
      const name = fileNameFor(fileName ?? nameInAddress ?? 'document', extension);
      return { kind, media: id, caption, fileName: name };
    }
  }
}

function needed(taken: TakenMedia | undefined): TakenMedia {
  if (taken === undefined) throw new Error('the file of a draft was not fetched');
  return taken;
}
