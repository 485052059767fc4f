import { describe, expect, it } from 'vitest';
import { referToColumns } from './references.ts';

describe('values that refer to contacts', () => {
  it('become columns of a file, each once, in texts at any depth', () => {
    const body = [
      { type: 'text', text: 'Dear {{name|friend}}' },
      { type: 'text', text: '{{city}}' },
    ];
    const given = { body, header: { type: 'image', url: 'https://x.example/{{ city }}.png' } };
    expect(referToColumns<unknown>(given)).toEqual({
      kind: 'referred',
      values: {
        body: [
          { type: 'text', text: 'Dear #B#' },
          { type: 'text', text: '#C#' },
        ],
        header: { type: 'image', url: 'https://x.example/#C#.png' },
      },
      columns: [
        { name: 'name', fallback: 'friend' },
        { name: 'city', fallback: '' },
      ],
    });
  });

  it.each([
    [{ text: { inner: '{{Shoe size}}' } }, 'must refer to name'],
    [{ text: ['#B#'] }, '#B# is a column of a file'],
    [{ text: 'Dear {{name}' }, 'must close what it opens'],
    [{ text: '{{name}} {name}}' }, 'must close what it opens'],
  ])('are refused by the name of the value: %j', (given, rule) => {
    const wrong = { kind: 'wrong', value: 'text', rule: expect.stringContaining(rule) };
    expect(referToColumns<unknown>(given)).toEqual(wrong);
  });
});
