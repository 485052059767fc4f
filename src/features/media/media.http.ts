/** `/v1/media`: the media library of an account. */
import { faultOfLook, LOOKED_AT_BYTES } from '../../domain/chat/picture.ts';
import { asFileName, CHAT_MEDIA_KINDS } from '../../domain/chat/media.ts';
import { mostBytesOf } from '../../domain/chat/sniff.ts';
import type { AccountId, ChatMediaId } from '../../domain/ids.ts';
import { limit } from '../../domain/limits.ts';
import { readHead } from '../../kit/file-pieces.ts';
import { withIn } from '../../kit/postgres/like.ts';
import { Type, type Static } from '../../kit/shape.ts';
import { collection } from '../../api/v1/collection.ts';
import {
  created,
  defineEndpoint,
  refused,
  refuseField,
  type Endpoint,
  type Refused,
} from '../../api/v1/endpoint.ts';
import { getOne, idOf, listOf } from '../../api/v1/list.ts';
import { byTime } from '../../api/v1/pages.ts';
import { actingAs, operate, type OperateDeps } from '../../api/v1/operate.ts';
import { FORM_BODY } from '../../api/v1/read-form.ts';
import { UPLOAD_FAILURES, type ReceiveUpload } from '../../api/v1/receive-upload.ts';
import { closed } from '../../operations/resource.ts';
import { readPieces } from '../../store/chat/media.ts';
import { MEDIA_FILE, MEDIA_ROOM } from './media.ts';
import {
  addMediaFile,
  faultOfNew,
  removeMediaFile,
  roomOf,
  setMediaFile,
  shown,
} from './media.operations.ts';
import {
  findMediaFile,
  findPreview,
  listMediaFiles,
  type MediaFile,
  type MediaPlace,
} from './media.sql.ts';

const PATH = '/v1/media';

const at = collection(MEDIA_FILE, {
  path: PATH,
  id: idOf<ChatMediaId>('a file'),
  field: 'fileId',
  unknown: 'media_unknown',
});

type MediaDeps = OperateDeps & { readonly receive: ReceiveUpload };

export function createMediaEndpoints(deps: MediaDeps): readonly Endpoint[] {
  const { reader, chat } = deps;
  const now = () => ({ nowMs: chat.clock.nowMs(), ...shown });
  const find = (accountId: AccountId, id: ChatMediaId) =>
    findMediaFile(reader, { accountId, id, ...now() });
  return [
    listOf({
      ...at.list,
      name: 'listMedia',
      forAgents: true,
      scope: 'read',
      about: 'Your media library: files for chat messages, the newest first.',
      filters: {
        search: Type.Optional(Type.String({ description: 'Part of the name, in any case.' })),
        kind: Type.Optional(Type.Enum([...CHAT_MEDIA_KINDS])),
      },
      cursor: byTime<MediaPlace>('keptAtMs', 'id'),
      find: ({ account, query: { search, kind }, before, most }) => {
        const like = search === undefined ? undefined : withIn(search);
        const filter = {
          search: like,
          kind,
          beforeMs: before?.keptAtMs,
          beforeId: before?.id,
          most,
        };
        return listMediaFiles(reader, { accountId: account.id, ...filter, ...now() });
      },
      placeOf: ({ keptAtMs, id }) => ({ keptAtMs, id }),
    }),
    getOne({
      path: '/v1/media-room',
      name: 'showMediaRoom',
      scope: 'read',
      about: 'How much your media library holds, and how much it may.',
      gives: MEDIA_ROOM,
      find: ({ account }) => roomOf(reader, { accountId: account.id, ...now() }),
      show: MEDIA_ROOM.show,
    }),
    getOne({
      ...at.show,
      name: 'showMedia',
      forAgents: true,
      scope: 'read',
      about: 'One file of your media library.',
      find: ({ account, places: { id } }) => find(account.id, id),
    }),
    createAddMedia(deps),
    operate(deps, setMediaFile, { ...at.change, name: 'changeMedia', scope: 'send' }),
    operate(deps, removeMediaFile, {
      ...at.remove,
      name: 'removeMedia',
      scope: 'send',
      done: 'It is out of the library. Messages that wait are still sent with it.',
    }),
    ...createMediaContents(deps, find),
  ];
}

