/** The links with their state and what they carry, as it changes. */
import { Skeleton, Stack, Table, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { StaffLink } from '../api/types.ts';
import { Sparkline } from '../chart/sparkline.tsx';
import { defineWords } from '../i18n/i18n.ts';
import { showCount, Time } from '../i18n/show.tsx';
import { StateBadge } from '../message/state-badge.tsx';
import { ErrorState } from '../page/faults.tsx';
import { useOverview } from './overview.ts';

const useWords = defineWords({
  en: {
    link: 'Link',
    state: 'State',
    since: 'Since',
    rate: 'Per second',
    traffic: 'Last 5 minutes',
    actions: 'Actions',
    none: 'There are no links yet.',
    carried: '{{taken}} parts taken, {{failed}} failed in the last five minutes',
    failed: '{{failed}} failed',
    chat: 'Chat',
  },
  ur: {
    link: 'لنک',
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
  const { links } = data;
  // A phone has room for the one or the other.
  const rateOn = actions === undefined ? {} : { visibleFrom: 'sm' };
  if (links === null || links.length === 0) return <Text size="sm">{t('none')}</Text>;
  return (
    <Table.ScrollContainer minWidth={300}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('link')}</Table.Th>
            <Table.Th>{t('state')}</Table.Th>
            <Table.Th ta="end" {...rateOn}>
              {t('rate')}
            </Table.Th>
            <Table.Th visibleFrom="sm">{t('traffic')}</Table.Th>
            <Table.Th visibleFrom="sm">{t('since')}</Table.Th>
            {actions !== undefined && <Table.Th>{t('actions')}</Table.Th>}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {links.map((it) => (
            <LinkRow key={it.name} link={it} actions={actions?.(it)} />
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

const sum = (counts: readonly number[]): number => counts.reduce((all, it) => all + it, 0);

function LinkRow({ link, actions }: { readonly link: StaffLink; readonly actions: ReactNode }) {
  const t = useWords();
  const { name, kind, enabled, state, since, why, per_second: rate, taken } = link;
  const failed = sum(link.failed);
  const carried = { taken: showCount(sum(taken)), failed: showCount(failed) };
  return (
    <Table.Tr>
      <Table.Td>
        <span className="latin">{name}</span>
        {kind === 'chat' && (
          <Text size="xs" c="dimmed">
            {t('chat')}
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        <StateBadge state={state ?? (enabled ? 'down' : 'disabled')} />
        {why !== null && (
          <Text size="xs" c="dimmed" dir="ltr" maw={260}>
            {why}
          </Text>
        )}
      </Table.Td>
      <Table.Td
        ta="end"
        className="numbers"
        {...(actions === undefined ? {} : { visibleFrom: 'sm' })}
      >
        {rate < 10 ? rate.toFixed(1) : showCount(Math.round(rate))}
      </Table.Td>
      <Table.Td visibleFrom="sm">
        <Stack gap={0}>
          <Sparkline label={t('carried', carried)} values={taken} />
          {failed > 0 && (
            <Text size="xs" c="dimmed">
              {t('failed', carried)}
            </Text>
          )}
        </Stack>
      </Table.Td>
      <Table.Td visibleFrom="sm">
        <Time at={since} />
      </Table.Td>
      {actions !== undefined && <Table.Td>{actions}</Table.Td>}
    </Table.Tr>
  );
}
