import { CHAT_MEDIA_LIMITS } from './chat-media-limits.ts';
import { CHAT_ADMIN_LIMITS } from './chat-admin-limits.ts';
import type { Limit } from './limit.ts';
import { PLATFORM_LIMITS } from './platform-limits.ts';

/** What the chat platform and its document allow in a message. Characters are UTF-16 units. */
export const CHAT_LIMITS = {
  chatBodyCharacters: { value: 1_024, why: 'chat document, section 2: a body with its values' },
  chatHeaderCharacters: {
    value: 60,
    why: 'chat document, section 2: a text header with its value',
  },
  chatTextCharacters: { value: 4_096, why: 'the platform: text of a free-form message' },
  chatCaptionCharacters: { value: 1_024, why: 'the platform: text under a picture or file' },
  chatCodeCharacters: { value: 15, why: 'the platform: a one-time code, or one that is copied' },
  chatAddressCharacters: {
    value: 2_000,
    why: 'the platform: the address behind a button, with its value',
  },
  chatPayloadCharacters: { value: 256, why: 'the platform: what a quick reply brings back' },
  chatFileNameCharacters: { value: 240, why: 'the name on the card of a document' },
  chatEntriesPerTurn: {
    value: 500,
    why: 'recipients of a request that are looked at before other callers have their turn',
  },
  chatMediaLinkCharacters: { value: 2_048, why: 'the address of a file; storage links have 600' },
  ...CHAT_ADMIN_LIMITS,
  ...PLATFORM_LIMITS,
  ...CHAT_MEDIA_LIMITS,
} as const satisfies Record<string, Limit>;
