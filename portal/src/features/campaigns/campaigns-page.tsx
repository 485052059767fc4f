/** Sends to many, and all from files, with what became of them. */
import { Badge, Button, Group, Progress, Select, Text } from '@mantine/core';
import { IconPlus, IconSpeakerphone } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { listing } from '../../shared/api/queries.ts';
import { useWho } from '../../shared/api/session.ts';
import type { Batch } from '../../shared/api/types.ts';
import { scoped } from '../../shared/feature.ts';
import { Money, showCount, Time } from '../../shared/i18n/show.tsx';
import { StateBadge, useStateWords } from '../../shared/message/state-badge.tsx';
import { EmptyState } from '../../shared/page/empty-state.tsx';
import { PageHeader } from '../../shared/page/page-header.tsx';
import { DataTable, type Column } from '../../shared/table/data-table.tsx';
import { useFilters } from '../../shared/table/use-filters.ts';
import {
  deliveredShare,
  isScheduled,
  nameOf,
  shareDone,
  shownState,
  stateOf,
} from './batch-state.ts';
import { useShown } from './use-shown.ts';
import { useTemplateNames } from './use-template-names.ts';
import { useWords } from './words.ts';

const STATES = [
  ...(['waiting', 'reading', 'sending', 'sent'] as const),
  ...(['paused', 'cancelling', 'cancelled', 'refused'] as const),
];
const SOURCES = ['upload', 'numbers', 'link'] as const;

export function Page() {
  const t = useWords();
  const stateWord = useStateWords();
  const maySend = scoped('send')(useWho());
  const [filters, change] = useFilters({ state: '', source: '' });
  const query = {
    state: STATES.find((it) => it === filters.state),
    source: SOURCES.find((it) => it === filters.source),
  };
  const batches = useInfiniteQuery(listing('listBatches', { query }));
  const columns = useColumns();
  const toNew = maySend && (
    <Button
      component={Link}
      to="/portal/campaigns/new"
      leftSection={<IconPlus size={16} aria-hidden />}
    >
      {t('new')}
    </Button>
  );
  return (
    <>
      <PageHeader title={t('title')} about={t('about')}>
        {toNew}
      </PageHeader>
      <Group mb="md" gap="sm">
        <Select
          label={t('state')}
          placeholder={t('any')}
          data={STATES.map((value) => ({ value, label: stateWord(stateOf(value)) }))}
          value={query.state ?? null}
          onChange={(state) => change({ state: state ?? '' })}
          clearable
          w={{ base: '47%', xs: 180 }}
        />
        <Select
          label={t('source')}
          placeholder={t('any')}
          data={SOURCES.map((value) => ({ value, label: t(value) }))}
          value={query.source ?? null}
          onChange={(source) => change({ source: source ?? '' })}
          clearable
          w={{ base: '47%', xs: 180 }}
        />
      </Group>
      <DataTable
        label={t('title')}
        query={batches}
        columns={columns}
        rowId={({ id }) => id ?? ''}
        rowLink={({ id }) => `/portal/campaigns/${id}`}
        empty={
          <EmptyState icon={IconSpeakerphone} title={t('none')} text={t('none_text')}>
            {toNew}
          </EmptyState>
        }
      />
    </>
  );
}

function useColumns(): readonly Column<Batch>[] {
  const t = useWords();
  const templateOf = useTemplateNames();
  return [
    { id: 'at', header: t('created'), cell: (it) => <Time at={it.created_at} />, width: '126px' },
    {
      id: 'name',
      header: t('name'),
      place: 'title',
      width: 'minmax(110px, 1.3fr)',
      cell: (it: Batch) => (
        <>
          {nameOf(it) ?? t('to_numbers', { count: it.recipients ?? 0 })}
          {it.test && (
            <Badge variant="default" size="sm" ms="xs">
              {t('is_test')}
            </Badge>
          )}
        </>
      ),
    },
    {
      id: 'template',
      header: t('template'),
      width: 'minmax(110px, 1fr)',
      cell: (it) => templateOf(it) ?? '–',
    },
    {
      id: 'state',
      header: t('state'),
      cell: (it: Batch) => <LiveState batch={it} />,
      place: 'end',
      width: 'minmax(102px, 200px)',
    },
    {
      id: 'count',
      header: t('messages'),
      isNumber: true,
      width: '110px',
      cell: (it) => (it.recipients === null ? '–' : showCount(it.recipients)),
    },
    {
      id: 'share',
      header: t('share'),
      isNumber: true,
      width: '110px',
      cell: (it) => <Share batch={it} />,
    },
    {
      id: 'price',
      header: t('price'),
      isNumber: true,
      width: '140px',
      cell: (it) => <Cost batch={it} />,
    },
  ];
}

/** As its page says: what came back is not in it. */
function Cost({ batch }: { readonly batch: Batch }) {
  const { spent, price } = useShown(batch);
  const cost = spent ?? price;
  return cost === null ? '–' : <Money amount={cost} />;
}

/** Of the messages that have ended. */
function Share({ batch }: { readonly batch: Batch }) {
  const { counts } = useShown(batch);
  const share = counts === null ? undefined : deliveredShare(counts);
  return <span className="latin">{share === undefined ? '–' : `${share.toFixed(1)} %`}</span>;
}

function LiveState({ batch }: { readonly batch: Batch }) {
  const data = useShown(batch);
  const share = shareDone(data);
  return (
    <Group gap="xs" wrap="nowrap">
      <div>
        <StateBadge state={shownState(data)} />
        {isScheduled(data) && (
          <Text size="xs" c="dimmed">
            <Time at={data.send_at} />
          </Text>
        )}
      </div>
      {share !== undefined && (
        <Progress value={share} w={60} aria-label={`${Math.round(share)} %`} visibleFrom="sm" />
      )}
    </Group>
  );
}
