/** `POST /v1/chat/files`: a file for chat messages to come; and files of those that were sent. */
import type { ChatMediaId, MessageId } from '../../domain/ids.ts';
import { mediaOf, unpackContent } from '../../domain/chat/content.ts';
import { addressOfGiven, CHAT_MEDIA_KINDS } from '../../domain/chat/media.ts';
import { faultOfLook, LOOKED_AT_BYTES } from '../../domain/chat/picture.ts';
import { mostBytesOf } from '../../domain/chat/sniff.ts';
import { limit } from '../../domain/limits.ts';
import type { Reader } from '../../kit/postgres/pool.ts';
import { readHead } from '../../kit/file-pieces.ts';
import { Type } from '../../kit/shape.ts';
import {
  created,
  defineEndpoint,
  refused,
  refuseField,
  type Endpoint,
} from '../../api/v1/endpoint.ts';
import { FORM_BODY } from '../../api/v1/read-form.ts';
import { UPLOAD_FAILURES, type ReceiveUpload } from '../../api/v1/receive-upload.ts';
import { closed, derived, resource } from '../../operations/resource.ts';
import { findMedia, readPieces } from '../../store/chat/media.ts';
import { findChats, readChatContents } from '../../store/chat/messages.ts';
import type { ChatAdmin } from '../chat-numbers/chat-admin.ts';
import { MESSAGE_ID } from '../messages/messages.http.ts';

const FILE = resource(
  'ChatFile',
  {
    url: derived(
      Type.String({ description: 'Stands wherever a chat message takes the address of a file.' }),
      ({ id }: { readonly id: ChatMediaId }) => addressOfGiven(id),
    ),
    kind: Type.Enum([...CHAT_MEDIA_KINDS], { description: 'How the platform shows it.' }),
    mime: Type.String({ description: 'By its content.' }),
    bytes: Type.Integer({ minimum: 1 }),
  },
  `A file, kept until no message has named it for ${limit('chatMediaDays')} days.`,
);

type Deps = {
  readonly chat: Pick<ChatAdmin, 'samples'>;
  readonly receive: ReceiveUpload;
};

/** `POST /v1/chat/files`: the same content is one file, however often it is given. */
export function createGiveChatFile({ chat, receive }: Deps): Endpoint {
  const most = mostBytesOf('document');
  return defineEndpoint({
    method: 'POST',
    path: '/v1/chat/files',
    name: 'giveChatFile',
    forAgents: true,
    scope: 'send',
    about: 'Keeps a file for chat messages, as a form with its file.',
    form: { receive, shape: closed({}), file: `What the platform shows, at most ${most} bytes.` },
    gives: FILE,
    statuses: { 201: 'It is kept; or it was already.' },
    failures: ['chat_media_refused', ...UPLOAD_FAILURES],
    async handle({ account, file }) {
      if (file === undefined) {
        return refuseField('/file', `is missing: send it as ${FORM_BODY}`, 'body');
      }
      const look = faultOfLook(await readHead(file.path, LOOKED_AT_BYTES));
      if (look !== undefined) return refuseField('/file', look, 'body');
      const kept = await chat.samples.keep(account.id, file);
      if (!kept.ok) return { kind: 'refused', refusal: kept.refusal };
      const shown = FILE.show(kept.file);
      return created(shown, shown.url);
    },
  });
}

/** `GET /v1/messages/{id}/file`: none of a template's, whose files are values as its words are. */
export function createFetchSentFile({ reader }: { readonly reader: Reader }): Endpoint {
  return defineEndpoint({
    method: 'GET',
    path: '/v1/messages/{id}/file',
    name: 'fetchSentFile',
    forAgents: true,
    scope: 'read',
    about: 'The picture, audio or file of a chat message in free form, while we keep it.',
    places: { id: MESSAGE_ID },
    givesFile: true,
    failures: ['message_unknown', 'media_unknown', 'results_busy'],
    async handle({ account: { id: accountId }, places }) {
      const key = { accountId, messageId: places.id as MessageId };
      if ((await findChats(reader, [key])).size === 0) return refused('message_unknown');
      const [stored] = await readChatContents(reader, [key]);
      const content = unpackContent(stored?.text ?? '');
      const [id] = content?.kind === 'template' ? [] : mediaOf(content);
      const kept = id && (await findMedia(reader, { accountId, id }));
      if (id === undefined || kept === undefined) return refused('media_unknown');
      const { kind, mime, extension } = kept;
      const fileName = content?.kind === 'document' ? content.fileName : `file.${extension}`;
      const pieces = () => readPieces(reader, accountId, id);
      if (kind !== 'image') {
        return { kind: 'pieces', kept: 'result', contentType: mime, fileName, pieces };
      }
      // A page shows many pictures at once, and they are small.
      const picture = Buffer.concat(await Array.fromAsync(pieces()));
      return { kind: 'file', mime, content: picture, fileName };
    },
  });
}
