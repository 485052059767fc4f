/** What operations of staff, their fields and choices are called on the pages of the console. */
import { describe, expect, it } from 'vitest';
import { OPERATIONS } from '../../src/admin/operations.ts';
import { describeOperation, LEFT_OUT, pathNameOf } from '../../src/api/v1/staff/operations.ts';
import { CHOICE_WORDS, FIELD_NAMES } from '../../portal/src/shared/operation/field-names.ts';
import { FAMILIES } from '../../portal/src/shared/operation/operation-names.ts';

const OFFERED = OPERATIONS.filter(({ name }) => !Object.hasOwn(LEFT_OUT, name));

type Choice = {
  readonly enum?: readonly string[];
  readonly items?: Choice;
  readonly anyOf?: readonly Choice[];
};

const wordsOf = ({ enum: words = [], items, anyOf = [] }: Choice): readonly string[] => [
  ...words,
  ...(items === undefined ? [] : wordsOf(items)),
  ...anyOf.flatMap(wordsOf),
];

const FIELDS = OFFERED.map(describeOperation).flatMap(({ name: operation, input }) =>
  Object.entries(
    (input as { readonly properties: Readonly<Record<string, Choice>> }).properties,
  ).map(([name, choice]) => ({ operation, name, choice })),
);

describe('the console', () => {
  it('has a name for each operation', () => {
    const named = FAMILIES.flatMap(({ operations }) => Object.keys(operations));
    expect(named.toSorted()).toEqual(OFFERED.map(pathNameOf).toSorted());
  });

  it('has a name for each field, in English and Urdu', () => {
    expect(FIELDS.length).toBeGreaterThan(200);
    const unnamed = FIELDS.filter(({ name }) => !Object.hasOwn(FIELD_NAMES, name));
    expect(unnamed).toEqual([]);
  });

  it('has a word for each choice', () => {
    const wordless = FIELDS
      // The words of links are those of the protocol.
      .filter(({ operation }) => !operation.startsWith('link-'))
      .flatMap(({ name, choice }) => wordsOf(choice).map((word) => [`${name}:${word}`, word]))
      .filter((keys) => !keys.some((key) => Object.hasOwn(CHOICE_WORDS, key)));
    expect(wordless).toEqual([]);
  });
});
