/** The do-not-call register: a list is imported from a file, and numbers are looked up. */
import { Button, Checkbox, FileInput, Stack, Table, Text, TextInput } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { refresh } from '../../shared/api/queries.ts';
import { Problem } from '../../shared/form/problem.tsx';
import { useSubmit } from '../../shared/form/use-submit.ts';
import { showCount, Time } from '../../shared/i18n/show.tsx';
import { OperationTable } from '../../shared/operation/operation-table.tsx';
import { useRunOperation } from '../../shared/operation/run-operation.ts';
import { PageHeader } from '../../shared/page/page-header.tsx';
import { Section } from '../../shared/page/section.tsx';
import { OperationHere } from './operation-here.tsx';
import { useWords } from './words.ts';

/** With the rest of the request it stays below what the service reads at once. */
const MOST_BYTES = 15_000_000;

export function Page() {
  const t = useWords();
  return (
    <>
      <PageHeader title={t('dnc')} about={t('dnc_about')} />
      <Stack gap="lg">
        <Section title={t('import')} about={t('import_about')}>
          <Import />
        </Section>
        <Section title={t('sources')}>
          <OperationTable
            name="dnc-list"
            columns={[
              { id: 'source', header: t('source') },
              { id: 'numbers', header: t('count') },
              {
                id: 'newest',
                header: t('newest'),
                cell: ({ newest }) => <Time at={typeof newest === 'string' ? newest : null} />,
              },
            ]}
            empty={t('no_sources')}
          />
        </Section>
        <Section title={t('find_number')}>
          <OperationHere name="dnc-show" />
        </Section>
      </Stack>
    </>
  );
}

type Chosen = { readonly name: string; readonly text: string; readonly lines: readonly string[] };
type Imported = {
  readonly file: string;
  readonly lines: readonly string[];
  readonly read: number;
  readonly unreadable: number;
  readonly unreadable_lines: readonly string[];
};

function Import() {
  const t = useWords();
  const runOperation = useRunOperation();
  const [chosen, setChosen] = useState<Chosen>();
  const [fault, setFault] = useState<string>();
  const [values, setValues] = useState({ source: 'PTA', replace: false });
  const [imported, setImported] = useState<Imported>();
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const choose = async (file: File | null): Promise<void> => {
    setImported(undefined);
    setFault(undefined);
    setChosen(undefined);
    if (file === null) return;
    if (file.size > MOST_BYTES) return setFault(t('too_large'));
    const text = await file.text();
    const lines = text.split(/\r?\n/);
    setChosen({ name: file.name, text, lines });
  };
  const { run, isRunning, problem } = useSubmit(
    async () => {
      setErrors({});
      if (chosen === undefined) return setFault(t('no_file'));
      const { name: file, text, lines } = chosen;
      const done = await runOperation('dnc-import', { ...values, file, lines: text });
      if (done === undefined) return;
      setImported({ ...(done.data as Omit<Imported, 'file' | 'lines'>), file, lines });
      setChosen(undefined);
      await refresh('doStaffOperation');
    },
    { values: { ...values, file: '', lines: '' }, setErrors },
  );
  const n = showCount(chosen?.lines.filter((it) => it.trim() !== '').length ?? 0);
  return (
    <Stack maw={560}>
      <FileInput
        label={t('file')}
        placeholder={t('choose')}
        leftSection={<IconUpload size={16} aria-hidden />}
        accept=".csv,.txt,text/plain,text/csv"
        onChange={(file) => void choose(file)}
        error={fault ?? errors['file'] ?? errors['lines']}
        disabled={isRunning}
      />
      <TextInput
        label={t('source')}
        value={values.source}
        onChange={({ currentTarget }) => setValues({ ...values, source: currentTarget.value })}
        error={errors['source']}
        required
      />
      <Checkbox
        label={t('replace')}
        checked={values.replace}
        onChange={({ currentTarget }) => setValues({ ...values, replace: currentTarget.checked })}
      />
      <Problem>{problem}</Problem>
      <Button w="fit-content" loading={isRunning} onClick={() => run()}>
        {chosen === undefined ? t('import') : t('do_import', { n })}
      </Button>
      {isRunning && (
        <Text size="sm" role="status">
          {t('importing', { n })}
        </Text>
      )}
      {imported !== undefined && <Outcome of={imported} />}
    </Stack>
  );
}

/** How much was read, and which lines were not, with what they hold. */
function Outcome({ of }: { readonly of: Imported }) {
  const t = useWords();
  const { file, read, unreadable, unreadable_lines: unread } = of;
  return (
    <section aria-live="polite" aria-label={t('import')}>
      <Text>{t('imported', { n: showCount(read - unreadable), file })}</Text>
      {unreadable > 0 && (
        <>
          <Text mt="sm">{t('unread', { n: showCount(unreadable) })}</Text>
          <Table maw={420}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('line')}</Table.Th>
                <Table.Th>{t('holds')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {unread.map((line) => (
                <Table.Tr key={line}>
                  <Table.Td className="numbers">{line}</Table.Td>
                  <Table.Td className="latin">{of.lines[Number(line) - 1]?.slice(0, 60)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
          {unreadable > unread.length && <Text size="sm">{t('more_unread')}</Text>}
        </>
      )}
    </section>
  );
}
