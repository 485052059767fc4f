/**
 * Takes in sends from files: how many run at a time, and how often each is tried. One try is in
 * send-file.ts.
 */
import { refuse, type Refusal } from '../domain/failure/failure.ts';
import { limit } from '../domain/limits.ts';
import type { AccountId } from '../domain/ids.ts';
import type {
  FileOutline,
  FileRequest,
  FileSource,
  FileTakenIn,
  FileWork,
} from '../domain/message/file-send.ts';
import { createSemaphore } from '../kit/semaphore.ts';
import { retryWhileStale } from '../kit/retry-while-stale.ts';
import { findForbidden } from '../features/suppressions/forbidden.sql.ts';
import { getFile, type GotFile } from './get-file.ts';
import { createLookUp } from '../journey/commit/look-up.ts';
import type { JourneyDeps } from '../journey/deps.ts';
import type { FileRow } from '../domain/message/file-row.ts';
import { previewFile } from './preview-file.ts';
import { refusalOfFile } from './open-channel.ts';
import { readRows } from './read-rows.ts';
import { sendFile } from './send-file.ts';
import { refuseFault } from '../journey/commit/refuse-fault.ts';

export type TakeInFile = {
  takeInFile(request: FileRequest, work: FileWork): Promise<FileTakenIn>;
  /** Looks into a file on disk, in its turn among those that are sent; keeps nothing. */
  previewFile(accountId: AccountId, file: string): Promise<FileOutline | Refusal>;
  /** Reads a file on disk in its turn; the kind of the file, or why it cannot be read. */
  readFile: ReadFile;
  /** Files under way or waiting for their turn. */
  pending(): number;
  /** Ends what is under way, leaving nothing behind. */
  stop(): Promise<void>;
};

/** Passes on the rows of a file, some at a time. */
export type ReadFile = (
  accountId: AccountId,
  file: string,
  take: (rows: readonly FileRow[]) => Promise<void> | void,
) => Promise<{ readonly kind: string } | Refusal>;

/** Makes it from its dependencies. */
export function createTakeInFile(deps: JourneyDeps): TakeInFile {
  const { clock, velocity, load, routing } = deps;
  const { demoText } = deps.settings;
  const turns = createFileTurns(deps);
  const { signal } = turns;
  const context = {
    demoText,
    velocity,
    lookUp: createLookUp(deps),
    forbidden: (ask: Parameters<typeof findForbidden>[1]) => findForbidden(deps.db, ask),
  };
  const tryOften = async (request: FileRequest, work: FileWork): Promise<FileTakenIn> => {
    const file = holdFile(deps, signal);
    try {
      const taken = await retryWhileStale(limit('fileReadings'), async () => {
        const sent = await sendFile(deps, { request, work, context, get: file.get, signal });
        if (sent.kind === 'refused' && sent.refusal.reason === 'reader_killed') {
          deps.log.error({}, 'the reader of a file was killed: is this machine short of memory?');
        }
        if (sent.kind !== 'stale_settings') return sent;
        await routing.refresh();
        return 'stale';
      });
      return taken ?? refused(refuse('prices_changing'));
    } finally {
      await file.remove();
    }
  };

  const inTurn = async (request: FileRequest, work: FileWork): Promise<FileTakenIn> => {
    // What is wrong with the request itself is refused without waiting.
    const asked = { routing: routing.current(), atMs: clock.nowMs(), request };
    const refusal = refusalOfFile({ ...asked, source: work.source }, { demoText });
    if (refusal !== undefined) return { ...refused(refusal), isProven: false };
    if (load.queueIsFull()) return refused(refuse('queue_full'));
    const taken = await turns.take(request.account.id, () => tryOften(request, work));
    return 'reason' in taken ? refused(taken) : taken;
  };

  return {
    pending: turns.pending,
    takeInFile: (request, work) => turns.note(inTurn(request, work)),
    previewFile: (accountId, file) =>
      turns.note(turns.take(accountId, () => previewFile(file, clock, signal))),
    readFile: (accountId, file, take) =>
      turns.note(turns.take(accountId, () => readAll({ file, isUpload: true }, take))),
    stop: turns.stop,
  };

  async function readAll(
    file: Parameters<typeof readRows>[0],
    take: Parameters<ReadFile>[2],
  ): ReturnType<ReadFile> {
    for await (const event of readRows(file, clock, signal)) {
      switch (event.kind) {
        case 'rows':
          await take(event.rows);
          break;
        case 'read':
          return { kind: event.fileKind };
        case 'refused':
          return event.refusal;
      }
    }
    throw new Error('a file ended without a result');
  }
}

/** A few files are read at once, and fewer of one account. */
function createFileTurns(deps: JourneyDeps) {
  const semaphore = createSemaphore({
    most: limit('filesAtOnce'),
    waiting: limit('filesWaiting'),
    waitMs: limit('fileWaitMs'),
    clock: deps.clock,
    ofOne: { most: limit('filesOfAccount'), waiting: limit('filesWaitingOfAccount') },
  });
  const stopping = new AbortController();
  const underWay = new Set<Promise<unknown>>();
  return {
    /** Aborted when the service stops. */
    signal: stopping.signal,
    pending: () => underWay.size,

    /** Waits for its turn. */
    async take<Taken>(id: AccountId, read: () => Promise<Taken>): Promise<Taken | Refusal> {
      if (!(await semaphore.enter(id))) return refuse('files_waiting');
      try {
        stopping.signal.throwIfAborted();
        return await read();
      } catch (error) {
        if (stopping.signal.aborted) return refuse('store_unavailable');
        return refuseFault(deps, error);
      } finally {
        semaphore.leave(id);
      }
    },

    /** What `stop` waits for. */
    note<Taken>(work: Promise<Taken>): Promise<Taken> {
      const ending = work.finally(() => underWay.delete(ending));
      underWay.add(ending);
      return ending;
    },

    async stop(): Promise<void> {
      stopping.abort();
      await Promise.all(underWay);
    },
  };
}

type Refused = FileTakenIn & { readonly kind: 'refused' };

function refused(refusal: Refusal): Refused {
  return { kind: 'refused', refusal, leftOut: [], isProven: true };
}

type HeldFile = {
  /** The file on disk, fetched on first use. */
  get(source: FileSource): Promise<GotFile>;
  remove(): Promise<void>;
};

/** One file for all tries of a send: what was fetched is removed at the end. */
function holdFile(deps: JourneyDeps, signal: AbortSignal): HeldFile {
  let got: Promise<GotFile> | undefined;
  return {
    get(source) {
      if (source.kind === 'upload') {
        return Promise.resolve({ kind: 'got', file: source.file, bytes: source.bytes });
      }
      got ??= getFile(source.link, { ...deps.files.fetching, signal });
      return got;
    },
    async remove() {
      const fetched = await got?.catch(() => undefined);
      if (fetched?.kind === 'got') await deps.files.remove(fetched.file);
    },
  };
}
