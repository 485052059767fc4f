/** What was sent, added up: by day, operator, template or sender. */
import {
  Group,
  Paper,
  SegmentedControl,
  Select,
  SimpleGrid,
  Skeleton,
  Stack,
  Table,
  Title,
} from '@mantine/core';
import { IconChartBar } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Fragment, lazy, Suspense, useMemo } from 'react';
import { DownloadButton } from '../../shared/api/download-button.tsx';
import { reading } from '../../shared/api/queries.ts';
import type { Usage } from '../../shared/api/types.ts';
import { defineWords } from '../../shared/i18n/i18n.ts';
import { showCount, showDay, showMoney } from '../../shared/i18n/show.tsx';
import { EmptyState } from '../../shared/page/empty-state.tsx';
import { ErrorState } from '../../shared/page/faults.tsx';
import { Figure } from '../../shared/page/figure.tsx';
import { PageHeader } from '../../shared/page/page-header.tsx';
import { useFilters } from '../../shared/table/use-filters.ts';

const Chart = lazy(async () => ({ default: (await import('../../shared/chart/chart.tsx')).Chart }));

const useWords = defineWords({
  en: {
    title: 'Reports',
    about: 'What was accepted, what became of it, and what it cost. In Pakistan’s time.',
    export: 'Export',
    days: 'Time',
    days_1: 'Today',
    days_7: '7 days',
    days_30: '30 days',
    days_365: '365 days',
    by: 'Added up by',
    day: 'Day',
    operator: 'Operator',
    template: 'Template',
    sender: 'Sender',
    messages: 'Messages',
    delivered: 'Delivered',
    failed: 'Not delivered',
    under_way: 'Under way',
    share: 'Delivered share',
    share_note: 'of those that have ended',
    parts: 'Parts',
    cancelled: 'Cancelled',
    spent: 'Spent',
    spent_note: 'charged or still reserved, look-ups included',
    charged: 'Charged',
    chart: 'Messages by day: accepted, delivered, not delivered',
    no_operator: 'Chat',
    none: 'Nothing was sent',
    none_text: 'Choose a longer time, or send a first message.',
  },
  ur: {
    title: 'رپورٹیں',
    about: 'کیا قبول ہوا، اس کا کیا بنا اور کتنا خرچ آیا۔ پاکستان کے وقت کے مطابق۔',
    export: 'برآمد کریں',
    days: 'مدت',
    days_1: 'آج',
    days_7: '7 دن',
    days_30: '30 دن',
    days_365: '365 دن',
    by: 'مجموعہ بلحاظ',
    day: 'دن',
    operator: 'آپریٹر',
    template: 'ٹیمپلیٹ',
    sender: 'بھیجنے والا',
    messages: 'پیغامات',
    delivered: 'پہنچ گئے',
    failed: 'نہیں پہنچے',
    under_way: 'راستے میں',
    share: 'پہنچنے کی شرح',
    share_note: 'جو مکمل ہو چکے ان میں سے',
    parts: 'حصے',
    cancelled: 'منسوخ',
    spent: 'خرچ',
    spent_note: 'وصول شدہ یا مختص، نمبر کی جانچ سمیت',
    charged: 'وصول شدہ',
    chart: 'دن کے حساب سے پیغامات: قبول، پہنچے، نہیں پہنچے',
    no_operator: 'چیٹ',
    none: 'کچھ نہیں بھیجا گیا',
    none_text: 'لمبی مدت چنیں یا پہلا پیغام بھیجیں۔',
  },
});

const SPANS = ['1', '7', '30', '365'] as const;
const BY = ['day', 'operator', 'template', 'sender'] as const;
const DAY_MS = 86_400_000;
const ZONE_MS = 5 * 3_600_000;

/** Midnight of Pakistan, so many days ago; the same for everything that is asked on one day. */
function sinceOf(days: number): string {
  const today = Math.floor((Date.now() + ZONE_MS) / DAY_MS) * DAY_MS - ZONE_MS;
  return new Date(today - (days - 1) * DAY_MS).toISOString();
}

export function Page() {
  const t = useWords();
  const [filters, change] = useFilters({ days: '7', by: 'day' });
  const days = SPANS.find((it) => it === filters.days) ?? '7';
  const by = BY.find((it) => it === filters.by) ?? 'day';
  const query = { since: sinceOf(Number(days)), by };
  const usage = useQuery(reading('showUsage', { query }));
  const { data } = usage;
  if (usage.error !== null && data === undefined) {
    return <ErrorState error={usage.error} onRetry={() => usage.refetch()} />;
  }
  return (
    <>
      <PageHeader title={t('title')} about={t('about')}>
        <DownloadButton call="exportUsage" takes={{ query }}>
          {t('export')}
        </DownloadButton>
      </PageHeader>
      <Group mb="lg" gap="md">
        <SegmentedControl
          aria-label={t('days')}
          data={SPANS.map((value) => ({ value, label: t(`days_${value}`) }))}
          value={days}
          onChange={(value) => change({ days: value })}
        />
        <Select
          aria-label={t('by')}
          data={BY.map((value) => ({ value, label: t(value) }))}
          value={by}
          onChange={(value) => change({ by: value ?? 'day' })}
          allowDeselect={false}
          w={160}
        />
      </Group>
      {data?.data.length === 0 ? (
        <Paper withBorder>
          <EmptyState icon={IconChartBar} title={t('none')} text={t('none_text')} />
        </Paper>
      ) : (
        <Stack gap="lg">
          <Totals usage={data} />
          {data?.by === 'day' && data.data.length > 1 && <Days usage={data} />}
          <Lines usage={data} />
        </Stack>
      )}
    </>
  );
}

