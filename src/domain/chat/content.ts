/**
 * What one chat message says, complete and checked: nothing of it depends on the request, the
 * template's later fate or the carrier. It stands as JSON where an SMS has its text.
 */
import type { ChatMediaId } from '../ids.ts';

export type ChatContent = TemplateContent | FreeFormContent;

/** A template with its values (chat seed, section 4.1). */
export type TemplateContent = {
  readonly kind: 'template';
  /** The platform addresses a template by these two. */
  readonly name: string;
  readonly language: string;
  readonly header: HeaderContent | undefined;
  /** In the order of the body's variables. */
  readonly body: readonly NamedValue[];
  /** Of the buttons that take a value, by their place among all buttons, from 0. */
  readonly buttons: readonly ButtonContent[];
};

/** A value; `name` where the template's variables have names instead of numbers. */
export type NamedValue = { readonly text: string; readonly name?: string };

export type HeaderContent =
  | ({ readonly kind: 'text' } & NamedValue)
  | { readonly kind: 'image' | 'video'; readonly media: ChatMediaId }
  | {
      readonly kind: 'document';
      readonly media: ChatMediaId;
      /** undefined: the recipient sees a name of the platform. */
      readonly fileName: string | undefined;
    };

export type ButtonContent =
  | { readonly index: number; readonly kind: 'url'; readonly text: string }
  | { readonly index: number; readonly kind: 'quick_reply'; readonly payload: string }
  | { readonly index: number; readonly kind: 'copy_code'; readonly couponCode: string };

/** Free form, within 24 hours of the user's last message (chat seed, section 4.2). */
export type FreeFormContent =
  | { readonly kind: 'text'; readonly body: string }
  | { readonly kind: 'image' | 'video'; readonly media: ChatMediaId; readonly caption: string }
  | { readonly kind: 'audio'; readonly media: ChatMediaId }
  | {
      readonly kind: 'document';
      readonly media: ChatMediaId;
      readonly caption: string;
      readonly fileName: string;
    };

/** The file of a message; undefined: it has none. No message has two. */
export function mediaOf(content: ChatContent): ChatMediaId | undefined {
  if (content.kind === 'text') return undefined;
  if (content.kind !== 'template') return content.media;
  const { header } = content;
  return header === undefined || header.kind === 'text' ? undefined : header.media;
}
