import { expect, it } from 'vitest';
import { decodeApart } from '../src/decode-apart.ts';
import { decodeBody } from '../src/decode-body.ts';

const BOUNDS = { fields: 4, jsonDepth: 2 };

it.each([
  ['api_key=K&mobile=%D9%BE', 'application/x-www-form-urlencoded'],
  ['{"api_key":"K","message":{"a":"پیغام"}}', ''],
  ['a&b&c&d&e', ''],
  ['%zz=1&a=2', ''],
])('another thread gives what decoding gives: %s', async (text, contentType) => {
  const encoded = { body: Buffer.from(text), contentType, contentEncoding: '' };
  expect(await decodeApart(encoded, BOUNDS)).toEqual(decodeBody(encoded, BOUNDS));
});
