/** How a file of the media library is shown. */
import { addressOfGiven, CHAT_MEDIA_KINDS } from '../../domain/chat/media.ts';
import type { ChatMediaId } from '../../domain/ids.ts';
import { Type } from '../../kit/shape.ts';
import {
  derived,
  from,
  id,
  nullableTime,
  part,
  resource,
  time,
  count,
} from '../../operations/resource.ts';

export const MEDIA_FILE = resource(
  'MediaFile',
  {
    id: id(),
    url: derived(
      Type.String({ description: 'Stands wherever a chat message takes the address of a file.' }),
      (it: { readonly id: ChatMediaId }) => addressOfGiven(it.id),
    ),
    name: Type.String({ description: 'By which people find it; a document is sent under it.' }),
    kind: Type.Enum([...CHAT_MEDIA_KINDS], { description: 'How the platform shows it.' }),
    mime: Type.String({ description: 'By its content.' }),
    bytes: Type.Integer({ minimum: 1 }),
    has_preview: Type.Boolean({ description: 'Whether there is a small picture of it.' }),
    keep_until: from('endsAtMs', nullableTime('When it leaves the library; null: never.')),
    added_at: from('keptAtMs', time()),
    used_at: time('When a request last named it, to the day.'),
  },
  'A file that you keep for chat messages, under a name.',
);

export const MEDIA_ROOM = part(
  {
    files: count('Files in the library.'),
    files_most: count('How many it takes.'),
    bytes: count('Of all of them together.'),
    bytes_most: count('How many it takes.'),
  },
  { title: 'MediaRoom', description: 'What the media library of an account holds, and may hold.' },
);
