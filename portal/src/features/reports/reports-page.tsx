/** What was sent, added up, and how long people waited for answers. */
import {
  Group,
  Paper,
  SegmentedControl,
  Select,
  SimpleGrid,
  Stack,
  TextInput,
} from '@mantine/core';
import { IconChartBar } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { DownloadButton } from '../../shared/api/download-button.tsx';
import { reading } from '../../shared/api/queries.ts';
import type { Usage } from '../../shared/api/types.ts';
import { showCount, showMoney } from '../../shared/i18n/show.tsx';
import { EmptyState } from '../../shared/page/empty-state.tsx';
import { ErrorState } from '../../shared/page/faults.tsx';
import { Figure } from '../../shared/page/figure.tsx';
import { PageHeader } from '../../shared/page/page-header.tsx';
import { useFilters } from '../../shared/table/use-filters.ts';
import { costOf, shareOf } from './figures.ts';
import { Course } from './course.tsx';
import { Lines } from './lines.tsx';
import { Responses, responsesBy } from './responses.tsx';
import { dayAgo, SPANS, spanOf, type Span } from './span.ts';
import { useWords } from './words.ts';

const BY = ['day', 'hour', 'operator', 'batch', 'template', 'sender'] as const;

export function Page() {
  const t = useWords();
  const [filters, change] = useFilters({
    days: '7',
    by: 'day',
    since: dayAgo(6),
    until: dayAgo(0),
    of: '',
  });
  const isOfWaits = filters.of === 'responses';
  const days = SPANS.find((it) => it === filters.days) ?? '7';
  const by = BY.find((it) => it === filters.by) ?? 'day';
  const span = spanOf(days, filters);
  return (
    <>
      <PageHeader title={t('title')} about={t('about')}>
        {span !== undefined && <Export span={span} by={filters.by} isOfWaits={isOfWaits} />}
      </PageHeader>
      <Group mb="lg" gap="md" align="flex-end">
        <SegmentedControl
          aria-label={t('of')}
          data={[
            { value: '', label: t('messages') },
            { value: 'responses', label: t('responses') },
          ]}
          value={isOfWaits ? 'responses' : ''}
          onChange={(of) => change({ of, by: 'day' })}
          fullWidth
          w={{ base: '100%', xs: 'auto' }}
        />
        <SegmentedControl
          aria-label={t('days')}
          data={SPANS.map((value) => ({ value, label: t(`days_${value}`) }))}
          value={days}
          onChange={(value) => change({ days: value })}
          fullWidth
          w={{ base: '100%', xs: 'auto' }}
        />
        {days === 'own' && (
          <OwnDays filters={filters} isReversed={span === undefined} onChange={change} />
        )}
        {!isOfWaits && (
          <Select
            aria-label={t('by')}
            data={BY.map((value) => ({ value, label: t(value) }))}
            value={by}
            onChange={(value) => change({ by: value ?? 'day' })}
            allowDeselect={false}
            w={160}
          />
        )}
      </Group>
      {span !== undefined && !isOfWaits && <Report span={span} by={by} />}
      {span !== undefined && isOfWaits && (
        <Responses
          span={span}
          by={responsesBy(filters.by)}
          onBy={(value) => change({ by: value })}
        />
      )}
    </>
  );
}

function Export({
  span: { since, until },
  by,
  isOfWaits,
}: {
  readonly span: Span;
  readonly by: string;
  readonly isOfWaits: boolean;
}) {
  const t = useWords();
  return isOfWaits ? (
    <DownloadButton call="exportResponses" takes={{ query: { since, until, by: responsesBy(by) } }}>
      {t('export')}
    </DownloadButton>
  ) : (
    <DownloadButton
      call="exportUsage"
      takes={{ query: { since, until, by: BY.find((it) => it === by) ?? 'day' } }}
    >
      {t('export')}
    </DownloadButton>
  );
}

type Days = { readonly since: string; readonly until: string };

function OwnDays({
  filters,
  isReversed,
  onChange,
}: {
  readonly filters: Days;
  readonly isReversed: boolean;
  readonly onChange: (days: Partial<Days>) => void;
}) {
  const t = useWords();
  return (['since', 'until'] as const).map((end) => (
    <TextInput
      key={end}
      type="date"
      label={t(end)}
      value={filters[end]}
      error={end === 'until' && isReversed ? t('reversed') : undefined}
      onChange={({ currentTarget }) => onChange({ [end]: currentTarget.value })}
      w={{ base: '46%', xs: 160 }}
    />
  ));
}

function Report({ span, by }: { readonly span: Span; readonly by: (typeof BY)[number] }) {
  const t = useWords();
  const { since, until } = span;
  const usage = useQuery(reading('showUsage', { query: { since, until, by } }));
  const { data } = usage;
  if (usage.error !== null && data === undefined) {
    return <ErrorState error={usage.error} onRetry={() => usage.refetch()} />;
  }
  if (data?.data.length === 0) {
    return (
      <Paper withBorder>
        <EmptyState icon={IconChartBar} title={t('none')} text={t('none_text')} />
      </Paper>
    );
  }
  return (
    <Stack gap="lg">
      <Totals usage={data} />
      <Course span={span} />
      <Lines usage={data} />
    </Stack>
  );
}

function Totals({ usage }: { readonly usage: Usage | undefined }) {
  const t = useWords();
  const total = usage?.total;
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }}>
      <Figure label={t('messages')} value={total && showCount(total.messages)} />
      <Figure label={t('share')} value={total && shareOf(total.counts)} note={t('share_note')} />
      <Figure label={t('spent')} value={total && showMoney(total.spent)} note={t('spent_note')} />
      <Figure label={t('each')} value={total && costOf(total)} note={t('each_note')} />
    </SimpleGrid>
  );
}
