import type { AccountId, ChatBusinessId } from '../ids.ts';

/** A business account on the chat platform, as it was connected. Its secrets lie beside it. */
export type ChatBusiness = {
  readonly id: ChatBusinessId;
  readonly accountId: AccountId;
  /** The platform's id of it: digits. */
  readonly platformId: string;
  /** Of the platform's app that the token belongs to; needed to upload samples of templates. */
  readonly appId: string | undefined;
};

const WEBHOOK_FOLDER = '/webhooks/chat';

/**
 * Where the platform reports to us: a path for each business account, so that what it is signed
 * with is known before anything of the body is read.
 */
export function webhookPathOf(businessId: ChatBusinessId): string {
  return `${WEBHOOK_FOLDER}/${businessId}`;
}

/** The business account of a webhook's path; undefined when the path is none. */
export function businessOfPath(path: string): ChatBusinessId | undefined {
  const id = /^\/webhooks\/chat\/([1-9]\d{0,8})$/.exec(path)?.[1];
  return id === undefined ? undefined : (Number(id) as ChatBusinessId);
}
