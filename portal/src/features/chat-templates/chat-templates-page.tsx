/** The chat templates of an account, and what the platform says of each. */
import { Button, Group, Select, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { IconBrandWhatsapp, IconPlus, IconRefresh, IconSearch } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api } from '../../shared/api/api.ts';
import { listing, refresh, whileAnyWaits } from '../../shared/api/queries.ts';
import { useWho } from '../../shared/api/session.ts';
import type { ChatTemplate } from '../../shared/api/types.ts';
import { useSubmit } from '../../shared/form/use-submit.ts';
import { Time } from '../../shared/i18n/show.tsx';
import { EmptyState } from '../../shared/page/empty-state.tsx';
import { PageHeader } from '../../shared/page/page-header.tsx';
import { DataTable, type Column } from '../../shared/table/data-table.tsx';
import { useFilters } from '../../shared/table/use-filters.ts';
import { ChatState, STATES } from './chat-state.tsx';
import { useWords } from './words.ts';

const TYPING_MS = 300;

export function Page() {
  const t = useWords();
  const { account } = useWho();
  const [filters, change] = useFilters({ state: '', name: '' });
  const [name] = useDebouncedValue(filters.name.trim(), TYPING_MS);
  const { state } = filters;
  const query = {
    ...(state === '' ? {} : { state }),
    ...(name === '' ? {} : { name }),
  };
  const templates = useInfiniteQuery({
    ...listing('listChatTemplates', { query }),
    ...whileAnyWaits<ChatTemplate>(({ state }) => state === 'pending'),
  });
  const mayWrite = account?.scopes.includes('templates') === true;
  return (
    <>
      <PageHeader title={t('title')} about={t('about')}>
        {mayWrite && <Actions />}
      </PageHeader>
      <Group mb="md" gap="sm">
        <TextInput
          aria-label={t('name')}
          placeholder={t('name')}
          leftSection={<IconSearch size={16} aria-hidden />}
          dir="ltr"
          value={filters.name}
          onChange={({ currentTarget }) => change({ name: currentTarget.value })}
        />
        <Select
          aria-label={t('state')}
          placeholder={t('any_state')}
          data={STATES.map((value) => ({ value, label: t(value) }))}
          value={state === '' ? null : state}
          onChange={(value) => change({ state: value ?? '' })}
          clearable
        />
      </Group>
      <DataTable
        label={t('title')}
        query={templates}
        columns={useColumns()}
        rowId={({ id }) => id}
        rowLink={({ id }) => `/portal/chat-templates/${id}`}
        empty={<EmptyState icon={IconBrandWhatsapp} title={t('none')} text={t('none_text')} />}
      />
    </>
  );
}

function Actions() {
  const t = useWords();
  const { run: sync, isRunning } = useSubmit(async () => {
    const { added, changed, gone } = await api.call('syncChatTemplates');
    await refresh('listChatTemplates');
    notifications.show({ message: t('synced', { added, changed, gone }) });
  });
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconRefresh size={16} aria-hidden />}
        loading={isRunning}
        onClick={() => sync()}
      >
        {t('sync')}
      </Button>
      <Button
        component={Link}
        to="/portal/chat-templates/new"
        leftSection={<IconPlus size={16} aria-hidden />}
      >
        {t('new')}
      </Button>
    </>
  );
}

function useColumns(): readonly Column<ChatTemplate>[] {
  const t = useWords();
  return [
    {
      id: 'name',
      header: t('name'),
      width: 'minmax(140px, 1fr)',
      cell: ({ name }) => <span className="latin">{name}</span>,
    },
    {
      id: 'body',
      header: t('body'),
      width: 'minmax(200px, 3fr)',
      cell: ({ body }) => <bdi>{body.text}</bdi>,
    },
    {
      id: 'language',
      header: t('language'),
      width: '90px',
      cell: ({ language }) => <span className="latin">{language}</span>,
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
      width: 'minmax(110px, 0.8fr)',
      cell: ({ state }) => <ChatState state={state} />,
    },
    {
      id: 'changed',
      header: t('changed'),
      width: '130px',
      cell: ({ changed_at: at }) => <Time at={at} />,
    },
  ];
}
