import type { ChatTemplateId, LinkId } from '../ids.ts';
import type { ChatNumber } from './number.ts';
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
