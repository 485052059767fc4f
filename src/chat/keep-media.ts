/**
 * Files of chat messages and templates: fetched from an address that a stranger gave
 * (packages/http), inspected, and kept, each content once per account. The sender waits for it, so
 * what cannot be shown is refused before anything is charged (contract section 10: code 25).
 */
import {
  givenAt,
  type MediaFault,
  type MediaLink,
  type WantedMedia,
} from '../domain/chat/media.ts';
import { mostBytesOf, showAs, sniff, SNIFFED_BYTES, type Sniffed } from '../domain/chat/sniff.ts';
import type { AccountId, ChatMediaId } from '../domain/ids.ts';
import { limit } from '../domain/limits.ts';
import type { Clock } from '@paigham/base/clock.ts';
import { fetchToFile, type FetchOptions } from '@paigham/http/fetch/fetch-to-file.ts';
import { toldOf, type FetchReason } from '@paigham/http/fetch/outcome.ts';
import type { Ids } from '../kit/ids.ts';
import type { Log } from '../kit/log.ts';
import type { Database } from '../kit/postgres/pool.ts';
import { digestFile, readHead, readPieces } from '../kit/file-pieces.ts';
import type { PassingFiles } from '../kit/passing-files.ts';
import { createSemaphore } from '../kit/semaphore.ts';
import {
  insertMedia,
  insertPiece,
  type NewMedia,
  sumMedia,
  useMedia,
  useMediaById,
} from '../store/chat/media.ts';

type KeepMediaDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly ids: Ids;
  /** How links are followed. */
  readonly fetching: Omit<FetchOptions, 'limits' | 'clock' | 'folder'>;
  /** Where files are while they are inspected. */
  readonly files: PassingFiles;
  readonly count: (what: 'kept' | 'known' | MediaFault) => void;
};

/** A file that was fetched and is kept: how it is shown, and where it is. */
type KeptFile = Sniffed & {
  readonly id: ChatMediaId;
  readonly bytes: number;
  /** In the library. */
  readonly name?: string | undefined;
};

export type KeepOutcome =
  | { readonly ok: true; readonly file: KeptFile }
  /** `as`: how the file would have been shown. */
  | { readonly ok: false; readonly fault: MediaFault; readonly as: WantedMedia };

export type MediaKeeper = {
  /**
   * Takes a file. Concurrent requests for the same file share one fetch, and accounts take turns.
   * Rejects when the disk or database fails, never because of the address or the file.
   */
  keep(accountId: AccountId, link: MediaLink): Promise<KeepOutcome>;
  /** The same of a file that came with a request, which whoever received it removes. */
  keepGiven(accountId: AccountId, file: GivenFile): Promise<KeepOutcome>;
};

/** A file on this machine's disk. */
type GivenFile = { readonly path: string; readonly bytes: number };

export function createMediaKeeper(deps: KeepMediaDeps): MediaKeeper {
  const { clock, count } = deps;
  const turns = createSemaphore({
    clock,
    most: limit('chatMediaAtOnce'),
    waiting: limit('chatMediaWaiting'),
    waitMs: limit('chatMediaWaitMs'),
    ofOne: { most: limit('chatMediaOfAccount'), waiting: limit('chatMediaWaitingOfAccount') },
  });
  const underWay = new Map<string, Promise<KeepOutcome>>();

  const inTurn = async (accountId: AccountId, link: MediaLink): Promise<KeepOutcome> => {
    const given = givenAt(link.url);
    if (given !== undefined) return findGiven(deps, accountId, { id: given, as: link.wanted });
    if (!(await turns.enter(accountId))) return refused('busy', link.wanted);
    try {
      return await fetchAndKeep(deps, accountId, link);
    } finally {
      turns.leave(accountId);
    }
  };
  const keep = async (accountId: AccountId, link: MediaLink): Promise<KeepOutcome> => {
    const outcome = await inTurn(accountId, link);
    if (!outcome.ok) count(outcome.fault);
    return outcome;
  };
  return {
    keep(accountId, link) {
      const key = JSON.stringify([accountId, link.wanted, link.url]);
      const shared = underWay.get(key);
      if (shared !== undefined) return shared;
      const kept = keep(accountId, link).finally(() => underWay.delete(key));
      underWay.set(key, kept);
      return kept;
    },
    async keepGiven(accountId, file) {
      const outcome = await inspectAndKeep(deps, accountId, { file, wanted: 'any' });
      if (!outcome.ok) count(outcome.fault);
      return outcome;
    },
  };
}

