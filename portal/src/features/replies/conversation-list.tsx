/** Who wrote, the last to move first. Its filters are in the address, also while one answers. */
import {
  Anchor,
  Badge,
  Button,
  Center,
  Chip,
  Group,
  Paper,
  Select,
  Skeleton,
  Stack,
  Text,
} from '@mantine/core';
import {
  IconDeviceMobileMessage,
  IconInbox,
  IconMessageCircle,
  IconSearch,
} from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { listing } from '../../shared/api/queries.ts';
import { useWho } from '../../shared/api/session.ts';
import type { Conversation } from '../../shared/api/types.ts';
import { isolated, showPhone, Time } from '../../shared/i18n/show.tsx';
import { EmptyState } from '../../shared/page/empty-state.tsx';
import { ErrorState } from '../../shared/page/faults.tsx';
import { FilterInput } from '../../shared/table/filter-input.tsx';
import { useFilters } from '../../shared/table/use-filters.ts';
import { Labels, useLabels } from './labels.tsx';
import { useWords } from './words.ts';
import classes from './replies.module.css';

/** Open and closed. */
const ANY = 'any';

const NONE = { unread: '', assigned: '', kind: '', state: '', label: '', search: '' };
type Filters = typeof NONE;

/** Each switches one filter on and off; those of one name exclude each other. */
const CHIPS = [
  ['unread', 'unread', 'true'],
  ['mine', 'assigned', 'me'],
  ['nobodys', 'assigned', 'nobody'],
  ['sms', 'kind', 'sms'],
  ['chat', 'kind', 'chat'],
  ['closed', 'state', 'closed'],
] as const;
const KINDS = ['sms', 'chat'] as const;
const SKELETONS = [1, 2, 3, 4, 5, 6];

export function ConversationList({ openId }: { readonly openId: string | undefined }) {
  const t = useWords();
  const [filters, change] = useFilters(NONE);
  const seesTexts = useWho().account?.sees_texts === true;
  const query = queryOf(filters, seesTexts);
  const found = useInfiniteQuery(listing('listConversations', { query }));
  const rows = found.data?.pages.flatMap(({ data }) => data);
  return (
    <Paper withBorder className={classes['pane']} component="section" aria-label={t('list')}>
      <div className={classes['filters']}>
        <FilterInput
          aria-label={t(seesTexts ? 'find_texts' : 'find')}
          placeholder={t(seesTexts ? 'find_texts' : 'find')}
          leftSection={<IconSearch size={16} aria-hidden />}
          maxLength={100}
          value={filters.search}
          onFilter={(search) => change({ search })}
          mb="xs"
        />
        <Group gap={6} role="group" aria-label={t('filters')}>
          {CHIPS.map(([label, name, value]) => (
            <Chip
              key={label}
              size="xs"
              classNames={{ label: classes['chip'] ?? '' }}
              checked={filters[name] === value}
              onChange={(isOn) => change({ [name]: isOn ? value : '' })}
            >
              {t(label)}
            </Chip>
          ))}
        </Group>
        <ByLabel label={filters.label} onChange={(label) => change({ label })} />
        <ClosedOnes filters={filters} onChange={(state) => change({ state })} />
      </div>
      <div className={classes['scroll']}>
        {found.error !== null && rows === undefined && (
          <ErrorState error={found.error} onRetry={() => found.refetch()} />
        )}
        {rows === undefined && found.error === null && <Bones />}
        {rows?.length === 0 && !found.hasNextPage && (
          <Empty filters={filters} onAll={() => change(NONE)} />
        )}
        <ul className={classes['list']}>
          {rows?.map((it) => (
            <li key={it.id}>
              <Row of={it} isOpen={it.id === openId} />
            </li>
          ))}
        </ul>
        {found.hasNextPage && (
          <Center p="sm">
            <Button
              variant="subtle"
              size="compact-sm"
              loading={found.isFetchingNextPage}
              onClick={() => void found.fetchNextPage()}
            >
              {t('more')}
            </Button>
          </Center>
        )}
      </div>
    </Paper>
  );
}

const Bones = () => (
  <Stack p="md" aria-busy>
    {SKELETONS.map((it) => (
      <Skeleton key={it} h={44} />
    ))}
  </Stack>
);

function queryOf({ unread, assigned, kind, state, label, search }: Filters, seesTexts: boolean) {
  const wanted = search.trim();
  return {
    ...(unread === 'true' ? { unread: true } : {}),
    ...(assigned === '' ? {} : { assigned }),
    ...(/^[1-9]\d{0,15}$/.test(label) ? { label } : {}),
    kind: KINDS.find((it) => it === kind),
    ...(wanted === '' ? {} : { search: wanted, ...(seesTexts ? { texts: true } : {}) }),
    state: state === ANY ? undefined : state === 'closed' ? ('closed' as const) : ('open' as const),
  };
}

