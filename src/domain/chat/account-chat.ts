import type { AccountId, ChatTemplateId, LinkId } from '../ids.ts';
import type { ChatNumber } from './number.ts';
import type { ChatTemplate } from './template.ts';

/** What an account has on the chat platform: part of its picture. */
export type AccountChat = {
  readonly numbers: ReadonlyMap<LinkId, ChatNumber>;
  readonly templates: ReadonlyMap<ChatTemplateId, ChatTemplate>;
  /** Host names of its own, lower case, without a port. */
  readonly hosts: readonly string[];
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

/** Whose domain a request came in by: hosts in lower case, without a port. */
export type HostOwners = ReadonlyMap<string, AccountId>;

/** An account without any chat. */
export const NO_CHAT: AccountChat = {
  numbers: new Map(),
  templates: new Map(),
  hosts: [],
  collapseBlanks: true,
  templatesMost: 0,
  hasOptouts: false,
};
