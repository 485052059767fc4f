import { describe, expect, it } from 'vitest';
import { CHAT_TEMPLATES } from '../../../test/support/chat.ts';
import type { ChatMediaId } from '../ids.ts';
import { complete, packContent, type TemplateContent } from './content.ts';
import { readSaidBefore } from './said-before.ts';
import type { ChatTemplate } from './template.ts';

const { fixed, order, titled, picture, invoice } = CHAT_TEMPLATES;
const media = 7 as ChatMediaId;

const said = (change: Partial<TemplateContent> = {}): TemplateContent => ({
  ...{ kind: 'template', name: 'before', language: 'en', header: undefined, buttons: [] },
  body: [{ text: 'Ali' }, { text: '17' }],
  ...change,
});
const read = (content: TemplateContent, template: ChatTemplate) =>
  readSaidBefore(packContent(content), template);

describe('what a chat message said before', () => {
  it('is said in the same words, by the template as it is called now', () => {
    expect(read(said(), order)).toMatchObject({ ...said(), name: order.name, header: undefined });
  });

  it('has the file that was kept then, looked for again', () => {
    const body = [{ text: 'Ali' }];
    const shown = said({ body, header: { kind: 'image', media } });
    const draft = read(shown, picture);
    expect(draft).toMatchObject({ header: { media: { from: 'link', url: 'media:7' } } });
    if ('reason' in draft) throw new Error(draft.reason);
    const file = { id: media, kind: 'image', extension: 'jpg', nameInAddress: undefined } as const;
    expect(complete(draft, [file])).toEqual({ ...shown, name: picture.name });
    const paper = said({ body, header: { kind: 'document', media, fileName: 'bill.pdf' } });
    expect(read(paper, invoice)).toMatchObject({ header: { fileName: 'bill.pdf' } });
  });

  it.each<[string, Partial<TemplateContent>, ChatTemplate, string]>([
    ['takes other values', {}, fixed, 'chat_values_count'],
    ['wants a header', {}, titled, 'chat_header_missing'],
    ['has no header', { header: { kind: 'image', media } }, order, 'chat_header_none'],
    ['wants another file', { header: { kind: 'text', text: 'x' } }, picture, 'chat_values_count'],
    [
      'has no cards',
      { cards: [{ header: { kind: 'image', media }, body: [], buttons: [] }] },
      order,
      'chat_cards_count',
    ],
  ])('is refused where its template %s', (_, change, template, reason) => {
    expect(read(said(change), template)).toMatchObject({ reason });
  });
});
