/**
 * `/v1/verification`: an account gives documents, and sees what was decided on them. It cannot
 * read them back: only those who decide see them, and each of their looks is in the audit.
 */
import { submitDocument } from './verification.operations.ts';
import {
  DOCUMENT_KINDS,
  DOCUMENT_REASON_NAMES,
  DOCUMENT_STATES,
  explainRefusal,
  standingOf,
  type DocumentKind,
} from '../../domain/account/verification.ts';
import { refuse } from '../../domain/failure/failure.ts';
import type { AccountId } from '../../domain/ids.ts';
import { limit } from '../../domain/limits.ts';
import { readPieces } from '../../kit/file-pieces.ts';
import type { Reader } from '../../kit/postgres/pool.ts';
import { Type, type Static } from '../../kit/shape.ts';
import { findAccount } from '../accounts/accounts.sql.ts';
import { listCurrentDocuments, type DocumentRecord } from './documents.sql.ts';
import { listAccountUsers } from '../users/users.sql.ts';
import {
  defineEndpoint,
  done,
  refused,
  refuseField,
  type Endpoint,
} from '../../api/v1/endpoint.ts';
import type { Outcome } from '../../api/v1/endpoint.ts';
import { actingAs, type OperateDeps } from '../../api/v1/operate.ts';
import { FORM_BODY } from '../../api/v1/read-form.ts';
import { UPLOAD_FAILURES, type ReceiveUpload } from '../../api/v1/receive-upload.ts';
import {
  closed,
  nullable,
  nullableCount,
  nullableTime,
  showTime,
  showTimeOrNull,
} from '../../operations/resource.ts';
import { makeAgreement } from './agreement.http.ts';
import { getOne } from '../../api/v1/list.ts';

const ITEM = closed(
  {
    kind: Type.Enum([...DOCUMENT_KINDS]),
    state: Type.Enum(['missing', ...DOCUMENT_STATES]),
    reason: nullable('Why it was refused, as a sentence.'),
    reason_code: Type.Union([Type.Enum([...DOCUMENT_REASON_NAMES]), Type.Null()], {
      description: 'The same for programs.',
    }),
    file_name: nullable('As you called it.'),
    bytes: nullableCount('Of the file.'),
    submitted_at: nullableTime('When you gave it.'),
    decided_at: nullableTime('When it was approved or refused.'),
  },
  { title: 'VerificationItem', description: 'A document that an account needs.' },
);

const VERIFICATION = closed(
  {
    state: Type.Enum(['verified', 'refused', 'waiting', 'incomplete', 'withdrawn'], {
      description:
        'incomplete: documents are missing; refused: one has to be given again; withdrawn: all ' +
        'were approved, and staff have taken it back.',
    }),
    items: Type.Array(ITEM),
  },
  { title: 'Verification', description: 'What shows who an account is.' },
);

function showItem(kind: DocumentKind, it: DocumentRecord | undefined): Static<typeof ITEM> {
  const code = it?.reason;
  return {
    kind,
    state: it?.state ?? 'missing',
    reason: code === undefined ? null : explainRefusal(code, it?.words),
    reason_code: code ?? null,
    file_name: it?.fileName ?? null,
    bytes: it?.bytes ?? null,
    submitted_at: it === undefined ? null : showTime(it.submittedAtMs),
    decided_at: showTimeOrNull(it?.decidedAtMs),
  };
}

async function show(reader: Reader, accountId: AccountId): Promise<Static<typeof VERIFICATION>> {
  const documents = await listCurrentDocuments(reader, { accountId });
  // Not the snapshot: the document may just have been decided on.
  const verified = (await findAccount(reader, { accountId }))?.verified === true;
  const items = DOCUMENT_KINDS.map((kind) =>
    showItem(
      kind,
      documents.find((it) => it.kind === kind),
    ),
  );
  const states = new Map(documents.map(({ kind, state }) => [kind, state]));
  return { state: standingOf(verified, states), items };
}

const PATH = '/v1/verification';
const PIECE_BYTES = 1024 * 1024;

type VerificationDeps = OperateDeps & { readonly receive: ReceiveUpload };

export function createVerificationEndpoints(deps: VerificationDeps): readonly Endpoint[] {
  const { reader, chat } = deps;
  return [
    getOne({
      path: PATH,
      name: 'showVerification',
      scope: 'read',
      about: 'Where your verification stands, document by document.',
      gives: VERIFICATION,
      find: ({ account }) => show(reader, account.id),
    }),
    defineEndpoint({
      method: 'GET',
      path: `${PATH}/agreement`,
      name: 'printAgreement',
      scope: 'account',
      about: 'The agreement to print on your letterhead, sign and stamp: English and Urdu.',
      onlyGives: { 'text/html': Type.String() },
      async handle({ account }) {
        const most = limit('pageItems');
        const users = await listAccountUsers(reader, {
          beforeId: undefined,
          most,
          accountId: account.id,
        });
        // The first of them opened the account.
        const person = users.findLast(({ role }) => role === 'owner')?.name;
        const named = { accountId: account.id, company: account.name, person };
        return makeAgreement({ ...named, nowMs: chat.clock.nowMs() });
      },
    }),
    createSubmit(deps),
  ];
}

const NUMBER = Type.String({
  maxLength: 40,
  description: 'Of the tax document alone: an NTN such as 1234567-8, an STRN, or a CNIC.',
});

/** `PUT /v1/verification/{kind}` */
function createSubmit({ reader, chat, receive }: VerificationDeps): Endpoint {
  const file = `A PDF, JPEG or PNG of at most ${limit('documentBytes')} bytes; the face no PDF.`;
  return defineEndpoint({
    method: 'PUT',
    path: `${PATH}/{kind}`,
    name: 'submitDocument',
    scope: 'account',
    about: 'Gives a document, as a form with its file; it takes the place of the last one.',
    places: { kind: `One of ${DOCUMENT_KINDS.join(', ')}.` },
    form: { receive, file, shape: closed({ number: Type.Optional(NUMBER) }) },
    gives: ITEM,
    failures: FAILURES,
    async handle({ account, principal, places, body, file: given }) {
      const kind = DOCUMENT_KINDS.find((it) => it === places.kind);
      if (kind === undefined) return refused('path_unknown');
      if (given === undefined) {
        return refuseField('/file', `is missing: send it as ${FORM_BODY}`);
      }
      const { number } = (body ?? {}) as { readonly number?: string };
      const octets = Buffer.concat(await Array.fromAsync(readPieces(given.path, PIECE_BYTES)));
      const { name, hash } = given;
      const outcome = await submitDocument(actingAs(chat, principal), {
        accountId: account.id,
        kind,
        number,
        file: { name, hash, octets },
      });
      if (!outcome.ok) return refuseSubmit(outcome);
      const { items } = await show(reader, account.id);
      return done(items.find((it) => it.kind === kind) ?? showItem(kind, undefined));
    },
  });
}

function refuseSubmit({ field, rule }: { field: string; rule: string }): Outcome<never> {
  if (field === 'day') {
    const refusal = refuse('documents_exceeded', { most: String(limit('documentsPerDay')) });
    return { kind: 'refused', refusal };
  }
  return refuseField(`/${field}`, rule, 'body');
}

const FAILURES = ['path_unknown', 'documents_exceeded', ...UPLOAD_FAILURES] as const;
