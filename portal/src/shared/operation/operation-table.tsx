/** What a reading operation lists, as a table with columns chosen for people. */
import { Anchor, Group, Skeleton, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { reading } from '../api/queries.ts';
import { defineWords } from '../i18n/i18n.ts';
import { ErrorState } from '../page/faults.tsx';
import { Value, type Row } from './result.tsx';
import { useOperationName } from './name-operation.ts';

const useWords = defineWords({
  en: { actions: 'Actions' },
  ur: { actions: 'کام' },
});

export type OperationColumn = {
  /** A property of the rows. */
  readonly id: string;
  readonly header: string;
  readonly cell?: (row: Row) => ReactNode;
  /** Left out on a phone. */
  readonly isExtra?: boolean;
};

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
  const shownOn = ({ isExtra }: OperationColumn) => (isExtra === true ? { visibleFrom: 'sm' } : {});
  return (
    <Table.ScrollContainer
      minWidth={320}
      scrollAreaProps={{ viewportProps: { tabIndex: 0, 'aria-label': nameOf(name) } }}
    >
      <Table>
        <Table.Thead>
          <Table.Tr>
            {columns.map((it) => (
              <Table.Th key={it.id} {...shownOn(it)}>
                {it.header}
              </Table.Th>
            ))}
            {actions !== undefined && <Table.Th>{t('actions')}</Table.Th>}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row, index) => (
            <Table.Tr key={index}>
              {columns.map((it) => (
                <Table.Td key={it.id} {...shownOn(it)}>
                  {it.cell === undefined ? <Value value={row[it.id]} /> : it.cell(row)}
                </Table.Td>
              ))}
              {actions !== undefined && (
                <Table.Td>
                  <Group gap="sm">{actions(row)}</Group>
                </Table.Td>
              )}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
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
