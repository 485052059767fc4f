/** What staff and accounts do with notes. */
import { changed, refuse } from '../../../src/operations/admin.ts';
import { account, argument, id, limitOf, option, text } from '../../../src/operations/fields.ts';
import { operation, query } from '../../../src/operations/operation.ts';
import { more } from '../../../src/operations/show.ts';
import { deleteNote, insertNote, listNotes, updateNote, type Note } from './notes.sql.ts';
import { NOTE } from './notes.ts';

const accountId = argument('ACCOUNT', account);
const noteId = argument('NOTE', id);
const like = { pattern: /^[^]{1,500}$/, must: 'must have 1 to 500 characters' };
const words = argument('TEXT', text('TEXT', like));

const show = NOTE.columns('id', 'text', 'created_at');
const UNKNOWN = refuse('noteId', 'is not a note of this account: see "paigham note list"');
const OF_ACCOUNT = {
  who: 'account',
  raises: 'nothing',
  show: (note: Note) => ({ data: show(note) }),
} as const;

export const noteList = query({
  name: 'note list',
  about: 'Lists the notes of an account, newest first.',
  input: { accountId, beforeId: option('before', id, 'older than this one'), most: limitOf(50) },
  async read({ reader }, input) {
    const notes = await listNotes(reader, input);
    return { data: notes.map(show), empty: 'There are no notes.', ...more(notes, input.most) };
  },
});

export const addNote = operation({
  ...OF_ACCOUNT,
  name: 'note add',
  about: 'Keeps a text.',
  audit: 'note.add',
  input: { accountId, text: words },
  async work(transaction, input, { ids, clock }) {
    const made = { ...input, id: ids.next(), createdAtMs: clock.nowMs() };
    return changed(await insertNote(transaction, made), { noteId: made.id });
  },
});

export const setNote = operation({
  ...OF_ACCOUNT,
  name: 'note set',
  about: 'Changes a text that is kept.',
  audit: 'note.set',
  input: { accountId, noteId, text: words },
  async work(transaction, { noteId: key, ...input }) {
    const note = await updateNote(transaction, { ...input, id: key });
    return note === undefined ? UNKNOWN : changed(note, { noteId: key });
  },
});

export const removeNote = operation({
  ...OF_ACCOUNT,
  name: 'note remove',
  about: 'Deletes a note.',
  audit: 'note.remove',
  input: { accountId, noteId },
  async work(transaction, { noteId: key, ...input }) {
    const note = await deleteNote(transaction, { ...input, id: key });
    return note === undefined ? UNKNOWN : changed(note, { noteId: key });
  },
});
