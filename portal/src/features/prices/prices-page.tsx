/** What the account pays, and what a text to so many people would come to. */
import { Grid, Skeleton, Stack, Table, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { reading } from '../../shared/api/queries.ts';
import type { Prices } from '../../shared/api/types.ts';
import { showMoney } from '../../shared/i18n/show.tsx';
import { ErrorState } from '../../shared/page/faults.tsx';
import { PageHeader } from '../../shared/page/page-header.tsx';
import { Estimator } from './estimator.tsx';
import { ROUTES } from './routes.ts';
import { useWords } from './words.ts';

export function Page() {
  const t = useWords();
  const prices = useQuery(reading('showPrices'));
  const { data } = prices;
  if (prices.error !== null && data === undefined) {
    return <ErrorState error={prices.error} onRetry={() => prices.refetch()} />;
  }
  return (
    <>
      <PageHeader title={t('title')} about={t('about')} />
      <Grid gap={{ base: 'lg', md: 'xl' }}>
        <Grid.Col span={{ base: 12, md: 7 }}>
          {data === undefined ? (
            <Skeleton h={360} />
          ) : (
            <Stack gap="xl">
              <Texts sms={data.sms} />
              <Chat chat={data.chat} />
              <LookUps lookups={data.lookups} />
            </Stack>
          )}
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <Estimator />
        </Grid.Col>
      </Grid>
    </>
  );
}

function Texts({ sms }: Pick<Prices, 'sms'>) {
  const t = useWords();
  const networks = [...new Set(sms.map(({ network }) => network))];
  const find = (route: string, network: string) =>
    sms.find((it) => it.route === route && it.network === network);
  return (
    <section>
      <Title order={2} size="h4" mb={4}>
        {t('sms')}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {t(sms.length === 0 ? 'none' : 'sms_about')}
      </Text>
      {sms.length > 0 && (
        <Table.ScrollContainer minWidth={300}>
          <Table aria-label={t('sms')} withTableBorder>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('network')}</Table.Th>
                {ROUTES.map((route) => (
                  <Table.Th key={route} ta="end">
                    {t(route)}
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {networks.map((network) => (
                <Table.Tr key={network}>
                  <Table.Th scope="row" fw={400}>
                    {network}
                  </Table.Th>
                  {ROUTES.map((route) => {
                    const found = find(route, network);
                    return (
                      <Table.Td key={route} ta="end" className="numbers">
                        {found === undefined ? '–' : showMoney(found.price)}
                        {found?.refunded === true && (
                          <Text size="xs" c="dimmed">
                            {t('refunded')}
                          </Text>
                        )}
                      </Table.Td>
                    );
                  })}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </section>
  );
}

function Chat({ chat }: Pick<Prices, 'chat'>) {
  const t = useWords();
  return (
    <section>
      <Title order={2} size="h4" mb={4}>
        {t('chat')}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {t(chat.length === 0 ? 'none' : 'chat_about')}
      </Text>
      {chat.length > 0 && (
        <Lines
          label={t('chat')}
          lines={chat.map(({ category, price }) => [t(`chat_${category}`), price])}
        />
      )}
    </section>
  );
}

function LookUps({ lookups }: Pick<Prices, 'lookups'>) {
  const t = useWords();
  return (
    <section>
      <Title order={2} size="h4" mb={4}>
        {t('lookups')}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {t(lookups === null ? 'lookups_none' : 'lookups_about')}
      </Text>
      {lookups !== null && (
        <Lines
          label={t('lookups')}
          lines={[
            [t('lookup_first'), lookups.first],
            [t('lookup_again'), lookups.again],
          ]}
        />
      )}
    </section>
  );
}

function Lines({
  label,
  lines,
}: {
  readonly label: string;
  readonly lines: readonly (readonly [what: string, price: string])[];
}) {
  return (
    <Table aria-label={label} withTableBorder>
      <Table.Tbody>
        {lines.map(([what, price]) => (
          <Table.Tr key={what}>
            <Table.Th scope="row" fw={400}>
              {what}
            </Table.Th>
            <Table.Td ta="end" className="numbers">
              {showMoney(price)}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