type Counts = Usage['total']['counts'];

const lostOf = ({ failed, rejected, expired }: Counts): number => failed + rejected + expired;

/** Of what has ended; `–` while nothing has. */
function shareOf(counts: Counts): string {
  const ended = counts.delivered + lostOf(counts);
  return ended === 0 ? '–' : `${((100 * counts.delivered) / ended).toFixed(1)} %`;
}

function Totals({ usage }: { readonly usage: Usage | undefined }) {
  const t = useWords();
  const total = usage?.total;
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }}>
      <Figure label={t('messages')} value={total && showCount(total.messages)} />
      <Figure label={t('share')} value={total && shareOf(total.counts)} note={t('share_note')} />
      <Figure label={t('parts')} value={total && showCount(total.parts)} />
      <Figure label={t('spent')} value={total && showMoney(total.spent)} note={t('spent_note')} />
    </SimpleGrid>
  );
}

/** A day is one line for each service: added up for the chart. */
function Days({ usage }: { readonly usage: Usage }) {
  const t = useWords();
  const { at, series } = useMemo(() => {
    const byDay = Map.groupBy(usage.data, ({ key }) => key);
    const keys = [...byDay.keys()].toSorted();
    const sum = (of: (line: Usage['data'][number]) => number): number[] =>
      keys.map((key) => (byDay.get(key) ?? []).reduce((all, line) => all + of(line), 0));
    return {
      at: keys.map((key) => `${key}T12:00:00+05:00`),
      series: [
        { label: t('messages'), colour: 'gray', values: sum(({ messages }) => messages) },
        { label: t('delivered'), colour: 'teal', values: sum(({ counts }) => counts.delivered) },
        { label: t('failed'), colour: 'red', values: sum(({ counts }) => lostOf(counts)) },
      ],
    };
  }, [usage, t]);
  return (
    <Paper withBorder p="md">
      <Suspense fallback={<Skeleton h={250} />}>
        <Chart label={t('chart')} at={at} series={series} />
      </Suspense>
    </Paper>
  );
}

const FIGURES = [
  ...(['messages', 'delivered', 'failed', 'cancelled'] as const),
  ...(['under_way', 'share', 'charged'] as const),
];

function figureOf(name: (typeof FIGURES)[number], line: Usage['data'][number]): string {
  const { messages, charged, counts } = line;
  switch (name) {
    case 'messages':
      return showCount(messages);
    case 'delivered':
      return showCount(counts.delivered);
    case 'failed':
      return showCount(lostOf(counts));
    case 'cancelled':
      return showCount(counts.cancelled);
    case 'under_way':
      return showCount(counts.pending + counts.sent + counts.unknown);
    case 'share':
      return shareOf(counts);
    case 'charged':
      return showMoney(charged);
  }
}

/** A table; on a phone, where it would be cut off, one line below the other. */
function Lines({ usage }: { readonly usage: Usage | undefined }) {
  const t = useWords();
  if (usage === undefined) return <Skeleton h={200} />;
  const lines = usage.data.map((line) => {
    const key = line.key ?? '';
    const day = usage.by === 'day' ? showDay(`${key}T12:00:00+05:00`) : undefined;
    const name = day ?? (key === '' ? t('no_operator') : key);
    const isMarked = line.kind === 'chat' && usage.by !== 'operator';
    return { line, id: `${key} ${line.kind}`, name: isMarked ? `${name} (chat)` : name };
  });
  return (
    <>
      <Paper withBorder visibleFrom="sm">
        <Table.ScrollContainer minWidth={640} type="native" tabIndex={0}>
          <Table aria-label={t('title')} horizontalSpacing="md">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t(usage.by)}</Table.Th>
                {FIGURES.map((figure) => (
                  <Table.Th key={figure} ta="end">
                    {t(figure)}
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody className="numbers">
              {lines.map(({ line, id, name }) => (
                <Table.Tr key={id}>
                  <Table.Td>{name}</Table.Td>
                  {FIGURES.map((figure) => (
                    <Table.Td key={figure} ta="end">
                      <span className="latin">{figureOf(figure, line)}</span>
                    </Table.Td>
                  ))}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      </Paper>
      <Stack hiddenFrom="sm" gap="sm">
        {lines.map(({ line, id, name }) => (
          <Paper key={id} withBorder p="md">
            <Title order={2} size="h5" mb="xs" dir="auto">
              {name}
            </Title>
            <dl className="facts numbers">
              {FIGURES.map((figure) => (
                <Fragment key={figure}>
                  <dt>{t(figure)}</dt>
                  <dd>
                    <span className="latin">{figureOf(figure, line)}</span>
                  </dd>
                </Fragment>
              ))}
            </dl>
          </Paper>
        ))}
      </Stack>
    </>
  );
}
