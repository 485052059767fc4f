/**
 * The chat platform's own description of its interface judges what we write to it, from entries as
 * callers give them to the octets of a request. See graph-messages.ts for what of it is sound.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { composeMessage } from '../../src/carriers/whatsapp/compose-message.ts';
import { complete, linksOf, mediaOf } from '../../src/domain/chat/content.ts';
import type { ChatMediaKind, TakenMedia } from '../../src/domain/chat/media.ts';
import { readEntry } from '../../src/domain/chat/read-entry.ts';
import type { ChatSends } from '../../src/domain/chat/request.ts';
import type { ChatTemplate } from '../../src/domain/chat/template.ts';
import { faultsOf } from '../../src/kit/shape.ts';
import { CHAT_TEMPLATES, given, MOBILE, SAMPLE, texts } from '../support/chat.ts';
import { GRAPH_MESSAGE } from './graph-messages.ts';

const url = 'https://files.example/a.pdf';
const OPAQUE = '019ab1c2-0000-7000-8000-00000000abcd.1';

/** The request that an entry becomes; undefined: it was refused. */
function requestOf(entry: object, sends: ChatSends, kind: ChatMediaKind = 'image'): unknown {
  const read = readEntry(given({ mobile: MOBILE, ...entry }), 1, { sends, collapseBlanks: true });
  if (!read.ok) return undefined;
  const taken: TakenMedia = { id: SAMPLE, kind, extension: 'pdf', nameInAddress: undefined };
  const content = complete(
    read.draft,
    linksOf(read.draft).map(() => taken),
  );
  const uploads = new Map(mediaOf(content).map((id) => [id, '4490709327384033']));
  const composing = { destination: read.recipient, opaqueId: OPAQUE, uploads };

  // As it leaves: what is undefined is not there.
  return JSON.parse(JSON.stringify(composeMessage(content, composing))) as unknown;
}

const byTemplate = (template: ChatTemplate): ChatSends => ({ kind: 'template', template });
const FREE: ChatSends = { kind: 'free_form' };

const {
  fixed,
  order,
  titled,
  picture,
  film,
  invoice,
  place,
  offer,
  carousel,
  buttons,
  code,
  named,
} = CHAT_TEMPLATES;
const document = { type: 'document', url };
const CARD = {
  header: { type: 'image', url },
  body: texts('Lamp'),
  buttons: [{ type: 'url', text: 'lamp' }],
};
const PLACE = {
  type: 'location',
  latitude: 31.5,
  longitude: 74.3,
  name: 'Shop',
  address: 'Lahore',
};
const filled = [
  { type: 'url', text: '991' },
  { type: 'quick_reply', payload: 'fine' },
  { type: 'copy_code', coupon_code: 'SAVE20' },
];

