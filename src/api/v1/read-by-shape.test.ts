import { expect, it } from 'vitest';
import { runToEnd } from '@paigham/base/yielding.ts';
import { readingPlain } from '../../kit/read-plain.ts';
import { Type, type TSchema } from '../../kit/shape.ts';
import { NEW_MESSAGES } from '../../features/messages/send-messages.http.ts';
import { readingByShape } from './read-by-shape.ts';
import { boundsOf } from './read-payload.ts';
import { closed, nullable } from '../../operations/resource.ts';

const SHAPE = closed({
  id: Type.Optional(Type.String()),
  when: Type.Optional(Type.String({ format: 'date-time' })),
  count: Type.Optional(Type.Integer()),
  cap: Type.Optional(nullable('null: none.')),
  either: Type.Optional(Type.Union([Type.String(), Type.Integer()])),
});

const read = (text: string, shape: TSchema = SHAPE): unknown => {
  const json = runToEnd(readingPlain(text, 8, boundsOf(shape), true));
  if (!json.ok) throw new Error(text);
  return runToEnd(readingByShape(json.value, shape));
};

it.each([
  ['{"id":null,"when":null,"count":null}', {}],
  ['{"cap":null}', { cap: null }],
  ['{"id":501}', { id: '501' }],
  ['{"id":92300123456700000001}', { id: '92300123456700000001' }],
  ['{"cap":1.50}', { cap: '1.50' }],
  ['{"count":3,"when":3,"either":3}', { count: 3, when: 3, either: 3 }],
  ['{"id":true}', { id: true }],
  ['{"strange":null}', { strange: null }],
  ['[null]', [null]],
  ['null', null],
])('%s is read as %j', (text, value) => {
  expect(read(text)).toEqual(value);
});

it('reads a send as libraries write it', () => {
  const text = `{"kind":null,"recipients":[923001234567,{"recipient":923001234568,
    "values":{"price":1250.50,"name":null}}],"template_id":501,"values":{"code":4821,"x":null},
    "send_at":null,"network":null,"unicode":null,"content":null}`;
  expect(read(text, NEW_MESSAGES)).toEqual({
    recipients: ['923001234567', { recipient: '923001234568', values: { price: '1250.50' } }],
    template_id: '501',
    values: { code: '4821' },
  });
});

it('leaves what a chat message says as it is', () => {
  const text = '{"recipients":["923001234567"],"content":{"body":[{"text":7}],"header":null}}';
  expect(read(text, NEW_MESSAGES)).toMatchObject({
    content: { body: [{ text: 7 }], header: null },
  });
});
