/**
 * A list of `/v1`: its pages are loaded as one scrolls, and only the visible rows are in the page,
 * so that a million of them scroll like twenty.
 */
import { Box, Button, Center, Loader, Paper, Skeleton, Text } from '@mantine/core';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useState, type ReactNode } from 'react';
import { defineWords } from '../i18n/i18n.ts';
import { ErrorState } from '../page/faults.tsx';
import classes from './data-table.module.css';

export type Column<Row> = {
  readonly id: string;
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  /** As in CSS grid: `120px`, `minmax(140px, 1fr)`. By default a fair share. */
  readonly width?: string;
  /** Numbers stand at the end of their column. */
  readonly isNumber?: boolean;
  /** Left out on a phone. */
  readonly isExtra?: boolean;
};

type Page<Row> = { readonly data: readonly Row[] };

type Props<Row> = {
  /** What the list is, for those who do not see it. */
  readonly label: string;
  readonly query: Pick<
    UseInfiniteQueryResult<{ readonly pages: readonly Page<Row>[] }>,
    'data' | 'error' | 'fetchNextPage' | 'hasNextPage' | 'isFetchingNextPage' | 'refetch'
  > & { readonly isPlaceholderData?: boolean };
  readonly columns: readonly Column<Row>[];
  readonly rowId: (row: Row) => string;
  /** Where a row leads: its first column is the link, and the whole row can be clicked. */
  readonly rowLink?: (row: Row) => string;
  /** Shown instead of an empty list. */
  readonly empty: ReactNode;
};

const ROW_PX = 44;
const SKELETON_ROWS = 8;
const OVERSCAN_ROWS = 12;

const useWords = defineWords({
  en: { more: 'Load more', loading: 'Loading' },
  ur: { more: 'مزید دکھائیں', loading: 'لوڈ ہو رہا ہے' },
});

export function DataTable<Row>(props: Props<Row>) {
  const { label, query, columns, empty } = props;
  const t = useWords();
  // A state, so that rows are shown once there is something to scroll in.
  const [scroll, setScroll] = useState<HTMLDivElement | null>(null);
  const rows = query.data?.pages.flatMap(({ data }) => data);
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  if (query.error !== null && rows === undefined) {
    return <ErrorState error={query.error} onRetry={() => query.refetch()} />;
  }
  if (rows?.length === 0 && !hasNextPage) return <Paper withBorder>{empty}</Paper>;
  const templateOf = (some: readonly Column<Row>[]): string =>
    some.map(({ width }) => width ?? 'minmax(100px, 1fr)').join(' ');
  return (
    <Paper
      withBorder
      className={classes['frame']}
      data-stale={query.isPlaceholderData || undefined}
    >
      <Box
        ref={setScroll}
        role="table"
        aria-label={label}
        aria-rowcount={hasNextPage ? -1 : (rows?.length ?? -1) + 1}
        aria-busy={rows === undefined}
        tabIndex={0}
        className={classes['scroll']}
        __vars={{
          '--columns': templateOf(columns),
          '--columns-of-phone': templateOf(columns.filter(({ isExtra }) => isExtra !== true)),
        }}
      >
        <div role="rowgroup" className={classes['head']}>
          <div role="row" className={classes['row']}>
            {columns.map((column) => (
              <div
                key={column.id}
                role="columnheader"
                className={classes['cell']}
                {...marksOf(column)}
              >
                {column.header}
              </div>
            ))}
          </div>
        </div>
        {rows === undefined || scroll === null ? (
          <Waiting label={t('loading')} />
        ) : (
          <Rows {...props} rows={rows} scroll={scroll} />
        )}
      </Box>
      {rows !== undefined && hasNextPage && (
        <Center p="xs">
          {isFetchingNextPage ? (
            <Loader size="sm" aria-label={t('loading')} />
          ) : (
            <Button variant="subtle" size="compact-sm" onClick={() => void fetchNextPage()}>
              {t('more')}
            </Button>
          )}
        </Center>
      )}
    </Paper>
  );
}

type RowsProps<Row> = Props<Row> & {
  readonly rows: readonly Row[];
  readonly scroll: HTMLDivElement;
};

/** The rows that can be seen, and a few more. Asks for the next page before the last one shows. */
function Rows<Row>({ rows, scroll, query, columns, rowId, rowLink }: RowsProps<Row>) {
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroll,
    estimateSize: () => ROW_PX,
    overscan: OVERSCAN_ROWS,
  });
  const visible = virtual.getVirtualItems();
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const isNearEnd = (visible.at(-1)?.index ?? 0) >= rows.length - OVERSCAN_ROWS;
  const isWanted = isNearEnd && hasNextPage && !isFetchingNextPage;
  useEffect(() => {
    if (isWanted) void fetchNextPage();
  }, [isWanted, fetchNextPage]);
  return (
    <div role="rowgroup" style={{ height: virtual.getTotalSize(), position: 'relative' }}>
      {visible.map(({ index, start }) => {
        const row = rows[index];
        if (row === undefined) return null;
        return (
          <div
            key={rowId(row)}
            role="row"
            aria-rowindex={index + 2}
            className={classes['row']}
            style={{ position: 'absolute', insetInline: 0, top: start, height: ROW_PX }}
          >
            {columns.map((column, place) => (
              <div key={column.id} role="cell" className={classes['cell']} {...marksOf(column)}>
                {place === 0 && rowLink !== undefined ? (
                  <Link to={rowLink(row)} className={classes['link']}>
                    {column.cell(row)}
                  </Link>
                ) : (
                  column.cell(row)
                )}
              </div>
            ))}
          </div>
        );
      })}
    </div>
  );
}

function marksOf<Row>({ isNumber, isExtra }: Column<Row>) {
  return { 'data-number': isNumber || undefined, 'data-extra': isExtra || undefined };
}

function Waiting({ label }: { readonly label: string }) {
  return (
    <div role="row">
      <div role="cell">
        <Text className={classes['unseen']}>{label}</Text>
        {Array.from({ length: SKELETON_ROWS }, (_, index) => (
          <Skeleton key={index} h={16} m={14} w="auto" />
        ))}
      </div>
    </div>
  );
}
