import type { ReactNode } from 'react';

/** A column of a list; on a phone, where a list is a card for each row, a line of the card. */
export type Column<Row> = {
  readonly id: string;
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  /** As in CSS grid: `120px`, `minmax(140px, 1fr)`. By default a fair share. */
  readonly width?: string;
  /** Numbers stand at the end of their column. */
  readonly isNumber?: boolean;
  /**
   * Where it stands in the card: what names it (by default the first column does), beside that
   * (the state), or below the rest (what may be done).
   */
  readonly place?: 'title' | 'end' | 'foot';
  /** Left out of the card. */
  readonly isExtra?: boolean;
};

/** What the styles of a cell depend on. */
export function marksOf<Row>(
  { id, header, place, isNumber, isExtra }: Column<Row>,
  columns: readonly Column<Row>[],
) {
  return {
    'data-label': header,
    'data-place': id === titleOf(columns) ? 'title' : place,
    'data-number': isNumber || undefined,
    'data-extra': isExtra || undefined,
  };
}

/** The column that names a row. */
export const titleOf = <Row>(columns: readonly Column<Row>[]): string | undefined =>
  (columns.find(({ place }) => place === 'title') ?? columns[0])?.id;
