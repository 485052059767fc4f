/** The wordings of an account, with where each of them stands. */
import { Badge, Button, Group, Select } from '@mantine/core';
import { IconBooks, IconPlus, IconTemplate } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { listing, whileAnyWaits } from '../../shared/api/queries.ts';
import { useWho } from '../../shared/api/session.ts';
import type { Template } from '../../shared/api/types.ts';
import { Time } from '../../shared/i18n/show.tsx';
import { StateBadge, useStateWords } from '../../shared/message/state-badge.tsx';
import { EmptyState } from '../../shared/page/empty-state.tsx';
import { PageHeader } from '../../shared/page/page-header.tsx';
import { DataTable, type Column } from '../../shared/table/data-table.tsx';
import { useFilters } from '../../shared/table/use-filters.ts';
import { useWords } from './words.ts';
import { Pieces } from './wording.tsx';

const STATES = ['waiting', 'approved', 'rejected'] as const;

export function Page() {
  const t = useWords();
  const stateWord = useStateWords();
  const { account } = useWho();
  const [filters, change] = useFilters({ state: '' });
  const state = STATES.find((it) => it === filters.state);
  const templates = useInfiniteQuery({
    ...listing('listTemplates', { query: { state } }),
    ...whileAnyWaits<Template>((it) => it.state === 'waiting' || it.proposed !== null),
  });
  const mayWrite = account?.scopes.includes('templates') === true;
  const writeOne = mayWrite && (
    <>
      <Button
        component={Link}
        to="/portal/templates/wordings"
        variant="default"
        leftSection={<IconBooks size={16} aria-hidden />}
      >
        {t('wordings')}
      </Button>
      <Button
        component={Link}
        to="/portal/templates/new"
        leftSection={<IconPlus size={16} aria-hidden />}
      >
        {t('new')}
      </Button>
    </>
  );
  const columns = useColumns();
  return (
    <>
      <PageHeader title={t('title')} about={t('about')}>
        {writeOne}
      </PageHeader>
      <Group mb="md">
        <Select
          aria-label={t('state')}
          placeholder={t('any_state')}
          data={STATES.map((value) => ({ value, label: stateWord(value) }))}
          value={state ?? null}
          onChange={(value) => change({ state: value ?? '' })}
          clearable
        />
      </Group>
      <DataTable
        label={t('title')}
        query={templates}
        columns={columns}
        rowId={({ id }) => id}
        rowLink={({ id }) => `/portal/templates/${id}`}
        empty={
          <EmptyState
            icon={IconTemplate}
            title={t(state === undefined ? 'none' : 'none_so')}
            text={t('none_text')}
          >
            {writeOne}
          </EmptyState>
        }
      />
    </>
  );
}

function useColumns(): readonly Column<Template>[] {
  const t = useWords();
  return [
    { id: 'name', header: t('name'), cell: ({ name }) => <bdi>{name}</bdi> },
    {
      id: 'wording',
      header: t('wording'),
      width: 'minmax(200px, 3fr)',
      cell: ({ message }) => (
        <bdi>
          <Pieces message={message} />
        </bdi>
      ),
    },
    {
      id: 'category',
      header: t('category'),
      width: 'minmax(120px, 0.8fr)',
      cell: ({ category }) => t(category),
    },
    {
      id: 'state',
      header: t('state'),
      place: 'end',
      width: 'minmax(170px, 1fr)',
      cell: (it) => (
        <Group gap={6}>
          <StateBadge state={it.state} />
          {it.own_numbers_only && (
            <Badge variant="light" tt="none">
              {t('own_only')}
            </Badge>
          )}
          {it.proposed !== null && (
            <Badge variant="light" color="yellow" tt="none">
              {t('next_waits')}
            </Badge>
          )}
        </Group>
      ),
    },
    {
      id: 'changed',
      header: t('changed'),
      width: '130px',
      cell: (it) => <Time at={it.decided_at ?? it.created_at} />,
    },
  ];
}
