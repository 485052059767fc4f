/** One month of an account's credit. */
import { Anchor, Button, Group, Paper, Skeleton, Table, Text } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { DownloadButton } from '../../shared/api/download-button.tsx';
import { reading } from '../../shared/api/queries.ts';
import type { Statement } from '../../shared/api/types.ts';
import { useWho } from '../../shared/api/session.ts';
import { Money, showCount } from '../../shared/i18n/show.tsx';
import { ErrorState } from '../../shared/page/faults.tsx';
import { PageHeader } from '../../shared/page/page-header.tsx';
import { showMonth } from './show-month.ts';
import { useWords } from './words.ts';

export function Page() {
  const t = useWords();
  const { account } = useWho();
  const { month = '' }: { readonly month?: string } = useParams({ strict: false });
  const statement = useQuery(reading('showStatement', { path: { month } }));
  const { data } = statement;
  if (statement.error !== null) {
    return <ErrorState error={statement.error} onRetry={() => statement.refetch()} />;
  }
  const title = data?.complete === false ? 'statement_so_far' : 'statement';
  return (
    <>
      <PageHeader title={t(title, { month: showMonth(month) })} about={t('statement_about')}>
        {data && (
          <Group gap="sm" className="not-printed">
            <Button
              variant="default"
              leftSection={<IconPrinter size={16} aria-hidden />}
              onClick={() => window.print()}
            >
              {t('print')}
            </Button>
            <DownloadButton
              call="exportLedger"
              takes={{ query: { since: data.since, until: data.until } }}
            >
              {t('csv')}
            </DownloadButton>
          </Group>
        )}
      </PageHeader>
      <Text fw={600} mb="md" className="printed-only" dir="auto">
        {account && `${account.name} (${account.id})`}
      </Text>
      <Paper withBorder p="md" maw={760}>
        {data === undefined ? <Skeleton h={240} /> : <Kinds statement={data} />}
      </Paper>
      <Anchor
        component={Link}
        to="/portal/credit"
        size="sm"
        mt="md"
        display="inline-block"
        className="not-printed"
      >
        {t('back')}
      </Anchor>
    </>
  );
}

function Kinds({ statement }: { readonly statement: Statement }) {
  const t = useWords();
  const changing = statement.kinds.filter(({ change }) => /[1-9]/.test(change));
  return (
    <>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('kind')}</Table.Th>
            <Table.Th ta="end">{t('transfers')}</Table.Th>
            <Table.Th ta="end">{t('change')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          <Total label={t('opening')} amount={statement.opening} />
          {changing.map(({ kind, transfers, change }) => (
            <Table.Tr key={kind}>
              <Table.Td>{t(kind)}</Table.Td>
              <Table.Td ta="end">{showCount(transfers)}</Table.Td>
              <Table.Td ta="end">
                <Money amount={change} />
              </Table.Td>
            </Table.Tr>
          ))}
          <Total label={t('closing')} amount={statement.closing} />
        </Table.Tbody>
      </Table>
      <Text size="sm" c="dimmed" mt="md">
        {t('spent')} <Money amount={statement.spent} />
      </Text>
    </>
  );
}

function Total({ label, amount }: { readonly label: string; readonly amount: string }) {
  return (
    <Table.Tr fw={650}>
      <Table.Td colSpan={2}>{label}</Table.Td>
      <Table.Td ta="end">
        <Money amount={amount} />
      </Table.Td>
    </Table.Tr>
  );
}
