/** What operations of staff, their fields and choices are called on the pages of the console. */
import { describe, expect, it } from 'vitest';
import { OPERATIONS } from '../../src/admin/operations.ts';
import { describeOperation, LEFT_OUT, pathNameOf } from '../../src/api/v1/staff/operations.ts';
import { inUrdu } from '../../portal/src/shared/operation/field-abouts.ts';
import { CHOICE_WORDS, FIELD_NAMES } from '../../portal/src/shared/operation/field-names.ts';
import { OPERATION_ABOUTS } from '../../portal/src/shared/operation/operation-abouts.ts';
import { FAMILIES } from '../../portal/src/shared/operation/operation-names.ts';

const OFFERED = OPERATIONS.filter(({ name }) => !Object.hasOwn(LEFT_OUT, name));

type Choice = {
  readonly description?: string;
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

  it('says in Urdu what each operation does, and of no other', () => {
    expect(Object.keys(OPERATION_ABOUTS).toSorted()).toEqual(OFFERED.map(pathNameOf).toSorted());
    const all = Object.entries(OPERATION_ABOUTS);
    expect(all.filter(([, about]) => !/[\u0600-\u06ff].*۔$/.test(about))).toEqual([]);
  });

  it('has a name for each field, in English and Urdu', () => {
    expect(FIELDS.length).toBeGreaterThan(200);
    const unnamed = FIELDS.filter(({ name }) => !Object.hasOwn(FIELD_NAMES, name));
    expect(unnamed).toEqual([]);
  });

  it('says in Urdu what stands under each field, defaults included', () => {
    // Choices show themselves what there is.
    const abouts = FIELDS.flatMap(({ operation, name, choice: { description: about = '' } }) =>
      about === '' || about.startsWith('one of ') ? [] : [{ operation, name, about }],
    );
    expect(abouts.length).toBeGreaterThan(150);
    const english = abouts.filter(
      ({ about }) => !/[\u0600-\u06ff]/.test(inUrdu(about, (word) => word)),
    );
    expect(english).toEqual([]);
    expect(inUrdu('the lowest wins (default: 100)', (word) => word)).toMatch(/ \(خود سے: 100\)$/);
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
