/** What the list of messages is filtered by, in the address. */
import { Badge, Button, Group, Select, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import type { Takes } from '../../shared/api/api.ts';
import { MESSAGE_STATES, useStateWords } from '../../shared/message/state-badge.tsx';
import { FilterInput } from '../../shared/table/filter-input.tsx';
import { digitsOf, userIdOf } from '../../shared/i18n/digits.ts';
import { startOfDay } from '../../shared/i18n/days.ts';
import { useFilters } from '../../shared/table/use-filters.ts';
import { useWords } from './words.ts';

const KINDS = ['sms', 'chat'] as const;
const DAY_MS = 86_400_000;

const NONE = {
  recipient: '',
  state: '',
  kind: '',
  since: '',
  until: '',
  batch_id: '',
  template_id: '',
  sender: '',
};
type Filters = typeof NONE;

/** A whole one, as written in the country or abroad; or of another country. */
const NUMBER = /^(?:(?:\+|00)?920?|0)?3\d{9}$|^\+?(?!92)[1-9]\d{10,14}$/;
/** What people read out of a number; fewer digits are still being typed. */
const PART = /^\+?\d{3,15}$/;

export type MessageQuery = NonNullable<Takes<'listMessages'>['query']>;

/** The filters of the address, the query that they make, and how they are changed. */
export function useMessageFilters() {
  const [filters, change] = useFilters(NONE);
  const orNone = (text: string): string | undefined => (text === '' ? undefined : text);
  const number = digitsOf(filters.recipient).replaceAll(/[\s()\p{Pd}\p{Cf}]/gu, '');
  const isReversed = filters.since !== '' && filters.until !== '' && filters.until < filters.since;
  const isWhole = NUMBER.test(number);
  const userId = userIdOf(filters.recipient);
  const isUser = userId !== undefined;
  const query: MessageQuery = {
    recipient: isUser ? userId : isWhole ? number.replace('+', '') : undefined,
    number_part: !isUser && !isWhole && PART.test(number) ? number : undefined,
    state: MESSAGE_STATES.find((it) => it === filters.state),
    kind: KINDS.find((it) => it === filters.kind),
    since: startOfDay(filters.since, 0),
    until: isReversed ? undefined : startOfDay(filters.until, DAY_MS),
    batch_id: orNone(filters.batch_id),
    template_id: orNone(filters.template_id),
    sender: orNone(filters.sender),
  };
  const isNoNumber = number !== '' && !isUser && !isWhole && query.number_part === undefined;
  const faults = { isNoNumber, isReversed };
  return { filters, change, query, faults };
}

export function MessageFilters({
  filters,
  change,
  faults,
}: {
  readonly filters: Filters;
  readonly change: (change: Partial<Filters>) => void;
  /** What the list does not heed until it is right. */
  readonly faults: { readonly isNoNumber: boolean; readonly isReversed: boolean };
}) {
  const t = useWords();
  const stateWord = useStateWords();
  return (
    <>
      <Group mb="md" gap="sm" align="flex-start">
        <FilterInput
          label={t('recipient')}
          placeholder={t('number_hint')}
          leftSection={<IconSearch size={16} aria-hidden />}
          inputMode="tel"
          value={filters.recipient}
          onFilter={(recipient) => change({ recipient })}
          error={faults.isNoNumber && t('no_number')}
          w={{ base: '100%', xs: 190 }}
        />
        <Select
          label={t('state')}
          placeholder={t('any_state')}
          data={MESSAGE_STATES.map((value) => ({ value, label: stateWord(value) }))}
          value={filters.state === '' ? null : filters.state}
          onChange={(state) => change({ state: state ?? '' })}
          clearable
          w={{ base: '47%', xs: 150 }}
        />
        <Select
          label={t('kind')}
          placeholder={t('any_kind')}
          data={KINDS.map((value) => ({ value, label: t(value) }))}
          value={filters.kind === '' ? null : filters.kind}
          onChange={(kind) => change({ kind: kind ?? '' })}
          clearable
          w={{ base: '47%', xs: 150 }}
        />
        <TextInput
          type="date"
          label={t('since')}
          value={filters.since}
          onChange={({ currentTarget }) => change({ since: currentTarget.value })}
          w={{ base: '47%', xs: 150 }}
        />
        <TextInput
          type="date"
          label={t('until')}
          value={filters.until}
          onChange={({ currentTarget }) => change({ until: currentTarget.value })}
          error={faults.isReversed && t('reversed')}
          w={{ base: '47%', xs: 170 }}
        />
      </Group>
      <Narrowed filters={filters} change={change} />
    </>
  );
}

/** What a link from elsewhere has narrowed the list to. */
function Narrowed({
  filters,
  change,
}: Pick<Parameters<typeof MessageFilters>[0], 'filters' | 'change'>) {
  const t = useWords();
  const { batch_id: batch, template_id: template, sender } = filters;
  const labels = [
    ...(batch === '' ? [] : [t('only_batch', { id: batch })]),
    ...(template === '' ? [] : [t('only_template', { id: template })]),
    ...(sender === '' ? [] : [t('only_sender', { sender })]),
  ];
  if (labels.length === 0) return null;
  return (
    <Group mb="md" gap="xs">
      {labels.map((label) => (
        <Badge key={label} variant="light" tt="none">
          {label}
        </Badge>
      ))}
      <Button
        variant="subtle"
        size="compact-sm"
        onClick={() => change({ batch_id: '', template_id: '', sender: '' })}
      >
        {t('no_filter')}
      </Button>
    </Group>
  );
}
