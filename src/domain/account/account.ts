import type { AccountChat } from '../chat/account-chat.ts';
import type { AccountId, SenderId, TemplateId } from '../ids.ts';
import type { Sender } from '../sender/sender.ts';
import type { Template } from '../template/template.ts';

/**
 * What is known of an account while its requests are checked: one consistent snapshot at one
 * version.
 */
export type Account = {
  readonly id: AccountId;
  /**
   * balances.version when this snapshot was taken; a commit under another version is refused and
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
  /** CIDRs; empty: from anywhere. */
  readonly ipList: readonly string[];
  readonly postpaid: boolean;
  readonly keys: readonly AccountKey[];
  readonly sendersByName: ReadonlyMap<string, Sender>;
  readonly sendersById: ReadonlyMap<SenderId, Sender>;
  readonly templates: ReadonlyMap<TemplateId, Template>;
  readonly hasOptouts: boolean;
  /** Numbers, templates and domains of the chat service. */
  readonly chat: AccountChat;
};

export type AccountKey = {
  /** Hex of the keyed hash. */
  readonly hash: string;
  /** Milliseconds since 1970, undefined: until revoked. */
  readonly expiresAtMs: number | undefined;
};
