/** Which column fills which variable: chosen, or dragged from the first rows. */
import { Paper, Select, Table, Text, TextInput } from '@mantine/core';
import type { FilePreview, Template } from '../../shared/api/types.ts';
import { plainOf } from './number-column.ts';
import type { FileColumn } from './preview-file.ts';
import { useWords } from './words.ts';

type Values = Readonly<Record<string, string>>;

/** `#B#` of a file, `{{name}}` of contacts. */
const COLUMN = /^(?:#[A-Z]+#|\{\{.+\}\})$/u;
/** With what stands where it is empty: `{{name|customer}}`. */
const OF_CONTACT = /^\{\{([^|}]+)(?:\|([^{}]*))?\}\}$/u;
const withInstead = (contact: string, { value }: { readonly value: string }): string =>
  value === '' ? `{{${contact}}}` : `{{${contact}|${value.replaceAll(/[{}]/gu, '')}}}`;

const SAME = 'same';
const SHOWN_ROWS = 3;

const referenceTo = ({ letter }: FileColumn): string =>
  /^[A-Z]+$/.test(letter) ? `#${letter}#` : `{{${letter}}}`;

/** Each variable by the column whose heading is its name. */
export function mappedByHeading(
  template: Template | undefined,
  columns: readonly FileColumn[] = [],
): Values {
  const pairs = (template?.variables ?? []).flatMap(({ name }) => {
    const column = columns.find(({ heading }) => plainOf(heading ?? '') === plainOf(name));
    return column === undefined ? [] : [[name, referenceTo(column)]];
  });
  return Object.fromEntries(pairs);
}

export function Mapping({
  template,
  columns,
  values,
  onChange,
}: {
  readonly template: Template;
  readonly columns: readonly FileColumn[];
  readonly values: Values;
  readonly onChange: (name: string, value: string) => void;
}) {
  const t = useWords();
  const nameOf = useColumnNames();
  return template.variables.map(({ name, optional, max_length: most }) => {
    const value = values[name];
    const isSame = value !== undefined && !COLUMN.test(value);
    const [, contact, instead = ''] = OF_CONTACT.exec(value ?? '') ?? [];
    const chosenColumn = contact === undefined ? value : `{{${contact}}}`;
    return (
      <div
        key={name}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          const dropped = event.dataTransfer.getData('text/plain');
          if (COLUMN.test(dropped)) onChange(name, dropped);
        }}
      >
        <Select
          label={name}
          withAsterisk={!optional}
          placeholder={t('choose_column')}
          data={[
            ...columns.map((column) => ({ value: referenceTo(column), label: nameOf(column) })),
            { value: SAME, label: t('same') },
          ]}
          value={isSame ? SAME : (chosenColumn ?? null)}
          onChange={(chosen) => onChange(name, chosen === SAME ? '' : (chosen ?? ''))}
          allowDeselect={false}
        />
        {contact !== undefined && (
          <TextInput
            mt={6}
            aria-label={t('instead', { name })}
            placeholder={t('instead_hint')}
            dir="auto"
            value={instead}
            onChange={({ currentTarget }) => onChange(name, withInstead(contact, currentTarget))}
          />
        )}
        {isSame && (
          <TextInput
            mt={6}
            aria-label={t('same_text', { name })}
            dir="auto"
            maxLength={most}
            value={value}
            onChange={({ currentTarget }) => onChange(name, currentTarget.value)}
          />
        )}
      </div>
    );
  });
}

/** `Column B: Name`. */
function useColumnNames(): (column: FileColumn) => string {
  const t = useWords();
  return ({ letter, heading }) =>
    /^[A-Z]+$/.test(letter)
      ? [t('column', { letters: letter }), heading].filter((it) => it !== null).join(': ')
      : (heading ?? letter);
}

/** Which column has the numbers. */
export function NumberColumn({
  columns,
  chosen,
  onChange,
}: {
  readonly columns: readonly FileColumn[];
  readonly chosen: string;
  readonly onChange: (letter: string) => void;
}) {
  const t = useWords();
  const nameOf = useColumnNames();
  const samples = columns.find(({ letter }) => letter === chosen)?.samples ?? [];
  return (
    <Select
      label={t('number_column')}
      description={
        samples.length === 0 ? undefined : (
          <>
            {t('number_samples')} <span className="latin">{samples.join(', ')}</span>
          </>
        )
      }
      data={columns.map((column) => ({ value: column.letter, label: nameOf(column) }))}
      value={chosen}
      onChange={(letter) => onChange(letter ?? chosen)}
      allowDeselect={false}
    />
  );
}

/** The first rows as they are in the file; the heads can be dragged. */
export function FirstRows({
  seen: { columns, first_rows: rows },
  numbers,
}: {
  readonly seen: FilePreview;
  /** The letters of their column. */
  readonly numbers: string;
}) {
  const t = useWords();
  return (
    <Paper withBorder>
      <Table.ScrollContainer
        minWidth={columns.length * 120}
        scrollAreaProps={{ viewportProps: { tabIndex: 0, 'aria-label': t('first_rows') } }}
      >
        <Table aria-label={t('first_rows')} dir="ltr">
          <Table.Thead>
            <Table.Tr>
              {columns.map((column) => (
                <Table.Th
                  key={column.letter}
                  draggable
                  onDragStart={({ dataTransfer }) =>
                    dataTransfer.setData('text/plain', referenceTo(column))
                  }
                >
                  <Text span c="dimmed" size="sm">
                    {column.letter}
                  </Text>{' '}
                  {column.heading ?? (column.letter === numbers ? t('numbers') : '')}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.slice(0, SHOWN_ROWS).map(({ row, cells }) => (
              <Table.Tr key={row}>
                {columns.map(({ letter }, at) => (
                  <Table.Td key={letter} dir="auto">
                    {cells[at]}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Paper>
  );
}
