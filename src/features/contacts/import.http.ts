/** `POST /v1/contacts/import`: contacts from a file, or what it would come to. */
import { readTags } from '../../domain/contact/contact.ts';
import { limit } from '../../domain/limits.ts';
import type { Journey } from '../../journey/journey.ts';
import { readHead, readPieces } from '../../kit/file-pieces.ts';
import type { ReceivedFile } from '@paigham/http/receive-form.ts';
import { lettersOf } from '../../domain/template/column-text.ts';
import type { Reader } from '../../kit/postgres/pool.ts';
import { Type, type Static } from '../../kit/shape.ts';
import { change, changed } from '../../operations/admin.ts';
import { keep, recall } from '../../operations/once.ts';
import type { AccountId } from '../../domain/ids.ts';
import {
  defineEndpoint,
  done,
  refused,
  refuseFields,
  type Endpoint,
} from '../../api/v1/endpoint.ts';
import { actingAs, type OperateDeps } from '../../api/v1/operate.ts';
import { FORM_BODY } from '../../api/v1/read-form.ts';
import type { ReceiveUpload } from '../../api/v1/receive-upload.ts';
import { closed, nullable, nullableCount, count } from '../../operations/resource.ts';
import { FILE_FAILURES } from '../batches/preview-batch.http.ts';
import { hasSoManyConsents } from '../consents/consents.sql.ts';
import { FULL, mostConsents } from '../consents/consents.operations.ts';
import { mostContacts } from './contacts.operations.ts';
import { countContacts } from './contacts.sql.ts';
import { filterOf } from './filter-shape.ts';
import {
  lookInto,
  writeContacts,
  type EachRow,
  type Imported,
  type SeenFile,
} from './import-contacts.ts';
import { readColumns } from './import-columns.ts';
import { isVcard, readVcards } from './read-vcards.ts';

const QUERY = closed({
  dry_run: Type.Boolean({ default: false, description: 'Only looks into the file.' }),
  columns: Type.Optional(
    Type.String({
      description:
        'What is in which column, and taken from no other: mobile=B,name=C,city=F. Left out, it ' +
        'is guessed from the headings.',
    }),
  ),
  consent_wording: Type.Optional(
    Type.String({
      maxLength: limit('consentWordingCharacters'),
      description: 'What people agreed to, where columns say who did: sms_consent=E.',
    }),
  ),
  tags: Type.Optional(Type.String({ description: 'Tags for all of them, separated by commas.' })),
});

const IMPORTED = closed(
  {
    dry_run: Type.Boolean(),
    kind: Type.Enum(['text', 'xlsx', 'xls', 'vcard'], {
      description: 'Detected from its content.',
    }),
    rows: count('Without its heading and empty rows.'),
    people: count('Of different numbers, or ids.'),
    repeated: count('Rows of somebody who is in the file already: they complete each other.'),
    wrong: count('Rows that are left out.'),
    several_numbers: count('vCards with more than one mobile number: the first is taken.'),
    wrong_rows: Type.Array(
      closed({
        row: Type.Integer({ minimum: 1 }),
        shown: Type.String({ description: 'How the row may be known.' }),
        column: nullable('The letters of the column that is wrong; null: no single one.'),
        detail: Type.String({ description: 'What is wrong.' }),
      }),
      { description: `The first ${limit('contactRowsShown')} of them.` },
    ),
    columns: Type.Array(
      closed({
        letter: Type.String({ description: 'A, B … ZZ.' }),
        heading: nullable('null: the first row is somebody, or nothing is here.'),
        as: nullable('mobile, user_id, name, language, tags, or a field; null: not taken.'),
        samples: Type.Array(Type.String()),
      }),
    ),
    added: nullableCount('New contacts; null in a dry run.'),
    changed: nullableCount('Contacts that it completed; null in a dry run.'),
    consents: count('New consents and withdrawals.'),
    full: Type.Boolean({ description: 'There was no room for all: you have as many as you may.' }),
  },
  { title: 'ImportedContacts', description: 'What an import came to, or would come to.' },
);

type Wanted = { readonly accountId: AccountId; readonly file: ReceivedFile };

/** vCards are read here, sheets in their turn among the files that are sent. */
async function rowsOf(journey: Pick<Journey, 'readFile'>, it: Wanted): Promise<EachRow> {
  const { path } = it.file;
  if (!isVcard(await readHead(path, HEAD_BYTES))) {
    return (take) => journey.readFile(it.accountId, path, take);
  }
  return async (take) => {
    let several = 0;
    const cards = readVcards(readPieces(path, PIECE_BYTES), () => {
      several += 1;
    });
    for await (const rows of cards) await take(rows);
    return { kind: 'vcard', several };
  };
}

const HEAD_BYTES = 64;
const PIECE_BYTES = 65_536;

type Deps = OperateDeps & {
  readonly journey: Pick<Journey, 'readFile'>;
  readonly receive: ReceiveUpload;
};

