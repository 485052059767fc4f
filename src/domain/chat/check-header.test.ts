import { describe, expect, it } from 'vitest';
import { CHAT_TEMPLATES, contentOf, SAMPLE, texts } from '../../../test/support/chat.ts';
import { limit } from '../limits.ts';

const { fixed, order, titled, picture, film, invoice } = CHAT_TEMPLATES;

describe('a header', () => {
  const body = texts('Ali');
  const url = 'https://files.example/a.jpg';

  it.each([
    [titled, { type: 'text', text: 'Summer' }, { kind: 'text', text: 'Summer' }],
    [picture, { type: 'IMAGE', url }, { kind: 'image', media: { from: 'link', url } }],
    [picture, undefined, { kind: 'image', media: { from: 'kept', id: SAMPLE } }],
    [picture, null, { kind: 'image', media: { from: 'kept', id: SAMPLE } }],
    [film, { type: 'video', url }, { kind: 'video', media: { from: 'link', url } }],
    [
      invoice,
      { type: 'document', url, file_name: 'June 2026.pdf' },
      { kind: 'document', media: { from: 'link', url }, fileName: 'June 2026.pdf' },
    ],
    [
      invoice,
      { type: 'document', url, file_name: '' },
      { kind: 'document', media: { from: 'link', url }, fileName: undefined },
    ],
    [fixed, undefined, undefined],
  ])('is what the template says (%#)', (template, header, expected) => {
    const values = template === titled ? texts('Ali', '1') : template === fixed ? [] : body;
    expect(contentOf(template, { header, body: values })).toMatchObject({ header: expected });
  });

  it.each([
    [
      order,
      { type: 'image', url },
      '22 : Invalid header: the template has no header that takes a value',
    ],
    [titled, undefined, '22 : Invalid header: the template needs one of the type text'],
    [film, undefined, '22 : Invalid header: the template needs one of the type video'],
    [film, 'https://a.example', '22 : Invalid header: a JSON object is required'],
    [film, { type: 'image', url }, '22 : Invalid header: the type video is required'],
    [film, { url }, '22 : Invalid header: the type video is required'],
    [film, { type: 'video' }, '22 : Invalid header: url is required'],
    [picture, { type: 'image', url: '' }, '22 : Invalid header: url is required'],
    [titled, { type: 'text' }, '22 : Invalid header: text, a string or a number, is required'],
    [titled, { type: 'text', text: '\t' }, '22 : Invalid header: it is empty'],
    [
      invoice,
      { type: 'document', url, file_name: ['a'] },
      '22 : Invalid header file_name: a string is required',
    ],
  ])('is refused when it is not (%#)', (template, header, sentence) => {
    expect(contentOf(template, { header, body })).toBe(sentence);
  });

  it.each([
    'ftp://a.example/x',
    'a.jpg',
    'https://me:secret@a.example/x',
    `https://a.example/${'x'.repeat(2_031)}`,
  ])('with the address %s is refused as media', (bad) => {
    expect(contentOf(film, { header: { type: 'video', url: bad }, body })).toBe(
      '25 : Invalid media: its url is not an http or https address of at most 2048 characters',
    );
  });

  it('may have an address as long as the limit', () => {
    const long = `https://a.example/${'x'.repeat(2_030)}`;
    expect(contentOf(film, { header: { type: 'video', url: long }, body })).toHaveProperty('kind');
  });

  it('of text has at most sixty characters with its value', () => {
    const header = (length: number) => ({ type: 'text', text: 'x'.repeat(length) });
    const most = limit('chatHeaderCharacters') - ' sale'.length;
    const values = texts('Ali', '1');
    expect(contentOf(titled, { header: header(most), body: values })).toHaveProperty('header');
    expect(contentOf(titled, { header: header(most + 1), body: values })).toBe(
      '22 : Invalid header: 61 characters, at most 60 are carried',
    );
  });
});
