/**
 * The verification of accounts: they submit documents, staff look at them and decide. Every look is
 * in the audit before anything is shown, and nobody decides on what they have not looked at.
 */
import {
  DOCUMENT_KINDS,
  DOCUMENT_REASON_NAMES,
  DOCUMENT_REASONS,
  explainRefusal,
  isComplete,
  judgeFile,
  readTaxNumber,
  standingOf,
  TAX_NUMBER_RULE,
  type DocumentKind,
  type DocumentReason,
} from '../../domain/account/verification.ts';
import { DAY_MS } from '../../domain/durations.ts';
import type { AccountId } from '../../domain/ids.ts';
import { limit } from '../../domain/limits.ts';
import { lockAccount } from '../../store/nodes/versions.ts';
import { keptFileName } from '../../domain/message/file-send.ts';
import type { Reader, Transaction } from '../../kit/postgres/pool.ts';
import { SEAL_PURPOSES } from '../../kit/seal.ts';
import { findAccount, updateAccount } from '../accounts/accounts.sql.ts';
import { findLastAudit, insertAudit } from '../audit/audit.sql.ts';
import {
  countDocumentsSince,
  decideDocument,
  insertDocument,
  listCurrentDocuments,
  findTaxNumber,
  listDocuments,
  listWaitingDocuments,
  nextDocumentId,
  readDocument,
  type DocumentRecord,
} from './documents.sql.ts';
import { noteFacts } from '../../store/messages/event-outbox.ts';
import { announceHosts } from '../../store/nodes/versions.ts';
import {
  change,
  changed,
  noteLook,
  refuse,
  type Admin,
  type Changed,
} from '../../operations/admin.ts';
import type { Outcome, Refused } from '../../operations/admin.ts';
import {
  account,
  accountOf,
  argument,
  lastArgument,
  limitOf,
  oneOf,
  option,
  text,
} from '../../operations/fields.ts';
import { operation, query } from '../../operations/operation.ts';
import { tellOwners } from '../mails/tell-owners.ts';
import { at, type RawFields } from '../../operations/show.ts';

type SubmitDocument = {
  readonly accountId: AccountId;
  readonly kind: DocumentKind;
  /** Of the tax document; of no other. */
  readonly number: string | undefined;
  readonly file: {
    /** As the caller calls it. */
    readonly name: string;
    readonly octets: Uint8Array;
    /** SHA-256, in hex. */
    readonly hash: string;
  };
};

/**
 * Keeps a document, sealed; it takes the place of the last of its kind, whose content is removed
 * unless it was approved. A refusal names `number` or `file`, or `day`: there were too many.
 */
export async function submitDocument(
  admin: Admin,
  { accountId, kind, number, file }: SubmitDocument,
): Promise<Outcome<undefined>> {
  const taxNumber = number === undefined ? undefined : readTaxNumber(number);
  if (kind === 'tax' && taxNumber === undefined) return refuse('number', TAX_NUMBER_RULE);
  if (kind !== 'tax' && number !== undefined) {
    return refuse('number', 'must be left out: only the tax document has one');
  }
  const judged = judgeFile(kind, file.octets);
  if (!judged.ok) return refuse('file', judged.rule);
  const { mime, extension } = judged;
  const { seal, clock, actor } = admin;
  const { octets, hash: sha256 } = file;
  const fileName = keptFileName(file.name) ?? `${kind}.${extension}`;
  return change(admin, { action: 'verification.submit', accountId }, async (transaction) => {
    await lockAccount(transaction, { accountId });
    const nowMs = clock.nowMs();
    const recent = await countDocumentsSince(transaction, { accountId, sinceMs: nowMs - DAY_MS });
    if (recent >= limit('documentsPerDay')) {
      return refuse('day', `must have at most ${limit('documentsPerDay')} documents`);
    }
    const id = await nextDocumentId(transaction);
    const numberPurpose = SEAL_PURPOSES.taxNumber(accountId, id);
    await insertDocument(transaction, {
      accountId,
      kind,
      id,
      fileName,
      mime,
      bytes: octets.length,
      sha256,
      content: seal.sealOctets(octets, SEAL_PURPOSES.document({ accountId, kind, id })),
      taxNumber: taxNumber === undefined ? undefined : seal.seal(taxNumber, numberPurpose),
      submittedAtMs: nowMs,
      submittedBy: actor,
    });
    return changed(undefined, { kind, document: id, mime, bytes: octets.length });
  });
}

/** The tax number of an account's approved document; undefined: none that can be read. */
export async function readApprovedTaxNumber(
  { seal }: Pick<Admin, 'seal'>,
  reader: Reader,
  accountId: AccountId,
): Promise<string | undefined> {
  const { id, taxNumber } = (await findTaxNumber(reader, { accountId })) ?? {};
  if (id === undefined || taxNumber === undefined) return undefined;
  return seal.open(taxNumber, SEAL_PURPOSES.taxNumber(accountId, id));
}

