/** What an account has paid, as invoices to download, and what was credited of it. */
import { Anchor, Group, Select, Text } from '@mantine/core';
import { IconFileInvoice } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { DownloadButton } from '../../shared/api/download-button.tsx';
import { listing } from '../../shared/api/queries.ts';
import { useWho } from '../../shared/api/session.ts';
import type { Invoice } from '../../shared/api/types.ts';
import { inWords } from '../../shared/i18n/i18n.ts';
import { isolated, Money, showDay } from '../../shared/i18n/show.tsx';
import { EmptyState } from '../../shared/page/empty-state.tsx';
import { PageHeader } from '../../shared/page/page-header.tsx';
import { DataTable, type Column } from '../../shared/table/data-table.tsx';
import { useFilters } from '../../shared/table/use-filters.ts';
import { useInvoiceWords } from './invoice-words.ts';

const KINDS = ['invoice', 'credit_note'] as const;

export function Page() {
  const t = useInvoiceWords();
  const mayChange = useWho().account?.scopes.includes('account') === true;
  const [filters, change] = useFilters({ kind: '' });
  const query = { kind: KINDS.find((it) => it === filters.kind) };
  const invoices = useInfiniteQuery(listing('listInvoices', { query }));
  return (
    <>
      <PageHeader title={t('title')} about={t('about')} />
      <Group gap="sm" mb="md">
        <Select
          aria-label={t('kind')}
          placeholder={t('any_kind')}
          data={KINDS.map((value) => ({ value, label: t(value) }))}
          value={query.kind ?? null}
          onChange={(kind) => change({ kind: kind ?? '' })}
          clearable
          w={180}
        />
        <DownloadButton call="exportInvoices" takes={{ query }}>
          {t('csv')}
        </DownloadButton>
        {mayChange && (
          <Anchor component={Link} to="/portal/settings" size="sm">
            {t('details')}
          </Anchor>
        )}
      </Group>
      <DataTable
        label={t('title')}
        query={invoices}
        columns={useColumns()}
        rowId={({ id }) => id}
        empty={<EmptyState icon={IconFileInvoice} title={t('none')} text={t('none_text')} />}
      />
      <Anchor component={Link} to="/portal/credit" size="sm" mt="md" display="inline-block">
        {t('back')}
      </Anchor>
    </>
  );
}

function useColumns(): readonly Column<Invoice>[] {
  const t = useInvoiceWords();
  const money = (id: 'net' | 'tax' | 'amount'): Column<Invoice> => ({
    id,
    header: t(id),
    cell: (it) => <Money amount={it.kind === 'invoice' ? it[id] : `-${it[id]}`} />,
    isNumber: true,
    width: 'minmax(110px, 1fr)',
    ...(id === 'amount' ? { place: 'end' as const } : {}),
  });
  return [
    {
      id: 'number',
      header: t('number'),
      place: 'title',
      width: '160px',
      cell: ({ number }) => <span className="latin">{number}</span>,
    },
    { id: 'date', header: t('date'), width: '126px', cell: (it) => showDay(it.issued_at) },
    {
      id: 'for',
      header: t('paid_by'),
      width: 'minmax(150px, 2fr)',
      cell: ({ kind, invoice, reason, paid_by: paidBy }) =>
        kind === 'invoice' ? (
          paidBy === null ? (
            '–'
          ) : (
            inWords(paidBy)
          )
        ) : (
          <>
            {t('credit_note')} {t('of', { number: isolated(invoice ?? '') })}
            <Text size="xs" c="dimmed" dir="auto">
              {reason}
            </Text>
          </>
        ),
    },
    ...[money('net'), money('tax'), money('amount')],
    {
      id: 'pdf',
      header: t('pdf'),
      place: 'foot',
      width: '140px',
      cell: ({ id }) => (
        <DownloadButton call="showInvoiceFile" takes={{ path: { id } }}>
          {t('pdf')}
        </DownloadButton>
      ),
    },
  ];
}
