/**
 * Contacts as the rows of a file. Column A has the numbers, or the ids of chat users; what the
 * values refer to follows, with what stands for an empty cell.
 */
import type { ContactColumn } from '../domain/contact/references.ts';
import type { AccountId } from '../domain/ids.ts';
import type { ContactsOfFile } from '../domain/message/file-send.ts';
import { readContacts, type ContactRow } from '../features/contacts/contacts.sql.ts';
import type { Database } from '../kit/postgres/pool.ts';
import type { Rows } from './rows-file.ts';

export type ContactFileOf = ContactsOfFile & { readonly accountId: AccountId };

/** The rows of the contacts of an account, after a heading. */
export type RowsOfContacts = (of: ContactFileOf) => Rows;

export function createRowsOfContacts(db: Pick<Database, 'read'>): RowsOfContacts {
  return async function* rowsOf({ accountId, filter, columns, withUsers }) {
    yield [['mobile', ...columns.map(({ name }) => name)]];
    for await (const contacts of readContacts(db, { accountId, filter, withUsers })) {
      yield contacts.map((it) => [it.mobile ?? it.userId ?? '', ...cellsOf(it, columns)]);
    }
  };
}

function cellsOf(contact: ContactRow, columns: readonly ContactColumn[]): readonly string[] {
  const { mobile, userId, name, language, tags, fields } = contact;
  const own: Readonly<Record<string, string | undefined>> = {
    ...fields,
    mobile,
    user_id: userId,
    name,
    language,
    tags: tags.join(', '),
  };
  return columns.map((it) => own[it.name] || it.fallback);
}
