/**
 * Files that were accepted with 202: a node with the role worker claims one by its lease and sends
 * from it as from any other file. The commit that publishes it also ends the upload, so a node that
 * takes over from a dead one finds either nothing to do or everything.
 */
import type { Account } from '../domain/account/account.ts';
import type { BatchId } from '../domain/ids.ts';
import { failureOf, refuse, type Refusal } from '../domain/failure/failure.ts';
import { limit } from '../domain/limits.ts';
import type { FileProgress, FileSource, FileTakenIn } from '../domain/message/file-send.ts';
import { testing } from '../domain/testing/test-mode.ts';
import { requestKept, type ClaimedUpload } from '../domain/message/kept-batch.ts';
import { nextTime } from '../domain/message/recurrence.ts';
import type { Timer } from '@paigham/base/clock.ts';
import { writePieces } from '../kit/file-pieces.ts';
import { createRowsOfContacts } from './contact-file.ts';
import { writeRowsFile } from './rows-file.ts';
import { isTransient } from '../kit/postgres/faults.ts';
import type { Transaction } from '../kit/postgres/pool.ts';
import { retryWhileStale } from '../kit/retry-while-stale.ts';
import { readBalance } from '../store/ledger/balances.ts';
import {
  claimUpload,
  type HeldUpload,
  insertNext,
  noteUploadProgress,
  putBackUpload,
  readChunks,
  refuseUpload,
  removeEndedChunks,
  wakeUploads,
} from '../store/batches/uploads.ts';
import { noteFacts } from '../store/messages/event-outbox.ts';
import type { JourneyDeps } from '../journey/deps.ts';
import { refuseFault } from '../journey/commit/refuse-fault.ts';
import type { TakeInFile } from './take-in-file.ts';

export type ReadUploads = {
  start(): void;
  /** Looks right away: there may be one. */
  look(): void;
  /** Claims no more. */
  stop(): void;
  /** Settles when nothing is being read any more. */
  drained(): Promise<void>;
};

export type ReadingDeps = Pick<
  JourneyDeps,
  'db' | 'clock' | 'ids' | 'lease' | 'log' | 'accounts' | 'random'
> & {
  /** Whether any may be waiting, including other nodes' uploads. */
  readonly hasUploads: () => boolean;
  readonly files: Pick<JourneyDeps['files'], 'remove'> & {
    readonly fetching: Pick<JourneyDeps['files']['fetching'], 'folder'>;
  };
};

const LOOK_EVERY_MS = 1_000;
const SWEEP_EVERY_MS = 60_000;
const TELL_EVERY_MS = 1_000;

export function createReadUploads(
  deps: ReadingDeps,
  takeInFile: TakeInFile['takeInFile'],
): ReadUploads {
  const { db, clock, lease, log } = deps;
  const timers: Timer[] = [];
  const underWay = new Map<BatchId, Promise<void>>();
  let [isRunning, isLooking] = [false, false];

  const warn = (error: unknown): void => {
    if (isTransient(error)) log.warn({ error }, 'an upload could not be processed yet');
    else log.error({ error }, 'an upload could not be processed');
  };
  const begin = (upload: ClaimedUpload, held: HeldUpload): void => {
    const { batchId } = upload;
    const reading = readUpload(deps, takeInFile, upload, held)
      .catch(warn)
      .finally(() => {
        underWay.delete(batchId);
        look();
      });
    underWay.set(batchId, reading);
  };
  /** Claims as many as may be read at a time. */
  const claim = async (): Promise<void> => {
    while (isRunning && underWay.size < limit('uploadsRead')) {
      const held = lease.current();
      const by = { lease: held, atMs: clock.nowMs(), underWay: [...underWay.keys()] };
      const upload = await db.transact(async (transaction) => {
        await wakeUploads(transaction, by);
        const claimed = await claimUpload(transaction, by);
        if (claimed !== undefined) await keepNext(deps, transaction, claimed);
        return claimed;
      });
      if (upload === undefined) return;
      begin(upload, { accountId: upload.accountId, batchId: upload.batchId, lease: held });
    }
  };
  const look = (): void => {
    if (isLooking || !isRunning || !lease.holds()) return;
    isLooking = true;
    claim()
      .catch(warn)
      .finally(() => (isLooking = false));
  };
  const sweep = (): void => {
    db.transact(removeEndedChunks).catch(warn);
  };
  return {
    look,
    start() {
      isRunning = true;
      const lookIfAny = (): void => (deps.hasUploads() ? look() : undefined);
      timers.push(clock.every(LOOK_EVERY_MS, lookIfAny), clock.every(SWEEP_EVERY_MS, sweep));
      look();
    },
    stop() {
      isRunning = false;
      for (const timer of timers) timer.cancel();
    },
    async drained() {
      await Promise.all(underWay.values());
    },
  };
}

/** Who recurs has its next one as soon as it is claimed, whatever becomes of it. */
async function keepNext(
  { ids, clock }: Pick<ReadingDeps, 'ids' | 'clock'>,
  transaction: Transaction,
  { accountId, batchId, request: { recurs, sendAt }, tries }: ClaimedUpload,
): Promise<void> {
  if (recurs === undefined || tries > 1) return;
  const atMs = clock.nowMs();
  const readAtMs = nextTime(recurs, { sendAtMs: Number(sendAt), nowMs: atMs });
  if (readAtMs === undefined) return;
  const nextId = ids.next() as BatchId;
  const next = { accountId, batchId, nextId, sendAt: String(readAtMs) };
  await insertNext(transaction, { ...next, readAtMs, atMs });
}

/**
 * Processes one upload until it has ended or is given back. Rejects when the store is away: the
 * upload is then found again as one nobody works on.
 */
