import type { ChatOffer } from './offer.ts';
import type { ChatCategory } from './template.ts';

type Component = Readonly<Record<string, unknown>>;

/**
 * A proposal in the platform's own form. `handle`: what the platform returned for the sample of a
 * media header; `cardHandles`: of each card.
 */
export function composeComponents(
  proposal: ChatProposal,
  handle: string | undefined,
  cardHandles: readonly string[] = [],
): readonly Component[] {
  const { header, footer, buttons, cards } = proposal;
  return [
    ...(header === undefined ? [] : [composeHeader(header, handle)]),
    ...composeOffer(proposal),
    composeBody(proposal),
    ...(footer === undefined ? [] : [{ type: 'FOOTER', text: footer.text }]),
    ...composeExpiry(proposal),
    ...(buttons.length === 0 ? [] : [{ type: 'BUTTONS', buttons: buttons.map(composeButton) }]),
    ...(cards.length === 0 ? [] : [composeCards(cards, cardHandles)]),
  ];
}

function composeCards(cards: readonly ProposedCard[], handles: readonly string[]): Component {
  const made = cards.map(({ header, body, buttons }, place) => ({
    components: [
      composeHeader(header, handles[place]),
      ...(body === undefined ? [] : [composeText(body)]),
      ...(buttons.length === 0 ? [] : [{ type: 'BUTTONS', buttons: buttons.map(composeButton) }]),
    ],
  }));
  return { type: 'CAROUSEL', cards: made };
}

function composeHeader(header: ProposedHeader, handle: string | undefined): Component {
  const format = header.type.toUpperCase();
  if (header.type === 'location') return { type: 'HEADER', format };
  if (header.type !== 'text') {
    const example = handle === undefined ? {} : { example: { header_handle: [handle] } };
    return { type: 'HEADER', format, ...example };
  }
  const { text, examples } = header;
  const example = examples.length === 0 ? {} : { example: { header_text: examples } };
  return { type: 'HEADER', format, text, ...example };
}

function composeBody({ body, code }: ChatProposal): Component {
  if (body === undefined) {
    const isSaid = code?.securityRecommendation === true;
    return { type: 'BODY', ...(isSaid ? { add_security_recommendation: true } : {}) };
  }
  return composeText(body);
}

function composeText({ text, examples }: ProposedText): Component {
  // A list of lists, because the platform accepts several sets of examples.
  const example = examples.length === 0 ? {} : { example: { body_text: [examples] } };
  return { type: 'BODY', text, ...example };
}

function composeOffer({ offer }: ChatProposal): readonly Component[] {
  if (offer === undefined) return [];
  const { text, expires } = offer;
  const said = { text, has_expiration: expires };
  return [{ type: 'LIMITED_TIME_OFFER', limited_time_offer: said }];
}

function composeExpiry({ code }: ChatProposal): readonly Component[] {
  const minutes = code?.expiresMinutes;
  return minutes === undefined ? [] : [{ type: 'FOOTER', code_expiration_minutes: minutes }];
}

function composeButton(button: ProposedButton): Component {
  switch (button.type) {
    case 'url': {
      const { text, url, example } = button;
      return { type: 'URL', text, url, ...(example === undefined ? {} : { example: [example] }) };
    }
    case 'call':
      return { type: 'PHONE_NUMBER', text: button.text, phone_number: button.phone };
    case 'quick_reply':
      return { type: 'QUICK_REPLY', text: button.text };
    case 'copy_code':
      return { type: 'COPY_CODE', example: button.example };
    case 'flow': {
      const { text, flowId, action, screen } = button;
      const start = screen === undefined ? {} : { navigate_screen: screen };
      return { type: 'FLOW', text, flow_id: flowId, flow_action: action, ...start };
    }
    case 'catalog':
      return { type: 'CATALOG', text: button.text };
    case 'request_contact_info':
      return { type: 'REQUEST_CONTACT_INFO' };
    case 'otp':
      return { type: 'OTP', otp_type: 'COPY_CODE', text: button.text };
  }
}

