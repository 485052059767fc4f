/** What messages are searched by, in the address: a search is a link for a ticket. */
import { Anchor, Group, Select, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Takes } from '../../shared/api/api.ts';
import { reading } from '../../shared/api/queries.ts';
import { userIdOf } from '../../shared/i18n/digits.ts';
import { MESSAGE_STATES, useStateWords } from '../../shared/message/state-badge.tsx';
import type { Row } from '../../shared/operation/result.tsx';
import { FilterInput } from '../../shared/table/filter-input.tsx';
import { useFilters } from '../../shared/table/use-filters.ts';
import { useWords } from './words.ts';

type Query = NonNullable<Takes<'listStaffMessages'>['query']>;

const NONE = {
  find: '',
  number: '',
  id: '',
  operator_id: '',
  state: '',
  since: '',
  until: '',
  account: '',
  operator: '',
  link: '',
  sender: '',
  reason: '',
};
type Filters = typeof NONE;
type Change = (change: Partial<Filters>) => void;

/**
 * Numbers have 10 to 13 digits, as people write them; of a chat user who hides it there is the
 * platform's id; ids of messages have more digits, or are UUIDs.
 */
function wantedOf(text: string): Pick<Query, 'number' | 'id'> {
  const plain = text.replaceAll(/[\s()\p{Cf}-]/gu, '');
  if (plain === '') return {};
  const isPerson = /^\+?\d{1,13}$/.test(plain) || userIdOf(text) !== undefined;
  return isPerson ? { number: plain } : { id: text.replaceAll(/\p{Cf}/gu, '').trim() };
}

/** The control has no zone: people here mean Pakistan's time. */
function momentOf(local: string): string | undefined {
  const atMs = Date.parse(`${local}+05:00`);
  return local === '' || Number.isNaN(atMs) ? undefined : new Date(atMs).toISOString();
}

const PAKISTAN_MS = 5 * 3_600_000;
const startOfToday = (): string =>
  `${new Date(Date.now() + PAKISTAN_MS).toISOString().slice(0, 10)}T00:00`;

const MORE = ['account', 'operator', 'link', 'sender', 'reason'] as const;

/** The filters of the address, the query that they make, and how they are changed. */
export function useFindFilters() {
  const [given, change] = useFilters(NONE);
  // A ticket links by the number or the id alone.
  const filters: Filters = { ...given, find: given.find || given.number || given.id };
  const said = (text: string): string | undefined => (text.trim() === '' ? undefined : text.trim());
  const narrow: Query = {
    state: MESSAGE_STATES.find((it) => it === filters.state),
    operator: said(filters.operator),
    link: said(filters.link),
    sender: said(filters.sender),
    reason: said(filters.reason),
  };
  const place: Query = {
    ...wantedOf(filters.find),
    // Copied from a page, marks of direction come with it.
    operator_id: said(filters.operator_id.replaceAll(/\p{Cf}/gu, '')),
    account: said(filters.account),
  };
  const isPlaced = Object.values(place).some((it) => it !== undefined);
  const isNarrow = Object.values(narrow).some((it) => it !== undefined);
  const since = momentOf(filters.since);
  const query: Query = {
    ...place,
    ...narrow,
    until: momentOf(filters.until),
    since: since ?? (isNarrow && !isPlaced ? momentOf(startOfToday()) : undefined),
  };
  return { filters, change, query, isAsked: isPlaced || query.since !== undefined };
}

export function FindFilters({
  filters,
  change,
}: {
  readonly filters: Filters;
  readonly change: Change;
}) {
  const t = useWords();
  const stateWord = useStateWords();
  const [isMore, setIsMore] = useState(MORE.some((it) => filters[it] !== ''));
  return (
    <>
      <Group mb="sm" gap="sm" align="flex-start">
        <FilterInput
          label={t('find')}
          description={t('find_about')}
          leftSection={<IconSearch size={16} aria-hidden />}
          value={filters.find}
          onFilter={(find) => change({ find, number: '', id: '' })}
          autoFocus
          dir="ltr"
          w={{ base: '100%', xs: 280 }}
        />
        <FilterInput
          label={t('operator_id_filter')}
          description={t('operator_id_about')}
          value={filters.operator_id}
          onFilter={(id) => change({ operator_id: id })}
          dir="ltr"
          w={{ base: '100%', xs: 220 }}
        />
        <Choice
          {...{ filters, change }}
          of="state"
          data={MESSAGE_STATES.map((value) => ({ value, label: stateWord(value) }))}
        />
        {(['since', 'until'] as const).map((name) => (
          <TextInput
            key={name}
            type="datetime-local"
            label={t(name)}
            description={t(name === 'since' ? 'today' : 'pakistan_time')}
            value={filters[name]}
            onChange={({ currentTarget }) => change({ [name]: currentTarget.value })}
            w={{ base: '100%', xs: 210 }}
          />
        ))}
      </Group>
      {isMore ? (
        <More filters={filters} change={change} />
      ) : (
        <Anchor component="button" type="button" size="sm" mb="md" onClick={() => setIsMore(true)}>
          {t('more')}
        </Anchor>
      )}
    </>
  );
}

function More({ filters, change }: { readonly filters: Filters; readonly change: Change }) {
  const t = useWords();
  const operators = useNames('operator-list');
  const links = useNames('link-list');
  return (
    <Group mb="md" gap="sm" align="flex-start">
      <FilterInput
        label={t('account')}
        description="1001"
        inputMode="numeric"
        value={filters.account}
        onFilter={(account) => change({ account })}
        w={{ base: '47%', xs: 130 }}
      />
      <Choice {...{ filters, change }} of="operator" label={t('network')} data={operators} />
      <Choice {...{ filters, change }} of="link" data={links} />
      <FilterInput
        label={t('sender')}
        description="InfoSMS"
        value={filters.sender}
        onFilter={(sender) => change({ sender })}
        dir="ltr"
        w={{ base: '47%', xs: 150 }}
      />
      <FilterInput
        label={t('reason')}
        description="operator_throttled"
        value={filters.reason}
        onFilter={(reason) => change({ reason })}
        dir="ltr"
        w={{ base: '100%', xs: 220 }}
      />
    </Group>
  );
}

function Choice({
  of,
  data,
  label,
  filters,
  change,
}: {
  readonly of: 'state' | 'operator' | 'link';
  readonly data: readonly (string | { readonly value: string; readonly label: string })[];
  readonly label?: string;
  readonly filters: Filters;
  readonly change: Change;
}) {
  const t = useWords();
  return (
    <Select
      label={label ?? t(of === 'operator' ? 'network' : of)}
      description={t('any')}
      data={[...data]}
      value={filters[of] === '' ? null : filters[of]}
      onChange={(value) => change({ [of]: value ?? '' })}
      clearable
      w={{ base: '47%', xs: 150 }}
    />
  );
}

function useNames(operation: 'operator-list' | 'link-list'): readonly string[] {
  const takes = { path: { name: operation }, body: {} };
  const { data } = useQuery(reading('doStaffOperation', takes));
  return ((data?.data ?? []) as readonly Row[]).map(({ name }) => String(name));
}
