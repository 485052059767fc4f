/** The log of a webhook: every attempt and its answer, and sending again what was missed. */
import { Anchor, Button, Group, SegmentedControl, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconSend } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../shared/api/api.ts';
import { listing, refresh } from '../../shared/api/queries.ts';
import type { Delivery } from '../../shared/api/types.ts';
import { useSubmit } from '../../shared/form/use-submit.ts';
import { Time } from '../../shared/i18n/show.tsx';
import { StateBadge } from '../../shared/message/state-badge.tsx';
import { EmptyState } from '../../shared/page/empty-state.tsx';
import { Section } from '../../shared/page/section.tsx';
import { DataTable, type Column } from '../../shared/table/data-table.tsx';
import { FilterInput } from '../../shared/table/filter-input.tsx';
import { useFilters } from '../../shared/table/use-filters.ts';
import { Attempt } from './attempt.tsx';
import { useKind } from './kinds.ts';
import { Redeliver } from './redeliver.tsx';
import { useWords } from './words.ts';

/** Attempts come while one looks. */
export const LOOK_AGAIN_MS = 5_000;

const NONE = { event_id: '', failed: '' };

export function Deliveries({ webhookId: id }: { readonly webhookId: string }) {
  const t = useWords();
  const [filters, change] = useFilters(NONE);
  const [looked, setLooked] = useState<Delivery>();
  const [isRange, setIsRange] = useState(false);
  const query = {
    event_id: filters.event_id === '' ? undefined : filters.event_id,
    failed: filters.failed === 'true' ? true : undefined,
  };
  const log = useInfiniteQuery({
    ...listing('listDeliveries', { path: { id }, query }),
    // Only its head grows: who has scrolled on reads what was.
    refetchInterval: ({ state: { data } }) => (data?.pages.length === 1 ? LOOK_AGAIN_MS : false),
  });
  const again = useSubmit(async ({ event_id }: Delivery) => {
    const { events } = await api.call('redeliver', { path: { id }, body: { event_id } });
    setLooked(undefined);
    notifications.show({ message: t('again_done', { count: events }) });
    await refresh('listDeliveries');
  });
  const columns = useColumns(setLooked);
  return (
    <Section
      title={t('log')}
      about={t('log_about')}
      actions={
        <Button variant="default" size="xs" onClick={() => setIsRange(true)}>
          {t('range')}
        </Button>
      }
    >
      <Filters filters={filters} change={change} />
      <DataTable
        label={t('log')}
        query={log}
        columns={columns}
        rowId={({ event_id, attempt, at }) => `${event_id} ${attempt} ${at}`}
        empty={<EmptyState icon={IconSend} title={t('no_log')} text={t('no_log_text')} />}
      />
      {looked !== undefined && (
        <Attempt attempt={looked} onClose={() => setLooked(undefined)}>
          <Button
            variant="subtle"
            onClick={() => {
              change({ event_id: looked.event_id, failed: '' });
              setLooked(undefined);
            }}
          >
            {t('attempts_of')}
          </Button>
          {looked.type !== 'webhook.test' && (
            <Button loading={again.isRunning} onClick={() => again.run(looked)}>
              {t('again')}
            </Button>
          )}
        </Attempt>
      )}
      {isRange && <Redeliver webhookId={id} onClose={() => setIsRange(false)} />}
    </Section>
  );
}

function Filters({
  filters,
  change,
}: {
  readonly filters: typeof NONE;
  readonly change: (change: Partial<typeof NONE>) => void;
}) {
  const t = useWords();
  return (
    <Group mb="md" gap="sm" align="flex-end">
      <SegmentedControl
        aria-label={t('show')}
        data={['', 'true'].map((value) => ({ value, label: t(value === '' ? 'all' : 'failed') }))}
        value={filters.failed === 'true' ? 'true' : ''}
        onChange={(failed) => change({ failed })}
      />
      <FilterInput
        label={t('event')}
        placeholder="evt_"
        value={filters.event_id}
        onFilter={(event_id) => change({ event_id: event_id.trim() })}
        dir="ltr"
      />
    </Group>
  );
}

function useColumns(look: (delivery: Delivery) => void): readonly Column<Delivery>[] {
  const t = useWords();
  const kindOf = useKind();
  return [
    { id: 'at', header: t('at'), cell: (it) => <Time at={it.at} />, width: '126px' },
    {
      id: 'kind',
      header: t('kind'),
      place: 'title',
      width: 'minmax(110px, 1.4fr)',
      cell: (it) => (
        <Anchor component="button" size="sm" onClick={() => look(it)}>
          {kindOf(it.type)}
        </Anchor>
      ),
    },
    {
      id: 'outcome',
      header: t('outcome'),
      place: 'end',
      width: 'minmax(96px, 130px)',
      cell: (it) => <StateBadge state={it.error === null ? 'delivered' : 'failed'} />,
    },
    {
      id: 'answer',
      header: t('answer'),
      width: 'minmax(140px, 2fr)',
      cell: ({ status, error }) => (
        <Text span inherit className="latin">
          {error ?? status}
        </Text>
      ),
    },
    {
      id: 'attempt',
      header: t('attempt'),
      cell: (it) => it.attempt,
      isNumber: true,
      width: '90px',
    },
    {
      id: 'next',
      header: t('next'),
      cell: (it) => <Time at={it.next_at} />,
      width: '130px',
    },
  ];
}
