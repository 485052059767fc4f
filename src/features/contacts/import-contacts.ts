/**
 * Contacts from a file. It is read twice: first to see what is in it and what is wrong, so that a
 * damaged file changes nothing; then to write it, some thousand rows in a commit. What breaks off
 * in between leaves those that were written: the same file once more completes it.
 */
import type { Refusal } from '../../domain/failure/failure.ts';
import type { AccountId } from '../../domain/ids.ts';
import { limit } from '../../domain/limits.ts';
import { readPerson, type Person } from '../../domain/contact/contact.ts';
import {
  CONSENT_CELL_RULE,
  readConsentCell,
  type ImportedConsent,
} from '../../domain/contact/consent-cell.ts';
import { NumberSet } from '../../domain/recipient/number-set.ts';
import { explainRefusal, readRecipient } from '../../domain/recipient/recipient.ts';
import { lettersOf } from '../../domain/template/column-text.ts';
import { isBlank } from '../../domain/template/template.ts';
import { damageIn, shorten, type FileRow } from '../../domain/message/file-row.ts';
import type { Admin } from '../../operations/admin.ts';
import { addImported } from '../consents/consents.sql.ts';
import { digestOf } from '../person/person.ts';
import { mergeContacts } from './contacts.sql.ts';
import {
  consentsIn,
  givenIn,
  guessColumns,
  numberColumnOf,
  type Columns,
} from './import-columns.ts';

/** Reads a file, and passes on its rows; the kind of the file, or why it cannot be read. */
export type EachRow = (
  take: (rows: readonly FileRow[]) => Promise<void> | void,
) => Promise<{ readonly kind: string; readonly several?: number } | Refusal>;

type WrongRow = {
  readonly row: number;
  readonly shown: string;
  readonly column: string | undefined;
  readonly rule: string;
};

type SeenColumn = {
  readonly letter: string;
  readonly heading: string | undefined;
  /** What is taken from it; undefined: nothing. */
  readonly as: string | undefined;
  readonly samples: readonly string[];
};

/** What a file was found to hold. */
export type SeenFile = {
  readonly kind: string;
  readonly rows: number;
  /** Rows with a number or an id that an earlier row has. */
  readonly repeated: number;
  readonly wrong: number;
  /** Cards with more than one mobile number, of which the first is taken. */
  readonly several: number;
  /** Cells that say that somebody agrees, or does not. */
  readonly consents: number;
  readonly wrongRows: readonly WrongRow[];
  readonly columns: readonly SeenColumn[];
  readonly meant: Columns;
  readonly isHeaded: boolean;
};

type Wanted = {
  readonly columns: Columns | undefined;
  readonly tags: readonly string[];
  /** Nobody has agreed later than then. */
  readonly nowMs: number;
};

/** Rows by which columns are guessed. */
const GUESSED_BY = 100;

export async function lookInto(each: EachRow, wanted: Wanted): Promise<SeenFile | Refusal> {
  const look = new Look(wanted);
  const read = await each((rows) => look.add(rows));
  return 'reason' in read ? read : look.finish(read.kind, read.several ?? 0);
}

class Look {
  readonly #tags: readonly string[];
  readonly #nowMs: number;
  #columns: Columns | undefined;
  #headings: readonly string[] | undefined;
  #isGuessed = false;
  readonly #unread: FileRow[] = [];
  readonly #samples: string[][] = [];
  readonly #numbers = new NumberSet();
  readonly #ids = new Set<string>();
  readonly #wrongRows: WrongRow[] = [];
  #rows = 0;
  #consents = 0;
  #repeated = 0;
  #wrong = 0;

  constructor({ columns, tags, nowMs }: Wanted) {
    this.#columns = columns;
    this.#tags = tags;
    this.#nowMs = nowMs;
  }

