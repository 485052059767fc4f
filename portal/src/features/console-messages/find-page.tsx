/** Support's first question: what became of the message to this number? */
import { Group, Paper, Text } from '@mantine/core';
import { IconMessageSearch, IconMoodEmpty } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { DownloadButton } from '../../shared/api/download-button.tsx';
import { listing } from '../../shared/api/queries.ts';
import type { FoundMessage } from '../../shared/api/types.ts';
import { asSentence } from '../../shared/form/use-submit.ts';
import { Phone, Time } from '../../shared/i18n/show.tsx';
import { StateBadge } from '../../shared/message/state-badge.tsx';
import { EmptyState } from '../../shared/page/empty-state.tsx';
import { PageHeader } from '../../shared/page/page-header.tsx';
import { DataTable, type Column } from '../../shared/table/data-table.tsx';
import { FindFilters, useFindFilters } from './find-filters.tsx';
import { useWords } from './words.ts';

export function Page() {
  const t = useWords();
  const { filters, change, query, isAsked } = useFindFilters();
  const found = useInfiniteQuery({ ...listing('listStaffMessages', { query }), enabled: isAsked });
  const columns: readonly Column<FoundMessage>[] = [
    { id: 'at', header: t('accepted'), cell: (it) => <Time at={it.accepted_at} />, width: '126px' },
    {
      id: 'to',
      header: t('recipient'),
      cell: (it) => <Phone number={it.recipient} />,
      place: 'title',
      width: 'minmax(140px, 1fr)',
    },
    {
      id: 'state',
      header: t('state'),
      place: 'end',
      cell: (it) => <StateBadge state={it.state} />,
    },
    { id: 'account', header: t('account'), cell: (it) => it.account.name },
    { id: 'from', header: t('sender'), cell: (it) => it.sender ?? '–' },
    { id: 'network', header: t('network'), cell: (it) => it.network ?? '–' },
    { id: 'reason', header: t('reason'), cell: (it) => <Reason of={it} /> },
  ];
  return (
    <>
      <PageHeader title={t('title')} about={t('about')} />
      <FindFilters filters={filters} change={change} />
      {isAsked && (
        <Group justify="flex-end" gap="sm" mb="sm">
          <Text size="xs" c="dimmed">
            {t('export_note')}
          </Text>
          <DownloadButton call="exportStaffMessages" takes={{ query }}>
            {t('export')}
          </DownloadButton>
        </Group>
      )}
      {isAsked ? (
        <DataTable
          label={t('title')}
          query={found}
          columns={columns}
          rowId={({ id }) => id}
          rowLink={({ id }) => `/console/messages/${id}`}
          empty={<EmptyState icon={IconMoodEmpty} title={t('none')} text={t('none_text')} />}
        />
      ) : (
        <Paper withBorder>
          <EmptyState icon={IconMessageSearch} title={t('start')} text={t('start_text')} />
        </Paper>
      )}
    </>
  );
}

/** The word that is filtered by, with its sentence when pointed at. */
function Reason({ of: { reason, detail } }: { readonly of: FoundMessage }) {
  if (reason === null) return <>–</>;
  return (
    <Text
      size="sm"
      truncate
      className="latin"
      title={detail === null ? undefined : asSentence(detail)}
    >
      {reason}
    </Text>
  );
}
