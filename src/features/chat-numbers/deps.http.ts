import type { LookAtHost } from '../hosts/hosts.operations.ts';
import type { ChatAdmin } from './chat-admin.ts';
import type { Reader } from '../../kit/postgres/pool.ts';

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
