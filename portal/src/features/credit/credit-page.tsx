/** What an account may spend, its statements, and every change to its credit. */
import {
  Anchor,
  Box,
  Group,
  SegmentedControl,
  Select,
  SimpleGrid,
  Stack,
  Table,
  Text,
  Title,
} from '@mantine/core';
import { IconWallet } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { DownloadButton } from '../../shared/api/download-button.tsx';
import { listing, reading } from '../../shared/api/queries.ts';
import { useWho } from '../../shared/api/session.ts';
import type { AccountBalance, LedgerLine } from '../../shared/api/types.ts';
import { inWords } from '../../shared/i18n/i18n.ts';
import { isolated, Money, showMoney, showMonth, Time } from '../../shared/i18n/show.tsx';
import { EmptyState } from '../../shared/page/empty-state.tsx';
import { ErrorState } from '../../shared/page/faults.tsx';
import { Figure } from '../../shared/page/figure.tsx';
import { PageHeader } from '../../shared/page/page-header.tsx';
import { DataTable, type Column } from '../../shared/table/data-table.tsx';
import { useFilters } from '../../shared/table/use-filters.ts';
import { ByBank } from './by-bank.tsx';
import { CampaignCosts } from './campaign-costs.tsx';
import { LowCredit } from './low-credit.tsx';
import { PayNow } from './pay-now.tsx';
import { Payments } from './payments.tsx';
import { TopUp } from './top-up.tsx';
import { useWords } from './words.ts';

const KINDS = [
  'credit',
  'trial',
  'payment',
  'payment_refund',
  'refund_failure',
  'reserve',
  'post',
  'release',
  'refund',
  'correction',
  'lookup',
] as const;

export function Page() {
  const t = useWords();
  const balance = useQuery(reading('showBalance'));
  if (balance.error !== null && balance.data === undefined) {
    return <ErrorState error={balance.error} onRetry={() => balance.refetch()} />;
  }
  const { data } = balance;
  const spent = (of: AccountBalance['today'] | undefined): string =>
    of === undefined || of.cap === null
      ? t('no_cap')
      : t('of_cap', { counted: showMoney(of.counted), cap: showMoney(of.cap) });
  return (
    <>
      <PageHeader title={t('title')} about={t('about')} />
      <Stack gap="xl">
        <SimpleGrid cols={{ base: 1, sm: 3 }}>
          <Figure
            label={t('left')}
            value={data && showMoney(data.balance)}
            note={
              data !== undefined && Number(data.owed) > 0
                ? t('owed', { amount: isolated(showMoney(data.owed)) })
                : data?.postpaid === true
                  ? t('postpaid')
                  : undefined
            }
          />
          <Figure
            label={t('today')}
            value={data && showMoney(data.today.spent)}
            note={spent(data?.today)}
          />
          <Figure
            label={t('this_month')}
            value={data && showMoney(data.this_month.spent)}
            note={spent(data?.this_month)}
          />
        </SimpleGrid>
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl">
          <Statements />
          <Stack gap="xl">
            {data && <AddCredit balance={data} />}
            {data?.pay_now?.keeps_cards === true && <TopUp />}
            {data && <LowCredit key={data.low_credit_threshold} balance={data} />}
          </Stack>
        </SimpleGrid>
        {data?.pay_now && <Payments />}
        <Changes />
      </Stack>
    </>
  );
}

/** At the checkout, where there is one, and as whoever runs the service puts it. */
function AddCredit({ balance }: { readonly balance: AccountBalance }) {
  const t = useWords();
  const { how_to_pay: note, pay_now: bounds } = balance;
  return (
    <section>
      <Title order={2} size="h4" mb="xs">
        {t('pay')}
      </Title>
      {bounds !== null && <PayNow bounds={bounds} />}
      {balance.pay_by_bank && <ByBank />}
      {(note !== null || (bounds === null && !balance.pay_by_bank)) && <HowToPay note={note} />}
    </section>
  );
}