  add(rows: readonly FileRow[]): void {
    for (const row of rows) {
      if (this.#isGuessed) this.#see(row);
      else if (this.#unread.push(row) >= GUESSED_BY) this.#guess();
    }
  }

  #guess(): Columns {
    const guessed = guessColumns(this.#unread);
    this.#columns ??= guessed.columns;
    this.#headings = guessed.headings;
    this.#isGuessed = true;
    const first = this.#headings === undefined ? 0 : 1;
    for (const row of this.#unread.splice(0).slice(first)) this.#see(row);
    return this.#columns;
  }

  #see(row: FileRow): void {
    this.#rows += 1;
    this.#sample(row.cells);
    const by = { tags: this.#tags, nowMs: this.#nowMs };
    const read = personIn(row, this.#columns ?? new Map(), by);
    if ('rule' in read) {
      this.#wrong += 1;
      if (this.#wrongRows.length < limit('contactRowsShown')) this.#wrongRows.push(read);
      return;
    }
    this.#consents += read.consents.length;
    const isNew =
      read.mobile === undefined ? this.#addId(read.userId ?? '') : this.#numbers.add(read.mobile);
    if (!isNew) this.#repeated += 1;
  }

  #addId(id: string): boolean {
    const known = this.#ids.size;
    return this.#ids.add(id).size > known;
  }

  #sample(cells: readonly string[]): void {
    for (const [at, cell] of cells.entries()) {
      const samples = (this.#samples[at] ??= []);
      if (samples.length >= limit('previewSamples') || isBlank(cell)) continue;
      samples.push(shorten(cell, limit('previewCharacters')));
    }
  }

  finish(kind: string, several: number): SeenFile {
    const meant = this.#isGuessed ? (this.#columns ?? new Map()) : this.#guess();
    const width = Math.max(this.#samples.length, this.#headings?.length ?? 0);
    return {
      kind,
      several,
      meant,
      isHeaded: this.#headings !== undefined,
      rows: this.#rows,
      repeated: this.#repeated,
      wrong: this.#wrong,
      consents: this.#consents,
      wrongRows: this.#wrongRows,
      columns: Array.from({ length: width }, (_, at) => ({
        letter: lettersOf(at + 1),
        heading: shorten(this.#headings?.[at] ?? '', limit('previewCharacters')) || undefined,
        as: meant.get(at + 1),
        samples: this.#samples[at] ?? [],
      })),
    };
  }
}

/** A person, and what the row says of consents. */
type Agreeing = Person & { readonly consents: readonly ImportedConsent[] };

function personIn(
  row: FileRow,
  columns: Columns,
  { tags, nowMs }: Omit<Wanted, 'columns'>,
): Agreeing | WrongRow {
  const given = givenIn(row, columns, tags);
  const wrong = (rule: string, column?: string): WrongRow => {
    const shown = shorten(given.mobile ?? given.user_id ?? given.name ?? '');
    return { row: row.row, shown, column, rule };
  };
  if (row.hidden === true) return wrong('hidden in the sheet');
  for (const column of columns.keys()) {
    const rule = damageIn(row.cells[column - 1] ?? '');
    if (rule !== undefined) return wrong(rule, lettersOf(column));
  }
  const number = given.mobile === undefined ? undefined : readRecipient(given.mobile);
  if (number?.ok === false) return wrong(explainRefusal(number.refusal), numberColumnOf(columns));
  if (number === undefined && given.user_id === undefined)
    return wrong('has no number', numberColumnOf(columns));
  const read = readPerson(given);
  if ('rule' in read) return wrong(`${read.field} ${read.rule}`);
  const consents: ImportedConsent[] = [];
  for (const { meaning, cell, column: at } of consentsIn(row, columns)) {
    const said = readConsentCell(cell);
    const isToCome = said?.saidAtMs !== undefined && said.saidAtMs > nowMs;
    if (said === undefined || isToCome) return wrong(CONSENT_CELL_RULE, at);
    const channel = meaning === 'chat_consent' || read.mobile === undefined ? 'chat' : 'sms';
    consents.push({ ...said, channel, proof: `row ${row.row}` });
  }
  return { ...read, consents };
}

export type Imported = {
  readonly added: number;
  readonly changed: number;
  /** How many were new. */
  readonly consents: number;
  readonly isFull: boolean;
};

/** Writes what a look has found; rehearsed, it only counts the consents that are new. */
export async function writeContacts(
  admin: Pick<Admin, 'transact' | 'clock' | 'actor' | 'seal'>,
  each: EachRow,
  {
    accountId,
    tags,
    seen,
    room,
    said,
    isRehearsed,
  }: {
    readonly accountId: AccountId;
    readonly tags: readonly string[];
    readonly seen: SeenFile;
    /** How many more there may be. */
    readonly room: number;
    /** What people agreed to, and the name of the file, which shows it. */
    readonly said: { readonly wording: string; readonly fileName: string };
    readonly isRehearsed: boolean;
  },
): Promise<Imported | Refusal> {
  const waiting = new Waiting();
  const nowMs = admin.clock.nowMs();
  // Who comes again in a later commit is written twice.
  const written = new NumberSet();
  let [isFirst, added, consents] = [true, 0, 0];
  const flush = async (): Promise<void> => {
    const atMs = admin.clock.nowMs();
    for (const [by, all] of waiting.take()) {
      const isNews = ({ mobile, userId }: Agreeing) => written.add(mobile ?? userId ?? '');
      const people = isRehearsed ? all.filter(isNews) : all;
      const came = await admin.transact(async (transaction) => {
        const rows = people
          .flatMap((it) => rowsOfConsents(it, said.fileName))
          .map((it) => ({ ...it, digest: digestOf(admin.seal, accountId, it.person) }));
        const recorded = {
          accountId,
          wording: said.wording,
          madeBy: admin.actor,
          atMs,
          isRehearsed,
        };
        consents += await addImported(transaction, rows, recorded);
        return isRehearsed
          ? { added: 0 }
          : mergeContacts(transaction, accountId, { by, people, atMs });
      });
      added += came.added;
      for (const { mobile, userId } of people) written.add(mobile ?? userId ?? '');
    }
  };
  const read = await each(async (rows) => {
    for (const row of rows) {
      const isHeading = isFirst && seen.isHeaded;
      isFirst = false;
      if (isHeading || added >= room) continue;
      const person = personIn(row, seen.meant, { tags, nowMs });
      if ('rule' in person) continue;
      waiting.add(person);
      if (waiting.size >= Math.min(limit('contactsChanged'), room - added)) await flush();
    }
  });
  await flush();
  if ('reason' in read) return read;
  return { added, changed: written.size - added, consents, isFull: added >= room };
}

/** What a person of a file said, under the name that the channel knows. */
const rowsOfConsents = ({ mobile, userId, consents }: Agreeing, fileName: string) =>
  consents.map(({ proof, ...it }) => {
    return { ...it, person: mobile ?? userId ?? '', proof: `${fileName}, ${proof}` };
  });

/** People who wait to be written together: each once, because a statement meets a row once. */
class Waiting {
  #byNumber = new Map<string, Agreeing>();
  #byId = new Map<string, Agreeing>();

  get size(): number {
    return this.#byNumber.size + this.#byId.size;
  }

  add(person: Agreeing): void {
    const { mobile, userId } = person;
    const known = mobile === undefined ? this.#byId : this.#byNumber;
    const key = mobile ?? userId ?? '';
    const before = known.get(key);
    known.set(key, before === undefined ? person : joined(before, person));
  }

  take(): readonly (readonly ['mobile' | 'userId', readonly Agreeing[]])[] {
    const ids = new Set<string>();
    // Two numbers may not have one id: the first has it.
    const byNumber = [...this.#byNumber.values()].map((it) => {
      const isTaken = it.userId !== undefined && ids.has(it.userId);
      if (it.userId !== undefined) ids.add(it.userId);
      return isTaken ? { ...it, userId: undefined } : it;
    });
    const byId = [...this.#byId.values()];
    [this.#byNumber, this.#byId] = [new Map(), new Map()];
    return [
      ['mobile', byNumber],
      ['userId', byId],
    ];
  }
}

/** As the statement merges them: the later wins, tags are added. */
function joined(first: Agreeing, second: Agreeing): Agreeing {
  const tags = [...new Set([...first.tags, ...second.tags])].toSorted();
  const fields = { ...first.fields, ...second.fields };
  const isFew = Object.keys(fields).length <= limit('contactFields');
  return {
    mobile: first.mobile,
    consents: [...first.consents, ...second.consents],
    userId: first.userId ?? second.userId,
    name: second.name === '' ? first.name : second.name,
    language: second.language ?? first.language,
    tags: tags.slice(0, limit('contactTags')),
    fields: isFew ? fields : first.fields,
  };
}
