/**
 * A list of `/v1`: its pages are loaded as one scrolls, and only the visible rows are in the page,
 * so that a million of them scroll like twenty. On a phone each row is a card.
 */
import { Box, Button, Center, Loader, Paper, Skeleton, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useVirtualizer, useWindowVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useState, type ReactNode } from 'react';
import { defineWords } from '../i18n/i18n.ts';
import { ErrorState } from '../page/faults.tsx';
import { marksOf, titleOf, type Column } from './column.ts';
import classes from './data-table.module.css';

export type { Column };

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
  /** Where a row leads: what names it is the link, and the whole row can be clicked. */
  readonly rowLink?: (row: Row) => string;
  /** Shown instead of an empty list. */
  readonly empty: ReactNode;
};

const ROW_PX = 44;
const CARD_PX = 90;
const CARD_GAP_PX = 8;
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
  const widths = columns.map(({ width }) => width ?? 'minmax(100px, 1fr)').join(' ');
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
        __vars={{ '--columns': widths }}
      >
        <div role="rowgroup" className={classes['head']}>
          <div role="row" className={classes['row']}>
            {columns.map((column) => (
              <div
                key={column.id}
                role="columnheader"
                className={classes['cell']}
                {...marksOf(column, columns)}
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

/** The rows that can be seen, and a few more. */
function Rows<Row>(props: RowsProps<Row>) {
  const isPhone = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  return isPhone ? <Cards {...props} /> : <Lines {...props} />;
}

function Lines<Row>(props: RowsProps<Row>) {
  const { rows, scroll } = props;
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroll,
    estimateSize: () => ROW_PX,
    overscan: OVERSCAN_ROWS,
  });
  return <Shown {...props} virtual={virtual} startPx={0} />;
}

/** They scroll with the page: a list that scrolls within it would catch the finger. */
function Cards<Row>(props: RowsProps<Row>) {
  const { rows, scroll } = props;
  const [abovePx, setAbovePx] = useState(0);
  useLayoutEffect(() => {
    setAbovePx(scroll.getBoundingClientRect().top + globalThis.scrollY);
  }, [scroll]);
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => CARD_PX,
    gap: CARD_GAP_PX,
    overscan: OVERSCAN_ROWS,
    scrollMargin: abovePx,
  });
  return <Shown {...props} virtual={virtual} startPx={abovePx} />;
}

type ShownProps<Row> = RowsProps<Row> & {
  readonly virtual: Pick<
    Virtualizer<Window, Element>,
    'getVirtualItems' | 'getTotalSize' | 'measureElement'
  >;
  /** Where it begins in what scrolls. */
  readonly startPx: number;
};

/** Asks for the next page before the last row shows. */
function Shown<Row>({ rows, virtual, startPx, query, columns, ...it }: ShownProps<Row>) {
  const visible = virtual.getVirtualItems();
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const isNearEnd = (visible.at(-1)?.index ?? 0) >= rows.length - OVERSCAN_ROWS;
  const isWanted = isNearEnd && hasNextPage && !isFetchingNextPage;
  useEffect(() => {
    if (isWanted) void fetchNextPage();
  }, [isWanted, fetchNextPage]);
  const title = titleOf(columns);
  return (
    <div role="rowgroup" style={{ height: virtual.getTotalSize(), position: 'relative' }}>
      {visible.map(({ index, start }) => {
        const row = rows[index];
        if (row === undefined) return null;
        return (
          <div
            key={it.rowId(row)}
            ref={virtual.measureElement}
            data-index={index}
            className={classes['place']}
            style={{ top: start - startPx }}
          >
            <div role="row" aria-rowindex={index + 2} className={classes['row']}>
              {columns.map((column) => (
                <Cell key={column.id} column={column} columns={columns} row={row}>
                  {column.id === title ? it.rowLink?.(row) : undefined}
                </Cell>
              ))}
            </div>
          </div>
        );
      })}
    </div>
  );
}

function Cell<Row>({
  column,
  columns,
  row,
  children: to,
}: {
  readonly column: Column<Row>;
  readonly columns: readonly Column<Row>[];
  readonly row: Row;
  /** Where it leads. */
  readonly children: string | undefined;
}) {
  const shown = column.cell(row);
  return (
    <div
      role="cell"
      className={classes['cell']}
      data-blank={shown === '–' || undefined}
      {...marksOf(column, columns)}
    >
      {to === undefined ? (
        shown
      ) : (
        <Link to={to} className={classes['link']}>
          {shown}
        </Link>
      )}
    </div>
  );
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
