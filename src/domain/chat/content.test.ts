import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SAMPLE } from '../../../test/support/chat.ts';
import type { ChatMediaId } from '../ids.ts';
import { limit } from '../limits.ts';
import {
  complete,
  type FreeFormDraft,
  type HeaderDraft,
  linksOf,
  type TemplateDraft,
} from './content.ts';
import { fileNameFor, type TakenMedia } from './media.ts';

const url = 'https://files.example/x';

const PDF: TakenMedia = {
  id: 5 as ChatMediaId,
  kind: 'document',
  extension: 'pdf',
  nameInAddress: 'June report',
};

const template = (header: HeaderDraft | undefined): TemplateDraft => ({
  kind: 'template',
  name: 'order',
  language: 'en',
  header,
  body: [{ text: 'Ali' }],
  buttons: [],
});

const media = (changes: Partial<FreeFormDraft & { kind: 'media' }> = {}): FreeFormDraft => ({
  kind: 'media',
  wanted: 'any',
  url,
  caption: 'Look',
  fileName: undefined,
  ...changes,
});

describe('the file of a draft', () => {
  it.each([
    [media({ wanted: 'image' }), { url, wanted: 'image' }],
    [media(), { url, wanted: 'any' }],
    [{ kind: 'text', body: 'Hello' } as const, undefined],
    [template(undefined), undefined],
    [template({ kind: 'text', text: 'x' }), undefined],
    [template({ kind: 'image', media: { from: 'kept', id: SAMPLE } }), undefined],
    [template({ kind: 'video', media: { from: 'link', url } }), { url, wanted: 'video' }],
  ])('is what it links to (%#)', (draft, link) => {
    expect(linksOf(draft)).toEqual(link === undefined ? [] : [link]);
  });
});

describe('the content of a draft', () => {
  const linked = { from: 'link', url } as const;

  it.each([
    [template(undefined), undefined, { header: undefined, body: [{ text: 'Ali' }] }],
    [
      template({ kind: 'image', media: { from: 'kept', id: SAMPLE } }),
      undefined,
      { header: { kind: 'image', media: SAMPLE } },
    ],
    [
      template({ kind: 'document', media: linked, fileName: 'June.pdf' }),
      PDF,
      { header: { kind: 'document', media: PDF.id, fileName: 'June.pdf' } },
    ],
    [
      template({ kind: 'document', media: linked, fileName: undefined }),
      PDF,
      { header: { kind: 'document', media: PDF.id, fileName: undefined } },
    ],
    [{ kind: 'text', body: 'Hello' } as const, undefined, { kind: 'text', body: 'Hello' }],
    [
      media(),
      { ...PDF, kind: 'image' as const, extension: 'jpg' },
      { kind: 'image', media: PDF.id, caption: 'Look' },
    ],
    [media(), { ...PDF, kind: 'audio' as const }, { kind: 'audio', media: PDF.id }],
    [media(), PDF, { kind: 'document', caption: 'Look', fileName: 'June report.pdf' }],
    [media({ fileName: 'a' }), PDF, { kind: 'document', fileName: 'a.pdf' }],
    [media(), { ...PDF, nameInAddress: undefined }, { fileName: 'document.pdf' }],
  ])('includes its file (%#)', (draft, taken, content) => {
    expect(complete(draft, taken === undefined ? [] : [taken])).toMatchObject(content);
  });

  it('has a file for each card, in their order', () => {
    const card = (from: string) => ({
      header: { kind: 'image', media: { from: 'link', url: from } } as const,
      body: [],
      buttons: [],
    });
    const draft: TemplateDraft = { ...template(undefined), cards: [card('a'), card('b')] };
    expect(linksOf(draft)).toEqual([
      { url: 'a', wanted: 'image' },
      { url: 'b', wanted: 'image' },
    ]);
    const jpg = { ...PDF, kind: 'image', extension: 'jpg' } as const;
    expect(complete(draft, [jpg, { ...jpg, id: 6 as ChatMediaId }])).toMatchObject({
      header: undefined,
      cards: [{ header: { media: 5 } }, { header: { kind: 'image', media: 6 } }],
    });
    expect(() => complete(draft, [jpg])).toThrow('was not fetched');
  });

  it('needs the file that it links to', () => {
    expect(() => complete(media(), [])).toThrow('was not fetched');
  });
});

describe('the name of a document', () => {
  it.each([
    ['invoice.pdf', 'pdf', 'invoice.pdf'],
    ['invoice.PDF', 'pdf', 'invoice.PDF'],
    ['invoice', 'pdf', 'invoice.pdf'],
    ['Invoice no. 17', 'pdf', 'Invoice no. 17.pdf'],
    ['invoice', undefined, 'invoice'],
    ['list.xlsx', 'pdf', 'list.xlsx'],
    ['رسید', 'pdf', 'رسید.pdf'],
  ])('%s, whose content is %s, is %s', (name, extension, written) => {
    expect(fileNameFor(name, extension)).toBe(written);
  });

  it('keeps its extension, and is no longer than a card allows', () => {
    const most = limit('chatFileNameCharacters');
    expect(fileNameFor(`${'x'.repeat(most - 4)}.pdf`, 'pdf')).toHaveLength(most);
    expect(fileNameFor(`${'x'.repeat(most)}.pdf`, 'pdf')).toBe(`${'x'.repeat(most - 4)}.pdf`);
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (stem) => {
        const name = fileNameFor(`${stem}.pdf`, 'pdf');
        expect(name.endsWith('.pdf')).toBe(true);
        expect(name.length).toBeLessThanOrEqual(most);
        expect(name.isWellFormed()).toBe(true);
      }),
    );
  });
});
