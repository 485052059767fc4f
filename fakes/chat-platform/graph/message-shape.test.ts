import { describe, expect, it } from 'vitest';
import type { Json } from '../json.ts';
import { readShape } from './message-shape.ts';

const send = (more: Json): Json => ({
  messaging_product: 'whatsapp',
  to: '923001234567',
  type: 'text',
  text: { body: 'Salaam' },
  ...more,
});

const without = (body: Json, key: string): Json =>
  Object.fromEntries(Object.entries(body).filter(([name]) => name !== key));

describe('a send request', () => {
  it.each<readonly [string, Json, Json]>([
    ['a text', send({}), { type: 'text', to: '923001234567', addressed: 'to' }],
    ['a number with plus and blanks', send({ to: '+92 300 1234567' }), { to: '923001234567' }],
    [
      'a user id as recipient',
      without(send({ recipient: 'PK.12345' }), 'to'),
      { to: 'PK.12345', addressed: 'recipient' },
    ],
    ['both: the number counts', send({ recipient: 'PK.12345' }), { to: '923001234567' }],
    ['4,096 characters', send({ text: { body: 'x'.repeat(4_096) } }), { type: 'text' }],
    [
      'a quote and callback data',
      send({ context: { message_id: 'wamid.x' }, biz_opaque_callback_data: 'a'.repeat(512) }),
      { contextId: 'wamid.x', callbackData: 'a'.repeat(512) },
    ],
    [
      'a document by its id',
      send({ type: 'document', text: undefined, document: { id: '12', filename: 'a.pdf' } }),
      { type: 'document' },
    ],
  ])('is read: %s', (_, body, shape) => {
    const read = readShape(JSON.parse(JSON.stringify(body)) as Json);
    expect(read).toMatchObject({ ok: true, shape });
  });

  it.each<readonly [string, Json, number]>([
    ['no messaging_product', send({ messaging_product: undefined }), 100],
    ['nobody to send to', send({ to: undefined }), 100],
    ['a number with letters', send({ to: '92300ABC' }), 100],
    ['a number that is no text', send({ to: 923001234567 }), 100],
    ['an unknown type', send({ type: 'song' }), 100],
    ['nothing under the type', send({ text: undefined }), 131008],
    ['4,097 characters', send({ text: { body: 'x'.repeat(4_097) } }), 100],
    ['a stray key', send({ colour: 'red' }), 100],
    ['a stray key inside', send({ text: { body: 'x', colour: 'red' } }), 100],
    ['long callback data', send({ biz_opaque_callback_data: 'a'.repeat(513) }), 100],
    [
      'id and link',
      send({ type: 'image', text: undefined, image: { id: '1', link: 'http://a' } }),
      100,
    ],
    ['neither id nor link', send({ type: 'image', text: undefined, image: {} }), 131008],
    [
      'a caption under a sound',
      send({ type: 'audio', text: undefined, audio: { id: '1', caption: 'x' } }),
      100,
    ],
    [
      'a caption of 1,025',
      send({ type: 'image', text: undefined, image: { id: '1', caption: 'x'.repeat(1_025) } }),
      100,
    ],
    ['a template without name', send({ type: 'template', text: undefined, template: {} }), 131008],
    [
      'a template without language',
      send({ type: 'template', text: undefined, template: { name: 'x' } }),
      131008,
    ],
  ])('is refused: %s', (_, body, code) => {
    const read = readShape(JSON.parse(JSON.stringify(body)) as Json);
    expect(read).toMatchObject({ ok: false, fault: { code } });
  });
});
