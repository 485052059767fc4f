/** Invoices of all accounts: finance looks, files the return, and issues credit notes. */
import { Anchor, Group, Select, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { DownloadButton } from '../../shared/api/download-button.tsx';
import { Money, showMonth, Time } from '../../shared/i18n/show.tsx';
import {
  OperationLink,
  OperationTable,
  type OperationColumn,
} from '../../shared/operation/operation-table.tsx';
import type { Row } from '../../shared/operation/result.tsx';
import { PageHeader } from '../../shared/page/page-header.tsx';
import { FilterInput } from '../../shared/table/filter-input.tsx';
import { useFilters } from '../../shared/table/use-filters.ts';
import { useWords } from './invoice-words.ts';

const KINDS = ['invoice', 'credit_note'] as const;
const MONTHS = 24;

/** The latest months of Pakistan, such as `2026-11`. */
function latestMonths(): readonly string[] {
  const here = new Date(Date.now() + PAKISTAN_MS);
  const [year, month] = [here.getUTCFullYear(), here.getUTCMonth()];
  return Array.from({ length: MONTHS }, (_, ago) =>
    new Date(Date.UTC(year, month - ago, 1)).toISOString().slice(0, 7),
  );
}
const PAKISTAN_MS = 5 * 3_600_000;

/** From its first moment up to that of the next. */
function spanOf(month: string): { readonly since?: string; readonly until?: string } {
  const [year, number] = month.split('-').map(Number);
  if (year === undefined || number === undefined || month === '') return {};
  const begin = (ahead: number): string =>
    new Date(Date.UTC(year, number - 1 + ahead, 1) - PAKISTAN_MS).toISOString();
  return { since: begin(0), until: begin(1) };
}

export function Page() {
  const t = useWords();
  const [filters, change] = useFilters({ number: '', account: '', month: '', kind: '' });
  const kind = KINDS.find((it) => it === filters.kind);
  const account = /^\d+$/.test(filters.account) ? filters.account : undefined;
  const number = filters.number.trim().toUpperCase();
  const months = latestMonths();
  const month = months.find((it) => it === filters.month) ?? '';
  const asked = { ...spanOf(month), ...(kind && { kind }), ...(account && { account }) };
  return (
    <>
      <PageHeader title={t('title')} about={t('about')} />
      <Group mb="md" gap="sm" align="flex-end">
        <FilterInput
          label={t('number')}
          value={filters.number}
          onFilter={(given) => change({ number: given })}
          w={{ base: '100%', xs: 180 }}
        />
        <FilterInput
          label={t('account')}
          value={filters.account}
          onFilter={(given) => change({ account: given })}
          w={{ base: '100%', xs: 120 }}
        />
        <Select
          label={t('month')}
          placeholder={t('any_month')}
          data={months.map((value) => ({ value, label: showMonth(value) }))}
          value={month || null}
          onChange={(chosen) => change({ month: chosen ?? '' })}
          clearable
          w={180}
        />
        <Select
          label={t('kind')}
          placeholder={t('any_kind')}
          data={KINDS.map((value) => ({ value, label: t(value) }))}
          value={kind ?? null}
          onChange={(chosen) => change({ kind: chosen ?? '' })}
          clearable
          w={150}
        />
        <DownloadButton call="exportStaffInvoices" takes={{ query: asked }}>
          {t('csv')}
        </DownloadButton>
        <OperationLink name="tax-list">{t('rates')}</OperationLink>
      </Group>
      <Found body={number === '' ? asked : { number }} />
    </>
  );
}

/** Credit notes count below zero. */
function signed(row: Row, name: 'net' | 'tax' | 'amount' | 'credited') {
  const amount = String(row[name]);
  return <Money amount={row['kind'] === 'credit_note' ? `-${amount}` : amount} />;
}

function useColumns(): readonly OperationColumn[] {
  const t = useWords();
  return [
    {
      id: 'invoice',
      header: t('number'),
      place: 'title',
      cell: ({ invoice, of }) => (
        <>
          <Text inherit className="numbers">
            {String(invoice)}
          </Text>
          {typeof of === 'string' && (
            <Text size="xs" c="dimmed">
              {t('of')} <span className="numbers">{of}</span>
            </Text>
          )}
        </>
      ),
    },
    {
      id: 'issued',
      header: t('issued'),
      cell: ({ issued }) => <Time at={typeof issued === 'string' ? issued : null} />,
    },
    {
      id: 'name',
      header: t('name'),
      cell: ({ account, name }) => (
        <Anchor component={Link} to={`/console/accounts/${String(account)}`} inherit>
          <bdi>{String(name)}</bdi> ({String(account)})
        </Anchor>
      ),
    },
    { id: 'net', header: t('net'), isNumber: true, cell: (row) => signed(row, 'net') },
    { id: 'tax', header: t('tax'), isNumber: true, cell: (row) => signed(row, 'tax') },
    {
      id: 'amount',
      header: t('amount'),
      isNumber: true,
      place: 'end',
      cell: (row) => signed(row, 'amount'),
    },
    {
      id: 'credited',
      header: t('credited'),
      isNumber: true,
      cell: (row) => (row['credited'] === '0.00' ? '–' : signed(row, 'credited')),
    },
  ];
}

function Found({ body }: { readonly body: Readonly<Record<string, unknown>> }) {
  const t = useWords();
  return (
    <OperationTable
      name="invoice-list"
      body={body}
      empty={t('none')}
      columns={useColumns()}
      actions={({ id, account, invoice, kind, amount, credited }) => (
        <>
          <DownloadButton
            call="showStaffInvoiceFile"
            takes={{ path: { account: String(account), id: String(id) } }}
          >
            {t('pdf')}
          </DownloadButton>
          {kind === 'invoice' && amount !== credited && (
            <OperationLink name="invoice-credit" given={{ account, invoice }}>
              {t('credit')}
            </OperationLink>
          )}
        </>
      )}
    />
  );
}
