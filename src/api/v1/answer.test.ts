import { expect, it } from 'vitest';
import { answerFile } from './answer.ts';

const FILE = { kind: 'file', mime: 'image/png', content: Buffer.of(), fileName: 'a' } as const;
const disposition = (fileName: string): unknown =>
  answerFile({ ...FILE, fileName }).headers?.['Content-Disposition'];

it.each([
  ['invoice.pdf', 'invoice.pdf'],
  ["Ali's bill (1)*.pdf", 'Ali%27s%20bill%20%281%29%2A.pdf'],
  ['بل.pdf', '%D8%A8%D9%84.pdf'],
  ['a"\r\nSet-Cookie: x', 'a%22%0D%0ASet-Cookie%3A%20x'],
])('a file called %j is saved under that name', (name, encoded) => {
  expect(disposition(name)).toBe(`attachment; filename*=UTF-8''${encoded}`);
});

it.each([
  ['image/png', 'image/png'],
  ['audio/ogg; codecs=opus', 'audio/ogg'],
  ['image/png\r\nX: y', 'application/octet-stream'],
  ['', 'application/octet-stream'],
])('a file of the type %j is served as %j', (mime, type) => {
  const { contentType } = answerFile({ ...FILE, mime });
  expect(contentType).toBe(type);
});
