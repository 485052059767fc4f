/**
 * Checks entries of `template_data` and `free_form` against the rules for their content: header and
 * body values against the template's (chat seed, sections 2 and 4.1), free form against its own
 * (chat seed, section 4.2; contract section 10).
 */
import { failureOf, isRefusal, type Refusal, refuse, sentenceOf } from '../failure/failure.ts';
import { limit } from '../limits.ts';
import { explainRefusal, readRecipient } from '../recipient/recipient.ts';
import { checkButtons } from './check-buttons.ts';
import type {
  CardDraft,
  ChatDraft,
  DraftMedia,
  FreeFormDraft,
  HeaderDraft,
  NamedValue,
  TemplateDraft,
} from './content.ts';
import { fieldsOf, type Given, type GivenFields, listOf, textOf, wordOf } from './request-value.ts';
import { asFileName, CHAT_MEDIA_KINDS, readMediaAddress, type WantedMedia } from './media.ts';
import type { ChatRecipient, ChatSends, ReadEntry } from './request.ts';
import type { ChatCard, ChatHeader, ChatTemplate, ChatWording } from './template.ts';
import { checkOffer } from './offer.ts';
import { readPlace } from './read-place.ts';
import { looksLikeUserId, readUserId } from './user-id.ts';
import {
  countCharacters,
  fillIn,
  isNumbered,
  isUnprintable,
  refuseTooLong,
  settleValue,
} from './text.ts';

export type EntryRules = {
  readonly sends: ChatSends;
  /** Whether white space that the platform refuses in values becomes one blank. */
  readonly collapseBlanks: boolean;
};

/**
 * Reads one entry: first the recipient, then the content. A fault in it is its own result; it does
 * not affect other entries (contract section 10).
 * @param place the entry's position from 1: it names a recipient that has no digits.
 */
export function readEntry(given: Given, place: number, rules: EntryRules): ReadEntry {
  const fields = fieldsOf(given);
  const nobody = `number ${place}`;
  if (fields === undefined) return no(nobody, refuse('chat_entry_not_object'));
  const to = readMobile(fields.get('mobile'), nobody);
  if ('refusal' in to) return no(to.shown, to.refusal);
  const draft = readContent(fields, rules);
  if ('reason' in draft) return no(to.recipient, draft);
  return { ok: true, recipient: to.recipient, draft };
}

function no(shown: string, refusal: Refusal): ReadEntry {
  return { ok: false, shown, refusal };
}

type To =
  | { readonly recipient: ChatRecipient }
  | { readonly shown: string; readonly refusal: Refusal };

function readMobile(given: Given | undefined, nobody: string): To {
  const written = textOf(given ?? '');
  if (written === undefined) return { shown: nobody, refusal: refuse('chat_mobile_not_text') };
  const userId = readUserId(written);
  if (userId !== undefined) return { recipient: userId };
  if (looksLikeUserId(written)) return { shown: nobody, refusal: refuse('chat_user_misspelt') };
  const reading = readRecipient(written);
  if (reading.ok) return { recipient: reading.number };
  const { refusal } = reading;
  const shown = refusal.digits === '' ? nobody : refusal.digits;
  if (written.trim() === '') return { shown, refusal: refuse('recipient_empty') };
  return { shown, refusal: refuse('no_valid_recipient', { why: explainRefusal(refusal) }) };
}

function readContent(fields: GivenFields, rules: EntryRules): ChatDraft | Refusal {
  return rules.sends.kind === 'template'
    ? readTemplateEntry(fields, rules.sends.template, rules.collapseBlanks)
    : readFreeForm(fields);
}

function readTemplateEntry(
  fields: GivenFields,
  { name, language, definition }: ChatTemplate,
  collapse: boolean,
): TemplateDraft | Refusal {
  const header = checkHeader(definition.header, fields.get('header'), collapse);
  if (header !== undefined && 'reason' in header) return header;
  const offer = checkOffer(definition.offer, fields.get('offer'));
  if (offer !== undefined && 'reason' in offer) return offer;
  const body = checkBody(definition.body, fields.get('body'), collapse);
  if (isRefusal(body)) return body;
  const buttons = checkButtons(definition.buttons, fields.get('buttons'), { body, collapse });
  if (isRefusal(buttons)) return buttons;
  const cards = readCards(definition.cards, fields.get('cards'), collapse);
  if (cards !== undefined && 'reason' in cards) return cards;
  return { kind: 'template', name, language, header, offer, body, buttons, cards };
}

