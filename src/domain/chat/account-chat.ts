import type { AccountId, ChatBusinessId, ChatTemplateId, LinkId } from '../ids.ts';
import type { ChatTemplate } from './template.ts';

/** What an account has on the chat platform: part of its snapshot. */
export type AccountChat = {
  readonly numbers: ReadonlyMap<LinkId, ChatNumber>;
  readonly templates: ReadonlyMap<ChatTemplateId, ChatTemplate>;
  /**
   * Whether blank space that the platform refuses in values becomes one blank; otherwise such a
   * value is refused (contract section 10).
   */
  readonly collapseBlanks: boolean;
  /** How many templates the account's plan allows. */
  readonly templatesMost: number;
  /** Whether anybody wants no chat messages of some category. */
  readonly hasOptouts: boolean;
};

/** An account without any chat. */
export const NO_CHAT: AccountChat = {
  numbers: new Map(),
  templates: new Map(),
  collapseBlanks: true,
  templatesMost: 0,
  hasOptouts: false,
};

/**
 * A sending number on the chat platform. It is a link: one node holds it, paces it and judges its
 * health; its id is the `chatapp_id` that we give out.
 */
export type ChatNumber = {
  readonly id: LinkId;
  readonly accountId: AccountId;
  readonly businessId: ChatBusinessId;
  /** The platform's id of the number: digits. */
  readonly phoneNumberId: string;
  /** The number as people see it: digits with country code. */
  readonly digits: string;
  /** Used where a request names none. One of an account is. */
  readonly isDefault: boolean;
  readonly enabled: boolean;
  /**
   * Free form outside of the 24 hours: refused here, or left to the platform to judge, for accounts
   * that come from elsewhere and whose users' last messages we do not know.
   */
  readonly window: 'enforce' | 'pass';
  /** Until when its marketing waits, as recipients complained; undefined: it does not. */
  readonly marketingRestsUntilMs: number | undefined;
};
