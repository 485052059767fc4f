/**
 * A message in the form in which the platform takes it (facts of the platform, section 2). The
 * types below are exactly what we write: nothing else ever leaves.
 */
import type {
  ButtonContent,
  ChatContent,
  FreeFormContent,
  HeaderContent,
  NamedValue,
  TemplateContent,
} from '../../domain/chat/content.ts';
import type { ChatMediaId } from '../../domain/ids.ts';
import { fieldsOf, readJson } from './json-fields.ts';

export type MessagePayload = Addressed & Said;

type Addressed = {
  readonly messaging_product: 'whatsapp';
  readonly recipient_type: 'individual';
  /** What statuses repeat: names our attempt. */
  readonly biz_opaque_callback_data: string;
} & ({ readonly to: string } | { readonly recipient: string });

type Said =
  | { readonly type: 'template'; readonly template: TemplatePayload }
  | { readonly type: 'text'; readonly text: { readonly body: string } }
  | { readonly type: 'image'; readonly image: Captioned }
  | { readonly type: 'video'; readonly video: Captioned }
  | { readonly type: 'audio'; readonly audio: Media }
  | { readonly type: 'document'; readonly document: Captioned & { readonly filename: string } };

type Media = { readonly id: string };
type Captioned = Media & { readonly caption?: string };

export type TemplatePayload = {
  readonly name: string;
  readonly language: { readonly code: string };
  readonly components?: readonly Component[];
};

type Component =
  | { readonly type: 'header'; readonly parameters: readonly [HeaderParameter] }
  | { readonly type: 'body'; readonly parameters: readonly TextParameter[] }
  | ({ readonly type: 'button'; readonly index: string } & ButtonParameters);

type TextParameter = {
  readonly type: 'text';
  readonly parameter_name?: string;
  readonly text: string;
};

type HeaderParameter =
  | TextParameter
  | { readonly type: 'image'; readonly image: Media }
  | { readonly type: 'video'; readonly video: Media }
  | { readonly type: 'document'; readonly document: Media & { readonly filename?: string } };

type ButtonParameters =
  | {
      readonly sub_type: 'url';
      readonly parameters: readonly [{ readonly type: 'text'; readonly text: string }];
    }
  | {
      readonly sub_type: 'quick_reply';
      readonly parameters: readonly [{ readonly type: 'payload'; readonly payload: string }];
    }
  | {
      readonly sub_type: 'copy_code';
      readonly parameters: readonly [
        { readonly type: 'coupon_code'; readonly coupon_code: string },
      ];
    };

const KINDS: readonly unknown[] = ['template', 'text', 'image', 'video', 'audio', 'document'];

/**
 * The content that a part carries as JSON; undefined when it is none. What stands in it was checked
 * when the message was accepted.
 */
export function readContent(body: Uint8Array): ChatContent | undefined {
  const content = readJson(body);
  const isContent = KINDS.includes(fieldsOf(content)?.['kind']);
  return isContent ? (content as ChatContent) : undefined;
}

/** The file of a message; undefined: it has none. No message has two. */
export function mediaOf(content: ChatContent): ChatMediaId | undefined {
  if (content.kind === 'text') return undefined;
  if (content.kind !== 'template') return content.media;
  const { header } = content;
  return header === undefined || header.kind === 'text' ? undefined : header.media;
}

export type Composing = {
  /** Digits with country code, or the platform's id of a user who hides the number. */
  readonly destination: string;
  readonly opaqueId: string;
  /** The platform's id of the message's file; '' where it has none. */
  readonly uploadId: string;
};

export function composeMessage(content: ChatContent, composing: Composing): MessagePayload {
  const { destination, opaqueId, uploadId } = composing;
  const head = {
    messaging_product: 'whatsapp',
    recipient_type: 'individual',
    biz_opaque_callback_data: opaqueId,
    ...addresseeOf(destination),
  } as const;
  if (content.kind === 'template') {
    return { ...head, type: 'template', template: composeTemplate(content, uploadId) };
  }
  return { ...head, ...composeFreeForm(content, uploadId) };
}

/** Two letters of a country, a dot, and an id; a business group has `ENT.` between. */
const HIDDEN_USER = /^[A-Z]{2}\.(?:ENT\.)?[A-Za-z0-9]+$/;

/** A user's id in `to` would be lost without a word. */
function addresseeOf(
  destination: string,
): { readonly to: string } | { readonly recipient: string } {
  return HIDDEN_USER.test(destination) ? { recipient: destination } : { to: destination };
}

function composeFreeForm(content: FreeFormContent, id: string): Said {
  switch (content.kind) {
    case 'text':
      return { type: 'text', text: { body: content.body } };
    case 'image':
      return { type: 'image', image: { id, ...captionOf(content.caption) } };
    case 'video':
      return { type: 'video', video: { id, ...captionOf(content.caption) } };
    case 'audio':
      return { type: 'audio', audio: { id } };
    case 'document':
      return {
        type: 'document',
        document: { id, ...captionOf(content.caption), filename: content.fileName },
      };
  }
}

/** The platform takes no empty caption. */
function captionOf(caption: string): { readonly caption?: string } {
  return caption === '' ? {} : { caption };
}

function composeTemplate(content: TemplateContent, uploadId: string): TemplatePayload {
  const { name, language, header, body, buttons } = content;
  const components: readonly Component[] = [
    ...(header === undefined ? [] : [composeHeader(header, uploadId)]),
    ...(body.length === 0 ? [] : [{ type: 'body', parameters: body.map(composeText) } as const]),
    ...buttons.map(composeButton),
  ];
  const named = { name, language: { code: language } };
  return components.length === 0 ? named : { ...named, components };
}

function composeHeader(header: HeaderContent, id: string): Component {
  const of = (parameter: HeaderParameter): Component => ({
    type: 'header',
    parameters: [parameter],
  });
  switch (header.kind) {
    case 'text':
      return of(composeText(header));
    case 'image':
      return of({ type: 'image', image: { id } });
    case 'video':
      return of({ type: 'video', video: { id } });
    case 'document': {
      const { fileName } = header;
      const named = fileName === undefined ? {} : { filename: fileName };
      return of({ type: 'document', document: { id, ...named } });
    }
  }
}

function composeText({ name, text }: NamedValue): TextParameter {
  return name === undefined ? { type: 'text', text } : { type: 'text', parameter_name: name, text };
}

function composeButton(button: ButtonContent): Component {
  const placed = { type: 'button', index: String(button.index) } as const;
  switch (button.kind) {
    case 'url':
      return { ...placed, sub_type: 'url', parameters: [{ type: 'text', text: button.text }] };
    case 'quick_reply': {
      const { payload } = button;
      return { ...placed, sub_type: 'quick_reply', parameters: [{ type: 'payload', payload }] };
    }
    case 'copy_code': {
      const parameter = { type: 'coupon_code', coupon_code: button.couponCode } as const;
      return { ...placed, sub_type: 'copy_code', parameters: [parameter] };
    }
  }
}
