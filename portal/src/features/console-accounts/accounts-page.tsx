/** Whose account it is: found by name, id, or the e-mail address of a person. */
import { Badge, Group, Select } from '@mantine/core';
import { IconBuildingStore, IconSearch } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { listing } from '../../shared/api/queries.ts';
import type { FoundAccount } from '../../shared/api/types.ts';
import { Money, Time } from '../../shared/i18n/show.tsx';
import { useMayDo } from '../../shared/operation/may-do.ts';
import { OperationLink } from '../../shared/operation/operation-table.tsx';
import { EmptyState } from '../../shared/page/empty-state.tsx';
import { PageHeader } from '../../shared/page/page-header.tsx';
import { DataTable, type Column } from '../../shared/table/data-table.tsx';
import { FilterInput } from '../../shared/table/filter-input.tsx';
import { useFilters } from '../../shared/table/use-filters.ts';
import { useWords } from './words.ts';

const STATES = ['active', 'disabled'] as const;

export function Page() {
  const t = useWords();
  const mayDo = useMayDo();
  const [filters, change] = useFilters({ search: '', state: '' });
  const query = {
    search: filters.search === '' ? undefined : filters.search,
    state: STATES.find((it) => it === filters.state),
  };
  const accounts = useInfiniteQuery(listing('listStaffAccounts', { query }));
  return (
    <>
      <PageHeader title={t('accounts')} about={t('accounts_about')}>
        {mayDo('account-create') && (
          <OperationLink name="account-create">{t('open_account')}</OperationLink>
        )}
      </PageHeader>
      <Group mb="md" gap="sm" align="flex-end">
        <FilterInput
          label={t('search')}
          placeholder={t('search_hint')}
          leftSection={<IconSearch size={16} aria-hidden />}
          value={filters.search}
          onFilter={(search) => change({ search })}
          w={{ base: '100%', xs: 320 }}
          autoFocus
        />
        <Select
          label={t('state')}
          placeholder={t('any_state')}
          data={STATES.map((value) => ({ value, label: t(value) }))}
          value={query.state ?? null}
          onChange={(state) => change({ state: state ?? '' })}
          clearable
        />
      </Group>
      <DataTable
        label={t('accounts')}
        query={accounts}
        columns={useColumns()}
        rowId={({ id }) => id}
        rowLink={({ id }) => `/console/accounts/${id}`}
        empty={<EmptyState icon={IconBuildingStore} title={t('none')} text={t('none_text')} />}
      />
    </>
  );
}

function useColumns(): readonly Column<FoundAccount>[] {
  const t = useWords();
  return [
    {
      id: 'name',
      header: t('name'),
      width: 'minmax(150px, 2fr)',
      cell: ({ name }) => <bdi>{name}</bdi>,
    },
    { id: 'id', header: t('id'), width: '90px', cell: ({ id }) => id },
    {
      id: 'state',
      header: t('state'),
      place: 'end',
      width: '130px',
      cell: ({ state, verified }) => (
        <Badge variant="light" color={state === 'disabled' ? 'red' : verified ? 'teal' : 'yellow'}>
          {t(state === 'disabled' ? 'disabled' : verified ? 'verified' : 'unverified')}
        </Badge>
      ),
    },
    {
      id: 'balance',
      header: t('balance'),
      width: '130px',
      isNumber: true,
      cell: ({ balance }) => <Money amount={balance} />,
    },
    {
      id: 'since',
      header: t('since'),
      width: '130px',
      cell: ({ created_at }) => <Time at={created_at} />,
    },
  ];
}