async function readUpload(
  deps: ReadingDeps,
  takeInFile: TakeInFile['takeInFile'],
  upload: ClaimedUpload,
  held: HeldUpload,
): Promise<void> {
  const taken = await takeInOnce(deps, takeInFile, { upload, held });
  const atMs = deps.clock.nowMs();
  await deps.db.transact(async (transaction) => {
    if (taken.kind === 'accepted') return removeEndedChunks(transaction);
    if (mayPass(taken.refusal, upload)) return putBackUpload(transaction, held);
    if (
      !(await refuseUpload(transaction, held, {
        kept: { refusal: taken.refusal, leftOut: taken.leftOut },
        atMs,
      }))
    )
      return;
    const { accountId, batchId: subjectId } = held;
    await noteFacts(transaction, [{ accountId, type: 'batch.done', subjectId }], { atMs });
  });
}

type Taken = Exclude<FileTakenIn, { readonly kind: 'stale' }>;

/** An upload claimed too often crashes nodes before they can say so: it is not tried again. */
async function takeInOnce(
  deps: ReadingDeps,
  takeInFile: TakeInFile['takeInFile'],
  work: { readonly upload: ClaimedUpload; readonly held: HeldUpload },
): Promise<Taken> {
  try {
    if (work.upload.tries > limit('uploadTries')) throw new Error('an upload was tried too often');
    return await sendUpload(deps, takeInFile, work);
  } catch (error) {
    return refused(refuseFault(deps, error));
  }
}

/** Whether it is worth another try. */
function mayPass({ reason }: Refusal, { tries }: ClaimedUpload): boolean {
  return !failureOf(reason).permanent && tries < limit('uploadTries');
}

/** Sends from the file, for the account as it is now; removes whatever was fetched or written. */
async function sendUpload(
  deps: ReadingDeps,
  takeInFile: TakeInFile['takeInFile'],
  { upload, held }: { readonly upload: ClaimedUpload; readonly held: HeldUpload },
): Promise<Taken> {
  const source = await sourceOf(deps, upload);
  const onProgress = createTelling(deps, held);
  try {
    const taken = await retryWhileStale(limit('accountReloads'), async () => {
      const known = await deps.accounts.byId(upload.accountId);
      const account = upload.request.isTest === true ? known && testing(known) : known;
      const asked = requestKept(upload.request);
      const request = { ...asked, dryRun: false, idempotency: undefined };
      const work = { source, id: upload.batchId, onProgress };
      const outcome: FileTakenIn =
        account?.active === true
          ? await takeInFile({ ...request, account }, work)
          : { ...refused(refuse('account_disabled')), isProven: false };
      if (outcome.kind !== 'stale' && (await isTrue(deps, outcome, account))) return outcome;
      deps.accounts.forget(upload.accountId);
      return 'stale';
    });
    return taken ?? refused(refuse('store_unavailable'));
  } finally {
    if (source.kind === 'upload') await deps.files.remove(source.file);
  }
}

/** Whether an outcome matches the account in the store: nobody else will check. */
async function isTrue(
  { db, clock }: Pick<JourneyDeps, 'db' | 'clock'>,
  taken: Taken,
  account: Account | undefined,
): Promise<boolean> {
  if (account === undefined || taken.kind === 'accepted' || taken.isProven) return true;
  const balance = await readBalance(db, account.id, clock.nowMs());
  return balance?.accountVersion === account.version;
}

function refused(refusal: Refusal): Taken & { readonly kind: 'refused' } {
  return { kind: 'refused', refusal, leftOut: [], isProven: true };
}

async function sourceOf(deps: ReadingDeps, upload: ClaimedUpload): Promise<FileSource> {
  const { accountId, batchId, request, fileBytes } = upload;
  if (request.link !== undefined) return { kind: 'link', link: request.link };
  if (request.contacts !== undefined && fileBytes === 0) {
    const rows = createRowsOfContacts(deps.db)({ accountId, ...request.contacts });
    const { path, bytes } = await writeRowsFile(deps, rows);
    return { kind: 'upload', file: path, bytes };
  }
  const { folder } = deps.files.fetching;
  const chunks = whole(readChunks(deps.db, accountId, batchId), fileBytes);
  const file = await writePieces(folder, chunks, deps.random);
  return { kind: 'upload', file, bytes: fileBytes };
}

/**
 * Throws after the last chunk when some are missing: half a file would be read as if it were whole.
 */
async function* whole(chunks: AsyncIterable<Buffer>, bytes: number): AsyncGenerator<Buffer> {
  let left = bytes;
  for await (const chunk of chunks) {
    left -= chunk.length;
    yield chunk;
  }
  if (left !== 0) throw new Error(`an upload of ${bytes} bytes has ${bytes - left}`);
}

/** Records the reading's progress, at most once a second. */
function createTelling(
  { db, clock, log }: ReadingDeps,
  held: HeldUpload,
): (progress: FileProgress) => void {
  let toldAtMs = Number.NEGATIVE_INFINITY;
  return ({ rows, share }) => {
    if (clock.monotonicMs() - toldAtMs < TELL_EVERY_MS) return;
    toldAtMs = clock.monotonicMs();
    // Extrapolated from the share, which is a rough guess for a file that compresses well.
    const guess = Math.min(limit('fileRows'), Math.round(rows / share));
    const total = share > 0 ? Math.max(rows, guess) : undefined;
    db.transact((transaction) =>
      noteUploadProgress(transaction, held, { done: rows, total }),
    ).catch((error: unknown) =>
      log.warn({ error }, 'the progress of an upload could not be saved'),
    );
  };
}
