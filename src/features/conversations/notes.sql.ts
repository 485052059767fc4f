/** Notes on conversations: what people of an account tell each other. */
import type { AccountId } from '../../domain/ids.ts';
import { read, write } from '../../kit/postgres/callable.ts';

type Place = { readonly accountId: AccountId; readonly conversationId: number };

export type ConversationNote = {
  readonly id: number;
  readonly text: string;
  /** As the audit log names them: `user:7`, `key:17`. */
  readonly actor: string;
  /** Of a person. */
  readonly author: string | undefined;
  readonly createdAtMs: number;
};

const SHOWN = `n.id, n.text, n.actor, n.created_at, (
    select u.name from users u
    where n.actor ~ '^user:[0-9]{1,18}$' and u.id = substring(n.actor from 6)::bigint) as author`;

/** The oldest first. */
export const listNotes = read.many<Place, ConversationNote>(
  'list-conversation-notes',
  `select ${SHOWN} from conversation_notes n
  where n.account_id = :accountId and n.conversation_id = :conversationId order by n.id`,
);

/** undefined: the account has no such conversation. */
export const insertNote = write.one<
  Place & { text: string; actor: string; atMs: number },
  ConversationNote
>(
  'insert-conversation-note',
  `with n as (
    insert into conversation_notes (account_id, conversation_id, text, actor, created_at)
    select c.account_id, c.id, :text, :actor, @atMs from conversations c
    where c.account_id = :accountId and c.id = :conversationId for key share
    returning *
  )
  select ${SHOWN} from n`,
);

export const deleteNote = write.any<Place & { id: number }>(
  'delete-conversation-note',
  `delete from conversation_notes
  where account_id = :accountId and conversation_id = :conversationId and id = :id returning id`,
);