/** One for each card of the template, in their order; undefined: it is no carousel. */
function readCards(
  cards: readonly ChatCard[],
  given: Given | undefined,
  collapse: boolean,
): readonly CardDraft[] | Refusal | undefined {
  const list = listOf(given);
  if (list?.length !== cards.length) {
    const details = { needed: String(cards.length), given: String(list?.length ?? 0) };
    return refuse('chat_cards_count', details);
  }
  const read: CardDraft[] = [];
  for (const [index, card] of cards.entries()) {
    const draft = readCard(card, fieldsOf(list[index]), collapse);
    if (!('reason' in draft)) read.push(draft);
    // What is wrong with a file says so in its own sentence.
    else if (failureOf(draft.reason).code !== '22') return draft;
    else {
      const why = sentenceOf(draft).replace(/^Invalid /, '');
      return refuse('chat_card', { card: String(index + 1), why });
    }
  }
  return cards.length === 0 ? undefined : read;
}

function readCard(
  { header: wanted, body: wording, buttons: keys }: ChatCard,
  fields: GivenFields | undefined,
  collapse: boolean,
): CardDraft | Refusal {
  const header = checkHeader(wanted, fields?.get('header'), collapse);
  if (header === undefined) return refuse('chat_form', { place: 'header', needed: 'a file' });
  if ('reason' in header) return header;
  const body = checkBody(wording, fields?.get('body'), collapse);
  if (isRefusal(body)) return body;
  const buttons = checkButtons(keys, fields?.get('buttons'), { body, collapse });
  return isRefusal(buttons) ? buttons : { header, body, buttons };
}

/** `type` and the words accepted for media; `media` is judged by its content. */
const MEDIA_TYPES = [...CHAT_MEDIA_KINDS, 'media'] as const;

/** What the entry says, complete except for its file. The first fault is the refusal. */
function readFreeForm(entry: GivenFields): FreeFormDraft | Refusal {
  const type = wordOf(entry.get('type'));
  if (type === undefined || type === '') return refuse('chat_field_missing', { field: 'type' });
  if (type === 'text') return readFreeText(entry, type, limit('chatTextCharacters'));
  // The platform shows it as a body beside a button.
  if (type === ASKING) return readFreeText(entry, type, limit('chatBodyCharacters'));
  const media = MEDIA_TYPES.find((it) => it === type);
  return media === undefined ? refuse('chat_type_unknown') : readFreeMedia(entry, media);
}

/** Asks a user who hides the number for it. */
const ASKING = 'request_contact_info';

function readFreeText(
  entry: GivenFields,
  kind: 'text' | typeof ASKING,
  most: number,
): FreeFormDraft | Refusal {
  const body = textOf(fieldsOf(entry.get('text'))?.get('body'));
  if (body === undefined) return refuse('chat_field_missing', { field: 'text.body' });
  if (body.trim() === '') return refuse('chat_text_empty');
  return refuseText(body, most, 'text.body') ?? { kind, body };
}

/**
 * The seed makes address and caption mandatory for media; an empty caption will do. The platform
 * shows none with audio: callers who say `audio`, which is our word, are told so. Callers who say
 * `media` must give one whatever the file is, so with audio it is dropped.
 */
