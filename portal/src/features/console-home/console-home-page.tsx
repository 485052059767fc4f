/** Where staff begin: what runs, what waits, and what is wrong. */
import { SimpleGrid, Skeleton, Stack, Text } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { useWho } from '../../shared/api/session.ts';
import type { StaffOverview } from '../../shared/api/types.ts';
import { showCount } from '../../shared/i18n/show.tsx';
import { Findings } from '../../shared/live/findings.tsx';
import { LinkTable } from '../../shared/live/link-table.tsx';
import { useOverview } from '../../shared/live/overview.ts';
import { ErrorState } from '../../shared/page/faults.tsx';
import { Figure } from '../../shared/page/figure.tsx';
import { PageHeader } from '../../shared/page/page-header.tsx';
import { Section } from '../../shared/page/section.tsx';
import { Standing, Turnover } from './standing.tsx';
import { useWords } from './words.ts';

/** Few of the staff see any. */
const Requests = lazy(async () => {
  const { Requests: shown } = await import('../../shared/operation/requests.tsx');
  return { default: shown };
});

/** The service counts no further. */
const MOST = 100;

export function Page() {
  const t = useWords();
  const role = useWho().session.person.staff_role;
  return (
    <>
      <PageHeader title={t('title')} about={t('about')} />
      <Live role={role} />
    </>
  );
}

function Live({ role }: { readonly role: string | null }) {
  const t = useWords();
  const { data, error, refetch } = useOverview();
  if (error !== null && data === undefined) return <ErrorState error={error} onRetry={refetch} />;
  const runs = role === 'admin' || role === 'operations';
  const confirms = role === 'admin' || role === 'finance';
  return (
    <Stack gap="lg">
      <SimpleGrid cols={{ base: 2, md: role === 'admin' ? 6 : 4 }}>
        {runs && <OfTraffic data={data} />}
        {(role === 'admin' || role === 'approvals') && (
          <Figure
            label={t('approvals')}
            value={upTo(data?.approvals ?? undefined)}
            to="/console/approvals"
          />
        )}
        {confirms && (
          <Figure
            label={t('requests')}
            value={upTo(data?.requests ?? undefined)}
            to="/console/approvals?kind=credit"
          />
        )}
        {role === 'finance' && <Turnover />}
      </SimpleGrid>
      {confirms && (role === 'finance' || (data?.requests ?? 0) > 0) && (
        <Section title={t('second')}>
          <Suspense fallback={<Skeleton h={96} />}>
            <Requests empty={<Text size="sm">{t('no_requests')}</Text>} />
          </Suspense>
        </Section>
      )}
      {role === 'finance' && <Standing />}
      {runs && (
        <>
          <Section title={t('findings')}>
            <NeedsAttention findings={data?.findings ?? undefined} />
          </Section>
          <Section title={t('links')}>
            <LinkTable />
          </Section>
        </>
      )}
    </Stack>
  );
}

function OfTraffic({ data }: { readonly data: StaffOverview | undefined }) {
  const t = useWords();
  const enabled = data?.links?.filter((it) => it.enabled);
  const up = enabled?.filter(({ state }) => state === 'up').length;
  const sumOf = (of: 'waiting' | 'again' | 'later'): number =>
    data?.queues?.reduce((sum, it) => sum + it[of], 0) ?? 0;
  const [again, later] = [showCount(sumOf('again')), showCount(sumOf('later'))];
  return (
    <>
      <Figure
        label={t('links_up')}
        value={enabled && `${up} / ${enabled.length}`}
        to="/console/network"
      />
      <Figure
        label={t('waiting')}
        value={data?.queues ? showCount(sumOf('waiting') - sumOf('again')) : undefined}
        note={t('later', { again, later })}
        to="/console/queues"
      />
      <Figure
        label={t('unconfirmed')}
        value={upTo(data?.unconfirmed ?? undefined)}
        note={t('unconfirmed_about')}
        to="/console/queues#lost"
      />
      <Figure
        label={t('quarantined')}
        value={upTo(data?.set_aside ?? undefined)}
        note={t('quarantined_about')}
        to="/console/queues#receipts"
      />
    </>
  );
}

function upTo(count: number | undefined): string | undefined {
  if (count === undefined) return undefined;
  return count < MOST ? showCount(count) : `${MOST}+`;
}

function NeedsAttention({
  findings,
}: {
  readonly findings: NonNullable<StaffOverview['findings']> | undefined;
}) {
  const t = useWords();
  if (findings === undefined) return <Skeleton h={64} />;
  const bad = findings.filter(({ verdict }) => verdict !== 'fine');
  if (bad.length === 0) return <Text size="sm">{t('all_well')}</Text>;
  return <Findings findings={bad} />;
}
