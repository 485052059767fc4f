/** The keys of an account: made, shown again, and ended. */
import { Button, Text } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { listing } from '../../shared/api/queries.ts';
import type { Key } from '../../shared/api/types.ts';
import { Time } from '../../shared/i18n/show.tsx';
import { EmptyState } from '../../shared/page/empty-state.tsx';
import { PageHeader } from '../../shared/page/page-header.tsx';
import { DataTable, type Column } from '../../shared/table/data-table.tsx';
import { readAgain, useKeyActions } from './key-actions.tsx';
import { NewKey } from './new-key.tsx';
import { useWords } from './words.ts';

export function Page() {
  const t = useWords();
  const [isMaking, setIsMaking] = useState(false);
  const { actions, dialogs, show } = useKeyActions();
  const keys = useInfiniteQuery(listing('listKeys'));
  const columns = useColumns(actions);
  return (
    <>
      <PageHeader title={t('title')} about={t('about')}>
        <Button onClick={() => setIsMaking(true)}>{t('create')}</Button>
      </PageHeader>
      <DataTable
        label={t('title')}
        query={keys}
        columns={columns}
        rowId={({ id }) => id}
        empty={<EmptyState icon={IconKey} title={t('none')} text={t('none_text')} />}
      />
      {isMaking && (
        <NewKey
          onClose={() => setIsMaking(false)}
          onMade={(key) => {
            setIsMaking(false);
            show(key);
            void readAgain();
          }}
        />
      )}
      {dialogs}
    </>
  );
}

function useColumns(actions: (key: Key) => ReactNode): readonly Column<Key>[] {
  const t = useWords();
  return [
    {
      id: 'name',
      header: t('name'),
      place: 'title',
      cell: (it) => (
        <>
          {it.name}
          {it.last_characters !== null && (
            <Text span size="sm" c="dimmed">
              {' '}
              <bdi className="latin">…{it.last_characters}</bdi>
            </Text>
          )}
        </>
      ),
    },
    {
      id: 'scopes',
      header: t('scopes'),
      width: '2fr',
      cell: (it) => it.scopes.map((scope) => t(scope)).join(' · '),
    },
    {
      id: 'mode',
      header: t('mode'),
      cell: (it) => t(it.mode === 'test' ? 'mode_test' : 'live'),
    },
    {
      id: 'used',
      header: t('used'),
      cell: (it) => (it.last_used_at === null ? t('never') : <Time at={it.last_used_at} />),
    },
    {
      id: 'state',
      header: t('state'),
      place: 'foot',
      width: 'minmax(220px, 260px)',
      cell: (it) => (it.state === 'active' ? actions(it) : t('ended')),
    },
  ];
}
