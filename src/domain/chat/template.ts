/**
 * The limits that the chat document promises for a proposed template (seed, section 2). They are
 * ours; where the platform allows less, or changes its limits, it refuses in its own words.
 *
 * Reads the platform's components of a template into what we have to fill. The platform adds kinds
 * without notice: an unknown one is skipped if it takes no value, and named in `unsupported` if it
 * would have to be filled.
 */
import type { ChatBusinessId, ChatMediaId, ChatTemplateId } from '../ids.ts';
import { limit } from '../limits.ts';
import type { ChatProposal, ProposedButton } from './components.ts';
import { faultsOfCards } from './cards.ts';
import { type ChatOffer, faultsOfOffer } from './offer.ts';
import { countCharacters } from './text.ts';
import { faultsOfUrls, faultsOfVariables } from './variables.ts';

/**
 * A template of the chat platform as we know it: approved by the platform, and addressed there by
 * name and language (chat seed, section 2; facts of the platform, sections 2 and 6).
 */
export type ChatTemplate = {
  /** Ours, and stable: one per business account, name and language. */
  readonly id: ChatTemplateId;
  /** The platform's id: digits. It changes when a template is removed and recreated. */
  readonly platformId: string | undefined;
  /** The business account on the platform that it belongs to. */
  readonly businessId: ChatBusinessId;
  readonly name: string;
  /** As the platform writes it: `en`, `en_US`, `ur`. */
  readonly language: string;
  readonly category: ChatCategory;
  readonly state: ChatTemplateState;
  /** What the platform said about the state, in its words; undefined: nothing. */
  readonly reason: string | undefined;
  readonly definition: ChatDefinition;
};

export const CHAT_CATEGORIES = ['marketing', 'utility', 'authentication'] as const;
export type ChatCategory = (typeof CHAT_CATEGORIES)[number];

/** The platform's word for a category; an unknown one gets the strictest rules. */
export function readCategory(word: string): ChatCategory {
  return CHAT_CATEGORIES.find((it) => it === word.toLowerCase()) ?? 'marketing';
}

/**
 * The platform's states in lower case. It adds new ones without notice; an unknown one is kept as
 * it came, and does not count as `approved`.
 */
const CHAT_TEMPLATE_STATES = [
  'approved',
  'pending',
  'rejected',
  'paused',
  'disabled',
  'in_appeal',
  'pending_deletion',
  'deleted',
  'limit_exceeded',
  'archived',
  'locked',
] as const;
type ChatTemplateState = (typeof CHAT_TEMPLATE_STATES)[number] | (string & {});

/** What has to be filled in when a template is sent. */
export type ChatDefinition = {
  /**
   * What the platform would want filled and we cannot fill, in its word (`CAROUSEL`): such a
   * template is shown, but sends with it are refused. undefined: nothing.
   */
  readonly unsupported: string | undefined;
  readonly header: ChatHeader | undefined;
  readonly body: ChatWording;
  readonly footer: string | undefined;
  readonly offer: ChatOffer | undefined;
  readonly buttons: readonly ChatButton[];
  /** Of a carousel; none otherwise. */
  readonly cards: readonly ChatCard[];
};

/** A card of a carousel; its header is an image or a video. */
export type ChatCard = Pick<ChatDefinition, 'header' | 'body' | 'buttons'>;

/**
 * A text with its variables' names in the order in which values are given: numbers in numeric
 * order, `['1', '2']`, names by first use.
 */
export type ChatWording = { readonly text: string; readonly variables: readonly string[] };

export type ChatHeader =
  | ({ readonly kind: 'text' } & ChatWording)
  /** A place on a map, which each entry names. */
  | { readonly kind: 'location' }
  | {
      readonly kind: 'image' | 'video' | 'document';
      /** The default file that we keep; undefined: each entry must bring its own. */
      readonly sample: ChatMediaId | undefined;
    };

export type ChatButton =
  /** `variable`: the address ends with `{{1}}`. */
  | {
      readonly kind: 'url';
      readonly text: string;
      readonly url: string;
      readonly variable: boolean;
    }
  | { readonly kind: 'call'; readonly text: string; readonly phone: string }
  | { readonly kind: 'quick_reply'; readonly text: string }
  | { readonly kind: 'copy_code'; readonly text: string }
  /** The one button of an authentication template: copies its code. */
  | { readonly kind: 'otp'; readonly text: string }
  /** Opens a form; its token comes back with the answer. */
  | { readonly kind: 'flow'; readonly text: string }
  /** Opens the shop's catalogue of products. */
  | { readonly kind: 'catalog'; readonly text: string }
  /** By which a user who hides the number shares it. */
  | { readonly kind: 'request_contact_info'; readonly text: string }
  /** Of a kind that takes no value, or of an unknown one: it counts in the numbering. */
  | { readonly kind: 'other'; readonly text: string };

