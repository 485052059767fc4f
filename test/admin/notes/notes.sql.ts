/** Notes: texts that an account keeps. */
import type { AccountId } from '../../../src/domain/ids.ts';
import { read, write } from '../../../src/kit/postgres/callable.ts';

export type Note = { readonly id: number; readonly text: string; readonly createdAtMs: number };

type Key = { readonly accountId: AccountId; readonly id: number };

/** The newest first. */
export const listNotes = read.many<
  { accountId: AccountId; beforeId: number | undefined; most: number },
  Note
>(
  'list-notes',
  `select id, text, created_at from notes
  where account_id = :accountId and (:beforeId::bigint is null or id < :beforeId)
  order by id desc limit :most`,
);

export const findNote = read.one<Key, Note>(
  'find-note',
  `select id, text, created_at from notes where account_id = :accountId and id = :id`,
);

export const insertNote = write.single<Key & Note, Note>(
  'insert-note',
  `insert into notes (account_id, id, text, created_at)
  values (:accountId, :id, :text, @createdAtMs) returning id, text, created_at`,
);

export const updateNote = write.one<Key & { text: string }, Note>(
  'update-note',
  `update notes set text = :text where account_id = :accountId and id = :id
  returning id, text, created_at`,
);

export const deleteNote = write.one<Key, Note>(
  'delete-note',
  `delete from notes where account_id = :accountId and id = :id returning id, text, created_at`,
);
