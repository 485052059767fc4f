/** `/v1/notes`. */
import type { Endpoint } from '../../../src/api/v1/endpoint.ts';
import { getOne, idOf, listOf } from '../../../src/api/v1/list.ts';
import { operate, type OperateDeps } from '../../../src/api/v1/operate.ts';
import { closed } from '../../../src/api/v1/shapes.ts';
import { Type } from '../../../src/kit/shape.ts';
import { addNote, removeNote, setNote, showNote } from './notes.operations.ts';
import { findNote, listNotes } from './notes.sql.ts';

const time = Type.String({ format: 'date-time' });
const NOTE = closed(
  { id: Type.String(), text: Type.String(), created_at: time },
  { title: 'Note' },
);

const path = '/v1/notes';
const ONE = {
  path: `${path}/{id}`,
  places: { id: idOf('a note') },
  unknown: 'path_unknown',
} as const;
const KEPT = { scope: 'send', gives: NOTE, show: showNote } as const;

export function createNoteEndpoints(deps: OperateDeps): readonly Endpoint[] {
  const { reader } = deps;
  return [
    listOf({
      path,
      name: 'listNotes',
      scope: 'read',
      about: 'Your notes, newest first.',
      item: NOTE,
      title: 'NoteList',
      find: ({ account, before: beforeId, most }) =>
        listNotes(reader, { accountId: account.id, beforeId, most }),
      placeOf: ({ id }) => id,
      show: showNote,
    }),
    getOne({
      ...ONE,
      name: 'showNote',
      scope: 'read',
      about: 'One note.',
      gives: NOTE,
      async find({ account, places }) {
        const note = await findNote(reader, { accountId: account.id, ...places });
        return note && showNote(note);
      },
    }),
    operate(deps, addNote, {
      ...KEPT,
      method: 'POST',
      path,
      name: 'addNote',
      about: 'Keeps a text.',
      done: [201, 'It is kept.'],
      repeatable: true,
      location: ({ id }) => `${path}/${id}`,
    }),
    operate(deps, setNote, {
      ...KEPT,
      ...ONE,
      method: 'PATCH',
      name: 'changeNote',
      about: 'Changes a note.',
      fromPath: { noteId: 'id' },
    }),
    operate(deps, removeNote, {
      ...ONE,
      method: 'DELETE',
      name: 'removeNote',
      scope: 'send',
      about: 'Deletes a note.',
      fromPath: { noteId: 'id' },
      done: 'It is gone.',
    }),
  ];
}
