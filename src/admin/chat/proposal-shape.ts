/** The shape in which callers propose a template: `/v1` and the command line take the same. */
import type { ChatProposal, ProposedButton, ProposedHeader } from '../../domain/chat/proposal.ts';
import { CHAT_CATEGORIES } from '../../domain/chat/template.ts';
import { limit } from '../../domain/limits.ts';
import { Type, type Static } from '../../kit/shape.ts';

const closed = { additionalProperties: false } as const;

/** The document's lengths are for `faultsOfProposal` to judge. */
const LONGEST = 8_192;
const text = (description: string) => Type.String({ maxLength: LONGEST, description });

const EXAMPLES = Type.Array(text('A value that the variable may have.'), {
  default: [],
  maxItems: 256,
  description: 'One for each variable, in their order; reviewers of the platform see them.',
});

const TEXT_HEADER = Type.Object(
  {
    type: Type.Literal('text'),
    text: text('At most 60 characters, one variable at most.'),
    examples: EXAMPLES,
  },
  closed,
);

const MEDIA_HEADER = Type.Object(
  {
    type: Type.Enum(['image', 'video', 'document']),
    sample_url: text('A file at this address is fetched, kept, and used where a send brings none.'),
  },
  closed,
);

const label = text('Its label.');

const BUTTON = Type.Union(
  [
    Type.Object(
      {
        type: Type.Literal('url'),
        text: label,
        url: text('An address; the platform lets it end with {{1}}.'),
        example: Type.Optional(text('The whole address, where it ends with a variable.')),
      },
      closed,
    ),
    Type.Object({ type: Type.Literal('call'), text: label, phone: text('Digits.') }, closed),
    Type.Object({ type: Type.Literal('quick_reply'), text: label }, closed),
    Type.Object({ type: Type.Literal('copy_code'), example: text('A code.') }, closed),
    Type.Object({ type: Type.Literal('otp'), text: label }, closed),
  ],
  { description: 'A button.' },
);

const WORDING = {
  category: Type.Enum([...CHAT_CATEGORIES], { description: 'What it is for.' }),
  header: Type.Optional(Type.Union([TEXT_HEADER, MEDIA_HEADER])),
  body: Type.Optional(
    Type.Object(
      { text: text('With its variables as {{1}}, {{2}} …'), examples: EXAMPLES },
      {
        ...closed,
        description: 'At most 1,024 characters. Absent in authentication templates alone.',
      },
    ),
  ),
  footer: Type.Optional(
    Type.Object({ text: text('At most 60 characters, no variables.') }, closed),
  ),
  buttons: Type.Array(BUTTON, {
    default: [],
    maxItems: 100,
    description: 'Up to 13: 2 of type url, 1 call, 10 quick_reply. The platform may allow less.',
  }),
  code: Type.Optional(
    Type.Object(
      {
        security_recommendation: Type.Boolean({
          default: false,
          description: 'Says that the code is not to be shared.',
        }),
        expires_minutes: Type.Optional(
          Type.Integer({ description: 'Says how long the code holds.' }),
        ),
      },
      { ...closed, description: 'Of authentication templates.' },
    ),
  ),
};

/** Another wording of a template. */
export const EDIT = Type.Object(WORDING, closed);

/** A new template. */
export const PROPOSAL = Type.Object(
  {
    name: Type.String({
      maxLength: limit('chatTemplateNameCharacters'),
      description: 'As the platform takes it: small letters, digits and _.',
    }),
    language: Type.String({
      maxLength: limit('chatTemplateLanguageCharacters'),
      description: 'As the platform writes it: en, en_US, ur.',
    }),
    ...WORDING,
  },
  closed,
);

export type EditBody = Static<typeof EDIT>;
export type ProposalBody = Static<typeof PROPOSAL>;

export function proposalOf(body: ProposalBody): ChatProposal {
  const { name, language } = body;
  return { name, language, ...wordingOf(body) };
}

export function wordingOf(body: EditBody): Omit<ChatProposal, 'name' | 'language'> {
  const { category, header, body: said, footer, buttons, code } = body;
  return {
    category,
    header: header && headerOf(header),
    body: said,
    footer,
    buttons: buttons.map(buttonOf),
    code: code && {
      securityRecommendation: code.security_recommendation,
      expiresMinutes: code.expires_minutes,
    },
  };
}

function headerOf(header: NonNullable<EditBody['header']>): ProposedHeader {
  if (header.type === 'text') return header;
  return { type: header.type, sampleUrl: header.sample_url };
}

function buttonOf(button: EditBody['buttons'][number]): ProposedButton {
  return button.type === 'url' ? { ...button, example: button.example } : button;
}
