/** A short list, all of it in the page; on a phone each row is a card, as in DataTable. */
import { Box, Table } from '@mantine/core';
import { marksOf, type Column } from './column.ts';
import classes from './data-table.module.css';

/** Narrower, a column could not be read: the list scrolls sideways. */
const COLUMN_PX = 90;

export function ListTable<Row>({
  label,
  rows,
  columns,
  rowId,
}: {
  /** What the list is, for those who do not see it. */
  readonly label: string;
  readonly rows: readonly Row[];
  readonly columns: readonly Column<Row>[];
  readonly rowId: (row: Row, index: number) => string | number;
}) {
  return (
    <Box
      tabIndex={0}
      className={classes['wide']}
      __vars={{ '--least': `${columns.length * COLUMN_PX}px` }}
    >
      <Table className={classes['list']} aria-label={label}>
        <Table.Thead className={classes['names']}>
          <Table.Tr>
            {columns.map(({ id, header, isNumber, width }) => (
              <Table.Th key={id} ta={isNumber ? 'end' : undefined} w={width}>
                {header}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row, index) => (
            <Table.Tr key={rowId(row, index)} className={classes['row']}>
              {columns.map((column) => {
                const shown = column.cell(row);
                return (
                  <Table.Td
                    key={column.id}
                    className={classes['cell']}
                    data-blank={shown === '–' || undefined}
                    {...marksOf(column, columns)}
                  >
                    {shown}
                  </Table.Td>
                );
              })}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Box>
  );
}
