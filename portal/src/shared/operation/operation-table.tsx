/** What a reading operation lists, as a table with columns chosen for people. */
import { Anchor, Group, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { reading } from '../api/queries.ts';
import { defineWords } from '../i18n/i18n.ts';
import { ErrorState } from '../page/faults.tsx';
import type { Column } from '../table/column.ts';
import { ListTable } from '../table/list-table.tsx';
import { Value, type Row } from './result.tsx';
import { useOperationName } from './name-operation.ts';

const useWords = defineWords({
  en: { actions: 'Actions' },
  ur: { actions: 'کام' },
});

/** A column whose `id` is a property of the rows, shown as it is unless said otherwise. */
export type OperationColumn = Omit<Column<Row>, 'cell'> & Partial<Pick<Column<Row>, 'cell'>>;

export function OperationTable({
  name,
  body = {},
  columns,
  actions,
  empty,
  isFull = false,
}: {
  /** `link-list`. */
  readonly name: string;
  readonly body?: Readonly<Record<string, unknown>>;
  readonly columns: readonly OperationColumn[];
  readonly actions?: (row: Row) => ReactNode;
  /** What it means that there is nothing. */
  readonly empty: string;
  /** Reads what the operation gives to programs. */
  readonly isFull?: boolean;
}) {
  const t = useWords();
  const nameOf = useOperationName();
  const { data, error, refetch } = useQuery(
    reading('doStaffOperation', { path: { name }, body: { ...body } }),
  );
  if (error !== null && data === undefined) return <ErrorState error={error} onRetry={refetch} />;
  if (data === undefined) return <Skeleton h={96} />;
  const given = isFull ? (data.full ?? data.data) : data.data;
  const rows = Array.isArray(given) ? (given as readonly Row[]) : [];
  if (rows.length === 0) return <Text size="sm">{empty}</Text>;
  const shown = columns.map((it): Column<Row> => ({
    cell: (row) => <Value name={it.id} value={row[it.id]} />,
    ...it,
  }));
  const does: Column<Row> = {
    id: 'actions',
    header: t('actions'),
    place: 'foot',
    cell: (row) => {
      const may = actions?.(row);
      return may ? <Group gap="sm">{may}</Group> : null;
    },
  };
  return (
    <ListTable
      label={nameOf(name)}
      rows={rows}
      columns={actions === undefined ? shown : [...shown, does]}
      rowId={(_, index) => index}
    />
  );
}

/** Leads to the form of an operation, with what is known filled in. */
export function OperationLink({
  name,
  given = {},
  children,
}: {
  readonly name: string;
  readonly given?: Readonly<Record<string, unknown>>;
  readonly children: ReactNode;
}) {
  const search = Object.entries(given).flatMap(([field, value]) =>
    typeof value === 'string' || typeof value === 'number' ? [[field, String(value)]] : [],
  );
  const text = new URLSearchParams(search).toString();
  const to = `/console/operations/${name}${text === '' ? '' : `?${text}`}`;
  return (
    <Anchor component={Link} to={to} size="sm">
      {children}
    </Anchor>
  );
}
