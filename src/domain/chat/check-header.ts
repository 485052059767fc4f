/** The header of an entry against that of its template (chat seed, sections 2 and 4.1). */
import { refuse, type Refusal } from '../failure/failure.ts';
import { limit } from '../limits.ts';
import type { DraftMedia, HeaderDraft } from './draft.ts';
import { fieldsOf, textOf, wordOf, type Given, type GivenFields } from './given.ts';
import { readMediaAddress } from './media.ts';
import type { ChatHeader } from './template.ts';
import { fillIn, isNumbered, isUnprintable, refuseTooLong, settleValue } from './text.ts';

type MediaHeader = Exclude<ChatHeader, { readonly kind: 'text' }>;

/**
 * @returns what the message carries as its header; undefined: nothing of its own. Without a header
 * in the entry the template's own file is used, where we keep one (chat seed, section 2).
 */
export function checkHeader(
  header: ChatHeader | undefined,
  given: Given | undefined,
  collapse: boolean,
): HeaderDraft | Refusal | undefined {
  const absent = given === undefined || given === null;
  const takesNone =
    header === undefined || (header.kind === 'text' && header.variables.length === 0);
  if (takesNone)
    return absent || isBareText(header, given) ? undefined : refuse('chat_header_none');
  if (absent) return withoutHeader(header);
  const fields = fieldsOf(given);
  if (fields === undefined)
    return refuse('chat_form', { place: 'header', needed: 'a JSON object' });
  if (wordOf(fields.get('type')) !== header.kind) {
    return refuse('chat_form', { place: 'header', needed: `the type ${header.kind}` });
  }
  return header.kind === 'text'
    ? readText(header, fields, collapse)
    : readMedia(header.kind, fields);
}

/** `{"type":"text"}` for a text header without a variable says nothing that is wrong. */
function isBareText(header: ChatHeader | undefined, given: Given): boolean {
  const fields = fieldsOf(given);
  if (header === undefined || fields === undefined) return false;
  return wordOf(fields.get('type')) === 'text' && (textOf(fields.get('text')) ?? '') === '';
}

function withoutHeader(header: ChatHeader): HeaderDraft | Refusal {
  const { kind } = header;
  if (kind === 'text' || header.sample === undefined)
    return refuse('chat_header_missing', { kind });
  return mediaHeader(kind, { from: 'kept', id: header.sample }, undefined);
}

function readText(
  header: ChatHeader & { readonly kind: 'text' },
  fields: GivenFields,
  collapse: boolean,
): HeaderDraft | Refusal {
  const written = textOf(fields.get('text'));
  if (written === undefined) {
    return refuse('chat_form', { place: 'header', needed: 'text, a text or a number,' });
  }
  const text = settleValue(written, collapse, 'header');
  if (typeof text !== 'string') return text;
  const [name] = header.variables;
  const value = isNumbered(header) || name === undefined ? { text } : { text, name };
  const tooLong = refuseTooLong(fillIn(header, [value]), limit('chatHeaderCharacters'), 'header');
  return tooLong ?? { kind: 'text', ...value };
}

function readMedia(kind: MediaHeader['kind'], fields: GivenFields): HeaderDraft | Refusal {
  const written = textOf(fields.get('url'))?.trim() ?? '';
  if (written === '') return refuse('chat_form', { place: 'header', needed: 'url' });
  const url = readMediaAddress(written);
  if (typeof url !== 'string') return url;
  if (kind !== 'document') return mediaHeader(kind, { from: 'link', url }, undefined);
  const fileName = readFileName(fields.get('file_name'));
  if (typeof fileName === 'object') return fileName;
  return mediaHeader(kind, { from: 'link', url }, fileName);
}

/** A name for a document's card; undefined: none was given. */
function readFileName(given: Given | undefined): string | Refusal | undefined {
  if (given === undefined || given === null) return undefined;
  const name = textOf(given)?.trim();
  const place = 'header file_name';
  if (name === undefined) return refuse('chat_form', { place, needed: 'a text' });
  if (isUnprintable(name)) return refuse('chat_value_unprintable', { place });
  return name === '' ? undefined : name;
}

function mediaHeader(
  kind: MediaHeader['kind'],
  media: DraftMedia,
  fileName: string | undefined,
): HeaderDraft {
  return kind === 'document' ? { kind, media, fileName } : { kind, media };
}