const NEW = closed({
  name: Type.Optional(
    Type.String({ description: 'By which people find it; absent: as the file is called.' }),
  ),
  keep_until: Type.Optional(
    Type.String({ format: 'date-time', description: 'When it leaves the library; absent: never.' }),
  ),
  preview: Type.Optional(
    Type.String({
      description: `A small JPEG in base64: ${limit('mediaPreviewBytes')} bytes at most.`,
    }),
  ),
});

const givenIn = ({ name, keep_until: until, preview }: Static<typeof NEW>, fileName: string) => ({
  name,
  fileName,
  endsAtMs: until === undefined ? undefined : Date.parse(until),
  preview: preview === undefined ? undefined : Buffer.from(preview, 'base64'),
});

const POINTERS: Readonly<Record<string, string>> = { keepUntil: '/keep_until' };

const refuseBody = ({ field, rule }: { readonly field: string; readonly rule: string }): Refused =>
  refuseField(POINTERS[field] ?? `/${field}`, rule, 'body');

/** `POST /v1/media`: the same content is one file, however often it is given. */
function createAddMedia({ chat, receive }: MediaDeps): Endpoint {
  const most = mostBytesOf('document');
  return defineEndpoint({
    method: 'POST',
    path: PATH,
    name: 'addMedia',
    scope: 'send',
    about: 'Puts a file into your media library, as a form with its file.',
    form: { receive, shape: NEW, file: `What the platform shows, at most ${most} bytes.` },
    gives: MEDIA_FILE,
    statuses: { 201: 'It is in the library; or it was already, and has what is given now.' },
    failures: ['chat_media_refused', ...UPLOAD_FAILURES],
    async handle({ account, principal, body, file }) {
      if (file === undefined) {
        return refuseField('/file', `is missing: send it as ${FORM_BODY}`, 'body');
      }
      const given = givenIn(body as Static<typeof NEW>, file.name);
      const fault = faultOfNew(given, chat.clock.nowMs());
      if (fault !== undefined) return refuseBody(fault);
      const look = faultOfLook(await readHead(file.path, LOOKED_AT_BYTES));
      if (look !== undefined) return refuseField('/file', look, 'body');
      const kept = await chat.samples.keep(account.id, file);
      if (!kept.ok) return { kind: 'refused', refusal: kept.refusal };
      const added = { accountId: account.id, file: kept.file, ...given };
      const outcome = await addMediaFile(actingAs(chat, principal), added);
      if (!outcome.ok) return refuseBody(outcome);
      const it = MEDIA_FILE.show(outcome.value);
      return created(it, `${PATH}/${it.id}`);
    },
  });
}

/** With the ending of its content, whatever it is called. */
function fileNameOf({ name: given, extension }: MediaFile): string {
  const name = asFileName(given);
  return name.toLowerCase().endsWith(`.${extension}`) ? name : `${name}.${extension}`;
}

/** `GET /v1/media/{id}/content` and `…/preview` */
function createMediaContents(
  { reader, chat }: MediaDeps,
  find: (accountId: AccountId, id: ChatMediaId) => Promise<MediaFile | undefined>,
): readonly Endpoint[] {
  const { places, unknown } = at.show;
  const one = { method: 'GET', scope: 'read', places, givesFile: true } as const;
  return [
    defineEndpoint({
      ...one,
      path: `${PATH}/{id}/content`,
      name: 'readMedia',
      about: 'The file itself, to save.',
      failures: [unknown, 'results_busy'],
      async handle({ account, places: { id } }) {
        const found = await find(account.id, id);
        if (found === undefined) return refused(unknown);
        const pieces = () => readPieces(reader, account.id, id);
        const fileName = fileNameOf(found);
        return { kind: 'pieces', kept: 'result', contentType: found.mime, fileName, pieces };
      },
    }),
    defineEndpoint({
      ...one,
      path: `${PATH}/{id}/preview`,
      name: 'readMediaPreview',
      forAgents: true,
      about: 'A small picture of it, where there is one.',
      failures: [unknown],
      async handle({ account, places: { id } }) {
        const found = await find(account.id, id);
        if (found?.hasPreview !== true) return refused(unknown);
        const key = { accountId: account.id, id, nowMs: chat.clock.nowMs() };
        const preview = (await findPreview(reader, key))?.preview;
        const file = { kind: 'file', fileName: `preview-${id}` } as const;
        if (preview !== undefined) return { ...file, mime: 'image/jpeg', content: preview };
        const whole = await Array.fromAsync(readPieces(reader, account.id, id));
        return { ...file, mime: found.mime, content: Buffer.concat(whole) };
      },
    }),
  ];
}
