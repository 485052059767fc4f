import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { given } from '../../../test/support/chat.ts';
import { failureOf, sentenceOf } from '../failure/failure.ts';
import { readEntry } from './read-entry.ts';

const url = 'https://files.example/a%20b.pdf';

function read(fields: object): unknown {
  const entry = readEntry(given({ mobile: '923001234567', ...fields }), 1, {
    sends: { kind: 'free_form' },
    collapseBlanks: true,
  });
  if (entry.ok) return entry.draft;
  return `${failureOf(entry.refusal.reason).code} : ${sentenceOf(entry.refusal)}`;
}

describe('an entry of free_form', () => {
  it.each([
    [
      { type: 'text', text: { body: 'Hello\nthere' } },
      { kind: 'text', body: 'Hello\nthere' },
    ],
    [
      { type: 'request_contact_info', text: { body: 'Your number?' } },
      { kind: 'request_contact_info', body: 'Your number?' },
    ],
    [
      { type: ' TEXT', text: { body: 17 } },
      { kind: 'text', body: '17' },
    ],
    [
      { type: 'image', image: { url, caption: 'A view' } },
      { kind: 'media', wanted: 'image', url, caption: 'A view', fileName: undefined },
    ],
    [
      { type: 'document', document: { url, caption: '', file_name: 'a.pdf' } },
      { kind: 'media', wanted: 'document', url, caption: '', fileName: 'a.pdf' },
    ],
    [
      { type: 'media', media: { url, caption: '' } },
      { kind: 'media', wanted: 'any', url, caption: '', fileName: undefined },
    ],
    [
      { type: 'video', video: { url, caption: 'x' } },
      { kind: 'media', wanted: 'video' },
    ],
    [
      { type: 'audio', audio: { url } },
      { kind: 'media', wanted: 'audio', caption: '' },
    ],
    [
      { type: 'audio', audio: { url, caption: ' ' } },
      { kind: 'media', wanted: 'audio' },
    ],
    [
      { type: 'media', media: { url, caption: 'What may be a sound' } },
      { kind: 'media', wanted: 'any', caption: 'What may be a sound' },
    ],
  ])('says %j', (fields, draft) => {
    expect(read(fields)).toMatchObject(draft);
  });

  it.each([
    [{}, '12 : Error: type is missing'],
    [{ type: null }, '12 : Error: type is missing'],
    [
      { type: 'sticker' },
      '12 : Invalid type: use text, image, document, video, audio, media or request_contact_info',
    ],
    [{ type: 'text' }, '12 : Error: text.body is missing'],
    [{ type: 'text', text: 'Hello' }, '12 : Error: text.body is missing'],
    [{ type: 'text', text: { body: null } }, '12 : Error: text.body is missing'],
    [{ type: 'text', text: { body: ' \n' } }, '6 : Error: text.body is empty'],
    [
      { type: 'text', text: { body: 'a\0' } },
      '12 : Invalid text.body: it holds a control character',
    ],
    [{ type: 'image', document: { url, caption: '' } }, '12 : Error: image.url is missing'],
    [{ type: 'image', image: { caption: '' } }, '12 : Error: image.url is missing'],
    [{ type: 'image', image: { url } }, '12 : Error: image.caption is missing'],
    [{ type: 'media', media: { url, caption: null } }, '12 : Error: media.caption is missing'],
    [
      { type: 'audio', audio: { url, caption: 'Listen' } },
      '12 : Invalid audio.caption: audio cannot have a caption',
    ],
    [
      { type: 'image', image: { url: 'a.jpg', caption: '' } },
      '25 : Invalid media: its url is not an http or https address of at most 2048 characters',
    ],
    [
      { type: 'document', document: { url, caption: '', file_name: 'a\n\0' } },
      '12 : Invalid document.file_name: it holds a control character',
    ],
  ])('is refused: %j', (fields, sentence) => {
    expect(read(fields)).toBe(sentence);
  });

  it('has at most 4,096 characters of text, and 1,024 of a caption', () => {
    const text = (body: string) => ({ type: 'text', text: { body } });
    const image = (caption: string) => ({ type: 'image', image: { url, caption } });
    expect(read(text('😀'.repeat(4_096)))).toMatchObject({ kind: 'text' });
    expect(read(text('x'.repeat(4_097)))).toBe(
      '12 : Invalid text.body: 4097 characters, at most 4096 are carried',
    );
    expect(read(image('x'.repeat(1_024)))).toMatchObject({ kind: 'media' });
    expect(read(image('x'.repeat(1_025)))).toBe(
      '12 : Invalid image.caption: 1025 characters, at most 1024 are carried',
    );
  });

  it('of any shape is read or refused, and never throws', () => {
    const type = fc.constantFrom('text', 'image', 'document', 'media', 'audio', 'x', null);
    const inner = fc.oneof(
      fc.jsonValue({ maxDepth: 2 }),
      fc.record({ url: fc.jsonValue(), caption: fc.jsonValue(), body: fc.jsonValue() }),
    );
    fc.assert(
      fc.property(type, inner, (word, value) => {
        read({ type: word, text: value, image: value, document: value, media: value });
      }),
    );
  });
});
