/** One month of an account's credit. */
import { Anchor, Button, Group, Paper, SimpleGrid, Skeleton, Table, Text } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { DownloadButton } from '../../shared/api/download-button.tsx';
import { reading } from '../../shared/api/queries.ts';
import type { Statement } from '../../shared/api/types.ts';
import { useWho } from '../../shared/api/session.ts';
import { Money, showDay, showMonth } from '../../shared/i18n/show.tsx';
import { ErrorState } from '../../shared/page/faults.tsx';
import { PageHeader } from '../../shared/page/page-header.tsx';
import { useWords } from './words.ts';

export function Page() {
  const t = useWords();
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
      <Paper withBorder p="md" maw={760}>
        {data === undefined ? (
          <Skeleton h={240} />
        ) : (
          <>
            <Parties statement={data} />
            <Lines statement={data} />
          </>
        )}
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

/** Who issues it and to whom, as on paper. */
function Parties({ statement: { number, from, to } }: { readonly statement: Statement }) {
  const t = useWords();
  const account = useWho().account?.id;
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} mb="lg">
      <section>
        <Text size="sm" c="dimmed">
          {t('from')}
        </Text>
        <Text size="sm" dir="auto" className="paragraphs">
          {from ?? t('from_unset')}
        </Text>
      </section>
      <section>
        <Text size="sm" c="dimmed">
          {t('to')}
        </Text>
        <Text size="sm" fw={600} dir="auto">
          {to.name} ({account})
        </Text>
        {to.address === null ? (
          <Anchor component={Link} to="/portal/settings" size="sm" className="not-printed">
            {t('to_address')}
          </Anchor>
        ) : (
          <Text size="sm" dir="auto" className="paragraphs">
            {to.address}
          </Text>
        )}
        {to.tax_number !== null && (
          <Text size="sm">
            {t('tax_number')} <bdi>{to.tax_number}</bdi>
          </Text>
        )}
      </section>
      <Text size="sm">
        {t('number')} <bdi>{number}</bdi>
      </Text>
    </SimpleGrid>
  );
}

function Lines({ statement }: { readonly statement: Statement }) {
  const t = useWords();
  return (
    <>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('day')}</Table.Th>
            <Table.Th>{t('kind')}</Table.Th>
            <Table.Th ta="end">{t('change')}</Table.Th>
            <Table.Th ta="end">{t('balance')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          <Total label={t('opening')} amount={statement.opening} />
          {statement.lines.map(({ day, what, change, balance }) => (
            <Table.Tr key={`${day} ${what}`}>
              <Table.Td>{showDay(`${day}T12:00:00+05:00`)}</Table.Td>
              <Table.Td>{t(what)}</Table.Td>
              <Table.Td ta="end">
                <Money amount={change} />
              </Table.Td>
              <Table.Td ta="end">
                <Money amount={balance} />
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
      <Table.Td colSpan={3}>{label}</Table.Td>
      <Table.Td ta="end">
        <Money amount={amount} />
      </Table.Td>
    </Table.Tr>
  );
}