/** Only those with a label, where there are labels. */
function ByLabel({
  label,
  onChange,
}: {
  readonly label: string;
  readonly onChange: (label: string) => void;
}) {
  const t = useWords();
  const all = useLabels();
  if (all.length === 0) return null;
  return (
    <Select
      aria-label={t('label')}
      placeholder={t('any_label')}
      size="xs"
      mt="xs"
      data={all.map(({ id, name }) => ({ value: id, label: name }))}
      value={label === '' ? null : label}
      onChange={(id) => onChange(id ?? '')}
      clearable
      clearButtonProps={{ 'aria-label': t('any_label') }}
    />
  );
}

/** That a search leaves closed conversations out, which a click adds. */
function ClosedOnes({
  filters: { search, state },
  onChange,
}: {
  readonly filters: Filters;
  readonly onChange: (state: string) => void;
}) {
  const t = useWords();
  if (search.trim() === '' || state === 'closed') return null;
  const isAny = state === ANY;
  return (
    <Text size="xs" c="dimmed" mt="xs">
      {t(isAny ? 'with_closed' : 'without_closed')}{' '}
      <Anchor component="button" type="button" inherit onClick={() => onChange(isAny ? '' : ANY)}>
        {t(isAny ? 'leave_closed' : 'take_closed')}
      </Anchor>
    </Text>
  );
}

function Empty({ filters, onAll }: { readonly filters: Filters; readonly onAll: () => void }) {
  const t = useWords();
  const isFiltered = Object.values(filters).some((it) => it !== '');
  if (!isFiltered) return <EmptyState icon={IconInbox} title={t('none')} text={t('none_text')} />;
  return (
    <EmptyState icon={IconInbox} title={t('none_fit')} text={t('none_fit_text')}>
      <Button variant="light" onClick={onAll}>
        {t('all')}
      </Button>
    </EmptyState>
  );
}

/** As they call themselves, else their number. */
export function nameOf({ name, number, user_id: userId }: Conversation): string {
  return name ?? (number === null ? (userId ?? '') : showPhone(number));
}

function Row({ of, isOpen }: { readonly of: Conversation; readonly isOpen: boolean }) {
  const t = useWords();
  const { id, kind, name, number, last_at: at, last_by: by, last_text: text, unread } = of;
  const Sign = kind === 'chat' ? IconMessageCircle : IconDeviceMobileMessage;
  const said = text ?? t(by === 'us' ? 'by_template' : 'attachment');
  return (
    <Link
      to="/portal/replies/$id"
      params={{ id }}
      search
      className={classes['row']}
      aria-current={isOpen || undefined}
      data-unread={unread > 0 || undefined}
    >
      <Sign size={20} stroke={1.6} aria-label={t(kind)} role="img" />
      <div className={classes['said']}>
        <Group justify="space-between" gap="xs" wrap="nowrap">
          <Text fw={unread > 0 ? 700 : 500} truncate size="sm">
            <bdi className={name === null && number !== null ? 'latin numbers' : undefined}>
              {nameOf(of)}
            </bdi>
          </Text>
          <Text size="xs" c="dimmed" className={classes['when']}>
            <Time at={at} />
          </Text>
        </Group>
        <Group justify="space-between" gap="xs" wrap="nowrap">
          <Text
            size="sm"
            c="dimmed"
            truncate
            className={classes['last']}
            data-tall={/[\u0600-\u06ff]/.test(said) || undefined}
          >
            {by === 'us' && text !== null ? `${t('you')} ` : ''}
            <bdi>{said}</bdi>
          </Text>
          {unread > 0 && (
            <Badge circle={unread < 10} size="md" aria-label={t('unread_count', { count: unread })}>
              {unread}
            </Badge>
          )}
        </Group>
        <Standing of={of} />
        <Labels of={of} />
      </div>
    </Link>
  );
}

/** Who answers it, and that it is closed. */
function Standing({
  of: { held_by: heldBy, state, assigned_to: assigned },
}: {
  readonly of: Conversation;
}) {
  const t = useWords();
  const words = [
    ...(heldBy === null ? [] : [t(heldBy === 'ai_agent' ? 'held_agent' : 'held')]),
    ...(state === 'closed' ? [t('closed')] : []),
    ...(assigned === null ? [] : [isolated(assigned.name)]),
  ];
  if (words.length === 0) return null;
  return (
    <Text size="xs" c="dimmed">
      {words.join(' · ')}
    </Text>
  );
}
