import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CHAT_TEMPLATES, MOBILE, templateEntry, toldOf } from '../../../test/support/chat.ts';
import { sentenceOf } from '../failure/failure.ts';

const { fixed, order } = CHAT_TEMPLATES;
const MISSPELT =
  '7 : Invalid recipient: a chat user id has two capital letters, a dot, then letters and digits';

describe('the recipient of an entry', () => {
  it.each([
    ['923001234567', '923001234567'],
    [' 0300-1234567', '923001234567'],
    [3001234567, '923001234567'],
    ['+92 300 1234567', '923001234567'],
    [' PK.923001234567', 'PK.923001234567'],
    ['\u200fPK.923001234567\u200f', 'PK.923001234567'],
    ['US.ENT.11815799212886844830', 'US.ENT.11815799212886844830'],
  ])('%j is %s', (mobile, recipient) => {
    expect(templateEntry(fixed, { mobile })).toMatchObject({ ok: true, recipient });
  });

  it.each([
    [{}, 'number 3', '5 : Error: mobile is empty'],
    [{ mobile: null }, 'number 3', '5 : Error: mobile is empty'],
    [{ mobile: true }, 'number 3', '7 : Invalid recipient: mobile must be a string or a number'],
    [{ mobile: ' ' }, 'number 3', '5 : Error: mobile is empty'],
    [
      { mobile: [MOBILE] },
      'number 3',
      '7 : Invalid recipient: mobile must be a string or a number',
    ],
    [{ mobile: '0421234567' }, '0421234567', '7 : Invalid recipient: a landline or service number'],
    [{ mobile: 'pk.923001234567' }, 'number 3', MISSPELT],
    [{ mobile: 'MY.2026 0012345' }, 'number 3', MISSPELT],
    [{ mobile: 'PK.+923001234567' }, 'number 3', MISSPELT],
    [{ mobile: 'PKX.923001234567' }, 'number 3', MISSPELT],
    [{ mobile: 'PK.' }, 'number 3', MISSPELT],
    [{ mobile: 'me' }, 'number 3', '7 : Invalid recipient: the letter "m" among the digits'],
    [MOBILE, 'number 3', '12 : Invalid entry: it must be a JSON object'],
  ])('%j is nobody', (fields, shown, sentence) => {
    const read = templateEntry(fixed, fields);
    expect(read).toMatchObject({ ok: false, shown });
    expect(toldOf(read)).toBe(sentence);
  });

  it('shows the number of an entry whose content is wrong', () => {
    expect(templateEntry(order, { mobile: '0300 1234567' })).toMatchObject({
      ok: false,
      shown: MOBILE,
    });
  });
});

it('an entry of any shape is read or refused, and never throws', () => {
  const template = fc.constantFrom(...Object.values(CHAT_TEMPLATES));
  const fields = fc.record(
    {
      mobile: fc.oneof(fc.constant(MOBILE), fc.jsonValue()),
      header: fc.jsonValue({ maxDepth: 3 }),
      body: fc.jsonValue({ maxDepth: 3 }),
      buttons: fc.jsonValue({ maxDepth: 4 }),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(template, fc.oneof(fields, fc.jsonValue()), (one, value) => {
      const read = templateEntry(one, value);
      if (!read.ok) expect(sentenceOf(read.refusal)).not.toMatch(/[{}]\w+[{}]/);
    }),
  );
});
