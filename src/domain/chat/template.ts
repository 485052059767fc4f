import type { ChatBusinessId, ChatMediaId, ChatTemplateId } from '../ids.ts';

/**
 * A template of the chat platform, as we know it: approved by the platform, addressed there by name
 * and language (chat seed, section 2; facts of the platform, sections 2 and 6).
 */
export type ChatTemplate = {
  /** Ours, and stable: one for each business account, name and language. */
  readonly id: ChatTemplateId;
  /** The platform's id: digits. It changes when a template is removed and made anew. */
  readonly platformId: string | undefined;
  /** The business account on the platform that it belongs to. */
  readonly businessId: ChatBusinessId;
  readonly name: string;
  /** As the platform writes it: `en`, `en_US`, `ur`. */
  readonly language: string;
  readonly category: ChatCategory;
  readonly state: ChatTemplateState;
  /** What the platform said of the state, in its words; undefined: nothing. */
  readonly reason: string | undefined;
  readonly definition: ChatDefinition;
};

export const CHAT_CATEGORIES = ['marketing', 'utility', 'authentication'] as const;
export type ChatCategory = (typeof CHAT_CATEGORIES)[number];

/** The platform's word for a category; one that is not known here has the strictest rules. */
export function readCategory(word: string): ChatCategory {
  return CHAT_CATEGORIES.find((it) => it === word.toLowerCase()) ?? 'marketing';
}

/**
 * The platform's states in lower case; it adds new ones without notice, so a word that is not known
 * here is kept as it came, and is not `approved`.
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
] as const;
export type ChatTemplateState = (typeof CHAT_TEMPLATE_STATES)[number] | (string & {});

/** What of a template is filled when it is sent. */
export type ChatDefinition = {
  /**
   * What the platform would want filled and we cannot, in its word (`CAROUSEL`): such a template is
   * shown, and refused when somebody sends by it. undefined: nothing.
   */
  readonly unsupported: string | undefined;
  readonly header: ChatHeader | undefined;
  readonly body: ChatWording;
  readonly footer: string | undefined;
  readonly buttons: readonly ChatButton[];
};

/**
 * A text with the names of its variables in the order in which values are given: numbers by their
 * value, `['1', '2']`, names by their first use.
 */
export type ChatWording = { readonly text: string; readonly variables: readonly string[] };

export type ChatHeader =
  | ({ readonly kind: 'text' } & ChatWording)
  | {
      readonly kind: 'image' | 'video' | 'document';
      /** The default that we keep; undefined: each entry must bring its own. */
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
  /** Of a kind that takes no value, or none that we know: it counts among the others. */
  | { readonly kind: 'other'; readonly text: string };
