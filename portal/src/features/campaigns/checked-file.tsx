/** What a file would send: its price, the first real texts, and the rows that get nothing. */
import { Button, Stack, Table, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { Batch } from '../../shared/api/types.ts';
import { showCount, showMoney, showPhone } from '../../shared/i18n/show.tsx';
import { Bubble, Phone } from '../send/phone.tsx';
import { useWords } from './words.ts';

const SHOWN = 8;

export function CheckedFile({ batch }: { readonly batch: Batch }) {
  const t = useWords();
  const { examples, rows, parts, price } = batch;
  return (
    <Stack gap="md">
      <div>
        <Text fz={22} fw={650}>
          <span className="latin numbers">{showMoney(price ?? '0.00')}</span>
        </Text>
        <Text size="sm" c="dimmed">
          {t('checked', { rows: showCount(rows ?? 0), parts: showCount(parts ?? 0) })}
        </Text>
      </div>
      <Phone from={batch.sender}>
        <Stack gap="sm">
          {examples?.map(({ row, number, text }) => (
            <div key={row}>
              <Text size="xs" c="dimmed" mb={2} className="latin">
                {showPhone(number)}
              </Text>
              <Bubble>{text}</Bubble>
            </div>
          ))}
        </Stack>
      </Phone>
      <LeftOut batch={batch} />
    </Stack>
  );
}

function LeftOut({ batch }: { readonly batch: Batch }) {
  const t = useWords();
  const { left_out: leftOut, rows_left_out: count } = batch;
  if (leftOut === null || leftOut.length === 0) return null;
  return (
    <div>
      <Text fw={600} size="sm">
        {t('left_out', { count: count ?? leftOut.length })}
      </Text>
      <Table aria-label={t('left_out_rows')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('row')}</Table.Th>
            <Table.Th>{t('recipient')}</Table.Th>
            <Table.Th>{t('column_of')}</Table.Th>
            <Table.Th>{t('reason')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {leftOut.slice(0, SHOWN).map(({ row, number, reason, column }) => (
            <Table.Tr key={`${row} ${column}`}>
              <Table.Td>{row}</Table.Td>
              <Table.Td className="latin">{number}</Table.Td>
              <Table.Td className="latin">{column ?? 'A'}</Table.Td>
              <Table.Td>{reason}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {leftOut.length > SHOWN && (
        <Text size="sm" c="dimmed">
          {t('left_out_more', { count: leftOut.length - SHOWN })}
        </Text>
      )}
      <Button
        variant="subtle"
        size="compact-sm"
        leftSection={<IconDownload size={14} aria-hidden />}
        onClick={() => save(leftOut)}
      >
        {t('left_out_save')}
      </Button>
    </div>
  );
}

function save(leftOut: NonNullable<Batch['left_out']>): void {
  const lines = leftOut.map(({ row, number, column, reason }) =>
    [String(row), number, column ?? '', reason].map(cellOf).join(','),
  );
  const text = `\ufeffrow,number,column,reason\r\n${lines.join('\r\n')}\r\n`;
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = 'rows-left-out.csv';
  link.click();
  URL.revokeObjectURL(url);
}

/** A spreadsheet would run what begins like a formula. */
function cellOf(text: string): string {
  const safe = /^[=+\-@\t]/.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}
