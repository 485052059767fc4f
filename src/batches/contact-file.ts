/**
 * Contacts as the rows of a file, so that a send to them is a send from a file: what is judged,
 * left out, priced, held and reported is the same. Column A has the numbers; what the values refer
 * to follows, with what stands for an empty cell.
 */
import type { ContactColumn } from '../domain/contact/references.ts';
import { refuse, type Refusal } from '../domain/failure/failure.ts';
import type { AccountId } from '../domain/ids.ts';
import { limit } from '../domain/limits.ts';
import type { ContactsOfFile } from '../domain/message/file-send.ts';
import { readContacts, type ContactRecord } from '../features/contacts/contacts.sql.ts';
import { writePieces } from '../kit/file-pieces.ts';
import { createSemaphore } from '../kit/semaphore.ts';
import { BYTE_ORDER_MARK } from '../kit/write-csv.ts';
import type { JourneyDeps } from '../journey/deps.ts';

export type ContactFileOf = ContactsOfFile & { readonly accountId: AccountId };

export type ContactFile = { readonly path: string; readonly bytes: number };

/** Writes the file, and removes it when its user is done; refused when too many are written. */
export type WithContactFile = <Value>(
  of: ContactFileOf,
  use: (file: ContactFile) => Promise<Value>,
) => Promise<Value | Refusal>;

type Deps = Pick<JourneyDeps, 'clock' | 'db' | 'random' | 'files'>;

export function createWithContactFile(deps: Deps): WithContactFile {
  const semaphore = createSemaphore({
    most: limit('contactFilesAtOnce'),
    waiting: limit('filesWaiting'),
    waitMs: limit('fileWaitMs'),
    clock: deps.clock,
    ofOne: { most: 1, waiting: limit('filesWaitingOfAccount') },
  });
  return async (of, use) => {
    if (!(await semaphore.enter(of.accountId))) return refuse('uploads_busy');
    try {
      const file = await writeContactFile(deps, of);
      try {
        return await use(file);
      } finally {
        await deps.files.remove(file.path);
      }
    } finally {
      semaphore.leave(of.accountId);
    }
  };
}

/** Writes the file; whoever asked removes it. */
export async function writeContactFile(
  {
    db,
    random,
    files,
  }: Pick<Deps, 'db' | 'random'> & {
    readonly files: { readonly fetching: Pick<Deps['files']['fetching'], 'folder'> };
  },
  { accountId, filter, columns }: ContactFileOf,
): Promise<ContactFile> {
  let bytes = 0;
  async function* pieces() {
    for await (const lines of linesOf()) {
      const piece = Buffer.from(lines);
      bytes += piece.length;
      yield piece;
    }
  }
  async function* linesOf() {
    yield BYTE_ORDER_MARK + lineOf(['mobile', ...columns.map(({ name }) => name)]);
    for await (const contacts of readContacts(db, accountId, filter)) {
      yield contacts.map((it) => lineOf([it.mobile ?? '', ...cellsOf(it, columns)])).join('');
    }
  }
  return { path: await writePieces(files.fetching.folder, pieces(), random), bytes };
}

/** Every cell in quotation marks: nothing in it can be taken for anything else. */
const lineOf = (cells: readonly string[]): string =>
  `${cells.map((it) => `"${it.replaceAll('"', '""')}"`).join(',')}\r\n`;

function cellsOf(contact: ContactRecord, columns: readonly ContactColumn[]): readonly string[] {
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
