/** `POST /v1/chat/files`: a file for chat messages to come, without an address of its own. */
import type { ChatMediaId } from '../../domain/ids.ts';
import { addressOfGiven, CHAT_MEDIA_KINDS } from '../../domain/chat/media.ts';
import { faultOfLook, LOOKED_AT_BYTES } from '../../domain/chat/picture.ts';
import { mostBytesOf } from '../../domain/chat/sniff.ts';
import { limit } from '../../domain/limits.ts';
import { readHead } from '../../kit/file-pieces.ts';
import { Type } from '../../kit/shape.ts';
import { created, defineEndpoint, refuseField, type Endpoint } from '../../api/v1/endpoint.ts';
import { FORM_BODY } from '../../api/v1/read-form.ts';
import { UPLOAD_FAILURES, type ReceiveUpload } from '../../api/v1/receive-upload.ts';
import { closed, derived, resource } from '../../operations/resource.ts';
import type { ChatAdmin } from '../chat-numbers/chat-admin.ts';

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
