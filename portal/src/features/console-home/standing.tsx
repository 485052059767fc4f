/** Where finance begins: what was spent today, who owes, and whose credit ends soon. */
import { Anchor, SimpleGrid, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { reading } from '../../shared/api/queries.ts';
import { Money, showCount, showMoney } from '../../shared/i18n/show.tsx';
import { ErrorState } from '../../shared/page/faults.tsx';
import { Figure } from '../../shared/page/figure.tsx';
import { Section } from '../../shared/page/section.tsx';
import { ListTable } from '../../shared/table/list-table.tsx';
import { useWords } from './words.ts';

type Account = {
  readonly account: number;
  readonly name: string;
  readonly balance: string;
  readonly spent_today: string;
};
type Finance = {
  readonly spent_today: string;
  readonly bank_transfers: number;
  readonly with_slip: number;
  readonly refunds_owed: number;
  readonly disputed: number;
  readonly debtors: readonly Account[];
  readonly near_zero: readonly Account[];
};

const REFRESH_MS = 30_000;

function useFinance() {
  const takes = { path: { name: 'finance-show' }, body: {} };
  const query = useQuery({ ...reading('doStaffOperation', takes), refetchInterval: REFRESH_MS });
  return { ...query, finance: query.data?.full as Finance | undefined };
}

export function Turnover() {
  const t = useWords();
  const { finance } = useFinance();
  return (
    <>
      <Figure
        label={t('bank_transfers')}
        value={finance && showCount(finance.bank_transfers)}
        note={finance && t('with_slip', { shown: showCount(finance.with_slip) })}
        to="/console/bank-transfers"
      />
      {finance !== undefined && finance.disputed + finance.refunds_owed > 0 && (
        <Figure
          label={t('disputes')}
          value={showCount(finance.disputed)}
          note={t('refunds_owed', { shown: showCount(finance.refunds_owed) })}
          to={`/console/payments?trouble=${finance.disputed > 0 ? 'disputed' : 'owed'}`}
        />
      )}
      <Figure
        label={t('turnover')}
        value={finance && showMoney(finance.spent_today)}
        note={t('turnover_about')}
      />
    </>
  );
}

export function Standing() {
  const t = useWords();
  const { finance, error, refetch } = useFinance();
  if (error !== null && finance === undefined) {
    return <ErrorState error={error} onRetry={refetch} />;
  }
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }}>
      <Section title={t('debtors')} about={t('debtors_about')}>
        <Accounts label={t('debtors')} of={finance?.debtors} empty={t('no_debtors')} />
      </Section>
      <Section title={t('near_zero')} about={t('near_zero_about')}>
        <Accounts label={t('near_zero')} of={finance?.near_zero} empty={t('no_near_zero')} />
      </Section>
    </SimpleGrid>
  );
}

function Accounts({
  label,
  of,
  empty,
}: {
  readonly label: string;
  readonly of: readonly Account[] | undefined;
  readonly empty: string;
}) {
  const t = useWords();
  if (of === undefined) return <Skeleton h={96} />;
  if (of.length === 0) return <Text size="sm">{empty}</Text>;
  return (
    <ListTable
      label={label}
      rows={of}
      rowId={({ account }) => account}
      columns={[
        {
          id: 'account',
          header: t('account'),
          cell: ({ account, name }) => (
            <Anchor component={Link} to={`/console/accounts/${account}`} inherit>
              <bdi>{name}</bdi>
            </Anchor>
          ),
        },
        {
          id: 'balance',
          header: t('balance'),
          isNumber: true,
          place: 'end',
          cell: ({ balance }) => <Money amount={balance} />,
        },
        {
          id: 'spent',
          header: t('spent_today'),
          isNumber: true,
          cell: ({ spent_today: spent }) => <Money amount={spent} />,
        },
      ]}
    />
  );
}
