/** What campaigns cost: a line each, however often its money moved. */
import { Text } from '@mantine/core';
import { IconSpeakerphone } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { listing } from '../../shared/api/queries.ts';
import type { Batch } from '../../shared/api/types.ts';
import { Money, showCount, showMoney, Time } from '../../shared/i18n/show.tsx';
import { EmptyState } from '../../shared/page/empty-state.tsx';
import { DataTable, type Column } from '../../shared/table/data-table.tsx';
import { nameOf, UNDER_WAY } from '../campaigns/batch-state.ts';
import { useShown } from '../campaigns/use-shown.ts';
import { useWords } from './words.ts';

export function CampaignCosts() {
  const t = useWords();
  const batches = useInfiniteQuery(listing('listBatches'));
  const columns: readonly Column<Batch>[] = [
    { id: 'at', header: t('when'), cell: (it) => <Time at={it.created_at} />, width: '126px' },
    {
      id: 'name',
      header: t('campaign'),
      place: 'title',
      width: 'minmax(110px, 1.3fr)',
      cell: (it: Batch) => nameOf(it) ?? t('to_numbers', { count: it.recipients ?? 0 }),
    },
    {
      id: 'messages',
      header: t('messages'),
      isNumber: true,
      width: '110px',
      cell: (it) => (it.recipients === null ? '–' : showCount(it.recipients)),
    },
    {
      id: 'cost',
      header: t('cost'),
      isNumber: true,
      place: 'end',
      width: '230px',
      cell: (it: Batch) => <Cost batch={it} />,
    },
  ];
  return (
    <DataTable
      label={t('by_campaign')}
      query={batches}
      columns={columns}
      rowId={({ id }) => id ?? ''}
      rowLink={({ id }) => `/portal/campaigns/${id}`}
      empty={
        <EmptyState
          icon={IconSpeakerphone}
          title={t('no_campaigns')}
          text={t('no_campaigns_text')}
        />
      }
    />
  );
}

/** In the end; while it is being sent, so far, with what is still set aside for it. */
function Cost({ batch }: { readonly batch: Batch }) {
  const t = useWords();
  const { state, price, spent } = useShown(batch);
  const cost = spent ?? price;
  if (cost === null) return '–';
  const isOver = !UNDER_WAY.includes(state);
  const note = isOver ? spent !== null && price !== null && spent !== price : true;
  return (
    <div>
      <Money amount={cost} />
      {note && (
        <Text size="xs" c="dimmed">
          {isOver ? t('set_aside_was', { amount: showMoney(price ?? cost) }) : t('may_come_back')}
        </Text>
      )}
    </div>
  );
}
