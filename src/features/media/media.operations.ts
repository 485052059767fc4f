/** The media library: files that an account keeps for its chat messages, under a name. */
import { faultOfName, withoutUnseen } from '../../domain/account/name.ts';
import { faultOfPreview } from '../../domain/chat/picture.ts';
import type { AccountId, ChatMediaId } from '../../domain/ids.ts';
import { limit } from '../../domain/limits.ts';
import type { Reader } from '../../kit/postgres/pool.ts';
import {
  change,
  changed,
  refuse,
  type Admin,
  type Outcome,
  type Refused,
} from '../../operations/admin.ts';
import { account, argument, id, option, orNone, text, time } from '../../operations/fields.ts';
import { operation, query } from '../../operations/operation.ts';
import { showTimeOrNull } from '../../operations/resource.ts';
import { findAccount } from '../accounts/accounts.sql.ts';
import { lockAccount } from '../../store/nodes/versions.ts';
import { MEDIA_FILE } from './media.ts';
import {
  endMediaFile,
  findMediaFile,
  findTemplateOfMedia,
  listMediaFiles,
  nameMediaFile,
  sumMediaFiles,
  updateMediaFile,
  type MediaFile,
} from './media.sql.ts';

const accountId = argument('ACCOUNT', account);
const fileId = argument('FILE', id);
const UNKNOWN = refuse('fileId', 'is not a file in the media library of this account');
const IN_PAST = refuse('keepUntil', 'must be in the future');
const OF_ACCOUNT = { who: 'account', raises: 'nothing' } as const;
/** Up to which size a picture is its own preview. */
export const shown = { shownBytes: limit('mediaShownBytes') };

export const mediaList = query({
  name: 'media list',
  about: 'Lists the files in the media library of an account, the newest first.',
  input: { accountId },
  async read({ reader, admin: { clock } }, { accountId: of }) {
    const most = limit('mediaFiles');
    const any = { search: undefined, kind: undefined };
    const all = { ...any, beforeMs: undefined, beforeId: undefined, most, ...shown };
    const show = MEDIA_FILE.columns('id', 'name', 'kind', 'bytes', 'keep_until', 'used_at');
    const files = await listMediaFiles(reader, { ...all, accountId: of, nowMs: clock.nowMs() });
    return { data: files.map(show), empty: 'There are no files.' };
  },
});

type MediaRoom = {
  readonly files: number;
  readonly filesMost: number;
  readonly bytes: number;
  readonly bytesMost: number;
};

/** What the library of an account holds, and may hold. */
export async function roomOf(
  reader: Reader,
  of: { readonly accountId: AccountId; readonly nowMs: number },
): Promise<MediaRoom> {
  const isVerified = (await findAccount(reader, of))?.verified === true;
  return {
    ...(await sumMediaFiles(reader, of)),
    filesMost: limit(isVerified ? 'mediaFiles' : 'mediaFilesUnverified'),
    bytesMost: limit(isVerified ? 'mediaBytes' : 'mediaBytesUnverified'),
  };
}

const MEGABYTE = 1024 * 1024;
const HINT = 'remove one, or get verified';

function faultOfRoom({ files, filesMost, bytes, bytesMost }: MediaRoom, more: number) {
  if (files >= filesMost) {
    return refuse('file', `would be more than the ${filesMost} files of the library: ${HINT}`);
  }
  const most = Math.floor(bytesMost / MEGABYTE);
  return bytes + more > bytesMost
    ? refuse('file', `would be more than the ${most} MB of the library: ${HINT}`)
    : undefined;
}

type NewMediaFile = {
  readonly accountId: AccountId;
  /** As it is kept for messages already. */
  readonly file: { readonly id: ChatMediaId; readonly bytes: number };
  /** undefined: as the file is called, or is known already. */
  readonly name: string | undefined;
  readonly fileName: string;
  /** undefined: for good, or as is known already. */
  readonly endsAtMs: number | undefined;
  readonly preview: Uint8Array | undefined;
};

const NAME_CHARACTERS = 100;

/** A name of what somebody's device calls a file. */
function nameFor(fileName: string): string {
  const short = [...withoutUnseen(fileName).trim()].slice(0, NAME_CHARACTERS).join('').trim();
  return faultOfName(short) === undefined ? short : 'file';
}

