import { describe, expect, it } from 'vitest';
import { CHAT_TEMPLATES, contentOf, SAMPLE, texts } from '../../../test/support/chat.ts';
import { limit } from '../limits.ts';

const { fixed, order, titled, picture, film, invoice, place } = CHAT_TEMPLATES;

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

  const mosque = {
    type: 'location',
    latitude: 31.5881,
    longitude: '-74.31070000000000001',
    name: 'Badshahi Mosque',
    address: ' Walled City\nLahore ',
  };

  it('names a place, in degrees as they are written', () => {
    expect(contentOf(place, { header: mosque, body })).toMatchObject({
      header: {
        kind: 'location',
        latitude: '31.5881',
        longitude: '-74.31070000000000001',
        name: 'Badshahi Mosque',
        address: 'Walled City Lahore',
      },
    });
  });

  const long = 'x'.repeat(limit('chatPlaceCharacters') + 1);

  it.each<[object | undefined, string]>([
    [undefined, 'the template needs one of the type location'],
    [{ type: 'text', text: 'Lahore' }, 'the type location is required'],
    [{ latitude: undefined }, 'latitude, in degrees from -90 to 90, is required'],
    [{ latitude: '31,5881' }, 'latitude, in degrees from -90 to 90, is required'],
    [{ latitude: '1e1' }, 'latitude, in degrees from -90 to 90, is required'],
    [{ latitude: 90.1 }, 'latitude, in degrees from -90 to 90, is required'],
    [{ longitude: -180.5 }, 'longitude, in degrees from -180 to 180, is required'],
    [{ longitude: ['74'] }, 'longitude, in degrees from -180 to 180, is required'],
    [{ name: undefined }, 'name is required'],
    [{ address: { city: 'Lahore' } }, 'address is required'],
  ])('with the place %j is refused', (change, rule) => {
    const header = change && { ...mosque, ...change };
    expect(contentOf(place, { header, body })).toBe(`22 : Invalid header: ${rule}`);
  });

  it.each([
    ['name', ' ', 'it is empty'],
    ['address', 'a\u0007', 'it holds a control character'],
    ['address', long, '1001 characters, at most 1000 are carried'],
  ])('whose %s is %j is refused', (field, value, rule) => {
    const header = { ...mosque, [field]: value };
    expect(contentOf(place, { header, body })).toBe(`22 : Invalid header ${field}: ${rule}`);
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
