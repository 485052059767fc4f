/** Notes on conversations, which the other side never sees. */
import type { Transaction } from '../../kit/postgres/pool.ts';
import { limit } from '../../domain/limits.ts';
import { lockAccount } from '../../store/nodes/versions.ts';
import { changed, refuse } from '../../operations/admin.ts';
import { account, argument, id, text } from '../../operations/fields.ts';
import { operation } from '../../operations/operation.ts';
import { deleteNote, insertNote, listNotes } from './notes.sql.ts';

const accountId = argument('ACCOUNT', account);
const conversationId = argument('CONVERSATION', id);
const TEXT = text('TEXT', { pattern: /^[^]{1,2000}$/, must: 'must have 1 to 2000 characters' });
const UNKNOWN = refuse('conversationId', 'is not a conversation of this account');
const OF_ACCOUNT = { who: 'account', raises: 'nothing' } as const;

export const addNote = operation({
  ...OF_ACCOUNT,
  name: 'conversation note add',
  about: 'Leaves a note on a conversation for those who answer it.',
  audit: 'conversation.note',
  input: { accountId, conversationId, text: argument('TEXT', TEXT) },
  async work(transaction: Transaction, { text: said, ...place }, { actor, clock }) {
    if (said.trim() === '') return refuse('text', 'must be given');
    await lockAccount(transaction, place);
    const most = limit('conversationNotes');
    if ((await listNotes(transaction, place)).length >= most) {
      return refuse('text', `would be more than the ${most} notes of a conversation`);
    }
    const row = { ...place, text: said, actor, atMs: clock.nowMs() };
    const note = await insertNote(transaction, row);
    if (note === undefined) return UNKNOWN;
    return changed(note, { conversationId: place.conversationId, noteId: note.id });
  },
  show: (note) => ({ data: { note: note.id } }),
});

export const removeNote = operation({
  ...OF_ACCOUNT,
  name: 'conversation note remove',
  about: 'Removes a note from a conversation.',
  audit: 'conversation.note_removed',
  input: { accountId, conversationId, noteId: argument('NOTE', id) },
  async work(transaction: Transaction, { noteId, ...place }) {
    const existed = await deleteNote(transaction, { ...place, id: noteId });
    return existed
      ? changed(noteId, { conversationId: place.conversationId, noteId })
      : refuse('noteId', 'is not a note of this conversation');
  },
  show: (note) => ({ data: { note } }),
});
