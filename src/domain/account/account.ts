import type { AccountChat } from '../chat/account-chat.ts';
import type { AccountId, KeyId, SenderId, TemplateId } from '../ids.ts';
import type { Sender } from '../sender/sender.ts';
import type { Template } from '../template/template.ts';

/**
 * What is known about an account while its requests are checked: one consistent snapshot at one
 * version.
 */
export type Account = {
  readonly id: AccountId;
  /**
   * balances.version when this snapshot was taken; a commit at another version is refused and
   * checked again.
   */
  readonly version: number;
  readonly name: string;
  readonly active: boolean;
  readonly verified: boolean;
  readonly fixedContent: boolean;
  readonly mnpCoverage: boolean;
  readonly mnpOption: boolean;
  readonly always200: boolean;
  readonly lookalikes: boolean;
  /** CIDRs; empty: any address. */
  readonly ipList: readonly string[];
  readonly postpaid: boolean;
  /** Promotional messages go only to people who have consented. */
  readonly needsConsent: boolean;
  readonly keys: readonly AccountKey[];
  readonly sendersByName: ReadonlyMap<string, Sender>;
  readonly sendersById: ReadonlyMap<SenderId, Sender>;
  readonly templates: ReadonlyMap<TemplateId, Template>;
  readonly hasOptouts: boolean;
  /** Numbers, templates and domains of the chat service. */
  readonly chat: AccountChat;
  /** As a test key sees it: what it sends is neither charged nor carried (domain/testing). */
  readonly isTest: boolean;
};

/**
 * What a caller may do: `send` covers whatever reaches people or spends credit, `read` looking
 * only, `templates` asking for approval, `account` the account itself: keys, addresses, users.
 */
export const SCOPES = ['send', 'read', 'templates', 'account'] as const;
export type Scope = (typeof SCOPES)[number];

/**
 * The roles a person may have in an account, with their scopes. An agent has none: what an agent
 * may, to answer in the inbox and nothing else, its endpoints say (decision 121).
 */
export const ROLE_SCOPES = {
  owner: SCOPES,
  manager: ['send', 'read', 'templates'],
  developer: ['send', 'read', 'account'],
  viewer: ['read'],
  agent: [],
} as const satisfies Readonly<Record<string, readonly Scope[]>>;
export type Role = keyof typeof ROLE_SCOPES;
export const ROLES = Object.keys(ROLE_SCOPES) as readonly Role[];

/** What somebody must have to give a role or take it away: as much as it may do. */
export const scopesToGive = (role: Role): readonly Scope[] =>
  role === 'agent' ? ['send', 'read'] : ROLE_SCOPES[role];

/** Who answers conversations: those who may send, and agents. */
export const ANSWERING_ROLES: readonly Role[] = ROLES.filter(
  (role) => role === 'agent' || ROLE_SCOPES[role].some((scope) => scope === 'send'),
);

/** Roles whose people see what messages say (decision 92); a key never does. */
const ROLES_WITH_TEXTS: readonly Role[] = ['owner', 'manager'];

export const seesTexts = (role: Role): boolean => ROLES_WITH_TEXTS.includes(role);

/** `test`: nothing that it sends is charged or carried to anybody, and it changes nothing. */
export const KEY_MODES = ['live', 'test'] as const;
export type KeyMode = (typeof KEY_MODES)[number];

/** Who acts for an account, and what they may do. */
export type Principal = {
  /** As the audit log names them: `key:17`. */
  readonly actor: string;
  readonly scopes: readonly Scope[];
  /** Milliseconds since 1970, undefined: until revoked. */
  readonly expiresAtMs: number | undefined;
  /** A person who has shown in the last minutes who they are; a key never has. */
  readonly isConfirmed?: boolean;
  /** A person of the account whose role sees texts. */
  readonly seesTexts?: boolean;
  /** A person who may only answer in the inbox. */
  readonly isAgent?: boolean;
};

export type AccountKey = Principal & {
  readonly id: KeyId;
  readonly mode: KeyMode;
  /** Hex of the keyed hash. */
  readonly hash: string;
};
