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

/** What was stored; undefined: it has been forgotten, as the texts of old messages are. */
export const unpackContent = (packed: PackedContent): ChatContent | undefined =>
  packed === '' ? undefined : (JSON.parse(packed) as ChatContent);

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
  /** One for each card of a carousel; undefined: the template is none. */
  readonly cards?: readonly CardContent[] | undefined;
};

/** A card of a carousel, in the order of the template's. */
export type CardContent = Pick<TemplateContent, 'body' | 'buttons'> & {
  readonly header: { readonly kind: 'image' | 'video'; readonly media: ChatMediaId };
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
  /** The product whose picture is shown, by the shop's own id for it. */
  | { readonly index: number; readonly kind: 'catalog'; readonly productId: string }
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

/** The files of a message: each card of a carousel has one, another message at most one. */
export function mediaOf(content: ChatContent | undefined): readonly ChatMediaId[] {
  if (content === undefined) return [];
  if (content.kind === 'text' || content.kind === 'request_contact_info') return [];
  if (content.kind !== 'template') return [content.media];
  const { header, cards = [] } = content;
  return [header, ...cards.map((card) => card.header)].flatMap((it) =>
    it !== undefined && 'media' in it ? it.media : [],
  );
}

export type ChatDraft = TemplateDraft | FreeFormDraft;

export type TemplateDraft = Omit<TemplateContent, 'header' | 'cards'> & {
  readonly header: HeaderDraft | undefined;
  readonly cards?: readonly CardDraft[] | undefined;
};

export type CardDraft = Omit<CardContent, 'header'> & { readonly header: HeaderDraft };

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

/** The files that must be fetched to complete the draft. */
export function linksOf(draft: ChatDraft): readonly MediaLink[] {
  if (draft.kind === 'media') return [{ url: draft.url, wanted: draft.wanted }];
  if (draft.kind !== 'template') return [];
  const { header, cards = [] } = draft;
  return [header, ...cards.map((card) => card.header)].flatMap((it) => linkOf(it) ?? []);
}

function linkOf(header: HeaderDraft | undefined): MediaLink | undefined {
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
 * @param taken the files of `linksOf`, in their order, each of the wanted kind.
 */
export function complete(draft: ChatDraft, taken: readonly TakenMedia[]): ChatContent {
  if (draft.kind === 'media') return completeMedia(draft, needed(taken[0]));
  if (draft.kind !== 'template') return draft;
  const left = [...taken];
  const { header, cards, ...rest } = draft;
  const top = header && completeHeader(header, left);
  if (cards === undefined) return { ...rest, header: top };
  return { ...rest, header: top, cards: cards.map((card) => completeCard(card, left)) };
}

function completeCard({ header, ...rest }: CardDraft, left: TakenMedia[]): CardContent {
  const made = completeHeader(header, left);
  if (made.kind === 'image' || made.kind === 'video') return { ...rest, header: made };
  throw new Error('a card has neither an image nor a video');
}

/** @param left what was fetched for this header and those after it: what is used is taken out. */
function completeHeader(header: HeaderDraft, left: TakenMedia[]): HeaderContent {
  if (!('media' in header)) return header;
  const taken = header.media.from === 'kept' ? undefined : needed(left.shift());
  const media = header.media.from === 'kept' ? header.media.id : needed(taken).id;
  if (header.kind !== 'document') return { kind: header.kind, media };
  const { fileName: name } = header;
  const fileName = name === undefined ? undefined : fileNameFor(name, taken?.extension);
  return { kind: 'document', media, fileName };
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