export function createImportContacts({ reader, chat, journey, receive }: Deps): Endpoint {
  return defineEndpoint({
    method: 'POST',
    path: '/v1/contacts/import',
    name: 'importContacts',
    scope: 'send',
    about:
      'Adds the people of a file, and completes those known: what the file says wins, tags are ' +
      'added, nothing is emptied. The same file once more adds nobody.',
    query: QUERY,
    form: { receive, shape: closed({}), file: '.csv, .txt, .xlsx, .xls or .vcf.' },
    gives: IMPORTED,
    failures: FILE_FAILURES,
    repeatable: true,
    async handle({ account, principal, query, file, idempotency }) {
      const read = readWanted(query);
      if ('kind' in read) return read;
      if (file === undefined) {
        const rule = `is missing: send it as ${FORM_BODY}`;
        return refuseFields([{ pointer: '/file', rule }], 'body');
      }
      const accountId = account.id;
      const admin = actingAs(chat, principal);
      const asked = { accountId, idempotency: query.dry_run ? undefined : idempotency };
      const known = await admin.transact((it) => recall<Shown>(admin, it, asked));
      if (known?.ok === false) return refused(known.key ?? 'idempotency_running');
      if (known !== undefined) return { ...done(known.value), replayed: true };
      const each = await rowsOf(journey, { accountId, file });
      const seen = await lookInto(each, { ...read, nowMs: admin.clock.nowMs() });
      if ('reason' in seen) return { kind: 'refused', refusal: seen };
      if (seen.rows === 0) return refused('file_empty');
      const beyond = beyondFile(seen);
      if (beyond !== undefined) return beyond;
      const said = { wording: query.consent_wording ?? '', fileName: file.name };
      const asSeen = { accountId, tags: read.tags, seen, said };
      if (query.dry_run) {
        const all = { ...asSeen, room: Infinity, isRehearsed: true };
        const would = seen.consents === 0 ? seen : await writeContacts(admin, each, all);
        if ('reason' in would) return { kind: 'refused', refusal: would };
        return done(show({ ...seen, consents: would.consents }, undefined));
      }
      const most = await admin.transact((transaction) => mostContacts(transaction, accountId));
      const { contacts } = await countContacts(reader, accountId, filterOf({}));
      const full = await beyondConsents(reader, accountId, seen.consents);
      if (full !== undefined) return full;
      const room = Math.max(0, most - contacts);
      const of = { ...asSeen, room, isRehearsed: false };
      const imported = await writeContacts(admin, each, of);
      if ('reason' in imported) return { kind: 'refused', refusal: imported };
      const shown = show(seen, imported);
      await change(admin, { action: 'contact.import', accountId }, async (transaction) => {
        await keep(admin, transaction, asked, shown);
        return changed(undefined, { ...imported, file: file.name, wrong: seen.wrong });
      });
      return done(shown);
    },
  });
}

/** There is no room for what the file says of consents. */
async function beyondConsents(reader: Reader, accountId: AccountId, consents: number) {
  if (consents === 0) return undefined;
  const most = (await mostConsents(reader, accountId)) - consents + 1;
  return most <= 0 || (await hasSoManyConsents(reader, { accountId, most }))
    ? refuseFields([{ pointer: '/file', rule: FULL }], 'body')
    : undefined;
}

/** A column was named that the file does not have. */
function beyondFile({ meant, columns }: SeenFile) {
  const last = columns.length;
  const beyond = [...meant.keys()].find((column) => column > last);
  if (beyond === undefined) return undefined;
  const rule = `must name columns of the file, whose last is ${lettersOf(last)}`;
  return refuseFields([{ pointer: '/columns', rule }]);
}

function readWanted({ columns: letters, tags: words }: Static<typeof QUERY>) {
  const columns = letters === undefined ? undefined : readColumns(letters);
  if (letters !== undefined && columns === undefined) {
    const rule = 'must say where the numbers are, and what else: mobile=B,name=C,city=F';
    return refuseFields([{ pointer: '/columns', rule }]);
  }
  const tags = readTags(words === undefined || words.trim() === '' ? [] : words.split(','));
  if ('rule' in tags) return refuseFields([{ pointer: '/tags', rule: tags.rule }]);
  return { columns, tags: tags.tags };
}

type Shown = Static<typeof IMPORTED>;

function show(
  { kind, rows, repeated, wrong, several, wrongRows, columns, consents }: SeenFile,
  imported: Imported | undefined,
): Static<typeof IMPORTED> {
  return {
    dry_run: imported === undefined,
    kind: kind as Static<typeof IMPORTED>['kind'],
    rows,
    people: rows - wrong - repeated,
    repeated,
    wrong,
    several_numbers: several,
    wrong_rows: wrongRows.map(({ row, shown, column, rule }) => {
      return { row, shown, column: column ?? null, detail: rule };
    }),
    columns: columns.map(({ letter, heading, as, samples }) => {
      return { letter, heading: heading ?? null, as: as ?? null, samples: [...samples] };
    }),
    added: imported?.added ?? null,
    changed: imported?.changed ?? null,
    consents: imported?.consents ?? consents,
    full: imported?.isFull ?? false,
  };
}