function HowToPay({ note }: { readonly note: string | null }) {
  const t = useWords();
  const { account } = useWho();
  return (
    <Box mt="md">
      {note !== null && (
        <Text size="sm" mb="sm" dir="auto" style={{ whiteSpace: 'pre-line' }}>
          {note}
        </Text>
      )}
      <Text size="sm" c="dimmed">
        {t(note === null ? 'pay_ask' : 'pay_name')}
      </Text>
      <Text size="sm" fw={600}>
        {account?.name} <bdi>({account?.id})</bdi>
      </Text>
    </Box>
  );
}

function Statements() {
  const t = useWords();
  const months = useQuery(reading('listStatements'));
  return (
    <section>
      <Title order={2} size="h4" mb="xs">
        {t('statements')}
      </Title>
      <Table aria-label={t('statements')}>
        <Table.Tbody>
          {months.data?.data.slice(0, 6).map(({ month, complete }) => (
            <Table.Tr key={month}>
              <Table.Td>
                <Anchor component={Link} to={`/portal/credit/${month}`}>
                  {showMonth(month)}
                </Anchor>{' '}
                {!complete && (
                  <Text span c="dimmed" size="sm">
                    {t('so_far')}
                  </Text>
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Anchor
        component={Link}
        to="/portal/credit/invoices"
        size="sm"
        mt="xs"
        display="inline-block"
      >
        {t('invoices')}
      </Anchor>
    </section>
  );
}

const VIEWS = ['campaigns', 'entries'] as const;

/** A campaign is one line; its entries are in the other view, so that nothing counts twice. */
function Changes() {
  const t = useWords();
  const [filters, change] = useFilters({ view: '' });
  const view = VIEWS.find((it) => it === filters.view) ?? 'campaigns';
  return (
    <section>
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h4">
          {t('changes')}
        </Title>
        <SegmentedControl
          aria-label={t('changes')}
          data={VIEWS.map((value) => ({ value, label: t(`by_${value}`) }))}
          value={view}
          onChange={(chosen) => change({ view: chosen })}
        />
      </Group>
      <Text size="sm" c="dimmed" mb="md">
        {t(`by_${view}_about`)}
      </Text>
      {view === 'campaigns' ? <CampaignCosts /> : <Entries />}
    </section>
  );
}

/** Every change to the credit, as it was booked. */
function Entries() {
  const t = useWords();
  const [filters, change] = useFilters({ kind: '' });
  const query = { kind: KINDS.find((it) => it === filters.kind) };
  const lines = useInfiniteQuery(listing('listLedger', { query }));
  const columns: readonly Column<LedgerLine>[] = [
    { id: 'at', header: t('when'), cell: (it) => <Time at={it.created_at} />, width: '126px' },
    {
      id: 'kind',
      header: t('kind'),
      cell: (it) => t(it.kind),
      place: 'title',
      width: 'minmax(84px, 1fr)',
    },
    {
      id: 'change',
      header: t('change'),
      cell: (it) => <Money amount={it.change} />,
      isNumber: true,
      place: 'end',
      width: 'minmax(110px, 1fr)',
    },
    {
      id: 'amount',
      header: t('amount'),
      cell: (it) => <Money amount={it.amount} />,
      isNumber: true,
      width: '130px',
    },
    {
      id: 'messages',
      header: t('messages'),
      cell: (it) => it.messages,
      isNumber: true,
      width: '110px',
    },
    {
      id: 'cause',
      header: t('cause'),
      cell: (it) => (it.cause === null ? '–' : inWords(it.cause)),
    },
  ];
  return (
    <>
      <Group gap="sm" mb="md">
        <Select
          aria-label={t('kind')}
          placeholder={t('any_kind')}
          data={KINDS.map((value) => ({ value, label: t(value) }))}
          value={query.kind ?? null}
          onChange={(kind) => change({ kind: kind ?? '' })}
          clearable
          w={220}
        />
        <DownloadButton call="exportLedger" takes={{ query }}>
          {t('export')}
        </DownloadButton>
      </Group>
      <DataTable
        label={t('by_entries')}
        query={lines}
        columns={columns}
        rowId={({ id }) => id}
        empty={<EmptyState icon={IconWallet} title={t('none')} text={t('none_text')} />}
      />
    </>
  );
}
