/** An entry of `free_form` (chat seed, section 4.2; contract section 10). */
import { refuse, type Refusal } from '../failure/failure.ts';
import { limit } from '../limits.ts';
import type { FreeFormDraft } from './draft.ts';
import { fieldsOf, textOf, wordOf, type GivenFields } from './given.ts';
import { CHAT_MEDIA_KINDS, readMediaAddress, type WantedMedia } from './media.ts';
import { countCharacters, isUnprintable } from './text.ts';

/** `type` and the words for it that stand for media; `media` is judged by its content. */
const MEDIA_TYPES = [...CHAT_MEDIA_KINDS, 'media'] as const;

/** What the entry says, complete but for its file. The first thing that is wrong is the refusal. */
export function readFreeForm(entry: GivenFields): FreeFormDraft | Refusal {
  const type = wordOf(entry.get('type'));
  if (type === undefined || type === '') return refuse('chat_field_missing', { field: 'type' });
  if (type === 'text') return readText(entry);
  const media = MEDIA_TYPES.find((it) => it === type);
  return media === undefined ? refuse('chat_type_unknown') : readMedia(entry, media);
}

function readText(entry: GivenFields): FreeFormDraft | Refusal {
  const body = textOf(fieldsOf(entry.get('text'))?.get('body'));
  if (body === undefined) return refuse('chat_field_missing', { field: 'text.body' });
  if (body.trim() === '') return refuse('chat_text_empty');
  return refuseText(body, limit('chatTextCharacters'), 'text.body') ?? { kind: 'text', body };
}

/**
 * The seed has address and caption mandatory for media; an empty caption is one. The platform shows
 * none under a sound: who says `audio`, which is ours, is told so. Who says `media` has to give one
 * whatever the file is, so under a sound it is dropped.
 */
function readMedia(
  entry: GivenFields,
  type: (typeof MEDIA_TYPES)[number],
): FreeFormDraft | Refusal {
  const fields = fieldsOf(entry.get(type));
  const written = textOf(fields?.get('url'))?.trim() ?? '';
  if (written === '') return refuse('chat_field_missing', { field: `${type}.url` });
  const caption = textOf(fields?.get('caption')) ?? (type === 'audio' ? '' : undefined);
  if (caption === undefined) return refuse('chat_field_missing', { field: `${type}.caption` });
  if (type === 'audio' && caption.trim() !== '') {
    return refuse('chat_caption_unshown', { field: 'audio.caption' });
  }
  const fileName = textOf(fields?.get('file_name'))?.trim() ?? '';
  const refused =
    refuseText(caption, limit('chatCaptionCharacters'), `${type}.caption`) ??
    refuseText(fileName, Number.POSITIVE_INFINITY, `${type}.file_name`);
  if (refused !== undefined) return refused;
  const url = readMediaAddress(written);
  if (typeof url !== 'string') return url;
  const wanted: WantedMedia = type === 'media' ? 'any' : type;
  return { kind: 'media', wanted, url, caption, fileName: fileName === '' ? undefined : fileName };
}

function refuseText(text: string, most: number, field: string): Refusal | undefined {
  if (isUnprintable(text)) return refuse('chat_text_unprintable', { field });
  const characters = text.length > most ? countCharacters(text) : 0;
  if (characters <= most) return undefined;
  const details = { field, characters: String(characters), most: String(most) };
  return refuse('chat_text_too_long', details);
}
