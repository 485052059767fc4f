/** The shape of a template proposal: `/v1` and the command line take the same. */
import type { ChatProposal, ProposedButton, ProposedHeader } from '../../domain/chat/components.ts';
import { CHAT_CATEGORIES } from '../../domain/chat/template.ts';
import { limit } from '../../domain/limits.ts';
import { Type, type Static } from '../../kit/shape.ts';

const closed = { additionalProperties: false } as const;

/** The document's length limits are checked by `faultsOfProposal`. */
const LONGEST = 8_192;
const text = (description: string) => Type.String({ maxLength: LONGEST, description });

const EXAMPLES = Type.Array(text('A sample value of the variable.'), {
  default: [],
  maxItems: 256,
  description: 'One for each variable, in order; the platform’s reviewers see them.',
});

const TEXT_HEADER = Type.Object(
  {
    type: Type.Literal('text'),
    text: text('At most 60 characters and one variable.'),
    examples: EXAMPLES,
  },
  closed,
);

const MEDIA_HEADER = Type.Object(
  {
    type: Type.Enum(['image', 'video', 'document']),
    sample_url: text('The file at this URL is fetched, stored, and used when a send brings none.'),
  },
  closed,
);

const PLACE_HEADER = Type.Object(
  { type: Type.Literal('location', { description: 'A place on a map; each send names it.' }) },
  closed,
);

const label = text('Its label.');

const BUTTON = Type.Union(
  [
    Type.Object(
      {
        type: Type.Literal('url'),
        text: label,
        url: text('A URL; it may end with {{1}}.'),
        example: Type.Optional(text('The complete URL, if it ends with a variable.')),
      },
      closed,
    ),
    Type.Object({ type: Type.Literal('call'), text: label, phone: text('Digits.') }, closed),
    Type.Object({ type: Type.Literal('quick_reply'), text: label }, closed),
    Type.Object({ type: Type.Literal('copy_code'), example: text('A code.') }, closed),
    Type.Object(
      {
        type: Type.Literal('request_contact_info', {
          description: 'A user who hides the number shares it; the platform writes the label.',
        }),
      },
      closed,
    ),
    Type.Object(
      {
        type: Type.Literal('flow', { description: 'Opens a form of the business account.' }),
        text: label,
        flow_id: text('The platform’s id of the form.'),
        action: Type.Enum(['navigate', 'data_exchange'], {
          default: 'navigate',
          description: 'What opens first: a screen, or what your endpoint answers.',
        }),
        screen: Type.Optional(text('The screen that opens, by default the first.')),
      },
      closed,
    ),
    Type.Object(
      {
        type: Type.Literal('catalog', { description: 'Opens the catalogue of the number.' }),
        text: Type.String({
          maxLength: LONGEST,
          default: 'View catalog',
          description: 'Its label.',
        }),
      },
      closed,
    ),
    Type.Object({ type: Type.Literal('otp'), text: label }, closed),
  ],
  { description: 'A button.' },
);

const CARD_BUTTONS = { default: [], maxItems: 100, description: 'At most 2.' } as const;

const CARD = Type.Object(
  {
    header: Type.Object(
      {
        type: Type.Enum(['image', 'video']),
        sample_url: text('The platform’s reviewers see the file at this URL.'),
      },
      closed,
    ),
    body: Type.Optional(
      Type.Object({ text: text('At most 160 characters.'), examples: EXAMPLES }, closed),
    ),
    buttons: Type.Array(BUTTON, CARD_BUTTONS),
  },
  { ...closed, description: 'All cards have the same parts: header type, body, button types.' },
);

const WORDING = {
  category: Type.Enum([...CHAT_CATEGORIES], { description: 'What it is for.' }),
  header: Type.Optional(Type.Union([TEXT_HEADER, MEDIA_HEADER, PLACE_HEADER])),
  body: Type.Optional(
    Type.Object(
      { text: text('With its variables as {{1}}, {{2}} …'), examples: EXAMPLES },
      {
        ...closed,
        description: 'At most 1,024 characters. Required except in authentication templates.',
      },
    ),
  ),
  footer: Type.Optional(
    Type.Object({ text: text('At most 60 characters, no variables.') }, closed),
  ),
  offer: Type.Optional(
    Type.Object(
      {
        text: text('At most 16 characters, no variables.'),
        expires: Type.Boolean({
          default: true,
          description: 'Whether each message says when the offer expires, and counts down to it.',
        }),
      },
      {
        ...closed,
        description:
          'A limited-time offer, in marketing: a header of type image or video or none, at most ' +
          '600 characters in the body, no footer, buttons copy_code and url.',
      },
    ),
  ),
  buttons: Type.Array(BUTTON, {
    default: [],
    maxItems: 100,
    description: 'Up to 13: 2 of type url, 1 call, 10 quick_reply. The platform may allow less.',
  }),
  cards: Type.Array(CARD, {
    default: [],
    maxItems: 100,
    description: 'A carousel, in marketing: 2 to 10 cards, beside nothing but the body.',
  }),
  code: Type.Optional(
    Type.Object(
      {
        security_recommendation: Type.Boolean({
          default: false,
          description: 'Adds a warning not to share the code.',
        }),
        expires_minutes: Type.Optional(
          Type.Integer({ description: 'Says how long the code is valid.' }),
        ),
      },
      { ...closed, description: 'For authentication templates.' },
    ),
  ),
};

/** A new wording for a template. */
export const EDIT = Type.Object(WORDING, closed);

/** A new template. */
export const PROPOSAL = Type.Object(
  {
    name: Type.String({
      maxLength: limit('chatTemplateNameCharacters'),
      description: 'As the platform requires: lower-case letters, digits and _.',
    }),
    language: Type.String({
      maxLength: limit('chatTemplateLanguageCharacters'),
      description: 'As the platform writes it: en, en_US, ur.',
    }),
    ...WORDING,
  },
  closed,
);

type EditBody = Static<typeof EDIT>;
type ProposalBody = Static<typeof PROPOSAL>;

export function proposalOf(body: ProposalBody): ChatProposal {
  const { name, language } = body;
  return { name, language, ...wordingOf(body) };
}

export function wordingOf(body: EditBody): Omit<ChatProposal, 'name' | 'language'> {
  const { category, header, body: said, footer, offer, buttons, cards, code } = body;
  return {
    category,
    header: header && headerOf(header),
    body: said,
    footer,
    offer,
    buttons: buttons.map(buttonOf),
    cards: cards.map((card) => ({
      header: { type: card.header.type, sampleUrl: card.header.sample_url },
      body: card.body,
      buttons: card.buttons.map(buttonOf),
    })),
    code: code && {
      securityRecommendation: code.security_recommendation,
      expiresMinutes: code.expires_minutes,
    },
  };
}

function headerOf(header: NonNullable<EditBody['header']>): ProposedHeader {
  if (header.type === 'text' || header.type === 'location') return header;
  return { type: header.type, sampleUrl: header.sample_url };
}

function buttonOf(button: EditBody['buttons'][number]): ProposedButton {
  switch (button.type) {
    case 'url':
      return { ...button, example: button.example };
    case 'flow': {
      const { type, text: said, flow_id: flowId, action, screen } = button;
      return { type, text: said, flowId, action, screen };
    }
    default:
      return button;
  }
}
