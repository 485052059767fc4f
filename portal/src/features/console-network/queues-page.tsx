/** What waits, where and why; answers that were lost; receipts that fit no message. */
import { Anchor, Button, Group, Select, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { reading } from '../../shared/api/queries.ts';
import { showCount, Time } from '../../shared/i18n/show.tsx';
import { useOverview } from '../../shared/live/overview.ts';
import { StateBadge } from '../../shared/message/state-badge.tsx';
import {
  OperationLink,
  OperationTable,
  type OperationColumn,
} from '../../shared/operation/operation-table.tsx';
import { ErrorState } from '../../shared/page/faults.tsx';
import { PageHeader } from '../../shared/page/page-header.tsx';
import { Section } from '../../shared/page/section.tsx';
import { ListTable } from '../../shared/table/list-table.tsx';
import { useFilters } from '../../shared/table/use-filters.ts';
import { useWords } from './words.ts';

export function Page() {
  const t = useWords();
  return (
    <>
      <PageHeader title={t('queues')} about={t('queues_about')} />
      <Stack gap="lg">
        <Section title={t('waiting')} about={t('waiting_about')}>
          <Queues />
        </Section>
        <div id="lost">
          <LostAnswers />
        </div>
        <div id="receipts">
          <Receipts />
        </div>
      </Stack>
    </>
  );
}

/** The service counts no further, of each priority. */
const MOST = 10_000;

const upTo = (count: number): string => (count < MOST ? showCount(count) : `${showCount(MOST)}+`);

function Queues() {
  const t = useWords();
  const { data, error, refetch } = useOverview();
  if (error !== null && data === undefined) return <ErrorState error={error} onRetry={refetch} />;
  if (data === undefined) return <Skeleton h={96} />;
  const queues = data.queues ?? [];
  if (queues.length === 0) return <Text size="sm">{t('nothing_waits')}</Text>;
  const stateOf = (name: string | null) => {
    const link = data.links?.find((it) => it.name === name);
    return link?.state ?? (link?.enabled === true ? 'down' : 'disabled');
  };
  return (
    <ListTable
      label={t('waiting')}
      rows={queues}
      rowId={({ link }) => link ?? ''}
      columns={[
        {
          id: 'link',
          header: t('link'),
          cell: ({ link }) => <span className="latin">{link ?? t('removed_link')}</span>,
        },
        {
          id: 'state',
          header: t('state'),
          place: 'end',
          cell: ({ link }) => <StateBadge state={stateOf(link)} />,
        },
        {
          id: 'due',
          header: t('due'),
          isNumber: true,
          cell: ({ waiting, again }) => upTo(waiting - again),
        },
        { id: 'again', header: t('again'), isNumber: true, cell: ({ again }) => upTo(again) },
        {
          id: 'oldest',
          header: t('oldest'),
          cell: ({ oldest_due_at: oldest }) => (oldest === null ? '–' : <Time at={oldest} />),
        },
        { id: 'later', header: t('later'), isNumber: true, cell: ({ later }) => upTo(later) },
      ]}
    />
  );
}

function MessageLink({ id }: { readonly id: unknown }) {
  if (typeof id !== 'string' && typeof id !== 'number') return <>–</>;
  return (
    <Anchor component={Link} to={`/console/messages/${id}`} size="sm" className="latin">
      {id}
    </Anchor>
  );
}

function LostAnswers() {
  const t = useWords();
  const columns: readonly OperationColumn[] = [
    { id: 'message', header: t('message'), cell: (row) => <MessageLink id={row['message']} /> },
    { id: 'recipient', header: t('recipient') },
    { id: 'link', header: t('link') },
    { id: 'attempt', header: t('attempt') },
    { id: 'lost_at', header: t('lost_at') },
    { id: 'next', header: t('next') },
  ];
  return (
    <Section title={t('lost')} about={t('lost_about')}>
      <OperationTable {...{ name: 'unconfirmed-list', columns, empty: t('no_lost') }} />
    </Section>
  );
}

const KINDS = [
  ...['unreadable', 'damaged', 'contradiction', 'duplicate', 'early', 'late'],
  ...['intermediate', 'reply'],
];

type Counted = { readonly link: string; readonly kind: string; readonly count: number };

/** What was set aside: how much of what by which link, and each of it. */
function Receipts() {
  const t = useWords();
  const [filters, change] = useFilters({ link: '', kind: '' });
  const takes = { path: { name: 'receipt-count' }, body: {} };
  const counts = (useQuery(reading('doStaffOperation', takes)).data?.data ?? []) as Counted[];
  const columns: readonly OperationColumn[] = [
    { id: 'at', header: t('at') },
    { id: 'link', header: t('link') },
    { id: 'kind', header: t('kind'), place: 'title' },
    { id: 'says', header: t('says') },
    { id: 'error', header: t('error') },
    {
      id: 'message',
      header: t('message'),
      cell: (row) => <MessageLink id={row['message']} />,
    },
  ];
  const body = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== ''));
  const empty = t(Object.keys(body).length === 0 ? 'no_receipts' : 'no_such_receipts');
  return (
    <Section title={t('receipts')} about={t('receipts_about')}>
      <Group gap="xs" mb="sm">
        {counts.map(({ link, kind, count }) => (
          <Button
            key={`${link} ${kind}`}
            size="compact-sm"
            variant={link === filters.link && kind === filters.kind ? 'filled' : 'light'}
            onClick={() => change({ link, kind })}
          >
            <span className="latin">{`${link} ${kind}: ${showCount(count)}`}</span>
          </Button>
        ))}
      </Group>
      <Group gap="sm" mb="sm">
        {(['link', 'kind'] as const).map((name) => (
          <Select
            key={name}
            label={t(name)}
            data={name === 'kind' ? KINDS : [...new Set(counts.map(({ link }) => link))]}
            value={filters[name] === '' ? null : filters[name]}
            onChange={(value) => change({ [name]: value ?? '' })}
            clearable
            w={{ base: '47%', xs: 170 }}
          />
        ))}
      </Group>
      <OperationTable
        {...{ name: 'receipt-list', body, columns, empty }}
        actions={({ id }) => (
          <OperationLink name="receipt-show" given={{ id }}>
            {t('open')}
          </OperationLink>
        )}
      />
    </Section>
  );
}
