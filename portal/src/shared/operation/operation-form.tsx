/** A staff operation as a form: a control for each property of its input, and its result. */
import {
  Button,
  JsonInput,
  MultiSelect,
  NumberInput,
  Select,
  Stack,
  Switch,
  Textarea,
  TextInput,
} from '@mantine/core';
import { isJSONString, useForm } from '@mantine/form';
import { useState } from 'react';
import { queryClient } from '../api/queries.ts';
import type { StaffOperation, StaffOperationResult } from '../api/types.ts';
import { defineWords } from '../i18n/i18n.ts';
import { Problem } from '../form/problem.tsx';
import { useSubmit } from '../form/use-submit.ts';
import { useAccountName } from './account-name.ts';
import { useOperationName } from './name-operation.ts';
import { Result } from './result.tsx';
import { useRunOperation } from './run-operation.ts';
import { bodyOf, emptyOf, faultsIn, fieldsOf, type Held, type OperationField } from './schema.ts';

const useWords = defineWords({
  en: { no_json: 'This is not valid JSON: look for a missing comma, quote or bracket.' },
  ur: { no_json: 'یہ درست JSON نہیں: کوئی کوما، واوین یا بریکٹ رہ گیا ہے۔' },
});

type Values = Record<string, Held>;

export function OperationForm({
  operation,
  initial = {},
}: {
  readonly operation: StaffOperation;
  /** What is filled in already. */
  readonly initial?: Readonly<Record<string, Held>>;
}) {
  const nameOf = useOperationName();
  const t = useWords();
  const isJson = isJSONString(t('no_json'));
  const fields = fieldsOf(operation);
  const form = useForm<Values>({
    initialValues: Object.fromEntries(
      fields.map((field) => [field.name, initial[field.name] ?? emptyOf(field)]),
    ),
    validate: Object.fromEntries(
      fields
        .filter(({ control }) => control.kind === 'json')
        .map(({ name }) => [name, (held: Held) => (held === '' ? null : isJson(held))]),
    ),
  });
  const runOperation = useRunOperation();
  const account = useAccountName(form.values['account']);
  const [result, setResult] = useState<StaffOperationResult>();
  const { run, isRunning, problem } = useSubmit(
    async () => {
      setResult(undefined);
      const done = await runOperation(operation.name, bodyOf(fields, form.values));
      setResult(done);
      if (done === undefined || operation.reads) return;
      // Enter once more must not do it twice.
      form.reset();
      await queryClient.invalidateQueries();
    },
    { values: form.values, setErrors: (faults) => form.setErrors(faultsIn(fields, faults)) },
  );
  return (
    <Stack gap="xl">
      <form onSubmit={form.onSubmit(() => run())} noValidate>
        <Stack maw={560}>
          {fields.map((field) => (
            <FieldControl
              key={field.name}
              field={field.name === 'account' ? { ...field, about: account ?? field.about } : field}
              given={form.getInputProps(field.name)}
            />
          ))}
          <Problem>{problem}</Problem>
          <Button type="submit" loading={isRunning} w="fit-content">
            {nameOf(operation.name)}
          </Button>
        </Stack>
      </form>
      {result !== undefined && <Result result={result} />}
    </Stack>
  );
}

function FieldControl({
  field,
  given,
}: {
  readonly field: OperationField;
  // Mantine types what a form gives to any control so.
  readonly given: ReturnType<ReturnType<typeof useForm<Values>>['getInputProps']>;
}) {
  const t = useWords();
  const { label, about, isNeeded, control } = field;
  const shown = { ...given, label, description: about, withAsterisk: isNeeded };
  switch (control.kind) {
    case 'switch':
      return <Switch {...given} label={label} description={about} checked={given.value === true} />;
    case 'choice':
      return <Select {...shown} data={[...control.of]} value={given.value || null} clearable />;
    case 'choices':
      return <MultiSelect {...shown} data={[...control.of]} />;
    case 'number': {
      const { minimum: min, maximum: max } = control.schema;
      const within = {
        ...(min === undefined ? {} : { min }),
        ...(max === undefined ? {} : { max }),
      };
      return <NumberInput {...shown} {...within} allowDecimal={false} />;
    }
    case 'date':
      return <TextInput {...shown} type="datetime-local" />;
    case 'list':
      return <Textarea {...shown} autosize minRows={2} />;
    case 'json':
      return (
        <JsonInput {...shown} validationError={t('no_json')} autosize minRows={4} formatOnBlur />
      );
    case 'text':
    case 'mixed':
      return <TextInput {...shown} />;
  }
}
