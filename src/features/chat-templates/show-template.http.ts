/** A template of the chat platform as `/v1` shows it. */
import {
  CHAT_CATEGORIES,
  type ChatButton,
  type ChatWording,
  readCategory,
  readDefinition,
} from '../../domain/chat/template.ts';
import { Type, type Static } from '../../kit/shape.ts';
import type { ChatTemplateRecord } from '../../store/chat/templates.ts';
import { closed, nullable, showTime, count } from '../../operations/resource.ts';

const WORDING = closed(
  {
    text: Type.String(),
    variables: Type.Array(Type.String(), {
      description: 'In the order of the values in a send.',
    }),
  },
  { title: 'ChatTemplateText' },
);

const BUTTON = closed(
  {
    index: count('Its index among all buttons.'),
    type: Type.Enum([
      'url',
      'call',
      'quick_reply',
      'copy_code',
      'flow',
      'catalog',
      'otp',
      'request_contact_info',
      'other',
    ]),
    text: Type.String(),
    url: Type.Optional(Type.String()),
    phone: Type.Optional(Type.String()),
    takes_value: Type.Boolean({ description: 'Whether a send can give it a value.' }),
  },
  { title: 'ChatTemplateButton' },
);

const CARD = closed(
  {
    header: closed({ type: Type.Enum(['image', 'video']) }),
    body: WORDING,
    buttons: Type.Array(BUTTON),
  },
  { title: 'ChatTemplateCard' },
);

export const TEMPLATE = closed(
  {
    id: Type.String({ description: 'The value for `template_id`; it never changes.' }),
    platform_id: nullable('The platform’s id; it changes when a name is recreated.'),
    business_id: Type.String({ description: 'The platform’s id of the business account.' }),
    name: Type.String(),
    language: Type.String(),
    category: Type.Enum([...CHAT_CATEGORIES]),
    state: Type.String({
      description: 'approved, pending, rejected, paused, disabled …; the platform may add others.',
    }),
    reason: nullable('What the platform said about the state.'),
    quality: nullable('As the platform judges it.'),
    sendable: Type.Boolean({ description: 'Whether it can be sent now.' }),
    unsupported: nullable('A part that cannot be filled here: in the platform’s word.'),
    header: Type.Union([
      closed({
        type: Type.Literal('text'),
        text: Type.String(),
        variables: Type.Array(Type.String()),
      }),
      closed({
        type: Type.Enum(['image', 'video', 'document']),
        has_default: Type.Boolean({ description: 'Whether a send may omit the file.' }),
      }),
      closed({
        type: Type.Literal('location', { description: 'A place on a map, which a send names.' }),
      }),
      Type.Null(),
    ]),
    body: WORDING,
    footer: nullable('Without variables.'),
    offer: Type.Union([
      closed({
        text: Type.String(),
        expires: Type.Boolean({ description: 'Whether a send says when it expires.' }),
      }),
      Type.Null(),
    ]),
    buttons: Type.Array(BUTTON),
    cards: Type.Array(CARD, { description: 'Of a carousel; a send fills each of them.' }),
    created_at: Type.String({ format: 'date-time' }),
    changed_at: Type.String({ format: 'date-time', description: 'When its state changed.' }),
  },
  { title: 'ChatTemplate', description: 'A template of the chat platform.' },
);

type Shown = Static<typeof TEMPLATE>;

export function showTemplate(record: ChatTemplateRecord): Shown {
  const { sampleId: sample, components, state } = record;
  const category = readCategory(record.category);
  const definition = readDefinition(components, { category, sample });
  const { header, body, footer, offer, buttons, cards, unsupported } = definition;
  return {
    id: String(record.id),
    platform_id: record.platformId ?? null,
    business_id: record.businessPlatformId,
    name: record.name,
    language: record.language,
    category,
    state,
    reason: record.reason ?? null,
    quality: record.quality ?? null,
    sendable: state === 'approved' && unsupported === undefined,
    unsupported: unsupported ?? null,
    header: header === undefined ? null : showHeader(header),
    body: showWording(body),
    footer: footer ?? null,
    offer: offer ?? null,
    buttons: buttons.map(showButton),
    cards: cards.map((card) => ({
      header: { type: card.header?.kind === 'video' ? 'video' : 'image' },
      body: showWording(card.body),
      buttons: card.buttons.map(showButton),
    })),
    created_at: showTime(record.createdAtMs),
    changed_at: showTime(record.changedAtMs),
  };
}

const showWording = ({ text, variables }: ChatWording) => ({ text, variables: [...variables] });

type Header = NonNullable<ReturnType<typeof readDefinition>['header']>;

function showHeader(header: Header): Shown['header'] {
  if (header.kind === 'location') return { type: header.kind };
  if (header.kind !== 'text') {
    return { type: header.kind, has_default: header.sample !== undefined };
  }
  return { type: 'text', text: header.text, variables: [...header.variables] };
}

function showButton(button: ChatButton, index: number): Shown['buttons'][number] {
  const { kind: type, text } = button;
  switch (button.kind) {
    case 'url':
      return { index, type, text, url: button.url, takes_value: button.variable };
    case 'call':
      return { index, type, text, phone: button.phone, takes_value: false };
    case 'quick_reply':
    case 'copy_code':
    case 'flow':
    case 'catalog':
      return { index, type, text, takes_value: true };
    case 'request_contact_info':
    case 'otp':
    case 'other':
      return { index, type, text, takes_value: false };
  }
}
