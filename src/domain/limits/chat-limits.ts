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
  chatTextCharacters: { value: 4_096, why: 'platform limit: text of a free-form message' },
  chatCaptionCharacters: { value: 1_024, why: 'platform limit: caption of a picture or file' },
  chatCodeCharacters: { value: 15, why: 'platform limit: a one-time code, or a code to copy' },
  chatAddressCharacters: {
    value: 2_000,
    why: 'platform limit: the URL of a button, with its value',
  },
  chatPayloadCharacters: { value: 256, why: 'platform limit: what a quick reply returns' },
  chatFileNameCharacters: { value: 240, why: 'the file name shown with a document' },
  chatEntriesPerTurn: {
    value: 500,
    why: 'recipients of one request checked before other requests get their turn',
  },
  chatMediaLinkCharacters: {
    value: 2_048,
    why: 'the URL of a file; those of storage services have 600',
  },
  ...CHAT_ADMIN_LIMITS,
  ...PLATFORM_LIMITS,
  ...CHAT_MEDIA_LIMITS,
} as const satisfies Record<string, Limit>;