describe('what we write to the platform', () => {
  it.each<[string, ChatTemplate, object]>([
    ['fixed content', fixed, {}],
    ['values', order, { body: texts('Ali', '17') }],
    ['values with names', named, { body: texts('Ali', '17') }],
    ['a text header', titled, { header: { type: 'text', text: 'x' }, body: texts('Ali', '17') }],
    ['a picture', picture, { header: { type: 'image', url }, body: texts('Ali') }],
    ['the picture of the template', picture, { body: texts('Ali') }],
    ['a film', film, { header: { type: 'video', url }, body: texts('Ali') }],
    ['a document', invoice, { header: { ...document, file_name: 'a.pdf' }, body: texts('Ali') }],
    ['a document without a name', invoice, { header: document, body: texts('Ali') }],
    ['a place', place, { header: { ...document, ...PLACE }, body: texts('Ali') }],
    [
      'an offer',
      offer,
      {
        offer: { expires_at: '2026-12-31T18:00:00Z' },
        body: texts('Ali'),
        buttons: filled.slice(2),
      },
    ],
    ['cards', carousel, { body: texts('Ali'), cards: [CARD, CARD] }],
    ['buttons', buttons, { body: texts('991'), buttons: filled }],
    ['a one-time code', code, { body: texts('4821') }],
  ])('is taken: a template with %s', (_, template, entry) => {
    expect(faultsOf(GRAPH_MESSAGE, requestOf(entry, byTemplate(template)))).toEqual([]);
  });

  it.each<[string, object, ChatMediaKind]>([
    ['a text', { type: 'text', text: { body: 'Hello\nthere' } }, 'image'],
    ['a picture', { type: 'image', image: { url, caption: 'A view' } }, 'image'],
    ['a picture with an empty caption', { type: 'image', image: { url, caption: '' } }, 'image'],
    ['a document', { type: 'document', document: { url, caption: '' } }, 'document'],
    ['a film by its content', { type: 'media', media: { url, caption: 'x' } }, 'video'],
    ['a sound by its content', { type: 'media', media: { url, caption: 'x' } }, 'audio'],
  ])('is taken: %s in free form', (_, entry, kind) => {
    expect(faultsOf(GRAPH_MESSAGE, requestOf(entry, FREE, kind))).toEqual([]);
  });

  it('is taken for a user who hides the number', () => {
    const content = { kind: 'text', body: 'Hello' } as const;
    const composing = {
      destination: 'PK.13491208655302741918',
      opaqueId: OPAQUE,
      uploads: new Map(),
    };
    expect(faultsOf(GRAPH_MESSAGE, composeMessage(content, composing))).toEqual([]);
  });

  it('is taken whatever the values are that passed our own rules', () => {
    const value = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 20 }),
      fc.constantFrom('a\nb', '     ', '', 'x'.repeat(1_000), '{{1}}'),
    );
    const template = fc.constantFrom(...Object.values(CHAT_TEMPLATES));
    let taken = 0;
    fc.assert(
      fc.property(template, fc.array(value, { maxLength: 2 }), value, (one, values, other) => {
        const kind = one.definition.header?.kind ?? 'text';
        const header = kind === 'text' ? { type: kind, text: other } : { type: kind, url };
        const entry = {
          body: texts(...values),
          ...(one.definition.header === undefined ? {} : { header }),
          buttons: one === buttons ? [...filled.slice(1), { type: 'url', text: other }] : [],
        };
        const request = requestOf(entry, byTemplate(one));
        if (request === undefined) return;
        taken += 1;
        expect(faultsOf(GRAPH_MESSAGE, request)).toEqual([]);
      }),
      { numRuns: 500 },
    );
    expect(taken).toBeGreaterThan(10);
  });
});

describe('the judge', () => {
  const sound = {
    messaging_product: 'whatsapp',
    to: MOBILE,
    type: 'image',
    image: { id: '1' },
  };
  const button = { type: 'button', sub_type: 'url', index: '0', parameters: texts('991') };
  const template = (...components: readonly object[]) => ({
    messaging_product: 'whatsapp',
    to: MOBILE,
    type: 'template',
    template: { name: 'order', language: { code: 'en' }, components },
  });

  it('takes what is sound', () => {
    expect(faultsOf(GRAPH_MESSAGE, sound)).toEqual([]);
    expect(faultsOf(GRAPH_MESSAGE, template(button))).toEqual([]);
  });

  it.each<[string, object]>([
    ['without a product', { ...sound, messaging_product: undefined }],
    ['to nobody', { ...sound, to: undefined }],
    ['to a user who hides the number as if it were a number', { ...sound, to: 'PK.134912' }],
    ['to two', { ...sound, recipient: 'PK.134912' }],
    ['whose object has another name', { ...sound, type: 'video' }],
    ['with a field that is unknown', { ...sound, preview_url: true }],
    ['with id and link', { ...sound, image: { id: '1', link: url } }],
    ['with an empty caption', { ...sound, image: { id: '1', caption: '' } }],
    [
      'with a caption that is too long',
      { ...sound, image: { id: '1', caption: 'x'.repeat(1_025) } },
    ],
    ['of a sound with a caption', { ...sound, type: 'audio', audio: { id: '1', caption: 'x' } }],
    ['with no components where some are said to be', template()],
    ['with a header of two values', template({ type: 'header', parameters: texts('a', 'b') })],
    ['with an empty value', template({ type: 'body', parameters: texts('') })],
    ['with a button by number', template({ ...button, index: 0 })],
    ['with a button without a value', template({ ...button, parameters: [] })],
    ['with a button of a kind that we do not fill', template({ ...button, sub_type: 'mpm' })],
  ])('refuses a message %s', (_, request) => {
    expect(faultsOf(GRAPH_MESSAGE, JSON.parse(JSON.stringify(request)))).not.toEqual([]);
  });
});