function readFreeMedia(
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
  const named = textOf(fields?.get('file_name')) ?? '';
  const refused =
    refuseText(caption, limit('chatCaptionCharacters'), `${type}.caption`) ??
    refuseText(named.trim(), Number.POSITIVE_INFINITY, `${type}.file_name`);
  if (refused !== undefined) return refused;
  const fileName = asFileName(named);
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

type MediaHeader = Exclude<ChatHeader, { readonly kind: 'text' | 'location' }>;

/**
 * @returns the message's header; undefined: none of its own. Without a header in the entry the
 * template's own file is used, if we keep one (chat seed, section 2).
 */
function checkHeader(
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
  switch (header.kind) {
    case 'text':
      return readHeaderText(header, fields, collapse);
    case 'location':
      return readPlace(fields, collapse);
    default:
      return readHeaderMedia(header.kind, fields);
  }
}

/** `{"type":"text"}` does no harm for a text header without a variable. */
function isBareText(header: ChatHeader | undefined, given: Given): boolean {
  const fields = fieldsOf(given);
  if (header === undefined || fields === undefined) return false;
  return wordOf(fields.get('type')) === 'text' && (textOf(fields.get('text')) ?? '') === '';
}

function withoutHeader(header: ChatHeader): HeaderDraft | Refusal {
  const { kind } = header;
  if (kind === 'text' || kind === 'location' || header.sample === undefined)
    return refuse('chat_header_missing', { kind });
  return mediaHeader(kind, { from: 'kept', id: header.sample }, undefined);
}

function readHeaderText(
  header: ChatHeader & { readonly kind: 'text' },
  fields: GivenFields,
  collapse: boolean,
): HeaderDraft | Refusal {
  const written = textOf(fields.get('text'));
  if (written === undefined) {
    return refuse('chat_form', { place: 'header', needed: 'text, a string or a number,' });
  }
  const text = settleValue(written, collapse, 'header');
  if (typeof text !== 'string') return text;
  const [name] = header.variables;
  const value = isNumbered(header) || name === undefined ? { text } : { text, name };
  const tooLong = refuseTooLong(fillIn(header, [value]), limit('chatHeaderCharacters'), 'header');
  return tooLong ?? { kind: 'text', ...value };
}

function readHeaderMedia(kind: MediaHeader['kind'], fields: GivenFields): HeaderDraft | Refusal {
  const written = textOf(fields.get('url'))?.trim() ?? '';
  if (written === '') return refuse('chat_form', { place: 'header', needed: 'url' });
  const url = readMediaAddress(written);
  if (typeof url !== 'string') return url;
  if (kind !== 'document') return mediaHeader(kind, { from: 'link', url }, undefined);
  const fileName = readFileName(fields.get('file_name'));
  if (typeof fileName === 'object') return fileName;
  return mediaHeader(kind, { from: 'link', url }, fileName);
}

/** The name for a document's card; undefined: none was given. */
function readFileName(given: Given | undefined): string | Refusal | undefined {
  if (given === undefined || given === null) return undefined;
  const place = 'header file_name';
  const written = textOf(given);
  if (written === undefined) return refuse('chat_form', { place, needed: 'a string' });
  const name = asFileName(written);
  if (isUnprintable(written.trim())) return refuse('chat_value_unprintable', { place });
  return name === '' ? undefined : name;
}

function mediaHeader(
  kind: MediaHeader['kind'],
  media: DraftMedia,
  fileName: string | undefined,
): HeaderDraft {
  return kind === 'document' ? { kind, media, fileName } : { kind, media };
}

/**
 * One value per variable, text only, none empty, and the body with them no longer than its limit.
 * Where variables have names, values may name theirs (`parameter_name`); else order decides.
 */
function checkBody(
  body: ChatWording,
  given: Given | undefined,
  collapse: boolean,
): readonly NamedValue[] | Refusal {
  const list = listOf(given);
  if (list === undefined) {
    return refuse('chat_form', { place: 'body', needed: 'an array of {type, text}' });
  }
  const order = body.variables;
  if (list.length !== order.length) {
    const details = { needed: String(order.length), given: String(list.length) };
    return refuse('chat_values_count', details);
  }
  const arranged = isNumbered(body) ? list : arrange(list, order);
  if (isRefusal(arranged)) return arranged;
  const values: NamedValue[] = [];
  for (const [index, item] of arranged.entries()) {
    const text = readValue(item, collapse, `body value ${index + 1}`);
    if (typeof text !== 'string') return text;
    const name = order[index];
    values.push(isNumbered(body) || name === undefined ? { text } : { text, name });
  }
  const tooLong = refuseTooLong(fillIn(body, values), limit('chatBodyCharacters'), 'body');
  return tooLong ?? values;
}

function readValue(item: Given, collapse: boolean, place: string): string | Refusal {
  const fields = fieldsOf(item);
  const written = fields === undefined || !isText(fields) ? undefined : textOf(fields.get('text'));
  if (written === undefined) {
    return refuse('chat_form', {
      place,
      needed: '{"type":"text","text":…} with a string or a number',
    });
  }
  return settleValue(written, collapse, place);
}

function isText(fields: GivenFields): boolean {
  return (wordOf(fields.get('type')) ?? 'text') === 'text';
}

/** Values that name their variables, in the variables' order; unchanged when none does. */
function arrange(list: readonly Given[], order: readonly string[]): readonly Given[] | Refusal {
  const named = new Map(list.map((item) => [nameOf(item), item]));
  if (named.size === 1 && named.has(undefined)) return list;
  const arranged: Given[] = [];
  for (const variable of order) {
    const item = named.get(variable);
    if (item === undefined) {
      const instead = 'of one of its variables';
      return refuse('chat_value_unknown', { variable: { quote: variable, instead } });
    }
    arranged.push(item);
  }
  return arranged;
}

function nameOf(item: Given): string | undefined {
  return textOf(fieldsOf(item)?.get('parameter_name'))?.trim();
}
