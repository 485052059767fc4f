/** The people whom an account knows: found, added, imported, tagged, and written to. */
import { Anchor, Badge, Button, Group, Select, Text } from '@mantine/core';
import {
  IconAddressBook,
  IconFileImport,
  IconPlus,
  IconSearch,
  IconTag,
} from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DownloadButton } from '../../shared/api/download-button.tsx';
import { listing } from '../../shared/api/queries.ts';
import { useWho } from '../../shared/api/session.ts';
import type { Contact } from '../../shared/api/types.ts';
import { Phone, Time } from '../../shared/i18n/show.tsx';
import { EmptyState } from '../../shared/page/empty-state.tsx';
import { PageHeader } from '../../shared/page/page-header.tsx';
import { DataTable, type Column } from '../../shared/table/data-table.tsx';
import { FilterInput } from '../../shared/table/filter-input.tsx';
import { useFilters } from '../../shared/table/use-filters.ts';
import { ContactForm } from './contact-form.tsx';
import { ImportContacts } from './import-contacts.tsx';
import { SegmentBar } from './segment-bar.tsx';
import { useWords } from './words.ts';

const REACHED = ['open', 'out', 'agree', 'disagree'] as const;
const TO_OFFERS = 'sms:promotional';
const TAGS_SHOWN = 3;

export function Page() {
  const t = useWords();
  const { account } = useWho();
  const maySend = account?.scopes.includes('send') === true;
  const [open, setOpen] = useState<'import' | 'new' | Contact>();
  const [filters, change] = useFilters({ search: '', tag: '', reached: '' });
  const query = {
    search: filters.search || undefined,
    tag: filters.tag || undefined,
    opted_out: ['open', 'out'].includes(filters.reached) ? filters.reached === 'out' : undefined,
    consent: filters.reached === 'agree' ? TO_OFFERS : undefined,
    without_consent: filters.reached === 'disagree' ? TO_OFFERS : undefined,
  };
  const found = useInfiniteQuery(listing('listContacts', { query }));
  const columns = useColumns(maySend ? setOpen : undefined);
  const isFiltered = Object.values(filters).some((it) => it !== '');
  const close = () => setOpen(undefined);
  return (
    <>
      <Header query={query} onOpen={maySend ? setOpen : undefined} />
      <Filters filters={filters} onChange={change} />
      <SegmentBar filter={query} mayChange={maySend} onChoose={change} />
      <DataTable
        label={t('title')}
        query={found}
        columns={columns}
        rowId={({ id }) => id}
        empty={
          <EmptyState
            icon={IconAddressBook}
            title={t(isFiltered ? 'none_so' : 'none')}
            text={t(isFiltered ? 'none_so_text' : 'none_text')}
          />
        }
      />
      {open === 'import' && <ImportContacts onClose={close} />}
      {open !== undefined && open !== 'import' && (
        <ContactForm contact={open === 'new' ? undefined : open} onClose={close} />
      )}
    </>
  );
}

type Query = {
  readonly search: string | undefined;
  readonly tag: string | undefined;
  readonly opted_out: boolean | undefined;
  readonly consent: string | undefined;
  readonly without_consent: string | undefined;
};

function Header({
  query,
  onOpen,
}: {
  readonly query: Query;
  /** undefined: the person only looks. */
  readonly onOpen: ((what: 'import' | 'new') => void) | undefined;
}) {
  const t = useWords();
  return (
    <PageHeader title={t('title')} about={t('about')}>
      <DownloadButton call="exportContacts" takes={{ query }}>
        {t('export')}
      </DownloadButton>
      {onOpen !== undefined && (
        <>
          <Button
            variant="default"
            leftSection={<IconFileImport size={16} aria-hidden />}
            onClick={() => onOpen('import')}
          >
            {t('import')}
          </Button>
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => onOpen('new')}>
            {t('add')}
          </Button>
        </>
      )}
    </PageHeader>
  );
}

type Shown = { readonly search: string; readonly tag: string; readonly reached: string };

function Filters({
  filters,
  onChange: change,
}: {
  readonly filters: Shown;
  readonly onChange: (filters: Partial<Shown>) => void;
}) {
  const t = useWords();
  return (
    <Group mb="md" gap="sm">
      <FilterInput
        aria-label={t('search')}
        placeholder={t('search')}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={filters.search}
        onFilter={(search) => change({ search })}
      />
      <FilterInput
        aria-label={t('tag')}
        placeholder={t('tag')}
        leftSection={<IconTag size={16} aria-hidden />}
        value={filters.tag}
        onFilter={(tag) => change({ tag })}
      />
      <Select
        aria-label={t('reached')}
        placeholder={t('any')}
        data={REACHED.map((value) => ({ value, label: t(value) }))}
        value={REACHED.find((it) => it === filters.reached) ?? null}
        onChange={(reached) => change({ reached: reached ?? '' })}
        clearable
      />
    </Group>
  );
}

function useColumns(onOpen: ((contact: Contact) => void) | undefined): readonly Column<Contact>[] {
  const t = useWords();
  return [
    {
      id: 'name',
      header: t('name'),
      width: 'minmax(160px, 1.4fr)',
      cell: (it) => {
        const name = <bdi>{it.name || '–'}</bdi>;
        return onOpen === undefined ? (
          name
        ) : (
          <Anchor component="button" inherit fw={600} ta="start" onClick={() => onOpen(it)}>
            {name}
          </Anchor>
        );
      },
    },
    {
      id: 'mobile',
      header: t('mobile'),
      width: 'minmax(150px, 1fr)',
      cell: (it) => (
        <Group gap={6} wrap="nowrap">
          <Phone number={it.mobile ?? it.user_id ?? ''} />
          {it.opted_out && (
            <Badge color="red" variant="light" size="sm">
              {t('blocked')}
            </Badge>
          )}
        </Group>
      ),
    },
    {
      id: 'tags',
      header: t('tags'),
      width: 'minmax(150px, 1.4fr)',
      cell: ({ tags }) => (
        <Group gap={4} wrap="nowrap">
          {tags.slice(0, TAGS_SHOWN).map((tag) => (
            <Badge key={tag} variant="light" color="gray" tt="none">
              <bdi>{tag}</bdi>
            </Badge>
          ))}
          {tags.length > TAGS_SHOWN && (
            <Text size="xs" c="dimmed" span>
              +{tags.length - TAGS_SHOWN}
            </Text>
          )}
        </Group>
      ),
    },
    { id: 'at', header: t('added_at'), cell: (it) => <Time at={it.created_at} /> },
  ];
}
