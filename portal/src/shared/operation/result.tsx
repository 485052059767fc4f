/** What an operation returned: fields, tables under titles, sentences. */
import { Alert, Code, CopyButton, Button, Group, Stack, Table, Text, Title } from '@mantine/core';
import { withReadableNames } from '../../../../packages/base/src/readable-names.ts';
import type { StaffOperationResult } from '../api/types.ts';
import { defineWords, inWords, saidInUrdu } from '../i18n/i18n.ts';
import { withRupees } from '../i18n/money.ts';
import { Money, Time } from '../i18n/show.tsx';
import { withoutCommand } from '../i18n/without-command.ts';
import { ListTable } from '../table/list-table.tsx';
import { labelOf, wordOf } from './schema.ts';

const useWords = defineWords({
  en: {
    done: 'Done',
    nothing: 'Nothing to show.',
    copy: 'Copy',
    copied: 'Copied',
    yes: 'yes',
    no: 'no',
  },
  ur: {
    done: 'ہو گیا',
    nothing: 'دکھانے کو کچھ نہیں۔',
    copy: 'کاپی',
    copied: 'کاپی ہو گیا',
    yes: 'ہاں',
    no: 'نہیں',
  },
});

/** In the reader's language, or with amounts as people write them. */
const told = (said: string): string => {
  const bare = withoutCommand(said);
  return saidInUrdu(bare) ?? withRupees(bare);
};

export type Row = Readonly<Record<string, unknown>>;

type ResultProps = { readonly operation: string; readonly result: StaffOperationResult };

export function Result({ operation, result }: ResultProps) {
  const t = useWords();
  const { data, sections, empty, found_fault: isBad } = result;
  const note = (result.note && told(result.note)) || undefined;
  // What came of one thing is a sentence first; what is said of a list stands below it.
  const isOne = sections === undefined && !Array.isArray(data);
  return (
    <Stack component="section" aria-live="polite" aria-label={t('done')}>
      {isBad && <Alert color="orange">{note}</Alert>}
      {!isBad && isOne && note !== undefined && <Text fw={500}>{note}</Text>}
      {sections === undefined ? (
        <Data operation={operation} data={data} empty={empty} />
      ) : (
        sections.map((section, index) =>
          typeof section === 'string' ? (
            <Text key={index}>{told(section)}</Text>
          ) : (
            <div key={index}>
              {section.title !== undefined && (
                <Title order={2} size="h5" mb="xs">
                  {inWords(section.title)}
                </Title>
              )}
              <Data operation={operation} data={section.data} />
            </div>
          ),
        )
      )}
      {!isBad && !isOne && note !== undefined && <Text c="dimmed">{note}</Text>}
    </Stack>
  );
}

type DataProps = {
  readonly operation: string;
  readonly data: unknown;
  readonly empty?: string | undefined;
};

function Data({ operation, data, empty }: DataProps) {
  const t = useWords();
  const isList = Array.isArray(data);
  const rows = (isList ? data : [data]) as readonly Row[];
  const [first] = rows;
  if (first === undefined || first === null)
    return <Text c="dimmed">{empty === undefined ? t('nothing') : inWords(empty)}</Text>;
  if (!isList) return <Fields operation={operation} row={first} />;
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return (
    <ListTable
      label={t('done')}
      rows={rows}
      columns={names.map((name) => ({
        id: name,
        header: labelOf(name, operation),
        cell: (row: Row) => <Value name={name} value={row[name]} />,
      }))}
      rowId={(_, index) => index}
    />
  );
}

/** What must be copied without a slip. */
const SECRET = /key|secret|password|token|link$/;

function Fields({ operation, row }: { readonly operation: string; readonly row: Row }) {
  const t = useWords();
  return (
    <Table maw={640}>
      <Table.Tbody>
        {Object.entries(row).map(([name, value]) => (
          <Table.Tr key={name}>
            <Table.Th w={{ base: 130, sm: 200 }}>{labelOf(name, operation)}</Table.Th>
            <Table.Td>
              {SECRET.test(name) && typeof value === 'string' ? (
                <Group gap="xs">
                  <Code className="latin">{value}</Code>
                  <CopyButton value={value}>
                    {({ copied, copy }) => (
                      <Button size="compact-xs" variant="light" onClick={copy}>
                        {t(copied ? 'copied' : 'copy')}
                      </Button>
                    )}
                  </CopyButton>
                </Group>
              ) : (
                <Value name={name} value={value} />
              )}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

/** Rupees, and moments, as operations write them. */
const AMOUNT = /^-?\d+\.\d{2,6}$/;
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\S*$/;

/** A value as people read it; `name`: of the field, whose words have names. */
export function Value({ value, name }: { readonly value: unknown; readonly name?: string }) {
  const t = useWords();
  if (value === null || value === undefined || value === '') return <>–</>;
  if (typeof value === 'boolean') return <>{t(value ? 'yes' : 'no')}</>;
  if (Array.isArray(value))
    return <span className="latin">{withReadableNames(value.join(', '))}</span>;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const word = name === undefined ? text : wordOf(name, text);
  if (word !== text) return <>{word}</>;
  if (AMOUNT.test(text)) return <Money amount={text} />;
  if (MOMENT.test(text)) return <Time at={text} />;
  const said = saidInUrdu(text);
  return said === undefined ? (
    <span className="latin">{withReadableNames(text)}</span>
  ) : (
    <bdi>{said}</bdi>
  );
}
