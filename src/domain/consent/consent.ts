/** What people agree to: by which channel they may be written to, for which purpose. */

export const CONSENT_CHANNELS = ['sms', 'chat'] as const;
export type ConsentChannel = (typeof CONSENT_CHANNELS)[number];

/** As templates have categories; marketing is promotional in chat. */
export const CONSENT_PURPOSES = ['promotional', 'transactional'] as const;
export type ConsentPurpose = (typeof CONSENT_PURPOSES)[number];

export const CONSENT_STATES = ['given', 'withdrawn'] as const;
export type ConsentState = (typeof CONSENT_STATES)[number];

/** Nobody agreed to messages before then; milliseconds since 1970. */
export const EARLIEST_CONSENT_MS = Date.UTC(1990, 0, 1);

/** Where people said so, as an account may claim of its own records. */
export const CLAIMED_SOURCES = ['api', 'form', 'checkout', 'import', 'keyword'] as const;

/** `platform`: in the chat platform's app; `staff`: told to the service's own people. */
export const CONSENT_SOURCES = [...CLAIMED_SOURCES, 'platform', 'staff'] as const;
export type ConsentSource = (typeof CONSENT_SOURCES)[number];
