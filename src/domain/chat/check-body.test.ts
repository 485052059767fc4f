import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  CHAT_TEMPLATES,
  contentOf,
  MOBILE,
  templateEntry,
  texts,
} from '../../../test/support/chat.ts';
import { failureOf } from '../failure/failure.ts';
import { limit } from '../limits.ts';

const { fixed, order, invoice, named } = CHAT_TEMPLATES;

describe('the values of a body', () => {
  it.each([
    [fixed, {}, []],
    [fixed, { body: [] }, []],
    [fixed, { body: null }, []],
    [order, { body: texts('Ali', '17') }, [{ text: 'Ali' }, { text: '17' }]],
    [
      order,
      { body: [{ text: 'Ali' }, { type: 'TEXT', text: 17 }] },
      [{ text: 'Ali' }, { text: '17' }],
    ],
    [
      invoice,
      { header: { type: 'document', url: 'https://a.example/i.pdf' }, body: { text: 'A' } },
      [{ text: 'A' }],
    ],
    [order, { body: texts('{{2}}', '{{1}}') }, [{ text: '{{2}}' }, { text: '{{1}}' }]],
    [
      named,
      { body: texts('Ali', '17') },
      [
        { text: 'Ali', name: 'name' },
        { text: '17', name: 'order_no' },
      ],
    ],
    [
      named,
      {
        body: [
          { text: '17', parameter_name: 'order_no' },
          { text: 'Ali', parameter_name: 'name' },
        ],
      },
      [
        { text: 'Ali', name: 'name' },
        { text: '17', name: 'order_no' },
      ],
    ],
  ])('are taken in the order of the variables (%#)', (template, fields, body) => {
    expect(contentOf(template, fields)).toMatchObject({ kind: 'template', body });
  });

  it.each([
    [order, undefined, '22 : Invalid body: the template needs 2 values, 0 given'],
    [order, texts('Ali'), '22 : Invalid body: the template needs 2 values, 1 given'],
    [fixed, texts('Ali'), '22 : Invalid body: the template needs 0 values, 1 given'],
    [order, 'Ali', '22 : Invalid body: an array of {type, text} is required'],
    [order, texts('Ali', ''), '22 : Invalid body value 2: it is empty'],
    [order, texts('Ali', ' \n '), '22 : Invalid body value 2: it is empty'],
    [order, texts('A\0', '1'), '22 : Invalid body value 1: it holds a control character'],
    [
      named,
      [
        { text: '1', parameter_name: 'name' },
        { text: '2', parameter_name: 'x' },
      ],
      "22 : Invalid body: the template needs a value named 'order_no'",
    ],
  ])('are refused when they do not match (%#)', (template, body, sentence) => {
    expect(contentOf(template, { body })).toBe(sentence);
  });

  it.each([[true], [null], [['a']], [{ a: 1 }]])('are strings or numbers, not %j', (text) => {
    expect(
      contentOf(order, {
        body: [
          { type: 'text', text: 'Ali' },
          { type: 'text', text },
        ],
      }),
    ).toBe(
      '22 : Invalid body value 2: {"type":"text","text":…} with a string or a number is required',
    );
  });

  it('are of the type text', () => {
    const currency = { type: 'currency', text: 'Rs. 5' };
    expect(contentOf(order, { body: [currency, currency] })).toContain('22 : Invalid body value 1');
    expect(contentOf(order, { body: ['Ali', '17'] })).toContain('22 : Invalid body value 1');
  });

  it('may be so long that the body reaches its limit, and not one character longer', () => {
    const rest = 'Dear , order 1 is on its way.'.length;
    const most = limit('chatBodyCharacters');
    const full = 'x'.repeat(most - rest);
    expect(contentOf(order, { body: texts(full, '1') })).toMatchObject({ kind: 'template' });
    expect(contentOf(order, { body: texts(`${full}x`, '1') })).toBe(
      '22 : Invalid body: 1025 characters, at most 1024 are carried',
    );
    // An emoji is one character, however it is stored.
    const smiles = '😀'.repeat(most - rest);
    expect(contentOf(order, { body: texts(smiles, '1') })).toMatchObject({ kind: 'template' });
  });

  it.each([
    ['Ali\nKhan', 'Ali Khan'],
    ['Ali\r\n\tKhan', 'Ali Khan'],
    ['Ali     Khan', 'Ali Khan'],
    ['Ali    Khan', 'Ali    Khan'],
    ['Ali \u2028 Khan', 'Ali Khan'],
    [' Ali ', ' Ali '],
  ])('lose white space that the platform refuses: %j', (text, settled) => {
    expect(contentOf(order, { body: texts(text, '1') })).toMatchObject({
      body: [{ text: settled }, { text: '1' }],
    });
    const strict = contentOf(order, { body: texts(text, '1') }, false);
    if (settled === text) expect(strict).toMatchObject({ kind: 'template' });
    else
      expect(strict).toContain('22 : Invalid body value 1: line breaks, tabs and more than four');
  });

  it('contain nothing that the platform refuses once they pass, whatever was given', () => {
    const piece = fc.oneof(
      fc.constantFrom('\n', '\t', '    ', ' ', '{{1}}', '\u2028', '\u0085'),
      fc.string({ unit: 'grapheme', maxLength: 4 }),
    );
    const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(text, text, fc.boolean(), (one, other, collapse) => {
        const read = templateEntry(order, { mobile: MOBILE, body: texts(one, other) }, collapse);
        if (!read.ok) {
          expect(failureOf(read.refusal.reason).code).toBe('22');
          return;
        }
        expect(read.draft).toMatchObject({ kind: 'template' });
        if (read.draft.kind !== 'template') return;
        expect(read.draft.body).toHaveLength(2);
        for (const value of read.draft.body) {
          expect(value.text).not.toMatch(/[\n\r\t\u2028\u2029\u0085]| {5}/);
          expect(value.text.trim()).not.toBe('');
        }
      }),
    );
  });
});
