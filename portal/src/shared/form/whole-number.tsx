/** A field for a whole number: it takes Urdu digits, and says what is too few or too many. */
import { TextInput, type TextInputProps } from '@mantine/core';
import { digitsOf } from '../i18n/digits.ts';
import { defineWords } from '../i18n/i18n.ts';
import { showCount } from '../i18n/show.tsx';

const useWords = defineWords({
  en: {
    between: 'From {{min}} to {{max}}.',
    least: 'At least {{min}}.',
    most: 'At most {{max}}.',
  },
  ur: {
    between: '{{min}} سے {{max}} تک۔',
    least: 'کم از کم {{min}}۔',
    most: 'زیادہ سے زیادہ {{max}}۔',
  },
});

type Props = Omit<TextInputProps, 'value' | 'onChange' | 'min' | 'max'> & {
  /** '': nothing is typed. */
  readonly value: number | '';
  readonly onChange: (value: number | '') => void;
  readonly min?: number | undefined;
  readonly max?: number | undefined;
};

/** More digits are no count of anything. */
const MOST_DIGITS = 15;

export function WholeNumber({ value, onChange, min, max, error, ...field }: Props) {
  const t = useWords();
  const isFew = value !== '' && min !== undefined && value < min;
  const isMany = value !== '' && max !== undefined && value > max;
  const ends = { min: showCount(min ?? 0), max: showCount(max ?? 0) };
  const word = min !== undefined && max !== undefined ? 'between' : isFew ? 'least' : 'most';
  return (
    <TextInput
      {...field}
      inputMode="numeric"
      value={String(value)}
      onChange={({ currentTarget }) => {
        const digits = digitsOf(currentTarget.value).replaceAll(/\D/g, '').slice(0, MOST_DIGITS);
        onChange(digits === '' ? '' : Number(digits));
      }}
      error={isFew || isMany ? t(word, ends) : error}
    />
  );
}
