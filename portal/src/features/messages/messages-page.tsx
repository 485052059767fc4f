/** What was sent, of both services: the pattern of all lists. */
import { IconMessages } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { DownloadButton } from '../../shared/api/download-button.tsx';
import { listing } from '../../shared/api/queries.ts';
import { useWho } from '../../shared/api/session.ts';
import type { ReadableMessage } from '../../shared/api/types.ts';
import { Money, Time } from '../../shared/i18n/show.tsx';
import { Recipient } from '../../shared/message/recipient.tsx';
import { StateBadge } from '../../shared/message/state-badge.tsx';
import { EmptyState } from '../../shared/page/empty-state.tsx';
import { PageHeader } from '../../shared/page/page-header.tsx';
import { DataTable, type Column } from '../../shared/table/data-table.tsx';
import { MessageFilters, useMessageFilters } from './message-filters.tsx';
import { useWords } from './words.ts';

export function Page() {
  const t = useWords();
  const { filters, change, query, faults } = useMessageFilters();
  const isWrong = faults.isNoNumber || faults.isReversed;
  const seesTexts = useWho().account?.sees_texts === true;
  const messages = useInfiniteQuery({ ...listing('listMessages', { query }), enabled: !isWrong });
  const columns: readonly Column<ReadableMessage>[] = [
    { id: 'at', header: t('accepted'), cell: (it) => <Time at={it.accepted_at} />, width: '126px' },
    {
      id: 'to',
      header: t('recipient'),
      cell: (it) => <Recipient number={it.recipient} name={it.name} />,
      place: 'title',
      width: 'minmax(140px, 1.8fr)',
    },
    { id: 'from', header: t('sender'), cell: (it) => it.sender ?? '–' },
    { id: 'kind', header: t('kind'), cell: (it) => t(it.kind), width: '90px' },
    {
      id: 'state',
      header: t('state'),
      cell: (it: ReadableMessage) => <StateBadge state={it.state} />,
      place: 'end',
      width: 'minmax(102px, 150px)',
    },
    { id: 'network', header: t('network'), cell: (it) => it.network ?? '–' },
    {
      id: 'parts',
      header: t('parts'),
      cell: (it) => it.parts,
      isNumber: true,
      width: '80px',
    },
    {
      id: 'price',
      header: t('price'),
      cell: (it) => <Money amount={it.price} />,
      isNumber: true,
      width: '110px',
    },
  ];
  return (
    <>
      <PageHeader title={t('title')} about={t('about')}>
        <DownloadButton
          call="exportMessages"
          takes={{ query: { ...query, ...(seesTexts ? { texts: true } : {}) } }}
        >
          {t('export')}
        </DownloadButton>
      </PageHeader>
      <MessageFilters filters={filters} change={change} faults={faults} />
      {isWrong ? (
        <EmptyState icon={IconMessages} title={t('wrong')} text={t('wrong_text')} />
      ) : (
        <DataTable
          label={t('title')}
          query={messages}
          columns={columns}
          rowId={({ id }) => id}
          rowLink={({ id }) => `/portal/messages/${id}`}
          empty={<EmptyState icon={IconMessages} title={t('none')} text={t('none_text')} />}
        />
      )}
    </>
  );
}
