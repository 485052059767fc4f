/** The keys of an account: made, shown again, and ended. */
import { Button, Group } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { api } from '../../shared/api/api.ts';
import { listing, queryClient } from '../../shared/api/queries.ts';
import type { Key, Made } from '../../shared/api/types.ts';
import { useSubmit } from '../../shared/form/use-submit.ts';
import { isolated, Time } from '../../shared/i18n/show.tsx';
import { AskMade } from '../../shared/page/ask-made.tsx';
import { EmptyState } from '../../shared/page/empty-state.tsx';
import { PageHeader } from '../../shared/page/page-header.tsx';
import { ShownSecret } from '../../shared/page/shown-secret.tsx';
import { DataTable, type Column } from '../../shared/table/data-table.tsx';
import { NewKey } from './new-key.tsx';
import { useWords } from './words.ts';

const readAgain = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['listKeys'] });

export function Page() {
  const t = useWords();
  const [isMaking, setIsMaking] = useState(false);
  const [shown, setShown] = useState<string>();
  const keys = useInfiniteQuery(listing('listKeys'));
  const reveal = useSubmit(async (key: Key) => {
    setShown((await api.call('revealKey', { path: { id: key.id } })).key);
  });
  const [asked, setAsked] = useState<{ key: Key; made: Made }>();
  const ask = useSubmit(async (key: Key) => {
    const { made } = await api.call('showKey', { path: { id: key.id } });
    setAsked({ key, made });
  });
  const revoke = useSubmit(async ({ id }: Key, keep: boolean) => {
    await api.call('revokeKey', { path: { id }, query: { keep } });
    setAsked(undefined);
    await readAgain();
  });
  const actions = (key: Key) => (
    <Group gap={4} wrap="nowrap" justify="flex-end">
      <Button variant="subtle" size="compact-sm" onClick={() => reveal.run(key)}>
        {t('show')}
      </Button>
      <Button variant="subtle" color="red" size="compact-sm" onClick={() => ask.run(key)}>
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
      {asked !== undefined && (
        <AskMade
          title={t('revoke_title', { name: isolated(asked.key.name) })}
          text={t('revoke_text')}
          does={t('revoke')}
          made={asked.made}
          about={t('ends')}
          isRunning={revoke.isRunning}
          problem={revoke.problem}
          onAgree={(keep) => revoke.run(asked.key, keep)}
          onClose={() => setAsked(undefined)}
        />
      )}
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
