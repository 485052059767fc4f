import { describe, expect, it } from 'vitest';
import { sentenceOf } from '../../domain/failure/failure.ts';
import type { ValueFault } from '../../domain/template/template.ts';
import { refusalOfValue } from './refusal-of-value.ts';

const names = ['code', 'code', 'token', 'code', 'booking'];
const sentence = (fault: ValueFault): string => sentenceOf(refusalOfValue(fault, names));

describe('the refusal of a value', () => {
  it.each<readonly [ValueFault, string]>([
    [{ fault: 'missing', name: 'code' }, "'code' of the template is missing"],
    [{ fault: 'unknown', name: 'code' }, "'code' is not a variable of the template"],
    [{ fault: 'not_text', name: 'code' }, "'code' must be a string or a number"],
    [{ fault: 'too_long', name: 'code', maxLength: 6 }, "'code' is longer than 6 characters"],
    [{ fault: 'wrong_kind', name: 'code', type: 'url' }, "'code' must be of type url"],
    [
      { fault: 'control_character', name: 'code' },
      "'code' contains a control character or half a surrogate pair",
    ],
  ])('for %j says %s', (fault, words) => {
    expect(sentence(fault)).toBe(`Invalid message: ${words}`);
  });

  it('counts variables where their names cannot be quoted', () => {
    expect(sentence({ fault: 'missing', name: 'token' })).toContain('variable 2 of');
    expect(sentence({ fault: 'unknown', name: 'booking' })).toContain('variable 3 is not');
  });
});
