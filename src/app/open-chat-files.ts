/** Files of chat messages: fetched, kept, and given to whatever sends or shows them. */
import { join } from 'node:path';
import type { MediaFile } from '../carriers/whatsapp/media-calls.ts';
import type { MediaShelf } from '../carriers/whatsapp/uploads.ts';
import type { TemplateSamples } from '../features/chat-numbers/chat-admin.ts';
import {
  asFileName,
  nameInAddress,
  refusalOfFault,
  wordsOfFault,
  type TakeMedia,
} from '../domain/chat/media.ts';
import type { AccountId, ChatMediaId, LinkId } from '../domain/ids.ts';
import { limit } from '../domain/limits.ts';
import { createMediaKeeper, type MediaKeeper } from '../chat/keep-media.ts';
import type { Clock } from '@paigham/base/clock.ts';
import type { Config } from '../kit/config.ts';
import { createResolve, publicAddresses } from '@paigham/http/fetch/address-policy.ts';
import type { Ids } from '../kit/ids.ts';
import type { Log } from '../kit/log.ts';
import type { Metrics } from '../kit/metrics.ts';
import { openPassingFiles, type PassingFiles } from '../kit/passing-files.ts';
import type { Database } from '../kit/postgres/pool.ts';
import { machineRandom } from '@paigham/base/random.ts';
import {
  findMedia,
  findUpload,
  forgetUpload,
  keepUpload,
  readPieces,
} from '../store/chat/media.ts';

export type ChatFilesDeps = {
  readonly config: Pick<Config, 'dataDir' | 'ownAddresses' | 'fetchLoopback'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly db: Database;
  readonly ids: Ids;
  /** No other program works on this installation: files found there were left behind. */
  readonly alone: boolean;
};

export type ChatFiles = {
  /** For sends. */
  readonly media: TakeMedia;
  readonly samples: TemplateSamples;
  shelfOf(accountId: AccountId, linkId: LinkId): MediaShelf;
  stop(): void;
};

const SWEEP_MS = 3_600_000;

/** Makes the folder for files in transit, and removes what dead programs left there. */
export async function openChatFiles(deps: ChatFilesDeps, metrics: Metrics): Promise<ChatFiles> {
  const { config, clock, log, db, alone } = deps;
  const files = await openPassingFiles(join(config.dataDir, 'chat-files'), clock);
  await files.sweep(alone ? 0 : limit('chatMediaLeftMs'));
  const sweeping = clock.every(SWEEP_MS, () => void sweep(files, log));
  const keeper = createMediaKeeper({ ...deps, files, ...followers(deps, metrics) });
  return {
    media: takeMedia(keeper),
    samples: templateSamples(keeper, db),
    shelfOf: (accountId, linkId) => shelfOf(db, accountId, linkId),
    stop: () => sweeping.cancel(),
  };
}

async function sweep(files: PassingFiles, log: Log): Promise<void> {
  try {
    await files.sweep(limit('chatMediaLeftMs'));
  } catch (error) {
    log.warn({ error }, 'files that were left behind could not be removed');
  }
}

function followers({ config }: ChatFilesDeps, metrics: Metrics) {
  const { ownAddresses, fetchLoopback = false } = config;
  const kept = metrics.counter({
    name: 'paigham_chat_files_total',
    help: 'Files that chat messages named: kept, known already, or why they were not taken',
    labels: ['what'],
  });
  return {
    fetching: {
      policy: publicAddresses({ own: ownAddresses, loopback: fetchLoopback }),
      resolve: createResolve(),
      random: machineRandom,
    },
    count: (what: string) => kept([what]),
  };
}

function takeMedia(keeper: MediaKeeper): TakeMedia {
  return {
    async take(accountId, url, wanted) {
      const kept = await keeper.keep(accountId, { url, wanted });
      if (!kept.ok) return { ok: false, refusal: refusalOfFault(kept.fault, kept.as) };
      const { id, kind, extension, name } = kept.file;
      const named = name === undefined ? nameInAddress(url) : asFileName(name);
      return { ok: true, media: { id, kind, extension, nameInAddress: named } };
    },
  };
}

function templateSamples(keeper: MediaKeeper, db: Database): TemplateSamples {
  return {
    async keep(accountId, file) {
      const kept = await keeper.keepGiven(accountId, file);
      return kept.ok ? kept : { ok: false, refusal: refusalOfFault(kept.fault, kept.as) };
    },
    async take(accountId, { url, wanted }) {
      const kept = await keeper.keep(accountId, { url, wanted });
      if (!kept.ok) {
        const { fault } = kept;
        const why =
          fault === 'address' ? 'it is no address of a file' : wordsOfFault(fault, kept.as);
        return { ok: false, rule: `cannot be used: ${why}` };
      }
      const { id, mime, extension, bytes } = kept.file;
      const read = (): AsyncIterable<Uint8Array> => readPieces(db, accountId, id);
      return { ok: true, id, file: { fileName: `sample.${extension}`, mime, bytes, read } };
    },
  };
}

function shelfOf(db: Database, accountId: AccountId, linkId: LinkId): MediaShelf {
  const keyOf = (mediaId: ChatMediaId) => ({ accountId, mediaId, linkId });
  return {
    findUpload: (mediaId) => findUpload(db, keyOf(mediaId)),
    keepUpload: (mediaId, upload) =>
      db.transact((tx) => keepUpload(tx, { ...keyOf(mediaId), ...upload })),
    forgetUpload: (mediaId, id) =>
      db.transact((tx) => forgetUpload(tx, { ...keyOf(mediaId), uploadId: id })),
    async open(mediaId): Promise<MediaFile | undefined> {
      const kept = await findMedia(db, { accountId, id: mediaId });
      if (kept === undefined) return undefined;
      const { mime, extension, bytes } = kept;
      const read = (): AsyncIterable<Uint8Array> => readPieces(db, accountId, mediaId);
      return { mime, bytes, fileName: `file.${extension}`, read };
    },
  };
}
