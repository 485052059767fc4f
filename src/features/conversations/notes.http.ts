/** `/v1/conversations/{id}/notes`. */
import { Type } from '../../kit/shape.ts';
import { refused, type Endpoint, type Guard } from '../../api/v1/endpoint.ts';
import { refuseAgent } from '../../api/v1/guards.ts';
import { allOf, idOf } from '../../api/v1/list.ts';
import { operate, type OperateDeps } from '../../api/v1/operate.ts';
import { derived, id, nullable, resource, time } from '../../operations/resource.ts';
import type { Account, Principal } from '../../domain/account/account.ts';
import type { Reader } from '../../kit/postgres/pool.ts';
import { findConversation } from './conversations.sql.ts';
import { addNote, removeNote } from './notes.operations.ts';
import { listNotes, type ConversationNote } from './notes.sql.ts';

const NOTE = resource(
  'ConversationNote',
  {
    id: id(),
    text: Type.String(),
    by: derived(
      nullable('The name of the person who wrote it; null: a program, by a key.'),
      ({ author }: ConversationNote) => author,
    ),
    created_at: time(),
  },
  'What people of your account tell each other; the other side never sees it.',
);

const PATH = '/v1/conversations/{id}/notes';
const PLACES = { id: idOf('a conversation') };

/** An agent removes what they have noted themselves. */
function onlyOwn(reader: Reader): Guard<{
  readonly account: Account;
  readonly principal: Principal;
  readonly places: Readonly<Record<string, unknown>>;
}> {
  return {
    refuses: ['role_too_low'],
    async check({ account: { id: accountId }, principal, places }) {
      if (principal.isAgent !== true) return undefined;
      const notes = await listNotes(reader, { accountId, conversationId: Number(places['id']) });
      const note = notes.find(({ id: noted }) => noted === places['note_id']);
      return note === undefined || note.actor === principal.actor
        ? undefined
        : refuseAgent('/path/note_id', 'is somebody else’s: an agent removes their own notes');
    },
  };
}

/** For those who answer: a note may repeat what was written. */
export function createNoteEndpoints(deps: OperateDeps): readonly Endpoint[] {
  return [
    allOf({
      path: PATH,
      name: 'listConversationNotes',
      forAgents: true,
      scope: 'send',
      places: PLACES,
      about: 'The notes on a conversation, the oldest first.',
      item: NOTE,
      title: 'ConversationNoteList',
      failures: ['conversation_unknown'],
      async find({ account: { id: accountId }, places: { id: conversationId } }) {
        const found = await findConversation(deps.reader, { accountId, id: conversationId });
        if (found === undefined) return refused('conversation_unknown');
        return listNotes(deps.reader, { accountId, conversationId });
      },
      show: NOTE.show,
    }),
    operate(deps, addNote, {
      method: 'POST',
      path: PATH,
      name: 'addConversationNote',
      forAgents: true,
      scope: 'send',
      places: PLACES,
      fromPath: { conversationId: 'id' },
      unknown: 'conversation_unknown',
      repeatable: true,
      gives: NOTE,
      done: [201, 'Kept.'],
      show: NOTE.show,
    }),
    operate(deps, removeNote, {
      method: 'DELETE',
      path: `${PATH}/{note_id}`,
      name: 'removeConversationNote',
      forAgents: true,
      scope: 'send',
      places: { ...PLACES, note_id: idOf('a note') },
      fromPath: { conversationId: 'id', noteId: 'note_id' },
      guards: [onlyOwn(deps.reader)],
      unknown: 'note_unknown',
      done: 'It is gone.',
    }),
  ];
}
