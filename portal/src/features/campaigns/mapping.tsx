/** Which column fills which variable: chosen, or dragged from the first rows. */
import { Paper, Select, Table, Text, TextInput } from '@mantine/core';
import type { FilePreview, MediaFile } from '../../shared/api/types.ts';
import { MediaField } from '../../shared/media/media-field.tsx';
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

/** What is filled for each row: a variable of a template, or another part of a chat message. */
export type Slot = {
  readonly key: string;
  readonly name: string;
  /** Its name within the template. */
  readonly called: string;
  readonly isOptional: boolean;
  readonly most?: number | undefined;
  /** It is the same for everybody: a time. */
  readonly type?: 'datetime-local' | undefined;
  /** It takes a file of this kind, which is one for everybody unless a column has it. */
  readonly media?: MediaFile['kind'] | undefined;
};

/** Headings in Urdu of what ready wordings name. */
const IN_URDU: Readonly<Record<string, string>> = {
  نام: 'name',
  رقم: 'amount',
  تاریخ: 'date',
  وقت: 'time',
  مہینہ: 'month',
  کوڈ: 'code',
  آرڈرنمبر: 'orderno',
  فون: 'phone',
  طالبعلم: 'student',
};

/** Each variable by the column whose heading is its name. */
export function mappedByHeading(
  slots: readonly Slot[],
  columns: readonly FileColumn[] = [],
): Values {
  const pairs = slots.flatMap(({ key, called }) => {
    const name = plainOf(called);
    const column = columns.find(({ heading }) => {
      const plain = plainOf(heading ?? '');
      return name !== '' && (plain === name || IN_URDU[plain] === name);
    });
    return column === undefined ? [] : [[key, referenceTo(column)]];
  });
  return Object.fromEntries(pairs);
}

type MappingProps = {
  readonly columns: readonly FileColumn[];
  readonly values: Values;
  readonly onChange: (key: string, value: string) => void;
};

export function Mapping({ slots, ...of }: MappingProps & { readonly slots: readonly Slot[] }) {
  return slots.map((slot) =>
    slot.type === undefined ? (
      <MappedSlot key={slot.key} slot={slot} {...of} />
    ) : (
      <TextInput
        key={slot.key}
        type={slot.type}
        label={slot.name}
        withAsterisk
        value={of.values[slot.key] ?? ''}
        onChange={({ currentTarget }) => of.onChange(slot.key, currentTarget.value)}
      />
    ),
  );
}

function MappedSlot({
  slot: { key, name, isOptional, most, media },
  columns,
  values,
  onChange,
}: MappingProps & { readonly slot: Slot }) {
  const t = useWords();
  const nameOf = useColumnNames();
  const value = values[key];
  const isSame = value === undefined ? media !== undefined : !COLUMN.test(value);
  const [, contact, instead = ''] = OF_CONTACT.exec(value ?? '') ?? [];
  const chosenColumn = contact === undefined ? value : `{{${contact}}}`;
  return (
    <div
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        const dropped = event.dataTransfer.getData('text/plain');
        if (COLUMN.test(dropped)) onChange(key, dropped);
      }}
    >
      <Select
        label={name}
        withAsterisk={!isOptional}
        placeholder={t('choose_column')}
        data={[
          ...columns.map((column) => ({ value: referenceTo(column), label: nameOf(column) })),
          { value: SAME, label: t(media === undefined ? 'same' : 'same_file_all') },
        ]}
        value={isSame ? SAME : (chosenColumn ?? null)}
        onChange={(chosen) => onChange(key, chosen === SAME ? '' : (chosen ?? ''))}
        allowDeselect={false}
      />
      {contact !== undefined && (
        <TextInput
          mt={6}
          aria-label={t('instead', { name })}
          placeholder={t('instead_hint')}
          dir="auto"
          value={instead}
          onChange={({ currentTarget }) => onChange(key, withInstead(contact, currentTarget))}
        />
      )}
      {isSame && media !== undefined && (
        <MediaField
          label={t('same_file', { name })}
          kind={media}
          isNeeded={!isOptional}
          value={value ?? ''}
          onChange={(chosen) => onChange(key, chosen)}
        />
      )}
      {isSame && media === undefined && (
        <TextInput
          mt={6}
          aria-label={t('same_text', { name })}
          dir="auto"
          maxLength={most}
          value={value}
          onChange={({ currentTarget }) => onChange(key, currentTarget.value)}
        />
      )}
    </div>
  );
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
        type="native"
        tabIndex={0}
        // A sheet begins at its column A, on the left.
        dir="ltr"
      >
        <Table aria-label={t('first_rows')}>
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
