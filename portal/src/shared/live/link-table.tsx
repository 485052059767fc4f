/** The links with their state and what they carry, as it changes. */
import { Skeleton, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { StaffLink } from '../api/types.ts';
import { Sparkline } from '../chart/sparkline.tsx';
import { defineWords, inWords } from '../i18n/i18n.ts';
import { showCount, Time } from '../i18n/show.tsx';
import { StateBadge } from '../message/state-badge.tsx';
import { ErrorState } from '../page/faults.tsx';
import type { Column } from '../table/column.ts';
import { ListTable } from '../table/list-table.tsx';
import { useOverview } from './overview.ts';

const useWords = defineWords({
  en: {
    link: 'Link',
    links: 'Links',
    state: 'State',
    since: 'Since',
    rate: 'Per second',
    traffic: 'Last 5 minutes',
    actions: 'Actions',
    none: 'There are no links yet.',
    carried:
      '{{taken, of(one: part; other: parts)}} taken, {{failed}} failed in the last five minutes',
    failed: '{{failed}} failed',
    chat: 'Chat',
  },
  ur: {
    link: 'لنک',
    links: 'لنک',
    state: 'حالت',
    since: 'کب سے',
    rate: 'فی سیکنڈ',
    traffic: 'پچھلے 5 منٹ',
    actions: 'کام',
    none: 'ابھی کوئی لنک نہیں۔',
    carried: 'پچھلے پانچ منٹ میں {{taken}} حصے لیے گئے، {{failed}} ناکام رہے',
    failed: '{{failed}} ناکام',
    chat: 'چیٹ',
  },
});

export function LinkTable({
  actions,
}: {
  /** What may be done with a link. */
  readonly actions?: (link: StaffLink) => ReactNode;
}) {
  const t = useWords();
  const { data, error, refetch } = useOverview();
  if (error !== null && data === undefined) return <ErrorState error={error} onRetry={refetch} />;
  if (data === undefined) return <Skeleton h={96} />;
  const links = data.links ?? [];
  if (links.length === 0) return <Text size="sm">{t('none')}</Text>;
  const columns: readonly Column<StaffLink>[] = [
    { id: 'link', header: t('link'), cell: (link) => <Name link={link} /> },
    { id: 'state', header: t('state'), place: 'end', cell: (link) => <State link={link} /> },
    {
      id: 'rate',
      header: t('rate'),
      isNumber: true,
      cell: ({ per_second: rate }) => (rate < 10 ? rate.toFixed(1) : showCount(Math.round(rate))),
    },
    { id: 'traffic', header: t('traffic'), cell: (link) => <Traffic link={link} /> },
    { id: 'since', header: t('since'), cell: ({ since }) => <Time at={since} /> },
    ...(actions === undefined
      ? []
      : [{ id: 'actions', header: t('actions'), place: 'foot' as const, cell: actions }]),
  ];
  return <ListTable label={t('links')} rows={links} columns={columns} rowId={({ name }) => name} />;
}

const sum = (counts: readonly number[]): number => counts.reduce((all, it) => all + it, 0);

function Name({ link: { name, kind } }: { readonly link: StaffLink }) {
  const t = useWords();
  return (
    <>
      <span className="latin">{name}</span>
      {kind === 'chat' && (
        <Text size="xs" c="dimmed">
          {t('chat')}
        </Text>
      )}
    </>
  );
}

function State({ link: { state, enabled, why } }: { readonly link: StaffLink }) {
  return (
    <>
      <StateBadge state={state ?? (enabled ? 'down' : 'disabled')} />
      {why !== null && (
        <Text size="xs" c="dimmed" dir="auto" maw={260}>
          {inWords(why)}
        </Text>
      )}
    </>
  );
}

function Traffic({ link: { taken, failed } }: { readonly link: StaffLink }) {
  const t = useWords();
  const lost = sum(failed);
  const carried = { taken: showCount(sum(taken)), failed: showCount(lost) };
  return (
    <>
      <Sparkline label={t('carried', carried)} values={taken} />
      {lost > 0 && (
        <Text size="xs" c="dimmed">
          {t('failed', carried)}
        </Text>
      )}
    </>
  );
}