/**
 * The components of a template without their header samples: those are addresses that expire and
 * change at every read, or handles that are no longer valid.
 */
export function withoutSamples(components: readonly unknown[]): readonly unknown[] {
  return components.map((component) => {
    if (!isRecord(component)) return component;
    const { cards, example, ...rest } = component;
    if (Array.isArray(cards)) return { ...component, cards: cards.map(cardWithoutSamples) };
    if (!isRecord(example)) return component;
    const { header_handle: _, ...kept } = example;
    return Object.keys(kept).length === 0 ? rest : { ...rest, example: kept };
  });
}

function cardWithoutSamples(card: unknown): unknown {
  if (!isRecord(card) || !Array.isArray(card['components'])) return card;
  return { ...card, components: withoutSamples(card['components']) };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether two values are the same JSON, regardless of field order. */
export function isSameJson(a: unknown, b: unknown): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const left = new Map(Object.entries(a));
  const right = new Map(Object.entries(b));
  return (
    left.size === right.size &&
    [...left].every(([name, value]) => right.has(name) && isSameJson(value, right.get(name)))
  );
}

/** A template as it is proposed to the platform (chat seed, section 2). */
export type ChatProposal = {
  readonly name: string;
  /** As the platform writes it: `en`, `en_US`, `ur`. */
  readonly language: string;
  readonly category: ChatCategory;
  readonly header: ProposedHeader | undefined;
  /** undefined: a one-time code, whose wording is the platform's own. */
  readonly body: ProposedText | undefined;
  readonly footer: { readonly text: string } | undefined;
  readonly offer: ChatOffer | undefined;
  readonly buttons: readonly ProposedButton[];
  /** Of a carousel; none otherwise. */
  readonly cards: readonly ProposedCard[];
  /** What the platform may add to its own wording of a one-time code. */
  readonly code: ProposedCode | undefined;
};

export type ProposedCard = {
  readonly header: { readonly type: 'image' | 'video'; readonly sampleUrl: string };
  readonly body: ProposedText | undefined;
  readonly buttons: readonly ProposedButton[];
};

/** `examples`: a value for each variable, in order, for the platform's reviewers. */
export type ProposedText = { readonly text: string; readonly examples: readonly string[] };

export type ProposedHeader =
  | ({ readonly type: 'text' } & ProposedText)
  /** A place on a map, which each send names. */
  | { readonly type: 'location' }
  /** The file at this address becomes the default of the header. */
  | { readonly type: 'image' | 'video' | 'document'; readonly sampleUrl: string };

export type ProposedButton =
  /** `example`: the whole address, if it ends with a variable. */
  | {
      readonly type: 'url';
      readonly text: string;
      readonly url: string;
      readonly example: string | undefined;
    }
  | { readonly type: 'call'; readonly text: string; readonly phone: string }
  | { readonly type: 'quick_reply'; readonly text: string }
  /** The platform writes the label. */
  | { readonly type: 'copy_code'; readonly example: string }
  /** Opens a form of the business account, at a screen of it or, by default, its first. */
  | {
      readonly type: 'flow';
      readonly text: string;
      readonly flowId: string;
      readonly action: 'navigate' | 'data_exchange';
      readonly screen: string | undefined;
    }
  /** Opens the catalogue that is connected to the number. */
  | { readonly type: 'catalog'; readonly text: string }
  /** A user who hides the number shares it; the platform writes the label. */
  | { readonly type: 'request_contact_info' }
  | { readonly type: 'otp'; readonly text: string };

type ProposedCode = {
  /** "For your security, do not share this code." */
  readonly securityRecommendation: boolean;
  /** "This code expires in … minutes."; undefined: no such line. */
  readonly expiresMinutes: number | undefined;
};
