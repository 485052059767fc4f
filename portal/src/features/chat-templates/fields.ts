/** What the form of a chat template holds, and how that becomes what the service takes. */
import type { Calls, ChatTemplate, Wording as StartWording } from '../../shared/api/types.ts';

type Body = Calls['addChatTemplate']['takes']['body'];

export type ButtonFields = {
  readonly type: keyof typeof MOST_OF;
  readonly text: string;
  /** The address, the phone number, the sample code, or the id of a form. */
  readonly target: string;
  /** The complete address, if it ends with a variable. */
  readonly example: string;
};

export type ChatFields = {
  readonly name: string;
  readonly language: string;
  readonly category: ChatTemplate['category'];
  readonly header: { readonly type: HeaderType; readonly text: string; readonly example: string };
  readonly body: string;
  /** Of the variables of the body, in order. */
  readonly examples: readonly string[];
  readonly footer: string;
  /** A limited-time offer, in marketing; '' is none. */
  readonly offer: { readonly text: string; readonly expires: boolean };
  readonly buttons: readonly ButtonFields[];
  readonly warns: boolean;
  readonly expiresMinutes: number;
};

export const HEADER_TYPES = ['none', 'text', 'image', 'video', 'document', 'location'] as const;
export type HeaderType = (typeof HEADER_TYPES)[number];
export const CATEGORIES = ['utility', 'marketing', 'authentication'] as const;

/** In the words of the chat document, section 2. */
export const MOST = { header: 60, body: 1_024, footer: 60, offer: 16, buttons: 13 } as const;
export const MOST_OF = {
  url: 2,
  call: 1,
  quick_reply: 10,
  copy_code: 1,
  request_contact_info: 1,
  flow: 1,
  catalog: 1,
} as const;

export const NOTHING: ChatFields = {
  name: '',
  language: 'en',
  category: 'utility',
  body: '',
  footer: '',
  offer: { text: '', expires: true },
  header: { type: 'none', text: '', example: '' },
  examples: [],
  buttons: [],
  warns: true,
  expiresMinutes: 10,
};

const VARIABLE = /\{\{(\d+)\}\}/g;

export const variablesIn = (text: string): readonly string[] => [
  ...new Set([...text.matchAll(VARIABLE)].map(([, name = '']) => name)),
];

/** The text with examples; a variable without one stays. */
export const fillIn = (text: string, examples: readonly string[]): string =>
  text.replaceAll(VARIABLE, (mark, name: string) => examples[Number(name) - 1] || mark);

export function fieldsOf(template: ChatTemplate): ChatFields {
  const { name, language, category, header, body, footer, offer, buttons } = template;
  return {
    ...NOTHING,
    name,
    language,
    category,
    body: body.text,
    footer: footer ?? '',
    offer: offer ?? NOTHING.offer,
    header: {
      type: header?.type ?? 'none',
      text: header?.type === 'text' ? header.text : '',
      example: '',
    },
    buttons: buttons.flatMap(({ type, text, url, phone }): ButtonFields[] =>
      isButtonType(type) ? [{ type, text, target: url ?? phone ?? '', example: '' }] : [],
    ),
  };
}

const CATEGORY_OF = {
  transactional: 'utility',
  promotional: 'marketing',
  otp: 'authentication',
} as const;

/** A wording to start from, in the platform's form: its variables are numbered. */
export function startingFrom(wording: StartWording): ChatFields {
  const { id, language, category, variables } = wording;
  const body = variables.reduce(
    (text, { name }, place) => text.replaceAll(`#${name}#`, `{{${place + 1}}}`),
    wording.message,
  );
  const name = id.replaceAll(/\W/g, '_');
  return { ...NOTHING, name, language, category: CATEGORY_OF[category], body };
}

const isButtonType = (type: string): type is ButtonFields['type'] => Object.hasOwn(MOST_OF, type);

export type Wording = Omit<Body, 'name' | 'language'>;

export function wordingOf(fields: ChatFields, copyCode: string): Wording {
  const { category, body, footer, offer, warns, expiresMinutes } = fields;
  if (category === 'authentication') {
    return {
      category,
      buttons: [{ type: 'otp', text: copyCode }],
      code: { security_recommendation: warns, expires_minutes: expiresMinutes },
    };
  }
  const examples = variablesIn(body).map((_, place) => fields.examples[place] ?? '');
  return {
    category,
    ...headerOf(fields.header),
    body: { text: body, examples },
    ...(footer === '' ? {} : { footer: { text: footer } }),
    ...(hasOffer(fields) ? { offer } : {}),
    buttons: fields.buttons.map(buttonOf),
  };
}

/** What was typed before another category was chosen is not proposed. */
export const hasOffer = ({ category, offer }: ChatFields): boolean =>
  category === 'marketing' && offer.text !== '';

function headerOf({ type, text, example }: ChatFields['header']): Pick<Wording, 'header'> {
  if (type === 'none') return {};
  if (type === 'location') return { header: { type } };
  if (type !== 'text') return { header: { type, sample_url: example } };
  return { header: { type, text, examples: variablesIn(text).length > 0 ? [example] : [] } };
}

function buttonOf({ type, text, target, example }: ButtonFields) {
  switch (type) {
    case 'url':
      return { type, text, url: target, ...(example === '' ? {} : { example }) };
    case 'call':
      return { type, text, phone: target };
    case 'quick_reply':
      return { type, text };
    case 'copy_code':
      return { type, example: target };
    case 'flow':
      return { type, text, flow_id: target };
    case 'catalog':
      return text === '' ? { type } : { type, text };
    case 'request_contact_info':
      return { type };
  }
}