/** What is wrong, and where: a JSON pointer into the proposal as `/v1` takes it. */
export type RuleFault = { readonly pointer: string; readonly rule: string };

/** Everything wrong with a proposal, one sentence per place and limit. */
export function faultsOfProposal(proposal: ChatProposal): readonly RuleFault[] {
  const { category, body, footer, buttons } = proposal;
  const header = proposal.header?.type === 'text' ? proposal.header : undefined;
  const hasBody = category === 'authentication' || (body?.text ?? '').trim() !== '';
  const variables = readChatWording(header?.text ?? '').variables.length;
  return [
    ...unless(hasBody, '/body', 'must be given, with a text'),
    ...tooLong('/body/text', body?.text, limit('chatBodyCharacters')),
    ...(body === undefined ? [] : faultsOfVariables('/body', body)),
    ...tooLong('/header/text', header?.text, limit('chatHeaderCharacters')),
    ...(header === undefined ? [] : faultsOfVariables('/header', header)),
    ...unless(variables <= 1, '/header/text', 'must not hold more than one variable'),
    ...tooLong('/footer/text', footer?.text, limit('chatHeaderCharacters')),
    ...unless(footer?.text.includes('{{') !== true, '/footer/text', 'must not hold variables'),
    ...faultsOfOffer(proposal),
    ...faultsOfCards(proposal),
    ...faultsOfUrls('/buttons', buttons),
    ...tooMany(buttons, limit('chatButtons'), 'in all'),
    ...tooMany(ofType(buttons, 'url'), limit('chatUrlButtons'), 'of type url'),
    ...tooMany(ofType(buttons, 'call'), limit('chatCallButtons'), 'of type call'),
    ...tooMany(ofType(buttons, 'quick_reply'), limit('chatQuickReplies'), 'of type quick_reply'),
  ];
}

function unless(isFit: boolean, pointer: string, rule: string): readonly RuleFault[] {
  return isFit ? [] : [{ pointer, rule }];
}

function tooLong(pointer: string, text = '', most: number): readonly RuleFault[] {
  return unless(
    countCharacters(text) <= most,
    pointer,
    `must not have more than ${most} characters`,
  );
}

function ofType(
  buttons: readonly ProposedButton[],
  wanted: ProposedButton['type'],
): readonly ProposedButton[] {
  return buttons.filter(({ type }) => type === wanted);
}

function tooMany(
  buttons: readonly ProposedButton[],
  most: number,
  which: string,
): readonly RuleFault[] {
  return unless(buttons.length <= most, '/buttons', `must not be more than ${most} ${which}`);
}

/** What reading a template needs besides its components. */
type DefinitionContext = {
  readonly category: ChatCategory;
  /** The default file that we keep for a media header. */
  readonly sample: ChatMediaId | undefined;
};

type Fields = Readonly<Record<string, unknown>>;
type Header = Pick<ChatDefinition, 'header' | 'unsupported'>;

const VARIABLE = /\{\{\s*([A-Za-z0-9_]+)\s*\}\}/g;

/** The wording of an authentication template is the platform's own, and it does not return it. */
const CODE_WORDING = '*{{1}}* is your verification code.';

const OFFER = 'LIMITED_TIME_OFFER';
const CARDS = 'CAROUSEL';
const COMPONENTS: readonly string[] = ['HEADER', OFFER, 'BODY', 'FOOTER', 'BUTTONS', CARDS];

const MEDIA_FORMATS: Readonly<Record<string, 'image' | 'video' | 'document'>> = {
  IMAGE: 'image',
  VIDEO: 'video',
  DOCUMENT: 'document',
};

/** Buttons of unknown kinds that the platform wants filled. */
const FILLED_BUTTONS: readonly string[] = ['MPM', 'SPM'];

/** Reads components of any shape; never throws. */
export function readDefinition(components: unknown, context: DefinitionContext): ChatDefinition {
  const all = (Array.isArray(components) ? components : []).map(fieldsOf);
  const ofType = (type: string): Fields | undefined => all.find((it) => typeOf(it) === type);
  const header = readHeader(ofType('HEADER'), context);
  const rawButtons = ofType('BUTTONS')?.['buttons'];
  const buttons = (Array.isArray(rawButtons) ? rawButtons : []).map(fieldsOf);
  const filled = buttons.map(typeOf).find((type) => FILLED_BUTTONS.includes(type));
  const strange = all.map(typeOf).find((type) => !COMPONENTS.includes(type));
  const carousel = ofType(CARDS);
  const cards = carousel === undefined ? [] : readCards(carousel, context);
  return {
    unsupported:
      header.unsupported ?? strange ?? filled ?? (cards === undefined ? CARDS : undefined),
    header: header.header,
    body: readBody(ofType('BODY'), context),
    footer: textOf(ofType('FOOTER'), 'text'),
    offer: readOffer(ofType(OFFER)),
    buttons: buttons.map((it) => readButton(it, context)),
    cards: cards ?? [],
  };
}