function refused(fault: MediaFault, as: WantedMedia): KeepOutcome {
  return { ok: false, fault, as };
}

async function fetchAndKeep(
  deps: KeepMediaDeps,
  accountId: AccountId,
  { url, wanted }: MediaLink,
): Promise<KeepOutcome> {
  const { fetching, files, clock, log } = deps;
  const { folder } = files;
  const limits = limitsFor(wanted);
  const fetched = await fetchToFile(url, { ...fetching, folder, clock, limits });
  if (fetched.kind === 'refused') {
    const { reason } = fetched;
    log.info({ account: accountId, reason }, 'a file of a chat message was not fetched');
    return refused(faultOf(reason), wanted);
  }
  const { file: path, bytes } = fetched;
  try {
    return await inspectAndKeep(deps, accountId, { file: { path, bytes }, wanted });
  } finally {
    await files.remove(path);
  }
}

async function inspectAndKeep(
  deps: KeepMediaDeps,
  accountId: AccountId,
  { file, wanted }: { readonly file: GivenFile; readonly wanted: WantedMedia },
): Promise<KeepOutcome> {
  const { path, bytes } = file;
  const shown = showAs(wanted, sniff(await readHead(path, SNIFFED_BYTES)));
  if (bytes === 0) return refused('empty', wanted);
  if (shown === undefined) return refused('wrong_kind', wanted);
  if (bytes > mostBytesOf(shown.kind)) return refused('too_large', shown.kind);
  const content = { ...shown, accountId, bytes, sha256: await digestFile(path) };
  const id = await store(deps, path, content);
  if (id === undefined) return refused('full', wanted);
  return { ok: true, file: { ...shown, id, bytes } };
}

/** A file that was given before, shown as is wanted now. */
async function findGiven(
  { db, clock }: KeepMediaDeps,
  accountId: AccountId,
  { id, as }: { readonly id: ChatMediaId; readonly as: WantedMedia },
): Promise<KeepOutcome> {
  const nowMs = clock.nowMs();
  const kept = await db.transact((it) => useMediaById(it, { accountId, id, nowMs }));
  if (kept === undefined) return refused('unknown', as);
  const shown = showAs(as, kept);
  if (shown === undefined) return refused('wrong_kind', as);
  return { ok: true, file: { ...shown, id, bytes: kept.bytes, name: kept.name } };
}

function limitsFor(wanted: WantedMedia): FetchOptions['limits'] {
  const bytes = mostBytesOf(wanted === 'any' ? 'document' : wanted);
  return {
    linkCharacters: limit('chatMediaLinkCharacters'),
    redirects: limit('fetchRedirects'),
    connectMs: limit('fetchConnectMs'),
    answerMs: limit('fetchAnswerMs'),
    totalMs: limit('chatMediaFetchMs'),
    paceMs: limit('fetchPaceMs'),
    paceBytes: limit('fetchPaceBytes'),
    bytes,
    unpackedBytes: bytes,
  };
}

function faultOf(reason: FetchReason): MediaFault {
  const told = toldOf(reason);
  switch (told) {
    case 'link_not_taken':
      return 'address';
    case 'cannot_be_fetched':
      return reason === 'status' ? 'not_there' : 'unreachable';
    case 'not_public':
    case 'web_page':
    case 'too_large':
      return told;
  }
}

/**
 * Keeps a file's content, or finds that it is already kept; undefined: the account keeps too much.
 */
async function store(
  { db, clock, ids, count }: KeepMediaDeps,
  file: string,
  content: Omit<NewMedia, 'id'>,
): Promise<ChatMediaId | undefined> {
  const nowMs = clock.nowMs();
  return db.transact(async (transaction) => {
    const known = await useMedia(transaction, { ...content, nowMs });
    if (known !== undefined) {
      count('known');
      return known;
    }
    const kept = await sumMedia(transaction, { accountId: content.accountId });
    if (kept + content.bytes > limit('chatMediaAccountBytes')) return undefined;
    const media: NewMedia = { ...content, id: ids.next() as ChatMediaId };
    // Whoever was faster has committed by now.
    const isNew = await insertMedia(transaction, { ...media, nowMs });
    if (!isNew) return useMedia(transaction, { ...content, nowMs });
    let piece = 0;
    for await (const octets of readPieces(file, limit('chatMediaPieceBytes'))) {
      await insertPiece(transaction, { ...media, piece, content: octets });
      piece += 1;
    }
    count('kept');
    return media.id;
  });
}
