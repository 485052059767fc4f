/** Where people of an account begin: what is going on, and what needs them. */
import { Anchor, Button, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { reading } from '../../shared/api/queries.ts';
import { useWho } from '../../shared/api/session.ts';
import type { AccountBalance } from '../../shared/api/types.ts';
import { scoped } from '../../shared/feature.ts';
import { showCount, showMoney } from '../../shared/i18n/show.tsx';
import { Figure } from '../../shared/page/figure.tsx';
import { PageHeader } from '../../shared/page/page-header.tsx';
import { Section } from '../../shared/page/section.tsx';
import { daysLeft, daysSince, sinceDays, today } from './figures.ts';
import { FirstSteps } from './first-steps.tsx';
import { NeedsYou } from './needs-you.tsx';
import { Failures, Operators, Week } from './traffic.tsx';
import { useWords } from './words.ts';

const YEAR_DAYS = 365;

export function Page() {
  const t = useWords();
  const who = useWho();
  return (
    <>
      <PageHeader title={who.account?.name ?? t('title')}>
        {scoped('send')(who) && (
          <Button
            component={Link}
            to="/portal/send"
            leftSection={<IconSend size={16} aria-hidden />}
          >
            {t('send')}
          </Button>
        )}
      </PageHeader>
      <Stack gap="lg">
        <NeedsYou />
        <FirstSteps />
        <Figures />
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
          <Section title={t('week')}>
            <Week />
          </Section>
          <Section title={t('operators')}>
            <Operators />
          </Section>
          <Section title={t('waiting')}>
            <Waiting />
          </Section>
          <Section title={t('failures')}>
            <Failures />
          </Section>
        </SimpleGrid>
      </Stack>
    </>
  );
}

function Figures() {
  const t = useWords();
  const balance = useQuery(reading('showBalance')).data;
  const query = { since: sinceDays(1), by: 'day' } as const;
  const today = useQuery(reading('showUsage', { query })).data?.total;
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }}>
      <Figure label={t('sent_today')} value={today && showCount(today.messages)} />
      <Figure label={t('spent_today')} value={balance && showMoney(balance.today.spent)} />
      <Figure label={t('spent_month')} value={balance && showMoney(balance.this_month.spent)} />
      <Figure
        label={t('credit')}
        value={balance && showMoney(balance.balance)}
        note={useLasts(balance)}
      />
    </SimpleGrid>
  );
}

/** How long the credit lasts at the pace of the last week. */
function useLasts(balance: AccountBalance | undefined): string | undefined {
  const t = useWords();
  const query = { since: sinceDays(7), by: 'day' } as const;
  const week = useQuery(reading('showUsage', { query })).data;
  if (balance === undefined || week === undefined) return undefined;
  if (balance.postpaid) return t('postpaid');
  const known = daysSince(
    week.data.map(({ key }) => key),
    today(),
  );
  const days = daysLeft(balance.balance, week.total.spent, known);
  if (days === undefined) return undefined;
  return days > YEAR_DAYS ? t('lasts_long') : t('lasts', { count: days });
}

/** What staff, or the chat platform, still have to decide. */
function Waiting() {
  const t = useWords();
  const query = { state: 'waiting', limit: 50 } as const;
  const templates = useQuery(reading('listTemplates', { query })).data?.data ?? [];
  const senders = useQuery(reading('listSenders', { query })).data?.data ?? [];
  const verification = useQuery(reading('showVerification')).data;
  const items = [
    ...templates.map(({ id, name }) => ({
      id: `t${id}`,
      what: t('a_template'),
      name,
      to: `/portal/templates/${id}`,
    })),
    ...senders.map(({ id, name }) => ({
      id: `s${id}`,
      what: t('a_sender'),
      name,
      to: '/portal/senders',
    })),
    ...(verification?.state === 'waiting'
      ? [{ id: 'v', what: t('verification'), name: '', to: '/portal/verification' }]
      : []),
  ];
  if (items.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {t('nothing_waits')}
      </Text>
    );
  }
  return items.map(({ id, what, name, to }) => (
    <Group key={id} gap="xs">
      <Text size="sm" c="dimmed">
        {what}
      </Text>
      <Anchor component={Link} to={to} size="sm">
        {name === '' ? t('look') : name}
      </Anchor>
    </Group>
  ));
}
