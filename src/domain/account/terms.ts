/**
 * The terms that everybody accepts who registers an account. Whoever changes the text changes the
 * version: acceptances name it.
 */
type Terms = {
  readonly version: string;
  /** Paragraphs, separated by blank lines. */
  readonly text: string;
};

const TEXT = [
  'Traffic is accepted only for local, Pakistani-origin companies, products and services. You ' +
    'must not use this service, directly or for others, to deliver messages on behalf of an ' +
    'international entity: that violates these terms, and ends your access.',
  'You send only to people who agreed to hear from you, or who are waiting for what you send, ' +
    'such as a one-time code. You honour every request to stop, and the do-not-call register.',
  'You send no content that the laws of Pakistan or the Pakistan Telecommunication Authority ' +
    'forbid: no fraud, no impersonation, no obscene or unlawful content.',
  'Sender IDs and wordings are used as they were approved. Until your account is verified ' +
    '(identity card, face ID, agreement on letterhead, tax number), a demo text is added to your ' +
    'messages.',
  'You keep your password and your API keys to yourself, and answer for what is done with them.',
  'Messages are charged by the tariffs in force when they are accepted. Credit is paid in advance.',
] as const;

export const TERMS: Terms = { version: '2026-11-22', text: TEXT.join('\n\n') };
