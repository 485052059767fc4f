/** Where finance begins: what was spent today, who owes, and whose credit ends soon. */
import { Anchor, SimpleGrid, Skeleton, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { reading } from '../../shared/api/queries.ts';
import { Money, showMoney } from '../../shared/i18n/show.tsx';
import { ErrorState } from '../../shared/page/faults.tsx';
import { Figure } from '../../shared/page/figure.tsx';
import { Section } from '../../shared/page/section.tsx';
import { useWords } from './words.ts';

type Account = {
  readonly account: number;
  readonly name: string;
  readonly balance: string;
  readonly spent_today: string;
};
type Finance = {
  readonly spent_today: string;
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
    <Figure
      label={t('turnover')}
      value={finance && showMoney(finance.spent_today)}
      note={t('turnover_about')}
    />
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
        <Accounts of={finance?.debtors} empty={t('no_debtors')} />
      </Section>
      <Section title={t('near_zero')} about={t('near_zero_about')}>
        <Accounts of={finance?.near_zero} empty={t('no_near_zero')} />
      </Section>
    </SimpleGrid>
  );
}

function Accounts({
  of,
  empty,
}: {
  readonly of: readonly Account[] | undefined;
  readonly empty: string;
}) {
  const t = useWords();
  if (of === undefined) return <Skeleton h={96} />;
  if (of.length === 0) return <Text size="sm">{empty}</Text>;
  return (
    <Table>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('account')}</Table.Th>
          <Table.Th ta="end">{t('balance')}</Table.Th>
          <Table.Th ta="end">{t('spent_today')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {of.map((it) => (
          <Table.Tr key={it.account}>
            <Table.Td>
              <Anchor component={Link} to={`/console/accounts/${it.account}`} size="sm">
                <bdi>{it.name}</bdi>
              </Anchor>
            </Table.Td>
            <Table.Td ta="end">
              <Money amount={it.balance} />
            </Table.Td>
            <Table.Td ta="end">
              <Money amount={it.spent_today} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
