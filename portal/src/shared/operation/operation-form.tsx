/**
 * A staff operation as a form: a control for each property of its input, and its result. What
 * changes something shows it as it is now, once it is said which one.
 */
import { Button, Skeleton, Stack, Text } from '@mantine/core';
import { isJSONString, useForm } from '@mantine/form';
import { useEffect, useRef, useState } from 'react';
import { queryClient } from '../api/queries.ts';
import type { StaffOperation, StaffOperationResult } from '../api/types.ts';
import { defineWords } from '../i18n/i18n.ts';
import { Problem } from '../form/problem.tsx';
import { useFormDraft } from '../form/use-draft.ts';
import { useSubmit } from '../form/use-submit.ts';
import { useAccountName } from './account-name.ts';
import { FieldControl, useFieldWords, type Values } from './field-control.tsx';
import { groupsOf } from './field-groups.ts';
import { GroupedFields } from './grouped-fields.tsx';
import { useOperationName } from './name-operation.ts';
import { Result } from './result.tsx';
import { useRunOperation } from './run-operation.ts';
import {
  bodyOf,
  emptiedIn,
  emptyOf,
  faultsIn,
  fieldsOf,
  heldOf,
  isSame,
  type Held,
  type OperationField,
  type Present,
} from './schema.ts';
import { usePresent, type PresentState } from './use-present.ts';

const useWords = defineWords({
  en: {
    which: 'Say which one: what it is now is shown then.',
    value: 'Give a value: it cannot be empty.',
  },
  ur: {
    which: 'بتائیں کون سا: پھر موجودہ صورت دکھائی جائے گی۔',
    value: 'کوئی قدر دیں: یہ خالی نہیں رہ سکتا۔',
  },
});

type Initial = Readonly<Record<string, Held>>;

/** What came of it is seen, however long the form is. */
const intoView = (it: HTMLElement | null): void => it?.scrollIntoView({ block: 'nearest' });

export function OperationForm({
  operation,
  initial = {},
}: {
  readonly operation: StaffOperation;
  /** What is filled in already. */
  readonly initial?: Initial;
}) {
  const nameOf = useOperationName();
  const t = useWords();
  const it = useOperation(operation, initial);
  const { fields, form, presence, run, isRunning, problem, result } = it;
  const { present } = presence;
  const isShort = groupsOf(operation.name).length === 0;
  return (
    <Stack gap="xl">
      <form
        onSubmit={form.onSubmit((values) => {
          const emptied = emptiedIn(fields, values, present ?? {});
          if (emptied.length === 0) return run();
          form.setErrors(Object.fromEntries(emptied.map((name) => [name, t('value')])));
        })}
        noValidate
      >
        <Stack maw={isShort ? 560 : 820}>
          <Fields {...{ operation, fields, form, present }} />
          {present === undefined && <Absent of={presence} />}
          <Problem>{problem}</Problem>
          <Button
            type="submit"
            loading={isRunning}
            disabled={present === undefined}
            w="fit-content"
          >
            {nameOf(operation.name)}
          </Button>
        </Stack>
      </form>
      {result !== undefined && (
        <div ref={intoView}>
          <Result operation={operation.name} result={result} />
        </div>
      )}
    </Stack>
  );
}

/** The form of an operation, what is there already, and carrying it out. */
function useOperation(operation: StaffOperation, initial: Initial) {
  const fields = fieldsOf(operation);
  const { form, forget } = useFieldForm(operation, fields, initial);
  const presence = usePresent(operation, fields, form.values);
  const { present, refresh } = presence;
  const rest = fields.filter(({ name }) => !operation.present_by.includes(name));
  const takeUp = useTakeUp(form, rest, present);
  const runOperation = useRunOperation();
  const [result, setResult] = useState<StaffOperationResult>();
  const { run, isRunning, problem } = useSubmit(
    async () => {
      setResult(undefined);
      const given = { present: present ?? {}, isPart: operation.needs_one };
      const done = await runOperation(operation.name, bodyOf(fields, form.values, given));
      setResult(done);
      if (done === undefined || operation.reads) return;
      // Enter once more must not do it twice.
      if (operation.has_present) takeUp();
      else form.setValues(valuesOf(fields, {}));
      forget();
      await queryClient.invalidateQueries();
      if (operation.has_present) await refresh();
    },
    {
      // A secret is of an object of the body.
      values: {
        ...form.values,
        ...Object.fromEntries(fields.map(({ name }) => [topOf(name), ''])),
      },
      setErrors: (faults) => form.setErrors(faultsIn(fields, faults)),
      namesFields: true,
    },
  );
  // What only reads, and has been told everything, needs no further click.
  const isTold = fields.every((it) => !it.isNeeded || initial[it.name] !== undefined);
  const isAsked = useRef(operation.reads && Object.keys(initial).length > 0 && isTold);
  useEffect(() => {
    if (!isAsked.current) return;
    // Once, as the address has it.
    isAsked.current = false;
    run();
  });
  return { fields, form, presence, run, isRunning, problem, result };
}

