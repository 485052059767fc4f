/** `/v1/notes`. */
import { collection } from '../../../src/api/v1/collection.ts';
import type { Endpoint } from '../../../src/api/v1/endpoint.ts';
import { getOne, idOf, listOf } from '../../../src/api/v1/list.ts';
import { operate, type OperateDeps } from '../../../src/api/v1/operate.ts';
import { addNote, removeNote, setNote } from './notes.operations.ts';
import { findNote, listNotes } from './notes.sql.ts';
import { NOTE } from './notes.ts';

const at = collection(NOTE, {
  path: '/v1/notes',
  id: idOf('a note'),
  field: 'noteId',
  unknown: 'path_unknown',
});

export function createNoteEndpoints(deps: OperateDeps): readonly Endpoint[] {
  const { reader } = deps;
  return [
    listOf({
      ...at.list,
      name: 'listNotes',
      scope: 'read',
      about: 'Your notes, newest first.',
      find: ({ account, before: beforeId, most }) =>
        listNotes(reader, { accountId: account.id, beforeId, most }),
    }),
    getOne({
      ...at.show,
      name: 'showNote',
      scope: 'read',
      about: 'One note.',
      find: ({ account, places }) => findNote(reader, { accountId: account.id, ...places }),
    }),
    operate(deps, addNote, { ...at.add, name: 'addNote', scope: 'send', done: [201, 'Kept.'] }),
    operate(deps, setNote, { ...at.change, name: 'changeNote', scope: 'send' }),
    operate(deps, removeNote, { ...at.remove, name: 'removeNote', scope: 'send', done: 'Gone.' }),
  ];
}
