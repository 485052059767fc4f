/** A message in the form in which the platform takes it (facts of the platform, section 2). */
import type {
  ButtonContent,
  CardContent,
  ChatContent,
  FreeFormContent,
  HeaderContent,
  NamedValue,
  TemplateContent,
} from '../../domain/chat/content.ts';
import type { ChatMediaId } from '../../domain/ids.ts';
import type { OfferContent } from '../../domain/chat/offer.ts';
import { isUserId } from '../../domain/chat/user-id.ts';
import { fieldsOf, readJson, type Fields } from './json-fields.ts';

export type MessagePayload = Fields;

const ASKING = 'request_contact_info';
const KINDS: readonly unknown[] = [
  ...['template', 'text', 'image', 'video', 'audio', 'document', ASKING],
];

/**
 * The content that a part carries as JSON; undefined if it is not that. It was checked when the
 * message was accepted.
 */
export function readContent(body: Uint8Array): ChatContent | undefined {
  const content = readJson(body);
  const isContent = KINDS.includes(fieldsOf(content)?.['kind']);
  return isContent ? (content as ChatContent) : undefined;
}

type Composing = {
  /** Digits with country code, or the platform's id of a user who hides the number. */
  readonly destination: string;
  readonly opaqueId: string;
  /** Of several partners' accounts for one number, the one that pays; '': there is one. */
  readonly account?: string;
  /** The platform's ids for the message's files. */
  readonly uploads: ReadonlyMap<ChatMediaId, string>;
};

export function composeMessage(content: ChatContent, composing: Composing): MessagePayload {
  const { destination, opaqueId, uploads, account = '' } = composing;
  const head = {
    messaging_product: 'whatsapp',
    recipient_type: 'individual',
    biz_opaque_callback_data: opaqueId,
    ...(account !== '' && { messaging_account_id: account }),
    ...addresseeOf(destination),
  };
  if (content.kind === 'template') {
    return { ...head, type: 'template', template: composeTemplate(content, composing) };
  }
  return { ...head, ...composeFreeForm(content, uploads) };
}

/** Whom a call is about. A user's id in `to` would be silently lost. */
export function addresseeOf(destination: string): Fields {
  return isUserId(destination) ? { recipient: destination } : { to: destination };
}

function composeFreeForm(content: FreeFormContent, uploads: Composing['uploads']): Fields {
  const type = content.kind;
  const id = 'media' in content ? uploads.get(content.media) : undefined;
  switch (content.kind) {
    case 'text':
      return { type, text: { body: content.body } };
    case ASKING: {
      const interactive = { type, body: { text: content.body }, action: { name: ASKING } };
      return { type: 'interactive', interactive };
    }
    case 'audio':
      return { type, audio: { id } };
    case 'image':
    case 'video':
      return { type, [type]: { id, ...captionOf(content.caption) } };
    case 'document': {
      const { caption, fileName: filename } = content;
      return { type, document: { id, ...captionOf(caption), filename } };
    }
  }
}

/** The platform refuses empty captions. */
function captionOf(caption: string): Fields {
  return caption === '' ? {} : { caption };
}

function composeTemplate(
  content: TemplateContent,
  composing: Pick<Composing, 'uploads' | 'opaqueId'>,
): Fields {
  const { name, language, offer, cards } = content;
  const components = [
    ...(offer === undefined ? [] : [composeOffer(offer)]),
    ...composeParts(content, composing),
    ...(cards === undefined ? [] : [composeCards(cards, composing)]),
  ];
  const named = { name, language: { code: language } };
  return components.length === 0 ? named : { ...named, components };
}

/** What a template has, and each card of a carousel. */
function composeParts(
  { header, body, buttons }: Pick<TemplateContent, 'header' | 'body' | 'buttons'>,
  { uploads, opaqueId }: Pick<Composing, 'uploads' | 'opaqueId'>,
): readonly Fields[] {
  return [
    ...(header === undefined
      ? []
      : [{ type: 'header', parameters: [composeHeader(header, uploads)] }]),
    ...(body.length === 0 ? [] : [{ type: 'body', parameters: body.map(composeText) }]),
    ...buttons.map((button) => composeButton(button, opaqueId)),
  ];
}

function composeCards(
  cards: readonly CardContent[],
  composing: Pick<Composing, 'uploads' | 'opaqueId'>,
): Fields {
  const made = cards.map((card, index) => {
    return { card_index: index, components: composeParts(card, composing) };
  });
  return { type: 'carousel', cards: made };
}

function composeHeader(header: HeaderContent, uploads: Composing['uploads']): Fields {
  const type = header.kind;
  const id = 'media' in header ? uploads.get(header.media) : undefined;
  switch (header.kind) {
    case 'text':
      return composeText(header);
    case 'location': {
      const { latitude, longitude, name, address } = header;
      return { type, location: { latitude, longitude, name, address } };
    }
    case 'image':
    case 'video':
      return { type, [type]: { id } };
    case 'document': {
      const { fileName: filename } = header;
      return { type, document: filename === undefined ? { id } : { id, filename } };
    }
  }
}

function composeOffer({ expiresAtMs }: OfferContent): Fields {
  const type = 'limited_time_offer';
  return { type, parameters: [{ type, [type]: { expiration_time_ms: expiresAtMs } }] };
}

function composeText({ name, text }: NamedValue): Fields {
  return name === undefined ? { type: 'text', text } : { type: 'text', parameter_name: name, text };
}

function composeButton(button: ButtonContent, opaqueId: string): Fields {
  const placed = { type: 'button', index: String(button.index), sub_type: button.kind };
  switch (button.kind) {
    case 'url':
      return { ...placed, parameters: [{ type: 'text', text: button.text }] };
    case 'quick_reply':
      return { ...placed, parameters: [{ type: 'payload', payload: button.payload }] };
    case 'copy_code':
      return { ...placed, parameters: [{ type: 'coupon_code', coupon_code: button.couponCode }] };
    case 'catalog': {
      const action = { thumbnail_product_retailer_id: button.productId };
      return { ...placed, parameters: [{ type: 'action', action }] };
    }
    case 'flow': {
      // The answer names no form: by this its message is known.
      const action = { flow_token: button.token ?? opaqueId };
      return { ...placed, parameters: [{ type: 'action', action }] };
    }
  }
}