/** undefined: they have none, or one that we cannot fill, such as a product. */
function readCards(
  carousel: Fields,
  { category }: DefinitionContext,
): readonly ChatCard[] | undefined {
  const given = carousel['cards'];
  const cards = (Array.isArray(given) ? given : []).map((it) => {
    return readDefinition(fieldsOf(it)['components'], { category, sample: undefined });
  });
  const isFit = ({ unsupported, header }: ChatDefinition): boolean =>
    unsupported === undefined && (header?.kind === 'image' || header?.kind === 'video');
  if (cards.length === 0 || !cards.every(isFit)) return undefined;
  return cards.map(({ header, body, buttons }) => ({ header, body, buttons }));
}

/** The variables of a text, once each, in the order in which values are given. */
export function readChatWording(text: string): ChatWording {
  const names = [...new Set([...text.matchAll(VARIABLE)].map(([, name = '']) => name))];
  const isNumbered = names.every((name) => /^\d+$/.test(name));
  return { text, variables: isNumbered ? names.toSorted((a, b) => Number(a) - Number(b)) : names };
}

/** The temporary address at which the platform shows the sample of a media header. */
export function mediaSampleOf(
  components: readonly unknown[],
): { readonly url: string; readonly wanted: 'image' | 'video' | 'document' } | undefined {
  const header = components.map(fieldsOf).find((it) => typeOf(it) === 'HEADER');
  const wanted = MEDIA_FORMATS[upper(header?.['format'])];
  const handles: unknown = fieldsOf(header?.['example'])['header_handle'];
  const [url] = Array.isArray(handles) ? handles : [];
  if (wanted === undefined || typeof url !== 'string' || !/^https?:/.test(url)) {
    return undefined;
  }
  return { url, wanted };
}

function readHeader(component: Fields | undefined, { sample }: DefinitionContext): Header {
  if (component === undefined) return { header: undefined, unsupported: undefined };
  const format = upper(component['format'] ?? 'TEXT');
  if (format === 'TEXT') {
    const wording = readChatWording(textOf(component, 'text') ?? '');
    return { header: { kind: 'text', ...wording }, unsupported: undefined };
  }
  if (format === 'LOCATION') return { header: { kind: 'location' }, unsupported: undefined };
  const kind = MEDIA_FORMATS[format];
  if (kind === undefined) return { header: undefined, unsupported: `HEADER ${format}` };
  return { header: { kind, sample }, unsupported: undefined };
}

function readOffer(component: Fields | undefined): ChatOffer | undefined {
  if (component === undefined) return undefined;
  const offer = fieldsOf(component['limited_time_offer']);
  return { text: textOf(offer, 'text') ?? '', expires: offer['has_expiration'] === true };
}

function readBody(component: Fields | undefined, { category }: DefinitionContext): ChatWording {
  const fallback = category === 'authentication' ? CODE_WORDING : '';
  return readChatWording(textOf(component, 'text') ?? fallback);
}

function readButton(button: Fields, { category }: DefinitionContext): ChatButton {
  const text = textOf(button, 'text') ?? '';
  switch (typeOf(button)) {
    case 'URL': {
      // The platform lists the button that copies a code as a URL button.
      if (category === 'authentication') return { kind: 'otp', text };
      const url = textOf(button, 'url') ?? '';
      return { kind: 'url', text, url, variable: readChatWording(url).variables.length > 0 };
    }
    case 'OTP':
      return { kind: 'otp', text };
    case 'PHONE_NUMBER':
      return { kind: 'call', text, phone: textOf(button, 'phone_number') ?? '' };
    case 'QUICK_REPLY':
      return { kind: 'quick_reply', text };
    case 'COPY_CODE':
      return { kind: 'copy_code', text };
    case 'FLOW':
      return { kind: 'flow', text };
    case 'CATALOG':
      return { kind: 'catalog', text };
    case 'REQUEST_CONTACT_INFO':
      return { kind: 'request_contact_info', text };
    default:
      return { kind: 'other', text };
  }
}

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value))
    : {};
}

function typeOf(fields: Fields): string {
  return upper(fields['type']);
}

function upper(value: unknown): string {
  return typeof value === 'string' ? value.toUpperCase() : '';
}

function textOf(fields: Fields | undefined, name: string): string | undefined {
  const value = fields?.[name];
  return typeof value === 'string' ? value : undefined;
}
