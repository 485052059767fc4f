import { describe, expect, it } from 'vitest';
import { checkTemplate, type ProposedTemplate } from './check-template.operations.ts';

const check = (change: Partial<ProposedTemplate>) =>
  checkTemplate({ name: 'One-time code', message: 'x', category: 'transactional', ...change });

describe('a proposed template', () => {
  it('gets its variables in order of first use, as texts of 160 unless declared otherwise', () => {
    const message = '#code# is valid for #minutes# minutes. Never tell #code# to anybody.';
    const variables = [
      { name: 'code', type: 'digits', maxLength: 8 },
      { name: 'minutes' },
    ] as const;
    expect(check({ message })).toEqual({
      ok: true,
      variables: [
        { name: 'code', type: 'text', maxLength: 160 },
        { name: 'minutes', type: 'text', maxLength: 160 },
      ],
    });
    expect(check({ message, variables })).toMatchObject({
      variables: [{ name: 'code', type: 'digits', maxLength: 8 }, { name: 'minutes' }],
    });
  });

  it('says which variables may be left empty', () => {
    const message = 'Dear #name#, your code is #code#. #note#';
    const variables = [
      { name: 'note', optional: true },
      { name: 'code', optional: false },
    ];
    expect(check({ message, variables })).toEqual({
      ok: true,
      variables: [
        { name: 'name', type: 'text', maxLength: 160 },
        { name: 'code', type: 'text', maxLength: 160 },
        { name: 'note', type: 'text', maxLength: 160, optional: true },
      ],
    });
  });

  it.each([
    'No variable at all.',
    'C# and F# are languages.',
    'Ticket # 12 # closed',
    'Flat #5, block #B, you are #1. #EidMubarak #RoshanStore',
    'C# or F# by dialling *123#',
    'Dial *123#',
    'آپ کا آرڈر #order_no# روانہ ہو گیا ہے۔',
    'Two lines,\nthe second with a tab\t.',
    'x'.repeat(1530),
  ])('is accepted with the wording %j', (message) => {
    expect(check({ message })).toMatchObject({ ok: true });
  });

  it.each([
    ['', /empty/],
    [' \n', /empty/],
    ['x'.repeat(1531), /longer than 1530/],
    ['bell \u0007', /control/],
    ['half \ud83d', /surrogate/],
    ['Your order #order no# is here', /#order no#/],
    ['The #1st# of many', /#1st#/],
    ['#حوالہ# نمبر', /#حوالہ#/],
    ['Your code is # code #.', /# code #, which is not a placeholder/],
    ['Your code is # code#.', /# code#/],
    ['Dear #name #, welcome', /#name #/],
    ['#name# and #name', /#name, which is half a placeholder: write #name#/],
    ['Dear name#, your order #order# for #name# is here', /name#, which is half/],
    [Array.from({ length: 65 }, (_, at) => `#v${at}#`).join(' '), /64 variables/],
  ])('is refused with the wording %j', (message, rule) => {
    expect(check({ message })).toMatchObject({ ok: false, field: 'message' });
    expect(JSON.stringify(check({ message }))).toMatch(rule);
  });

  it('is refused with half a placeholder of a variable that is declared', () => {
    const checked = check({ message: 'Your code is #code.', variables: [{ name: 'code' }] });
    const rule = 'holds #code, which is half a placeholder: write #code#';
    expect(checked).toMatchObject({ ok: false, field: 'message', rule });
  });

  it.each([
    [[{ name: 'other' }], /other/],
    [[{ name: 'code' }, { name: 'code' }], /twice/],
    [[{ name: 'code', maxLength: 0 }], /maxLength/],
    [[{ name: 'code', maxLength: 1531 }], /maxLength/],
    [[{ name: 'code', type: 'money' as 'text' }], /money/],
  ])('is refused with the declaration %j', (variables, rule) => {
    const checked = check({ message: '#code#', variables });
    expect(checked).toMatchObject({ ok: false, field: 'variables' });
    expect(JSON.stringify(checked)).toMatch(rule);
  });

  it.each(['', ' x', 'x'.repeat(101), 'a\nb'])('is refused with the name %j', (name) => {
    expect(check({ name })).toMatchObject({ ok: false, field: 'name' });
  });
});
