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
import { usePresent } from './use-present.ts';

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
  const isJson = isJSONString(useFieldWords()('no_json'));
  const fields = fieldsOf(operation);
  const names = new Set(operation.present_by);
  const form = useForm<Values>({
    initialValues: {
      ...valuesOf(fields, {}),
      ...Object.fromEntries(
        fields.flatMap(({ name }) => (initial[name] === undefined ? [] : [[name, initial[name]]])),
      ),
    },
    validate: Object.fromEntries(
      fields
        .filter(({ control }) => control.kind === 'json')
        .map(({ name }) => [name, (held: Held) => (held === '' ? null : isJson(held))]),
    ),
  });
  const {
    present,
    isLooking,
    problem: unknown,
    refresh,
  } = usePresent(operation, fields, form.values);
  const rest = fields.filter(({ name }) => !names.has(name));
  const takeUp = useTakeUp(form, rest, present);
  const runOperation = useRunOperation();
  const account = useAccountName(form.values['account']);
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
      else form.reset();
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
  const controlOf = (field: OperationField) => (
    <FieldControl
      key={field.name}
      field={field.name === 'account' ? { ...field, about: account ?? field.about } : field}
      given={form.getInputProps(field.name)}
      isKept={operation.needs_one && field.control.kind === 'secret'}
    />
  );
  const groups = groupsOf(operation.name);
  const isShown = present !== undefined;
  const faults = Object.keys(form.errors);
  const grouped = new Set(groups.flatMap((it) => it.names));
  const isFirst = ({ name }: OperationField): boolean =>
    groups.length === 0 || (name === 'link' && !grouped.has(name));
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
        <Stack maw={groups.length === 0 ? 560 : 820}>
          {operation.has_present && fields.filter(({ name }) => names.has(name)).map(controlOf)}
          {isShown && rest.filter(isFirst).map(controlOf)}
          {isShown && groups.length > 0 && (
            <GroupedFields {...{ groups, faults }} fields={rest.filter((it) => !isFirst(it))}>
              {controlOf}
            </GroupedFields>
          )}
          {isLooking && !isShown && unknown === undefined && <Skeleton h={160} />}
          {!isShown && !isLooking && unknown === undefined && (
            <Text size="sm" c="dimmed">
              {t('which')}
            </Text>
          )}
          {unknown !== undefined && (
            <Text size="sm" role="status" dir="auto">
              {unknown}
            </Text>
          )}
          <Problem>{problem}</Problem>
          <Button type="submit" loading={isRunning} disabled={!isShown} w="fit-content">
            {nameOf(operation.name)}
          </Button>
        </Stack>
      </form>
      {result !== undefined && <Result result={result} />}
    </Stack>
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
 * gives the latter up, when it has been done.
 */
function useTakeUp(
  form: { readonly values: Values; readonly setValues: (values: Values) => void },
  fields: readonly OperationField[],
  present: Present | undefined,
): () => void {
  const before = useRef<Values>(valuesOf(fields, {}));
  const isDone = useRef(false);
  const taken = useRef<Present>(undefined);
  useEffect(() => {
    if (present === undefined || present === taken.current) return;
    taken.current = present;
    const now = valuesOf(fields, present);
    const typed = Object.entries(form.values).filter(
      ([name, value]) =>
        !isDone.current && !isSame(value, before.current[name] ?? emptyOfName(fields, name)),
    );
    const named = Object.entries(form.values).filter(([name]) => !(name in now));
    before.current = now;
    isDone.current = false;
    form.setValues({ ...now, ...Object.fromEntries(typed), ...Object.fromEntries(named) });
  });
  return () => {
    isDone.current = true;
  };
}

function emptyOfName(fields: readonly OperationField[], name: string): Held {
  const field = fields.find((it) => it.name === name);
  return field === undefined ? '' : emptyOf(field);
}
