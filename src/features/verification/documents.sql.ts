/** The documents of accounts' verifications. Of each kind, the last one submitted counts. */
import type {
  DocumentKind,
  DocumentReason,
  DocumentState,
} from '../../domain/account/verification.ts';
import type { AccountId, DocumentId } from '../../domain/ids.ts';
import { read, write } from '../../kit/postgres/callable.ts';

type DocumentKey = {
  readonly accountId: AccountId;
  readonly kind: DocumentKind;
  readonly id: DocumentId;
};

/** A document, without its content. */
export type DocumentRecord = DocumentKey & {
  readonly state: DocumentState;
  readonly fileName: string;
  /** By its content. */
  readonly mime: string;
  readonly bytes: number;
  readonly submittedAtMs: number;
  readonly submittedBy: string;
  readonly reason: DocumentReason | undefined;
  readonly words: string | undefined;
  readonly decidedAtMs: number | undefined;
  readonly decidedBy: string | undefined;
  /** Sealed. */
  readonly taxNumber: Buffer | undefined;
  /** Whether its content is kept. */
  readonly kept: boolean;
};

const COLUMNS = `
  select d.account_id, d.kind, d.id, d.state, d.file_name, d.mime, d.bytes, d.submitted_at,
    d.submitted_by, d.reason, d.words, d.decided_at, d.decided_by, d.tax_number,
    d.content is not null as kept
  from documents d`;

/** What an account has submitted, the newest first. */
export const listDocuments = read.many<{ accountId: AccountId; most: number }, DocumentRecord>(
  'list-documents',
  `${COLUMNS} where d.account_id = :accountId order by d.id desc limit :most`,
);

/** The documents of an account that count: one of each kind at most. */
export const listCurrentDocuments = read.many<{ accountId: AccountId }, DocumentRecord>(
  'list-current-documents',
  `${COLUMNS} where d.account_id = :accountId and d.id = (
    select max(l.id) from documents l where l.account_id = d.account_id and l.kind = d.kind)`,
);

/** The approved tax document whose number is an account's. */
export const findTaxNumber = read.one<
  { accountId: AccountId },
  Pick<DocumentRecord, 'id' | 'taxNumber'>
>(
  'find-tax-number',
  `select id, tax_number from documents
  where account_id = :accountId and kind = 'tax' and state = 'approved' and tax_number is not null
  order by id desc limit 1`,
);

/** A document that staff have to decide on. */
type WaitingDocument = DocumentKey &
  Pick<DocumentRecord, 'mime' | 'bytes' | 'submittedAtMs'> & { readonly account: string };

/** What waits, of one account or of all, the oldest first. */
export const listWaitingDocuments = read.many<
  { accountId: AccountId | undefined; most: number },
  WaitingDocument
>(
  'list-waiting-documents',
  `select d.account_id, a.name as account, d.kind, d.id, d.mime, d.bytes, d.submitted_at
  from documents d join accounts a on a.id = d.account_id
  where d.state = 'submitted' and d.content is not null
    and (:accountId::bigint is null or d.account_id = :accountId)
  order by d.submitted_at, d.id limit :most`,
);

export const countDocumentsSince = read.value<
  { readonly accountId: AccountId; readonly sinceMs: number },
  { readonly count: number }
>(
  'count-documents-since',
  `select count(*) as count from documents
  where account_id = :accountId and submitted_at >= @sinceMs`,
);

/** The id of the next document: greater than those before it. Its content is sealed for it. */
export const nextDocumentId = write.value<void, { readonly id: DocumentId }>(
  'next-document-id',
  `select nextval(pg_get_serial_sequence('documents', 'id')) as id`,
);

type NewDocument = DocumentKey &
  Pick<DocumentRecord, 'fileName' | 'mime' | 'bytes' | 'submittedAtMs' | 'submittedBy'> & {
    /** In hex. */
    readonly sha256: string;
    /** Sealed. */
    readonly content: Uint8Array;
    readonly taxNumber: Uint8Array | undefined;
  };

/** Writes a document, and removes the content of those of its kind that were never approved. */
export const insertDocument = write.run<NewDocument>(
  'insert-document',
  `with replaced as (
    update documents set content = null, tax_number = null
    where account_id = :accountId and kind = :kind and id < :id and state <> 'approved'
  )
  insert into documents (account_id, kind, id, file_name, mime, bytes, sha256, content, tax_number,
    submitted_at, submitted_by)
  values (:accountId, :kind, :id, :fileName, :mime, :bytes, decode(:sha256, 'hex'), :content,
    :taxNumber::bytea, @submittedAtMs, :submittedBy)`,
);

/** The sealed content of a document; undefined: it is not kept. */
export const readDocument = read.maybeValue<DocumentKey, { readonly content: Buffer }>(
  'read-document',
  `select content from documents
  where account_id = :accountId and kind = :kind and id = :id and content is not null`,
);

type DocumentDecision = DocumentKey & {
  readonly state: 'approved' | 'refused';
  readonly reason: DocumentReason | undefined;
  readonly words: string | undefined;
  readonly decidedBy: string;
};

/** False when a later document has taken its place. */
export const decideDocument = write.any<DocumentDecision & { atMs: number }>(
  'decide-document',
  `update documents set state = :state, reason = :reason, words = :words, decided_at = @atMs,
    decided_by = :decidedBy
  where account_id = :accountId and kind = :kind and id = :id and content is not null
  returning id`,
);
