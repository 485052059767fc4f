/**
 * The first leg for a file that is worked on behind the answer: it is put into the database whole,
 * in one commit, and the caller gets its id. It is worked on by read-uploads.ts.
 */
import type { Account } from '../domain/account/account.ts';
import { HOUR_MS } from '../domain/durations.ts';
import { refuse, type Refusal } from '../domain/failure/failure.ts';
import type { BatchId } from '../domain/ids.ts';
import { limit } from '../domain/limits.ts';
import type { Idempotency } from '../domain/message/draft.ts';
import { keptFileName } from '../domain/message/file-name.ts';
import type { UploadRequest } from '../domain/message/upload.ts';
import { readPieces } from '../kit/file-pieces.ts';
import type { Transaction } from '../kit/postgres/pool.ts';
import { answerKeys, claimKeys, type KeyState } from '../store/idempotency-keys.ts';
import { readBalance } from '../store/balances.ts';
import { countOpenUploads, insertChunk, insertUpload } from '../store/uploads.ts';
import { acceptFile } from './accept-file.ts';
import type { JourneyDeps } from '../journey/deps.ts';
import { refuseFault } from '../journey/commit/refuse-fault.ts';

export type UploadToKeep = {
  readonly account: Account;
  readonly request: UploadRequest;
  /** On this machine's disk; undefined: it is fetched later. */
  readonly file:
    | { readonly path: string; readonly name: string; readonly bytes: number }
    | undefined;
  readonly idempotency: Idempotency | undefined;
};

export type UploadKept =
  | { readonly kind: 'kept'; readonly id: BatchId; readonly replayed: boolean }
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  /** The account has changed since its snapshot was taken: to be asked anew who it is. */
  | { readonly kind: 'stale' };

/** Settles when the file is durable, or refused. Never rejects for outside causes. */
export type KeepUpload = (upload: UploadToKeep) => Promise<UploadKept>;

/** @param kept called when there is something to read. */
export function createKeepUpload(deps: JourneyDeps, kept: () => void): KeepUpload {
  // One after the other: each holds a connection as long as its file takes to be written.
  let line: Promise<unknown> = Promise.resolve();
  return async (upload) => {
    const refusal = refuseAtOnce(deps, upload);
    if (refusal !== undefined) return refused(refusal);
    const keeping = line.then(() => keep(deps, upload));
    line = keeping.catch(() => undefined);
    try {
      const outcome = await keeping;
      if (outcome.kind === 'kept') kept();
      return outcome;
    } catch (error) {
      return refused(refuseFault(deps, error));
    }
  };
}

function refused(refusal: Refusal): UploadKept {
  return { kind: 'refused', refusal };
}

/** What is wrong with the request itself is refused now, and not behind a 202. */
function refuseAtOnce(deps: JourneyDeps, upload: UploadToKeep): Refusal | undefined {
  const { account, request, file } = upload;
  const { link = '' } = request;
  const source = file === undefined ? ({ kind: 'link', link } as const) : UPLOADED;
  const asked = { ...request, account, dryRun: false, idempotency: undefined };
  const { demoText } = deps.settings;
  const order = acceptFile(asked, source, { routing: deps.routing.current(), demoText });
  return 'reason' in order ? order : undefined;
}

const UPLOADED = { kind: 'upload', file: '' } as const;

async function keep(deps: JourneyDeps, upload: UploadToKeep): Promise<UploadKept> {
  const { db, ids, clock } = deps;
  const { account, request, file, idempotency } = upload;
  const nowMs = clock.nowMs();
  const use = idempotency && { accountId: account.id, ...idempotency };
  return db.transact(async (transaction): Promise<UploadKept> => {
    // It may have waited for others, and a revoked key sends nothing.
    const balance = await readBalance(transaction, account.id, nowMs);
    if (balance?.accountVersion !== account.version) return { kind: 'stale' };
    const sinceMs = nowMs - limit('idempotencyHours') * HOUR_MS;
    const [state] = use ? await claimKeys(transaction, [use], sinceMs) : [];
    const known = state && knownAs(state, idempotency?.requestHash);
    if (known !== undefined) return known;
    const most = limit('uploadsOpen');
    if ((await countOpenUploads(transaction, account.id)) >= most) {
      return refused(refuse('uploads_waiting', { uploads: String(most) }));
    }
    const batch = { accountId: account.id, batchId: ids.next() as BatchId };
    const { name: given = '', bytes: fileBytes = 0 } = file ?? {};
    const row = { ...batch, fileName: keptFileName(given) ?? '', fileBytes, request };
    await insertUpload(transaction, row, nowMs);
    if (file !== undefined) await insertFile(transaction, batch, file.path);
    if (use) {
      const answer = { upload: String(batch.batchId) };
      await answerKeys(transaction, [{ ...use, answer }], nowMs);
    }
    return { kind: 'kept', id: batch.batchId, replayed: false };
  });
}

async function insertFile(
  transaction: Transaction,
  batch: Parameters<typeof insertChunk>[1],
  path: string,
): Promise<void> {
  let chunk = 0;
  for await (const bytes of readPieces(path, limit('uploadChunkBytes'))) {
    await insertChunk(transaction, batch, chunk, bytes);
    chunk += 1;
  }
}

/** What a claimed key says of the upload; undefined: nothing, it is the first. */
function knownAs(state: KeyState, requestHash: string | undefined): UploadKept | undefined {
  if (state.kind === 'free') return undefined;
  if (state.kind === 'running') return refused(refuse('idempotency_running'));
  const { upload } = state.answer as { readonly upload?: string };
  // The fingerprint names this endpoint, so what it fits was written here.
  if (state.requestHash !== requestHash || upload === undefined) {
    return refused(refuse('idempotency_conflict'));
  }
  return { kind: 'kept', id: Number(upload) as BatchId, replayed: true };
}
