import type { LookAtHost } from '../../../admin/hosts.ts';
import type { ChatAdmin } from '../../../admin/chat/chat-admin.ts';
import type { Account } from '../../../domain/account/account.ts';
import type { ChatTemplateId } from '../../../domain/ids.ts';
import type { Reader } from '../../../kit/postgres/pool.ts';
import { type ChatTemplateRecord, findChatTemplate } from '../../../store/chat-templates.ts';
import { readId } from '../shapes.ts';

export type ChatEndpointDeps = {
  readonly reader: Reader;
  /** Changes what callers ask for; its actor is replaced by the account of the key. */
  readonly chat: ChatAdmin;
  /** The service's own domain: no account can have it. '' when there is none. */
  readonly publicHost: string;
  readonly look: LookAtHost;
};

/** The context in which the holder of the account's key acts. */
export function adminOf({ chat }: ChatEndpointDeps, { id }: Account): ChatAdmin {
  return { ...chat, actor: `key of account ${id}` };
}

/** The template that a path names; what cannot be an id is like one that is not there. */
export function findTemplate(
  { reader }: ChatEndpointDeps,
  { id: accountId }: Account,
  places: Readonly<Record<string, string>>,
): Promise<ChatTemplateRecord | undefined> {
  const id = (readId(places['id']) ?? 0) as ChatTemplateId;
  return findChatTemplate(reader, accountId, id);
}
