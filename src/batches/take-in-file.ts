/**
 * The first leg for a send from a file: how many are under way at a time, and how often one is
 * tried. What one try is stands in send-file.ts.
 */
import { refuse, type Refusal } from '../domain/failure/failure.ts';
import { limit } from '../domain/limits.ts';
import type {
  FileRequest,
  FileSource,
  FileTakenIn,
  FileWork,
} from '../domain/message/file-send.ts';
import { createSemaphore } from '../kit/semaphore.ts';
import { untilFresh } from '../kit/until-fresh.ts';
import { findForbidden } from '../store/suppressions.ts';
import { acceptFile } from './accept-file.ts';
import { getFile, type GotFile } from './get-file.ts';
import { createLookUp } from '../journey/commit/look-up.ts';
import type { JourneyDeps } from '../journey/deps.ts';
import { sendFile } from './send-file.ts';
import { refuseFault } from '../journey/commit/refuse-fault.ts';

export type TakeInFile = {
  takeInFile(request: FileRequest, work: FileWork): Promise<FileTakenIn>;
  /** Files that are under way, or wait for their turn. */
  pending(): number;
  /** Ends what is under way; nothing stays of it. */
  stop(): Promise<void>;
};

/** The leg on its dependencies. */
export function createTakeInFile(deps: JourneyDeps): TakeInFile {
  const { clock, velocity, load, routing } = deps;
  const { demoText } = deps.settings;
  const turns = createSemaphore({
    most: limit('filesAtOnce'),
    waiting: limit('filesWaiting'),
    waitMs: limit('fileWaitMs'),
    clock,
    ofOne: { most: limit('filesOfAccount'), waiting: limit('filesWaitingOfAccount') },
  });
  const context = {
    ...{ demoText, velocity, lookUp: createLookUp(deps) },
    forbidden: (ask: Parameters<typeof findForbidden>[1]) => findForbidden(deps.db, ask),
  };
  const stopping = new AbortController();
  const underWay = new Set<Promise<FileTakenIn>>();

  const tryOften = async (request: FileRequest, work: FileWork): Promise<FileTakenIn> => {
    const file = holdFile(deps, stopping.signal);
    try {
      const { signal } = stopping;
      const taken = await untilFresh(limit('fileReadings'), async () => {
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

  const takeIn = async (request: FileRequest, work: FileWork): Promise<FileTakenIn> => {
    // What is wrong with the request itself waits for nobody.
    const order = acceptFile(request, work.source, { routing: routing.current(), demoText });
    if ('reason' in order) return { ...refused(order), isProven: false };
    if (load.queueIsFull()) return refused(refuse('queue_full'));
    const { id } = request.account;
    if (!(await turns.enter(id))) return refused(refuse('files_waiting'));
    try {
      stopping.signal.throwIfAborted();
      return await tryOften(request, work);
    } catch (error) {
      if (stopping.signal.aborted) return refused(refuse('store_unavailable'));
      return refused(refuseFault(deps, error));
    } finally {
      turns.leave(id);
    }
  };

  return {
    pending: () => underWay.size,
    takeInFile(request, work) {
      const taking = takeIn(request, work).finally(() => underWay.delete(taking));
      underWay.add(taking);
      return taking;
    },
    async stop() {
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
  /** The file on the disk, fetched when it is asked for first. */
  get(source: FileSource): Promise<GotFile>;
  remove(): Promise<void>;
};

/** One file for all tries of a send: what was fetched is removed in the end. */
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
