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