const LOOK = 'verification.look';

type LookedAt = {
  readonly document: DocumentRecord;
  readonly octets: Buffer;
  /** A name of ours, for whoever saves it. */
  readonly fileName: string;
};

/**
 * The document of a kind that counts. That it was looked at is committed before its content is
 * read: whatever fails afterwards, nobody has seen what the audit does not say.
 */
export async function lookAtDocument(
  admin: Admin,
  reader: Reader,
  { accountId, kind }: { readonly accountId: AccountId; readonly kind: DocumentKind },
): Promise<Outcome<LookedAt>> {
  const document = await findCurrent(reader, accountId, kind);
  if (document === undefined) return NOT_SUBMITTED;
  const detail = { kind, document: document.id };
  await noteLook(admin, { action: LOOK, accountId, detail });
  const sealed = await readDocument(reader, document);
  if (sealed === undefined) return REPLACED;
  const octets = admin.seal.openOctets(sealed, SEAL_PURPOSES.document(document));
  if (octets === undefined) return OTHER_KEY;
  const extension = document.mime.split('/').at(-1)?.replace('jpeg', 'jpg') ?? 'bin';
  const fileName = `account-${accountId}-${kind.replaceAll('_', '-')}.${extension}`;
  return { ok: true, value: { document, octets, fileName } };
}

const NOT_SUBMITTED = refuse('kind', 'must be a document that the account has submitted');
const REPLACED = refuse('kind', 'has just been replaced by the account: look again');
const NOT_SEEN = refuse('kind', 'must be looked at first by whoever decides: verification save');
/** Whoever restored a database has not restored its master key. */
export const OTHER_KEY = refuse(
  'kind',
  'cannot be opened: it was sealed with another master key than that of this service',
);

async function findCurrent(
  reader: Reader,
  accountId: AccountId,
  kind: DocumentKind,
): Promise<DocumentRecord | undefined> {
  return (await listCurrentDocuments(reader, { accountId })).find((it) => it.kind === kind);
}

const accountId = argument('ACCOUNT', account);
const kind = argument('KIND', oneOf('KIND', DOCUMENT_KINDS));

export const verificationList = query({
  name: 'verification list',
  about: 'Lists the documents that wait for a decision, of an account or of all, oldest first.',
  input: { accountId: lastArgument('[ACCOUNT]', account), most: limitOf(200) },
  async read({ reader }, input) {
    const waiting = await listWaitingDocuments(reader, input);
    const data = waiting.map((it) => ({
      account: it.accountId,
      account_name: it.account,
      kind: it.kind,
      type: it.mime,
      bytes: it.bytes,
      submitted: at(it.submittedAtMs),
    }));
    return { data, empty: 'No documents wait.' };
  },
});

const SHOWN = 200;

export const verificationShow = query({
  name: 'verification show',
  about:
    'Shows the documents of an account, newest first, and what was decided on each. Each look is ' +
    'recorded in the audit log.',
  input: { accountId },
  async read({ reader, admin }, { accountId }) {
    const { verified } = await accountOf(reader, accountId);
    const documents = await listDocuments(reader, { accountId, most: SHOWN });
    const detail = { found: documents.length };
    await noteLook(admin, { action: 'verification.show', accountId, detail });
    const current = await listCurrentDocuments(reader, { accountId });
    const states = new Map(current.map((it) => [it.kind, it.state]));
    const counting = new Set(current.map(({ id }) => id));
    const data = documents.map((it) => rowOf(admin, it, counting.has(it.id)));
    const missing = DOCUMENT_KINDS.filter((it) => !states.has(it));
    const note = missing.length === 0 ? '' : ` Missing: ${missing.join(', ')}.`;
    const empty = 'Nothing was submitted.';
    return { data, empty, note: `The account is ${standingOf(verified, states)}.${note}` };
  },
});

function rowOf({ seal }: Admin, it: DocumentRecord, counts: boolean): RawFields {
  const sealed = it.taxNumber;
  const number = sealed && seal.open(sealed, SEAL_PURPOSES.taxNumber(it.accountId, it.id));
  return {
    kind: it.kind,
    state: counts ? it.state : `${it.state}, replaced`,
    type: it.mime,
    bytes: it.bytes,
    file: it.fileName,
    number: sealed && (number ?? 'another master key'),
    submitted: at(it.submittedAtMs),
    submitted_by: it.submittedBy,
    reason: it.reason && explainRefusal(it.reason, it.words),
    decided: at(it.decidedAtMs),
    decided_by: it.decidedBy,
  };
}