function useFieldForm(
  { name: operation, has_present: hasPresent, reads }: StaffOperation,
  fields: readonly OperationField[],
  initial: Initial,
) {
  const isJson = isJSONString(useFieldWords()('no_json'));
  const filled = fields.flatMap(({ name }): [string, Held][] => {
    const value = initial[name];
    return value === undefined ? [] : [[name, value]];
  });
  const isSecret = ({ control }: OperationField): boolean => control.kind === 'secret';
  const secrets = fields.filter(isSecret).map(({ name }) => name);
  const empty: Values = { ...valuesOf(fields, {}), ...Object.fromEntries(filled) };
  const draft = useFormDraft<Values>(`operation.${operation}`, empty, secrets);
  // What is there already, or what the address says, is not what was typed once.
  const isKept = !hasPresent && !reads && filled.length === 0;
  const form = useForm<Values>({
    ...(isKept ? draft.options : { initialValues: empty }),
    validate: Object.fromEntries(
      fields
        .filter(({ control }) => control.kind === 'json')
        .map(({ name }) => [name, (held: Held) => (held === '' ? null : isJson(held))]),
    ),
  });
  return { form, forget: draft.forget };
}

/** What says which one, and the rest once it is known what is there. */
function Fields({
  operation,
  fields,
  form,
  present,
}: Pick<ReturnType<typeof useOperation>, 'fields' | 'form'> & {
  readonly operation: StaffOperation;
  readonly present: Present | undefined;
}) {
  const account = useAccountName(form.values['account']);
  const controlOf = (field: OperationField) => (
    <FieldControl
      key={field.name}
      field={field.name === 'account' ? { ...field, about: account ?? field.about } : field}
      given={form.getInputProps(field.name)}
      isKept={operation.needs_one && field.control.kind === 'secret'}
    />
  );
  const isNaming = ({ name }: OperationField): boolean => operation.present_by.includes(name);
  const naming = fields.filter(isNaming);
  if (present === undefined) return naming.map(controlOf);
  const rest = fields.filter((it) => !isNaming(it));
  const groups = groupsOf(operation.name);
  if (groups.length === 0) return [...naming, ...rest].map(controlOf);
  const isFirst = ({ name }: OperationField): boolean => name === 'link';
  return (
    <>
      {[...naming, ...rest.filter(isFirst)].map(controlOf)}
      <GroupedFields
        groups={groups}
        faults={Object.keys(form.errors)}
        fields={rest.filter((it) => !isFirst(it))}
      >
        {controlOf}
      </GroupedFields>
    </>
  );
}

/** Why what is there is not shown. */
function Absent({ of: { isLooking, problem } }: { readonly of: PresentState }) {
  const t = useWords();
  if (problem === undefined && isLooking) return <Skeleton h={160} />;
  return (
    <Text size="sm" {...(problem === undefined ? { c: 'dimmed' } : {})} role="status" dir="auto">
      {problem ?? t('which')}
    </Text>
  );
}

const topOf = (name: string): string => name.split('/')[0] ?? name;

/** What the controls hold: what is there, or what is meant where nothing is said. */
function valuesOf(fields: readonly OperationField[], present: Present): Values {
  return Object.fromEntries(
    fields.map((field) => {
      const value = present[field.name] ?? field.meant;
      return [field.name, value === undefined ? emptyOf(field) : heldOf(field, value)];
    }),
  );
}

/**
 * Fills in what is there as soon as it is known, but for what has been typed. The returned function
 * gives that up, once it is done; what is typed after it stays.
 */
function useTakeUp(
  form: { readonly values: Values; readonly setValues: (values: Values) => void },
  fields: readonly OperationField[],
  present: Present | undefined,
): () => void {
  const before = useRef<Values>(valuesOf(fields, {}));
  const taken = useRef<Present>(undefined);
  useEffect(() => {
    if (present === undefined || present === taken.current) return;
    taken.current = present;
    const now = valuesOf(fields, present);
    const typed = Object.entries(form.values).filter(
      ([name, value]) => !isSame(value, before.current[name] ?? emptyOfName(fields, name)),
    );
    const named = Object.entries(form.values).filter(([name]) => !(name in now));
    before.current = now;
    form.setValues({ ...now, ...Object.fromEntries(typed), ...Object.fromEntries(named) });
  });
  return () => {
    before.current = form.values;
  };
}

function emptyOfName(fields: readonly OperationField[], name: string): Held {
  const field = fields.find((it) => it.name === name);
  return field === undefined ? '' : emptyOf(field);
}
