/** The numbers that have opted out: found, added, taken from files, and removed. */
import { ActionIcon, Button, Group, Popover, Select, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconMessageOff, IconPhoneOff, IconPlus, IconSearch, IconTrash } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../shared/api/api.ts';
import { DownloadButton } from '../../shared/api/download-button.tsx';
import { listing, reading, refresh } from '../../shared/api/queries.ts';
import { useWho } from '../../shared/api/session.ts';
import type { Suppression } from '../../shared/api/types.ts';
import { useSubmit } from '../../shared/form/use-submit.ts';
import { Phone, showPhone, Time } from '../../shared/i18n/show.tsx';
import { useAskFirst } from '../../shared/page/ask-first.tsx';
import { EmptyState } from '../../shared/page/empty-state.tsx';
import { PageHeader } from '../../shared/page/page-header.tsx';
import { DataTable, type Column } from '../../shared/table/data-table.tsx';
import { FilterInput } from '../../shared/table/filter-input.tsx';
import { useFilters } from '../../shared/table/use-filters.ts';
import { readNumbers } from '../send/numbers.ts';
import { AddNumbers } from './add-numbers.tsx';
import { useWords } from './words.ts';

const SCOPES = ['all', 'promotional'] as const;
const SOURCES = ['reply', 'platform', 'api', 'staff'] as const;
/** Fewer digits are no number yet. */
const LEAST_DIGITS = 7;

export function Page() {
  const t = useWords();
  const { account } = useWho();
  const [isAdding, setAdding] = useState(false);
  const [filters, change] = useFilters({ number: '', scope: '', source: '' });
  const query = {
    scope: SCOPES.find((it) => it === filters.scope),
    source: SOURCES.find((it) => it === filters.source),
  };
  const columns = useColumns(account?.scopes.includes('account') === true);
  const found = useFound(filters.number, query);
  const isFiltered = Object.values(filters).some((it) => it !== '');
  return (
    <>
      <PageHeader title={t('title')} about={t('about')}>
        <DownloadButton call="exportSuppressions" takes={{ query }}>
          {t('export')}
        </DownloadButton>
        {account?.scopes.includes('send') === true && (
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setAdding(true)}>
            {t('add')}
          </Button>
        )}
      </PageHeader>
      <Group mb="md" gap="sm">
        <FilterInput
          aria-label={t('number')}
          placeholder={t('number')}
          leftSection={<IconSearch size={16} aria-hidden />}
          inputMode="tel"
          dir="ltr"
          value={filters.number}
          onFilter={(number) => change({ number })}
        />
        <Select
          aria-label={t('scope')}
          placeholder={t('any_scope')}
          data={SCOPES.map((value) => ({ value, label: t(value) }))}
          value={query.scope ?? null}
          onChange={(scope) => change({ scope: scope ?? '' })}
          clearable
        />
        <Select
          aria-label={t('source')}
          placeholder={t('any_source')}
          data={SOURCES.map((value) => ({ value, label: t(value) }))}
          value={query.source ?? null}
          onChange={(source) => change({ source: source ?? '' })}
          clearable
        />
      </Group>
      <DataTable
        label={t('title')}
        query={found}
        columns={columns}
        rowId={nameOf}
        empty={
          <EmptyState
            icon={IconPhoneOff}
            title={t(isFiltered ? 'none_so' : 'none')}
            text={t(isFiltered ? 'none_so_text' : 'none_text')}
          />
        }
      />
      {isAdding && <AddNumbers onClose={() => setAdding(false)} />}
    </>
  );
}

/** A number, or the id of a chat user. */
const nameOf = ({ number, user_id: userId }: Suppression): string => number ?? userId ?? '';

type Query = {
  readonly scope: Suppression['scope'] | undefined;
  readonly source: (typeof SOURCES)[number] | undefined;
};

/** The list; what looks like a number, and is none, is not on it. */
function useFound(typed: string, query: Query) {
  const [number] = readNumbers(typed).good;
  const list = useInfiniteQuery(listing('listSuppressions', { query: { ...query, number } }));
  const isNone = number === undefined && typed.replaceAll(/\P{Nd}/gu, '').length >= LEAST_DIGITS;
  return isNone ? { ...list, data: NOTHING, hasNextPage: false } : list;
}

const NOTHING = { pages: [{ data: [], next_cursor: null }] };

function useColumns(mayRemove: boolean): readonly Column<Suppression>[] {
  const t = useWords();
  const columns: Column<Suppression>[] = [
    {
      id: 'number',
      header: t('number'),
      width: 'minmax(150px, 1fr)',
      cell: (it) => <Phone number={nameOf(it)} />,
    },
    {
      id: 'scope',
      header: t('scope'),
      width: 'minmax(150px, 1.4fr)',
      cell: ({ scope }) => t(scope),
    },
    {
      id: 'source',
      header: t('source'),
      width: 'minmax(150px, 1fr)',
      cell: (it) =>
        it.source === 'reply' && it.number !== null ? (
          <Reply number={it.number} />
        ) : (
          <Source of={it} />
        ),
    },
    { id: 'at', header: t('at'), cell: (it) => <Time at={it.created_at} /> },
  ];
  if (!mayRemove) return columns;
  const remove = {
    id: 'remove',
    header: t('remove'),
    place: 'end' as const,
    width: '90px',
    cell: (it: Suppression) => <Remove number={nameOf(it)} />,
  };
  return [...columns, remove];
}

function Source({ of: { source } }: { readonly of: Suppression }) {
  const t = useWords();
  const known = SOURCES.find((it) => it === source);
  return known === undefined ? source : t(known);
}

/** Says, when asked, what the person wrote. */
function Reply({ number }: { readonly number: string }) {
  const t = useWords();
  const [isOpen, setOpen] = useState(false);
  const replies = useQuery({
    ...reading('listReplies', { query: { from: number } }),
    enabled: isOpen,
  });
  const wish = replies.data?.data.find((it) => it.wish === 'stop' || it.wish === 'stop_all');
  return (
    <Popover opened={isOpen} onChange={setOpen} withArrow>
      <Popover.Target>
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconMessageOff size={14} aria-hidden />}
          onClick={() => setOpen(!isOpen)}
        >
          {t('reply')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Text size="xs" c="dimmed">
          {t('word')}
        </Text>
        {replies.data !== undefined && (
          <Text size="sm" dir="auto">
            {wish?.text ?? t('word_none')}
          </Text>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}

function Remove({ number }: { readonly number: string }) {
  const t = useWords();
  const askFirst = useAskFirst();
  const shown = `\u2066${showPhone(number)}\u2069`;
  const { run, isRunning } = useSubmit(async () => {
    await api.call('removeSuppression', { path: { number } });
    await refresh('listSuppressions');
    notifications.show({ message: t('removed', { number: shown }) });
  });
  return (
    <ActionIcon
      variant="subtle"
      color="red"
      loading={isRunning}
      aria-label={`${t('remove')}: ${showPhone(number)}`}
      onClick={() =>
        askFirst({
          title: t('remove_title', { number: shown }),
          text: t('remove_text'),
          does: t('remove'),
          onAgree: run,
        })
      }
    >
      <IconTrash size={16} aria-hidden />
    </ActionIcon>
  );
}
