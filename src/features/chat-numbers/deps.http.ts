import type { LookAtHost } from '../hosts/hosts.operations.ts';
import type { ChatAdmin } from './chat-admin.ts';
import type { Account } from '../../domain/account/account.ts';
import type { ChatTemplateId } from '../../domain/ids.ts';
import type { Reader } from '../../kit/postgres/pool.ts';
import { type ChatTemplateRecord, findChatTemplate } from '../../store/chat/templates.ts';
import { readId } from '../../api/v1/shapes.ts';

export type ChatEndpointDeps = {
  readonly reader: Reader;
  /** For what is made of many rows; may be a replica, and lag. */
  readonly reports: Reader;
  /** Makes the changes callers ask for; the actor is replaced by the key's account. */
  readonly chat: ChatAdmin;
  /** The service's own domain, which no account can have. '' if there is none. */
  readonly publicHost: string;
  readonly look: LookAtHost;
};

/** The template that a path names; an impossible id is treated like an unknown one. */
export function findTemplate(
  { reader }: ChatEndpointDeps,
  { id: accountId }: Account,
  places: Readonly<Record<string, string>>,
): Promise<ChatTemplateRecord | undefined> {
  const id = (readId(places['id']) ?? 0) as ChatTemplateId;
  return findChatTemplate(reader, { accountId, id });
}