export const saveDocument = query({
  name: 'verification save',
  about:
    'Writes a document of an account to a new file of this machine, to look at. Each look is ' +
    'recorded in the audit log.',
  input: { accountId, kind, file: argument('FILE', text('FILE')) },
  async read({ admin, reader }, { file, ...named }) {
    const looked = await lookAtDocument(admin, reader, named);
    if (!looked.ok) return looked;
    const { document, octets } = looked.value;
    const note = 'Delete the file when you have decided.';
    const data = { file, type: document.mime, bytes: document.bytes };
    return { data, note, saves: { file, octets } };
  },
});

type Decision = {
  readonly accountId: AccountId;
  readonly kind: DocumentKind;
  readonly state: 'approved' | 'refused';
  readonly reason: DocumentReason | undefined;
  readonly words: string | undefined;
};

/** Decides on the document that counts, if whoever decides has looked at that very one. */
async function decide(
  transaction: Transaction,
  admin: Admin,
  decision: Decision,
): Promise<Changed<{ readonly verified: boolean; readonly nowComplete: boolean }> | Refused> {
  const { actor, clock } = admin;
  const { accountId, kind: decided, state, reason, words } = decision;
  const document = await findCurrent(transaction, accountId, decided);
  if (document === undefined) return NOT_SUBMITTED;
  const detail = { kind: decided, document: document.id };
  const looked = await findLastAudit(transaction, { accountId, action: LOOK, detail, actor });
  if (looked === undefined) return NOT_SEEN;
  const nowMs = clock.nowMs();
  const key = { accountId, kind: decided, id: document.id, decidedBy: actor };
  if (!(await decideDocument(transaction, { ...key, state, reason, words, atMs: nowMs }))) {
    return REPLACED;
  }
  const before = (await findAccount(transaction, { accountId }))?.verified === true;
  const current = await listCurrentDocuments(transaction, { accountId });
  const nowComplete = !before && isComplete(new Map(current.map((it) => [it.kind, it.state])));
  if (nowComplete) {
    await updateAccount(transaction, { verified: true, accountId });
    await announceHosts(transaction);
    const line = { actor, action: 'account.set', detail: { verified: true } };
    await insertAudit(transaction, accountId, line, nowMs);
    await tellOwners(admin, transaction, accountId, { kind: 'account_verified' });
  }
  if (reason !== undefined) {
    const news = { kind: 'document_refused', document: decided, reason, words } as const;
    await tellOwners(admin, transaction, accountId, news);
  }
  const verified = before || nowComplete;
  const told = { accountId, type: 'verification.decided' as const, subjectId: document.id };
  const why = reason === undefined ? null : explainRefusal(reason, words);
  const fact = { kind: decided, state, reason: why, account_verified: verified };
  await noteFacts(transaction, [{ ...told, fact }], { atMs: nowMs });
  return changed({ verified, nowComplete }, { ...detail, state, reason, words });
}

const UNDECIDED = { reason: undefined, words: undefined } as const;

export const approveDocument = operation({
  name: 'verification approve',
  about:
    'Approves a document that you have looked at. With the last of the five the account is ' +
    'verified.',
  audit: 'verification.approve',
  raises: 'account',
  input: { accountId, kind },
  work: (transaction, input, admin) =>
    decide(transaction, admin, { ...input, ...UNDECIDED, state: 'approved' }),
  show: ({ nowComplete, verified }, input) => ({
    data: { kind: input.kind, state: 'approved', account_verified: verified },
    ...(nowComplete ? { note: 'The account is verified.' } : {}),
  }),
});

const WORDS = 500;

export const refuseDocument = operation({
  name: 'verification refuse',
  about: 'Refuses a document that you have looked at, even one that was approved.',
  audit: 'verification.refuse',
  raises: 'account',
  input: {
    accountId,
    kind,
    reason: option(
      'reason',
      oneOf('REASON', DOCUMENT_REASON_NAMES),
      `one of ${DOCUMENT_REASON_NAMES.join(', ')}`,
    ),
    words: option('words', text(), 'more about it, for the account to read'),
  },
  async work(transaction, { reason, words, ...named }, admin) {
    if (reason === undefined) return refuse('reason', 'must say why');
    const own = words?.trim();
    if (reason === 'other' && !own) return refuse('words', 'must say what is wrong');
    if (own !== undefined && own.length > WORDS) {
      return refuse('words', `must have at most ${WORDS} characters`);
    }
    return decide(transaction, admin, {
      ...named,
      state: 'refused',
      reason,
      words: own || undefined,
    });
  },
  show: ({ verified }, { kind: refused, reason, accountId }) => ({
    data: { kind: refused, state: 'refused', reason: reason && DOCUMENT_REASONS[reason] },
    ...(verified
      ? { note: `The account stays verified; if need be: account set ${accountId} --verified off` }
      : {}),
  }),
});
