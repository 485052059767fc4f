import { describe, expect, it } from 'vitest';
import { jpegOf, PDF, pngOf } from '../../../test/support/documents.ts';
import { limit } from '../limits.ts';
import {
  DOCUMENT_KINDS,
  explainRefusal,
  isComplete,
  judgeFile,
  readTaxNumber,
  standingOf,
  type DocumentKind,
  type DocumentState,
} from './verification.ts';

const octets = (text: string): Uint8Array => Buffer.from(text, 'latin1');
const ruleOf = (kind: DocumentKind, file: Uint8Array): string | undefined => {
  const judged = judgeFile(kind, file);
  return judged.ok ? undefined : judged.rule;
};

describe('a file', () => {
  it('counts as a document when it is a PDF, a JPEG or a PNG by its content', () => {
    expect(judgeFile('tax', PDF)).toMatchObject({ ok: true, mime: 'application/pdf' });
    expect(judgeFile('face', jpegOf(640, 480))).toMatchObject({ mime: 'image/jpeg' });
    expect(judgeFile('agreement', pngOf(640, 480))).toMatchObject({ mime: 'image/png' });
  });

  it.each([
    ['nothing', ''],
    ['a web page', '<!doctype html><script>alert(1)</script>'],
    ['a picture that runs scripts', '<svg xmlns="http://www.w3.org/2000/svg" onload="x()"/>'],
    ['an archive', 'PK\x03\x04\x14\0\0\0\x08\0bomb'],
    ['a program', 'MZ\x90\0\x03\0\0\0'],
    ['an animation', 'GIF89a\x01\0\x01\0'],
    ['plain text', 'I am a card'],
    ['a page that a PDF is said to follow', '<html>%PDF-1.7 %%EOF'],
    ['a PDF without an end', '%PDF-1.7\n<script>alert(1)</script>'],
    ['a JPEG without an end', '\xff\xd8\xff\xe0\0\x10JFIF'],
    ['a JPEG without a picture', '\xff\xd8\xff\xe0\0\x04ab\xff\xd9'],
    ['a PNG without an end', '\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01'],
    ['the beginning of a PNG and its end', '\x89PNG\r\n\x1a\nIEND'],
  ])('that is %s does not', (_, text) => {
    expect(ruleOf('tax', octets(text))).toMatch(/^must /);
  });

  it('of a face is a picture', () => {
    expect(ruleOf('face', PDF)).toBe(
      'must be a JPEG or PNG picture by its content, whatever its name says',
    );
  });

  it('may not unpack to more pixels than the limit', () => {
    const side = Math.sqrt(limit('documentPixels'));
    for (const make of [jpegOf, pngOf]) {
      expect(ruleOf('face', make(side, side))).toBeUndefined();
      expect(ruleOf('face', make(side, side + 1))).toMatch(/at most 100000000 pixels/);
      expect(ruleOf('face', make(0, side))).toMatch(/width and height/);
    }
    expect(ruleOf('tax', pngOf(0x7fff_ffff, 0x7fff_ffff))).toMatch(/pixels/);
  });
});

describe('a tax number', () => {
  it.each([
    ['1234567-8', '1234567-8'],
    ['12345678', '1234567-8'],
    ['a123456-7', 'A123456-7'],
    ['35202-1234567-1', '3520212345671'],
    ['32 77 8761 234 56', '3277876123456'],
  ])('%s is kept as %s', (given, kept) => expect(readTaxNumber(given)).toBe(kept));

  it.each(['', '1234567', '123456789', '12345678901234', 'AB12345-6', '1234567-X', '<b>'])(
    '"%s" is none',
    (given) => expect(readTaxNumber(given)).toBeUndefined(),
  );
});

describe('a verification', () => {
  const all = (state: DocumentState) => DOCUMENT_KINDS.map((kind) => [kind, state] as const);

  it('is complete when every document is approved', () => {
    expect(isComplete(new Map(all('approved')))).toBe(true);
    expect(isComplete(new Map(all('approved').slice(1)))).toBe(false);
    expect(isComplete(new Map([...all('approved'), ['face', 'submitted']]))).toBe(false);
  });

  it('stands where its documents do, until the account is verified', () => {
    expect(standingOf(false, new Map())).toBe('incomplete');
    expect(standingOf(false, new Map(all('submitted')))).toBe('waiting');
    expect(standingOf(false, new Map([['face', 'refused']]))).toBe('refused');
    expect(standingOf(true, new Map([['face', 'refused']]))).toBe('verified');
  });

  it('explains a refusal by its reason and the words of staff', () => {
    expect(explainRefusal('expired', undefined)).toBe('The document has expired.');
    expect(explainRefusal('other', 'Both sides are the back.')).toBe(
      'It cannot be accepted. Both sides are the back.',
    );
  });
});
