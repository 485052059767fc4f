import type { ChatProposal, ProposedButton, ProposedHeader } from './proposal.ts';

type Component = Readonly<Record<string, unknown>>;

/**
 * A proposal in the platform's own form. `handle`: what it gave for the sample of a media header.
 */
export function composeComponents(
  proposal: ChatProposal,
  handle: string | undefined,
): readonly Component[] {
  const { header, footer, buttons } = proposal;
  return [
    ...(header === undefined ? [] : [composeHeader(header, handle)]),
    composeBody(proposal),
    ...(footer === undefined ? [] : [{ type: 'FOOTER', text: footer.text }]),
    ...composeExpiry(proposal),
    ...(buttons.length === 0 ? [] : [{ type: 'BUTTONS', buttons: buttons.map(composeButton) }]),
  ];
}

function composeHeader(header: ProposedHeader, handle: string | undefined): Component {
  const format = header.type.toUpperCase();
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
  const { text, examples } = body;
  // A list of lists: the platform would take several sets of examples.
  const example = examples.length === 0 ? {} : { example: { body_text: [examples] } };
  return { type: 'BODY', text, ...example };
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
    case 'otp':
      return { type: 'OTP', otp_type: 'COPY_CODE', text: button.text };
  }
}

/**
 * The components of a template without the samples of their headers: those are addresses that
 * expire and are others at each look, or handles that nobody knows any more.
 */
export function withoutSamples(components: readonly unknown[]): readonly unknown[] {
  return components.map((component) => {
    if (!isRecord(component)) return component;
    const { example, ...rest } = component;
    if (!isRecord(example)) return component;
    const { header_handle: _, ...kept } = example;
    return Object.keys(kept).length === 0 ? rest : { ...rest, example: kept };
  });
}

type Fields = Readonly<Record<string, unknown>>;

function isRecord(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether two values are the same JSON, in whatever order their fields stand. */
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
