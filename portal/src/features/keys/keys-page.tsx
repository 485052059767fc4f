/** The keys of an account: made, shown again, and ended. */
import { Button, Group } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { api } from '../../shared/api/api.ts';
import { listing, queryClient } from '../../shared/api/queries.ts';
import type { Key } from '../../shared/api/types.ts';
import { useSubmit } from '../../shared/form/use-submit.ts';
import { Time } from '../../shared/i18n/show.tsx';
import { useAskFirst } from '../../shared/page/ask-first.tsx';
import { EmptyState } from '../../shared/page/empty-state.tsx';
import { PageHeader } from '../../shared/page/page-header.tsx';
import { ShownSecret } from '../../shared/page/shown-secret.tsx';
import { DataTable, type Column } from '../../shared/table/data-table.tsx';
import { NewKey } from './new-key.tsx';
import { useWords } from './words.ts';

const readAgain = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['listKeys'] });

export function Page() {
  const t = useWords();
  const askFirst = useAskFirst();
  const [isMaking, setIsMaking] = useState(false);
  const [shown, setShown] = useState<string>();
  const keys = useInfiniteQuery(listing('listKeys'));
  const reveal = useSubmit(async (key: Key) => {
    setShown((await api.call('revealKey', { path: { id: key.id } })).key);
  });
  const revoke = useSubmit(async (key: Key) => {
    await api.call('revokeKey', { path: { id: key.id } });
    await readAgain();
  });
  const askToRevoke = (key: Key): void => {
    const title = t('revoke_title', { name: key.name });
    const onAgree = (): void => revoke.run(key);
    askFirst({ title, text: t('revoke_text'), does: t('revoke'), onAgree });
  };
  const actions = (key: Key) => (
    <Group gap={4} wrap="nowrap" justify="flex-end">
      <Button variant="subtle" size="compact-sm" onClick={() => reveal.run(key)}>
        {t('show')}
      </Button>
      <Button variant="subtle" color="red" size="compact-sm" onClick={() => askToRevoke(key)}>
        {t('revoke')}
      </Button>
    </Group>
  );
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
            setShown(key);
            void readAgain();
          }}
        />
      )}
      {shown !== undefined && (
        <ShownSecret
          title={t('made')}
          about={t('made_about')}
          text={shown}
          onClose={() => setShown(undefined)}
        />
      )}
    </>
  );
}

function useColumns(actions: (key: Key) => ReactNode): readonly Column<Key>[] {
  const t = useWords();
  return [
    { id: 'name', header: t('name'), cell: (it) => it.name },
    { id: 'scopes', header: t('scopes'), cell: (it) => it.scopes.join(', '), isExtra: true },
    {
      ...{ id: 'mode', header: t('mode'), isExtra: true },
      cell: (it) => t(it.mode === 'test' ? 'mode_test' : 'live'),
    },
    {
      ...{ id: 'used', header: t('used'), isExtra: true },
      cell: (it) => (it.last_used_at === null ? t('never') : <Time at={it.last_used_at} />),
    },
    {
      ...{ id: 'state', header: t('state'), width: 'minmax(150px, 200px)' },
      cell: (it) => (it.state === 'active' ? actions(it) : t('ended')),
    },
  ];
}
