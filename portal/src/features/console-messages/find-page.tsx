/** Support's first question: what became of the message to this number? */
import { Group, Paper, Select } from '@mantine/core';
import { IconMessageSearch, IconMoodEmpty, IconSearch } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { Takes } from '../../shared/api/api.ts';
import { listing } from '../../shared/api/queries.ts';
import type { FoundMessage } from '../../shared/api/types.ts';
import { Phone, Time } from '../../shared/i18n/show.tsx';
import { MESSAGE_STATES, StateBadge, useStateWords } from '../../shared/message/state-badge.tsx';
import { EmptyState } from '../../shared/page/empty-state.tsx';
import { PageHeader } from '../../shared/page/page-header.tsx';
import { DataTable, type Column } from '../../shared/table/data-table.tsx';
import { FilterInput } from '../../shared/table/filter-input.tsx';
import { useFilters } from '../../shared/table/use-filters.ts';
import { useWords } from './words.ts';

type Query = NonNullable<Takes<'listStaffMessages'>['query']>;

/** Numbers have 10 to 13 digits, as people write them; ids have more, or are UUIDs. */
function wantedOf(text: string): Pick<Query, 'number' | 'id'> {
  const plain = text.replaceAll(/[\s()-]/g, '');
  if (text.trim() === '') return {};
  return /^\+?\d{1,13}$/.test(plain) ? { number: plain } : { id: text.trim() };
}

export function Page() {
  const t = useWords();
  const [filters, change] = useFilters({ find: '', account: '', state: '' });
  const query: Query = {
    ...wantedOf(filters.find),
    ...(filters.account === '' ? {} : { account: filters.account }),
    ...(filters.state === '' ? {} : { state: MESSAGE_STATES.find((it) => it === filters.state) }),
  };
  const isAsked = 'number' in query || 'id' in query || 'account' in query;
  const found = useInfiniteQuery({ ...listing('listStaffMessages', { query }), enabled: isAsked });
  const columns: readonly Column<FoundMessage>[] = [
    { id: 'at', header: t('accepted'), cell: (it) => <Time at={it.accepted_at} />, width: '126px' },
    {
      ...{ id: 'to', header: t('recipient'), cell: (it) => <Phone number={it.recipient} /> },
      width: 'minmax(140px, 1fr)',
    },
    { id: 'state', header: t('state'), cell: (it) => <StateBadge state={it.state} /> },
    { id: 'account', header: t('account'), cell: (it) => it.account.name, isExtra: true },
    { id: 'from', header: t('sender'), cell: (it) => it.sender ?? '–', isExtra: true },
    { id: 'network', header: t('network'), cell: (it) => it.network ?? '–', isExtra: true },
  ];
  return (
    <>
      <PageHeader title={t('title')} about={t('about')} />
      <Filters filters={filters} change={change} />
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

type Wanted = { readonly find: string; readonly account: string; readonly state: string };

function Filters({
  filters,
  change,
}: {
  readonly filters: Wanted;
  readonly change: (change: Partial<Wanted>) => void;
}) {
  const t = useWords();
  const stateWord = useStateWords();
  return (
    <Group mb="md" gap="sm" align="flex-start">
      <FilterInput
        label={t('find')}
        description={t('find_about')}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={filters.find}
        onFilter={(find) => change({ find })}
        autoFocus
        dir="ltr"
        w={{ base: '100%', xs: 300 }}
      />
      <FilterInput
        label={t('account')}
        description="1001"
        inputMode="numeric"
        value={filters.account}
        onFilter={(account) => change({ account })}
        w={{ base: '47%', xs: 130 }}
      />
      <Select
        label={t('state')}
        description={t('any_state')}
        data={MESSAGE_STATES.map((value) => ({ value, label: stateWord(value) }))}
        value={filters.state === '' ? null : filters.state}
        onChange={(state) => change({ state: state ?? '' })}
        clearable
        w={{ base: '47%', xs: 160 }}
      />
    </Group>
  );
}
