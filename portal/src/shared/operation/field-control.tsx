/** The control of one field of an operation. */
import {
  JsonInput,
  MultiSelect,
  PasswordInput,
  Select,
  Switch,
  Textarea,
  TextInput,
} from '@mantine/core';
import type { useForm } from '@mantine/form';
import { WholeNumber } from '../form/whole-number.tsx';
import { defineWords } from '../i18n/i18n.ts';
import { wordOf, type Held, type OperationField } from './schema.ts';

export const useFieldWords = defineWords({
  en: {
    no_json: 'This is not valid JSON: look for a missing comma, quote or bracket.',
    pakistan_time: 'Pakistan time.',
    as_it_is: 'Left empty, it stays as it is.',
  },
  ur: {
    no_json: 'یہ درست JSON نہیں: کوئی کوما، واوین یا بریکٹ رہ گیا ہے۔',
    pakistan_time: 'پاکستان کا وقت۔',
    as_it_is: 'خالی چھوڑیں تو جوں کا توں رہے گا۔',
  },
});

const choicesOf = (name: string, words: readonly string[]) =>
  words.map((value) => ({ value, label: wordOf(name, value) }));

export type Values = Record<string, Held>;
// Mantine types what a form gives to any control so.
type Given = ReturnType<ReturnType<typeof useForm<Values>>['getInputProps']>;

export function FieldControl({
  field,
  given,
  isKept = false,
}: {
  readonly field: OperationField;
  readonly given: Given;
  /** A secret that is there already, and not shown. */
  readonly isKept?: boolean;
}) {
  const t = useFieldWords();
  const { label, about, isNeeded, control } = field;
  const shown = { ...given, label, description: about, withAsterisk: isNeeded };
  switch (control.kind) {
    case 'switch':
      return <Switch {...given} label={label} description={about} checked={given.value === true} />;
    case 'choice': {
      // What has a value always cannot be left out.
      const isClearable = !isNeeded && field.meant === undefined;
      return (
        <Select
          {...shown}
          data={choicesOf(field.name, control.of)}
          value={given.value || null}
          clearable={isClearable}
          allowDeselect={isClearable}
        />
      );
    }
    case 'choices':
      return <MultiSelect {...shown} data={choicesOf(field.name, control.of)} />;
    case 'number': {
      const { minimum: min, maximum: max } = control.schema;
      const within = {
        ...(min === undefined ? {} : { min }),
        ...(max === undefined ? {} : { max }),
      };
      const value = shown.value as number | '';
      return <WholeNumber {...shown} {...within} value={value} />;
    }
    case 'date': {
      const description = [about, t('pakistan_time')].filter(Boolean).join('. ');
      return <TextInput {...shown} description={description} type="datetime-local" />;
    }
    case 'secret': {
      const description = isKept ? t('as_it_is') : about;
      return <PasswordInput {...shown} description={description} autoComplete="new-password" />;
    }
    case 'area':
      return <Textarea {...shown} autosize minRows={3} maxRows={12} dir="auto" />;
    case 'list':
      return <Textarea {...shown} autosize minRows={2} />;
    case 'json':
      return (
        <JsonInput {...shown} validationError={t('no_json')} autosize minRows={4} formatOnBlur />
      );
    case 'money':
      return <TextInput {...shown} inputMode="decimal" />;
    case 'text':
    case 'mixed':
      return <TextInput {...shown} />;
  }
}