/** The rule that a new file's words or preview break, before the file itself is looked at. */
export function faultOfNew(
  { name, endsAtMs, preview }: Pick<NewMediaFile, 'name' | 'endsAtMs' | 'preview'>,
  nowMs: number,
): Refused | undefined {
  const wrong = name === undefined ? undefined : faultOfName(name);
  if (wrong !== undefined) return refuse('name', wrong);
  if (endsAtMs !== undefined && !(endsAtMs > nowMs)) return IN_PAST;
  const bad = preview && faultOfPreview(preview);
  return bad === undefined ? undefined : refuse('preview', bad);
}

/** Puts a file into the library; of one that is there already, what is given is changed. */
export function addMediaFile(
  admin: Admin,
  { accountId: of, file, fileName, ...given }: NewMediaFile,
): Promise<Outcome<MediaFile>> {
  return change(admin, { action: 'media.add', accountId: of }, async (transaction) => {
    await lockAccount(transaction, { accountId: of });
    const key = { accountId: of, id: file.id, nowMs: admin.clock.nowMs(), ...shown };
    const known = await findMediaFile(transaction, key);
    const fault =
      known === undefined ? faultOfRoom(await roomOf(transaction, key), file.bytes) : undefined;
    if (fault !== undefined) return fault;
    const { name = known?.name ?? nameFor(fileName), endsAtMs = known?.endsAtMs } = given;
    const keptAtMs = known?.keptAtMs ?? key.nowMs;
    const named = { ...key, ...given, name, endsAtMs, keptAtMs };
    const made = await nameMediaFile(transaction, named);
    if (made === undefined) return UNKNOWN;
    return changed(made, { file: made.id, name: made.name, bytes: made.bytes });
  });
}

export const setMediaFile = operation({
  ...OF_ACCOUNT,
  name: 'media set',
  about: 'Renames a file of the media library, or says how long it is kept.',
  audit: 'media.set',
  needsOne: true,
  input: {
    accountId,
    fileId,
    name: option('name', text('NAME'), 'by which people find it'),
    keepUntil: option('keep-until', orNone(time), 'when it leaves the library; none: never'),
  },
  async work(transaction, { accountId: of, fileId: own, name, keepUntil }, { clock }) {
    const nowMs = clock.nowMs();
    const endsAtMs = keepUntil ?? undefined;
    const wrong = name === undefined ? undefined : faultOfName(name);
    if (wrong !== undefined) return refuse('name', wrong);
    if (endsAtMs !== undefined && endsAtMs <= nowMs) return IN_PAST;
    const key = { accountId: of, id: own as ChatMediaId, nowMs, ...shown };
    const ends = { setsEnd: keepUntil !== undefined, endsAtMs };
    const made = await updateMediaFile(transaction, { ...key, name, ...ends });
    return made === undefined ? UNKNOWN : changed(made, { file: own, name: made.name });
  },
  show: (made) => ({ data: { file: made.id } }),
  present: {
    by: ['accountId', 'fileId'],
    read: async ({ reader, admin: { clock } }, { accountId: of, fileId: own }) => {
      const key = { accountId: of, id: own as ChatMediaId, nowMs: clock.nowMs(), ...shown };
      const found = await findMediaFile(reader, key);
      return found && { name: found.name, keep_until: showTimeOrNull(found.endsAtMs) };
    },
  },
});

export const removeMediaFile = operation({
  ...OF_ACCOUNT,
  name: 'media remove',
  about:
    'Takes a file out of the media library: no new message is sent with it. Those that wait are, ' +
    'then its content is deleted.',
  audit: 'media.remove',
  input: { accountId, fileId },
  async work(transaction, { accountId: of, fileId: own }, { clock }) {
    const key = { accountId: of, id: own as ChatMediaId, nowMs: clock.nowMs() };
    const template = await findTemplateOfMedia(transaction, key);
    if (template !== undefined) {
      return refuse('file', `is what the template ${template} shows where a send has no file`);
    }
    const existed = await endMediaFile(transaction, key);
    return existed ? changed(own, { file: own }) : UNKNOWN;
  },
  show: (file) => ({ data: { file } }),
});
