/** Who of staff and of accounts did what: filters are in the address. */
import { Button, Group, Modal } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Fragment, useState } from 'react';
import { showMoment, Time } from '../../shared/i18n/show.tsx';
import { operationPages } from '../../shared/operation/operation-pages.ts';
import { Value, type Row } from '../../shared/operation/result.tsx';
import { EmptyState } from '../../shared/page/empty-state.tsx';
import { PageHeader } from '../../shared/page/page-header.tsx';
import { DataTable, type Column } from '../../shared/table/data-table.tsx';
import { FilterInput } from '../../shared/table/filter-input.tsx';
import { useFilters } from '../../shared/table/use-filters.ts';
import { useActions } from '../audit/actions.ts';
import { useWords } from './words.ts';

export function Page() {
  const t = useWords();
  const [filters, change] = useFilters({ account: '', actor: '', action: '' });
  const { account, actor, action } = filters;
  const lines = useInfiniteQuery(
    operationPages('audit-list', {
      ...(account === '' ? {} : { account }),
      ...(actor === '' ? {} : { actor }),
      ...(action === '' ? {} : { action: action.split(',').map((it) => it.trim()) }),
    }),
  );
  const [shown, setShown] = useState<Row>();
  return (
    <>
      <PageHeader title={t('audit')} about={t('audit_about')} />
      <Group mb="md" gap="sm">
        <FilterInput
          label={t('account')}
          placeholder={t('account_hint')}
          value={filters.account}
          onFilter={(account) => change({ account })}
        />
        <FilterInput
          label={t('who')}
          placeholder="staff:sana@paigham.example"
          dir="ltr"
          value={filters.actor}
          onFilter={(actor) => change({ actor })}
        />
        <FilterInput
          label={t('what')}
          placeholder="credit, link.set"
          dir="ltr"
          value={filters.action}
          onFilter={(action) => change({ action })}
        />
      </Group>
      <DataTable
        label={t('audit')}
        query={lines}
        columns={useColumns(setShown)}
        rowId={({ id }) => String(id)}
        empty={<EmptyState icon={IconHistory} title={t('no_changes')} />}
      />
      {shown !== undefined && <Details line={shown} onClose={() => setShown(undefined)} />}
    </>
  );
}

function useColumns(onShow: (line: Row) => void): readonly Column<Row>[] {
  const t = useWords();
  const actionOf = useActions();
  return [
    {
      id: 'at',
      header: t('when'),
      width: '126px',
      cell: ({ at }) => <Time at={String(at)} />,
    },
    {
      id: 'who',
      header: t('who'),
      width: 'minmax(72px, 1fr)',
      cell: ({ actor }) => <Value value={actor} />,
    },
    {
      id: 'account',
      header: t('account'),
      width: '90px',
      cell: ({ account }) => <Value value={account} />,
    },
    {
      id: 'what',
      header: t('what'),
      place: 'title',
      width: 'minmax(88px, 1fr)',
      cell: ({ action }) => actionOf(String(action)),
    },
    {
      id: 'detail',
      header: t('detail'),
      width: 'minmax(160px, 2fr)',
      cell: ({ detail }) => <Value value={detail} />,
    },
    {
      id: 'show',
      header: '',
      place: 'end',
      width: '92px',
      cell: (line) => (
        <Button variant="subtle" size="compact-sm" onClick={() => onShow(line)}>
          {t('show')}
        </Button>
      ),
    },
  ];
}

function Details({ line, onClose }: { readonly line: Row; readonly onClose: () => void }) {
  const t = useWords();
  return (
    <Modal opened onClose={onClose} title={String(line['action'])} withCloseButton={false}>
      <dl className="facts">
        <dt>{t('when')}</dt>
        <dd>{showMoment(String(line['at']), true)}</dd>
        {(['actor', 'account', 'detail'] as const).map((name) => (
          <Fragment key={name}>
            <dt>{t(name === 'actor' ? 'who' : name)}</dt>
            <dd>
              <Value value={line[name]} />
            </dd>
          </Fragment>
        ))}
      </dl>
      <Group justify="flex-end" mt="md">
        <Button onClick={onClose}>{t('close')}</Button>
      </Group>
    </Modal>
  );
}
