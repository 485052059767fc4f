/** Files that are taken with 202 and worked on behind the answer (contract sections 8 and 11). */
import type { AccountId, BatchId } from '../ids.ts';
import type { Refusal } from '../failure/failure.ts';
import type { FileRequest, LeftOutRow } from './file-send.ts';

/** What an upload is to do once its file is read: a request without the account's snapshot. */
export type UploadRequest = Omit<FileRequest, 'account' | 'dryRun' | 'idempotency'> & {
  /** Where the file is fetched from; undefined: it was uploaded. */
  readonly link: string | undefined;
};

/** Why an upload came to nothing, kept with it. */
export type KeptRefusal = {
  readonly refusal: Refusal;
  /** The first rows that were left out, where that is why. */
  readonly leftOut: readonly LeftOutRow[];
};

/** An upload that a node has claimed. */
export type ClaimedUpload = {
  readonly accountId: AccountId;
  readonly batchId: BatchId;
  readonly request: UploadRequest;
  readonly fileBytes: number;
  /** This one included. */
  readonly tries: number;
  readonly receivedAtMs: number;
};
