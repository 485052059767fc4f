/** Who changed what of the account, and who looked at its messages. */
import { Button, Code, Group, Modal, Select, Stack, TextInput } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { withReadableNames } from '../../../../packages/base/src/readable-names.ts';
import { DownloadButton } from '../../shared/api/download-button.tsx';
import { listing, reading } from '../../shared/api/queries.ts';
import type { AuditLine } from '../../shared/api/types.ts';
import { isolated, showMoment, Time } from '../../shared/i18n/show.tsx';
import { EmptyState } from '../../shared/page/empty-state.tsx';
import { PageHeader } from '../../shared/page/page-header.tsx';
import { DataTable, type Column } from '../../shared/table/data-table.tsx';
import { useFilters } from '../../shared/table/use-filters.ts';
import { startOfDay } from '../../shared/i18n/days.ts';
import { KINDS, useActions } from './actions.ts';
import { useWords } from './words.ts';

const DAY_MS = 86_400_000;
const ALL = { query: { limit: 200 } } as const;

export function Page() {
  const t = useWords();
  const nameOf = useActions();
  const [filters, change] = useFilters({ action: '', since: '', until: '' });
  const query = {
    action: filters.action === '' ? undefined : filters.action,
    since: startOfDay(filters.since, 0),
    until: startOfDay(filters.until, DAY_MS),
  };
  const lines = useInfiniteQuery(listing('listAudit', { query }));
  const [shown, setShown] = useState<AuditLine>();
  const columns = useColumns(setShown);
  return (
    <>
      <PageHeader title={t('title')} about={t('about')}>
        <DownloadButton call="exportAudit" takes={{ query }}>
          {t('export')}
        </DownloadButton>
      </PageHeader>
      <Group mb="md" gap="sm" align="flex-end">
        <Select
          label={t('kind')}
          placeholder={t('any')}
          data={KINDS.map((value) => ({ value, label: nameOf(value) }))}
          value={KINDS.find((it) => it === filters.action) ?? null}
          onChange={(action) => change({ action: action ?? '' })}
          clearable
        />
        <TextInput
          label={t('since')}
          type="date"
          value={filters.since}
          onChange={({ currentTarget }) => change({ since: currentTarget.value })}
        />
        <TextInput
          label={t('until')}
          type="date"
          value={filters.until}
          onChange={({ currentTarget }) => change({ until: currentTarget.value })}
        />
      </Group>
      <DataTable
        label={t('title')}
        query={lines}
        columns={columns}
        rowId={({ id }) => id}
        empty={<EmptyState icon={IconHistory} title={t('none')} text={t('none_text')} />}
      />
      {shown !== undefined && <Details line={shown} onClose={() => setShown(undefined)} />}
    </>
  );
}

function useColumns(onShow: (line: AuditLine) => void): readonly Column<AuditLine>[] {
  const t = useWords();
  const actionOf = useActions();
  const actorOf = useActors();
  return [
    { id: 'at', header: t('when'), width: '126px', cell: ({ at }) => <Time at={at} /> },
    {
      id: 'what',
      header: t('what'),
      place: 'title',
      width: 'minmax(150px, 2fr)',
      cell: ({ action }) => actionOf(action),
    },
    {
      id: 'who',
      header: t('who'),
      width: 'minmax(120px, 1fr)',
      cell: ({ actor }) => actorOf(actor),
    },
    {
      id: 'more',
      header: '',
      place: 'end',
      width: '104px',
      cell: (line) => (
        <Button variant="subtle" size="compact-sm" onClick={() => onShow(line)}>
          {t('details')}
        </Button>
      ),
    },
  ];
}

/** Who acted, by name where the account knows it. */
function useActors(): (actor: string) => string {
  const t = useWords();
  const users = useQuery(reading('listUsers', ALL)).data?.data ?? [];
  const keys = useQuery(reading('listKeys', ALL)).data?.data ?? [];
  return (actor) => {
    const [kind, id] = actor.split(':');
    if (kind === 'user') return users.find((it) => it.id === id)?.name ?? actor;
    if (kind === 'key' && id !== undefined) {
      return t('key', { name: keys.find((it) => it.id === id)?.name ?? id });
    }
    const [, from] = /^caller from (.+)$/.exec(actor) ?? [];
    if (from !== undefined) return t('caller', { from: isolated(from) });
    switch (actor) {
      case 'staff':
      case 'service':
      case 'platform':
      case 'reply':
      case 'unknown':
        return t(actor);
      default:
        return actor;
    }
  };
}

function Details({ line, onClose }: { readonly line: AuditLine; readonly onClose: () => void }) {
  const t = useWords();
  const actionOf = useActions();
  const actorOf = useActors();
  const facts = Object.entries(line.detail);
  return (
    <Modal opened onClose={onClose} title={actionOf(line.action)} withCloseButton={false}>
      <Stack>
        <dl className="facts">
          <dt>{t('when')}</dt>
          <dd>{showMoment(line.at, true)}</dd>
          <dt>{t('who')}</dt>
          <dd>{actorOf(line.actor)}</dd>
          <dt>{t('entry')}</dt>
          <dd className="latin">
            {line.action}, {line.id}
          </dd>
        </dl>
        {facts.length > 0 && (
          <Code block dir="ltr">
            {facts.map(([name, value]) => `${name}: ${showValue(value)}`).join('\n')}
          </Code>
        )}
        <Group justify="flex-end">
          <Button onClick={onClose}>{t('close')}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}

function showValue(value: unknown): string {
  return withReadableNames(typeof value === 'string' ? value : JSON.stringify(value));
}
