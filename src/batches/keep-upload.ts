/**
 * Takes in a file that is processed after the answer: it is put into the database whole, in one
 * commit, and the caller gets its id. read-uploads.ts processes it.
 */
import { HOUR_MS } from '../domain/durations.ts';
import { refuse, type Refusal } from '../domain/failure/failure.ts';
import type { BatchId } from '../domain/ids.ts';
import { limit } from '../domain/limits.ts';
import { isReadLater, keptFileName, type FileRequest } from '../domain/message/file-send.ts';
import { keptKey } from '../domain/testing/test-mode.ts';
import { keptRequest } from '../domain/message/kept-batch.ts';
import { readPieces } from '../kit/file-pieces.ts';
import type { Transaction } from '../kit/postgres/pool.ts';
import { answerKeys, claimKeys, type KeyState } from '../store/messages/idempotency-keys.ts';
import { lockAccount } from '../store/nodes/versions.ts';
import { readBalance } from '../store/ledger/balances.ts';
import { countOpenUploads, insertChunk, insertUpload } from '../store/batches/uploads.ts';
import { refusalOfFile } from './open-channel.ts';
import type { JourneyDeps } from '../journey/deps.ts';
import { refuseFault } from '../journey/commit/refuse-fault.ts';

export type UploadToKeep = {
  readonly request: FileRequest;
  /** Where to fetch the file; undefined: it came with the request. */
  readonly link: string | undefined;
  /** On this machine's disk; undefined: it is fetched later. Without a path it is made later. */
  readonly file:
    | { readonly path?: string; readonly name: string; readonly bytes: number }
    | undefined;
};

export type UploadKept =
  | { readonly kind: 'kept'; readonly id: BatchId; readonly replayed: boolean }
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  /** The account has changed since its snapshot was taken: authenticate again. */
  | { readonly kind: 'stale' };

/** Settles when the file is durable or refused. Never rejects for causes outside the program. */
export type KeepUpload = (upload: UploadToKeep) => Promise<UploadKept>;

/** @param kept called when there is something to read. */
export function createKeepUpload(deps: JourneyDeps, kept: () => void): KeepUpload {
  // One at a time: each holds a connection while its file is written.
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

/** What is wrong with the request itself is refused now, not after a 202. */
function refuseAtOnce(deps: JourneyDeps, upload: UploadToKeep): Refusal | undefined {
  const { request, link = '', file } = upload;
  const source = file === undefined ? ({ kind: 'link', link } as const) : UPLOADED;
  const asked = { routing: deps.routing.current(), atMs: deps.clock.nowMs(), request };
  return refusalOfFile({ ...asked, source }, deps.settings);
}

const UPLOADED = { kind: 'upload', file: '' } as const;

async function keep(deps: JourneyDeps, upload: UploadToKeep): Promise<UploadKept> {
  const { db, ids, clock } = deps;
  const { request, link, file } = upload;
  const { account, idempotency } = request;
  const nowMs = clock.nowMs();
  const use = idempotency && {
    accountId: account.id,
    ...idempotency,
    key: keptKey(account, idempotency.key),
  };
  return db.transact(async (transaction): Promise<UploadKept> => {
    await lockAccount(transaction, { accountId: account.id });
    // It may have waited for others, and a revoked key must not send.
    const balance = await readBalance(transaction, account.id, nowMs);
    if (balance?.accountVersion !== account.version) return { kind: 'stale' };
    const sinceMs = nowMs - limit('idempotencyHours') * HOUR_MS;
    const [state] = use ? await claimKeys(transaction, [use], sinceMs) : [];
    const known = state && knownAs(state, idempotency?.requestHash);
    if (known !== undefined) return known;
    const readAtMs = isReadLater(request, nowMs) ? request.sendAtMs : undefined;
    const isScheduled = readAtMs !== undefined;
    const most = limit(isScheduled ? 'uploadsScheduled' : 'uploadsOpen');
    if ((await countOpenUploads(transaction, { accountId: account.id, isScheduled })) >= most) {
      const refusal = isScheduled
        ? refuse('campaigns_exceeded', { most: String(most) })
        : refuse('uploads_waiting', { uploads: String(most) });
      return refused(refusal);
    }
    const batch = { accountId: account.id, batchId: ids.next() as BatchId };
    const { name: given = '', bytes: fileBytes = 0 } = file ?? {};
    const row = { ...batch, fileName: keptFileName(given) ?? '', fileBytes };
    const { name: title } = request;
    const kept = keptRequest(request, link);
    await insertUpload(transaction, { ...row, title, request: kept, readAtMs, atMs: nowMs });
    if (file?.path !== undefined) await insertFile(transaction, batch, file.path);
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

/** What a claimed key says about the upload; undefined: nothing, it is the first. */
function knownAs(state: KeyState, requestHash: string | undefined): UploadKept | undefined {
  if (state.kind === 'free') return undefined;
  if (state.kind === 'running') return refused(refuse('idempotency_running'));
  const { upload } = state.answer as { readonly upload?: string };
  // The fingerprint names this endpoint, so a match was written here.
  if (state.requestHash !== requestHash || upload === undefined) {
    return refused(refuse('idempotency_conflict'));
  }
  return { kind: 'kept', id: Number(upload) as BatchId, replayed: true };
}
