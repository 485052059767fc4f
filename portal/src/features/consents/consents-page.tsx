/** Who has agreed to an account's messages, and the forms by which people do. */
import { Anchor, Badge, Button, Group, Modal, Select, Stack, Text } from '@mantine/core';
import { IconPlus, IconSearch, IconUserCheck } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { DownloadButton } from '../../shared/api/download-button.tsx';
import { listing } from '../../shared/api/queries.ts';
import { useWho } from '../../shared/api/session.ts';
import type { Consent } from '../../shared/api/types.ts';
import { Phone, Time } from '../../shared/i18n/show.tsx';
import { EmptyState } from '../../shared/page/empty-state.tsx';
import { PageHeader } from '../../shared/page/page-header.tsx';
import { DataTable, type Column } from '../../shared/table/data-table.tsx';
import { FilterInput } from '../../shared/table/filter-input.tsx';
import { useFilters } from '../../shared/table/use-filters.ts';
import { JoinForms } from './join-forms.tsx';
import { RecordConsent } from './record-consent.tsx';
import { useWords } from './words.ts';

const STATES = ['given', 'withdrawn'] as const;
const SOURCES = ['form', 'keyword', 'platform', 'import', 'checkout', 'api', 'staff'] as const;

export function Page() {
  const t = useWords();
  const { account } = useWho();
  const mayChange = account?.scopes.includes('send') === true;
  const [open, setOpen] = useState<'new' | Consent>();
  const [filters, change] = useFilters({ person: '', state: '', source: '' });
  const query = {
    current: true,
    // Part of a number is none yet: the service would refuse it.
    person: /^(\D*\d){10}|^[A-Z]{2}\../.test(filters.person) ? filters.person : undefined,
    state: STATES.find((it) => it === filters.state),
    source: SOURCES.find((it) => it === filters.source),
  };
  const found = useInfiniteQuery(listing('listConsents', { query }));
  const columns = useColumns(setOpen);
  const isFiltered = Object.values(filters).some((it) => it !== '');
  return (
    <>
      <PageHeader title={t('title')} about={t('about')}>
        <DownloadButton call="exportConsents" takes={{ query }}>
          {t('export')}
        </DownloadButton>
        {mayChange && (
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setOpen('new')}>
            {t('record')}
          </Button>
        )}
      </PageHeader>
      <JoinForms mayChange={mayChange} />
      <Filters filters={filters} onChange={change} />
      <DataTable
        label={t('title')}
        query={found}
        columns={columns}
        rowId={({ id }) => id}
        empty={
          <EmptyState
            icon={IconUserCheck}
            title={t(isFiltered ? 'none_so' : 'none')}
            text={t(isFiltered ? 'none_so_text' : 'none_text')}
          />
        }
      />
      {open === 'new' && <RecordConsent onClose={() => setOpen(undefined)} />}
      {open !== undefined && open !== 'new' && (
        <Details consent={open} onClose={() => setOpen(undefined)} />
      )}
    </>
  );
}

type Shown = { readonly person: string; readonly state: string; readonly source: string };

function Filters({
  filters,
  onChange: change,
}: {
  readonly filters: Shown;
  readonly onChange: (filters: Partial<Shown>) => void;
}) {
  const t = useWords();
  return (
    <Group my="md" gap="sm">
      <FilterInput
        aria-label={t('person')}
        placeholder={t('person')}
        leftSection={<IconSearch size={16} aria-hidden />}
        dir="ltr"
        value={filters.person}
        onFilter={(person) => change({ person })}
      />
      <Select
        aria-label={t('state')}
        placeholder={t('any_state')}
        data={STATES.map((value) => ({ value, label: t(value) }))}
        value={STATES.find((it) => it === filters.state) ?? null}
        onChange={(state) => change({ state: state ?? '' })}
        clearable
      />
      <Select
        aria-label={t('source')}
        placeholder={t('any_source')}
        data={SOURCES.map((value) => ({ value, label: t(value) }))}
        value={SOURCES.find((it) => it === filters.source) ?? null}
        onChange={(source) => change({ source: source ?? '' })}
        clearable
      />
    </Group>
  );
}

const nameOf = ({ number, user_id: userId }: Consent): string => number ?? userId ?? '';

function State({ of: { state } }: { readonly of: Consent }) {
  const t = useWords();
  return (
    <Badge color={state === 'given' ? 'teal' : 'red'} variant="light" tt="none">
      {t(state)}
    </Badge>
  );
}

function useColumns(onOpen: (consent: Consent) => void): readonly Column<Consent>[] {
  const t = useWords();
  return [
    {
      id: 'person',
      header: t('person'),
      width: 'minmax(150px, 1fr)',
      cell: (it) =>
        nameOf(it) === '' ? (
          t('forgotten')
        ) : (
          <Anchor component="button" inherit fw={600} ta="start" onClick={() => onOpen(it)}>
            <Phone number={nameOf(it)} />
          </Anchor>
        ),
    },
    { id: 'state', header: t('state'), cell: (it) => <State of={it} /> },
    {
      id: 'to',
      header: t('to'),
      width: 'minmax(150px, 1fr)',
      cell: (it) => `${t(it.purpose)} · ${t(it.channel)}`,
    },
    { id: 'source', header: t('source'), cell: ({ source }) => t(source) },
    { id: 'at', header: t('said_at'), cell: (it) => <Time at={it.said_at} /> },
  ];
}

/** All that a person has said, with what shows it. */
function Details({
  consent,
  onClose,
}: {
  readonly consent: Consent;
  readonly onClose: () => void;
}) {
  const t = useWords();
  const all = useInfiniteQuery(listing('listConsents', { query: { person: nameOf(consent) } }));
  const said = all.data?.pages.flatMap(({ data }) => data) ?? [];
  return (
    <Modal
      opened
      onClose={onClose}
      title={<Phone number={nameOf(consent)} />}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <Stack gap="lg">
        {said.map((it) => (
          <Stack key={it.id} gap={4}>
            <Group gap="xs">
              <State of={it} />
              <Text size="sm" fw={it.current ? 600 : 400}>
                {t(it.purpose)} · {t(it.channel)} · {t(it.source)}
              </Text>
              <Text size="sm" c="dimmed">
                <Time at={it.said_at} />
              </Text>
            </Group>
            <Fact name={t('wording')}>{it.wording}</Fact>
            <Fact name={t('proof')}>{it.proof}</Fact>
          </Stack>
        ))}
      </Stack>
    </Modal>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  if (children === '') return null;
  return (
    <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
      {name}: <bdi>{children}</bdi>
    </Text>
  );
}
