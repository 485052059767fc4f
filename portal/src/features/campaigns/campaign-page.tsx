/** One campaign: its progress, what became of its messages, and its rows. */
import {
  Alert,
  Button,
  Group,
  Paper,
  Progress,
  Select,
  SimpleGrid,
  Skeleton,
  Stack,
  Text,
} from '@mantine/core';
import { modals } from '@mantine/modals';
import { IconList } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import { api } from '../../shared/api/api.ts';
import { DownloadButton } from '../../shared/api/download-button.tsx';
import { listing, reading, refresh } from '../../shared/api/queries.ts';
import { useWho } from '../../shared/api/session.ts';
import type { Batch, BatchRow } from '../../shared/api/types.ts';
import { scoped } from '../../shared/feature.ts';
import { asSentence, useSubmit } from '../../shared/form/use-submit.ts';
import {
  isolated,
  Money,
  showCount,
  showMoment,
  showMoney,
  showPhone,
} from '../../shared/i18n/show.tsx';
import { MESSAGE_STATES, StateBadge, useStateWords } from '../../shared/message/state-badge.tsx';
import { Recipient } from '../../shared/message/recipient.tsx';
import { EmptyState } from '../../shared/page/empty-state.tsx';
import { ErrorState } from '../../shared/page/faults.tsx';
import { Figure } from '../../shared/page/figure.tsx';
import { PageHeader } from '../../shared/page/page-header.tsx';
import { DataTable, type Column } from '../../shared/table/data-table.tsx';
import { useFilters } from '../../shared/table/use-filters.ts';
import {
  deliveredShare,
  isScheduled,
  isSettled,
  LOOK_AGAIN_MS,
  nameOf,
  shareDone,
  shownState,
} from './batch-state.ts';
import { Again } from './again.tsx';
import { Plan } from './plan.tsx';
import { usePlanWords } from './plan-words.ts';
import { GoesOn } from './recurs.tsx';
import { FallbackResult } from './fallback-result.tsx';
import { ResultBar } from './result-bar.tsx';
import { Rename } from './rename.tsx';
import { Reschedule } from './reschedule.tsx';
import { Clicked } from './short-links.tsx';
import { useTemplateNames } from './use-template-names.ts';
import { useWords } from './words.ts';

/** People open links long after the last message. */
const CLICKS_COME_MS = 10 * LOOK_AGAIN_MS;

const ROW_STATES = [...MESSAGE_STATES, 'left_out' as const];

export function Page() {
  const t = useWords();
  const { id = '' }: { readonly id?: string } = useParams({ strict: false });
  const batch = useQuery({
    ...reading('showBatch', { path: { id } }),
    refetchInterval: ({ state: { data } }) =>
      data === undefined || !isSettled(data) ? LOOK_AGAIN_MS : data.short_links && CLICKS_COME_MS,
  });
  const templateOf = useTemplateNames();
  const maySend = scoped('send')(useWho());
  const { data } = batch;
  if (batch.error !== null && data === undefined) {
    return <ErrorState error={batch.error} onRetry={() => batch.refetch()} />;
  }
  if (data === undefined) return <Skeleton h={320} />;
  const leftOut = data.rows_left_out ?? 0;
  return (
    <>
      <PageHeader
        title={nameOf(data) ?? t('campaign', { id })}
        about={aboutOf(t, data, templateOf(data))}
      >
        <Actions batch={data} />
        {maySend && !isScheduled(data) && <Again batch={data} />}
        {maySend && <Rename batch={data} />}
        <DownloadButton call="listBatchRows" takes={{ path: { id }, query: { format: 'csv' } }}>
          {t('export')}
        </DownloadButton>
      </PageHeader>
      <Stack gap="lg">
        <Course batch={data} />
        <Plan batch={data} />
        <SimpleGrid cols={{ base: 2, md: 4 + Number(leftOut > 0) + Number(data.clicks !== null) }}>
          <Figure label={t('messages')} value={showCount(data.recipients ?? 0)} />
          <Delivered batch={data} />
          <Clicked batch={data} />
          {leftOut > 0 && <Figure label={t('left_out_short')} value={showCount(leftOut)} />}
          <Cost batch={data} />
          {data.opted_out !== null && (
            <Figure
              label={t('opted_out')}
              value={showCount(data.opted_out)}
              note={t('opted_out_about')}
            />
          )}
        </SimpleGrid>
        <FallbackResult batch={data} />
        <Rows
          id={id}
          isLive={!isSettled(data)}
          are={data.recipients ?? 0}
          haveLinks={data.short_links}
          isScheduled={isScheduled(data)}
        />
      </Stack>
    </>
  );
}

const clicksOf = ({ clicks }: BatchRow) => (clicks === null ? '–' : showCount(clicks));

function Delivered({ batch: { counts } }: { readonly batch: Batch }) {
  const t = useWords();
  const share = counts === null ? undefined : deliveredShare(counts);
  const note = share && t('share_of', { share: `${share.toFixed(1)} %` });
  return (
    <Figure
      label={t('delivered')}
      value={showCount(counts?.delivered ?? 0)}
      note={note || undefined}
    />
  );
}

/** What it cost in the end, or costs as things stand; beside it what it was accepted for. */
function Cost({ batch: { price, spent } }: { readonly batch: Batch }) {
  const t = useWords();
  const accepted = showMoney(price ?? '0.00');
  const note = spent === null || spent === price ? undefined : t('price_was', { price: accepted });
  return (
    <Figure label={t('cost')} value={spent === null ? accepted : showMoney(spent)} note={note} />
  );
}

function aboutOf(t: ReturnType<typeof useWords>, batch: Batch, template: string | undefined) {
  const { kind, created_at: at, send_at: due, state } = batch;
  const sender = kind === 'chat' ? isolated(showPhone(batch.sender)) : batch.sender;
  const told = { sender, at: showMoment(at), template };
  const made = t(template === undefined ? 'made' : 'made_by', told);
  const isOff = due === null || isScheduled(batch) || ['cancelling', 'cancelled'].includes(state);
  return isOff ? made : `${made} ${t('due', { at: showMoment(due) })}`;
}

/** The state, how far it is, and the messages by state. */
function Course({ batch }: { readonly batch: Batch }) {
  const t = useWords();
  const stateWord = useStateWords();
  const { counts, progress, problem, pause_reason: reason } = batch;
  const share = shareDone(batch);
  const due = isScheduled(batch) ? batch.send_at : null;
  return (
    <Paper withBorder p="lg" component="section" aria-label={t('course')}>
      <Stack gap="sm">
        <Group gap="md" role="status">
          <StateBadge state={shownState(batch)}>
            {due === null ? undefined : t('scheduled_for', { at: showMoment(due) })}
          </StateBadge>
          {batch.test && <Text size="sm">{t('test')}</Text>}
          {counts !== null &&
            ROW_STATES.flatMap((state) =>
              state === 'left_out' || counts[state] === 0
                ? []
                : [
                    <Text key={state} size="sm" className="numbers">
                      {stateWord(state)}: {showCount(counts[state])}
                    </Text>,
                  ],
            )}
        </Group>
        {due !== null && batch.state === 'waiting' && (
          <Text size="sm" c="dimmed">
            {t('unread')}
          </Text>
        )}
        <GoesOn batch={batch} />
        {counts !== null && due === null && <ResultBar counts={counts} />}
        {share !== undefined && <Progress value={share} aria-label={t('course')} />}
        {progress !== null && due === null && (
          <Text size="sm" c="dimmed">
            {progress.total === null
              ? t('step_begins')
              : t(`step_${progress.step}`, {
                  done: showCount(progress.done),
                  total: showCount(progress.total),
                })}
            {progress.finishes_at !== null &&
              ` ${t('finishes', { at: showMoment(progress.finishes_at) })}`}
          </Text>
        )}
        {reason !== null && batch.state === 'paused' && (
          <Alert color="yellow" variant="light" title={t('stopped')}>
            {t(`stopped_${reason}`)}
          </Alert>
        )}
        {problem !== null && (
          <Alert color="red" variant="light" title={asSentence(problem.detail)}>
            {problem.errors?.map(({ pointer, detail }) => (
              <Text key={pointer} size="sm">
                {pointer.replace('/file/', '')}: {asSentence(detail)}
              </Text>
            ))}
          </Alert>
        )}
      </Stack>
    </Paper>
  );
}

/** Pause, resume, cancel: as long as something waits. */
function Actions({ batch }: { readonly batch: Batch }) {
  const t = useWords();
  const plan = usePlanWords();
  const maySend = scoped('send')(useWho());
  const { run, isRunning } = useSubmit(
    async (call: 'pauseBatch' | 'resumeBatch' | 'cancelBatch') => {
      await api.call(call, { path: { id: batch.id ?? '' } });
      await refresh('showBatch', 'listBatchRows');
    },
  );
  const isPaused = batch.state === 'paused';
  const isWaiting = ['waiting', 'reading', 'sending'].includes(batch.state);
  if (!maySend || (!isPaused && !isWaiting)) return null;
  const isCharged = batch.price !== null;
  const unread = batch.recurs === null ? 'cancel_unread' : 'cancel_series';
  const ask = (): void => {
    modals.openConfirmModal({
      title: t('cancel'),
      children: <Text size="sm">{isCharged ? t('cancel_ask') : plan(unread)}</Text>,
      labels: { confirm: t('cancel'), cancel: t('cancel_no') },
      confirmProps: { color: 'red' },
      onConfirm: () => run('cancelBatch'),
    });
  };
  return (
    <>
      {isScheduled(batch) && <Reschedule batch={batch} />}
      <Button
        variant="light"
        loading={isRunning}
        onClick={() => run(isPaused ? 'resumeBatch' : 'pauseBatch')}
      >
        {t(isPaused ? 'resume' : 'pause')}
      </Button>
      <Button variant="default" onClick={ask} disabled={isRunning}>
        {t('cancel')}
      </Button>
    </>
  );
}

type RowsProps = {
  readonly id: string;
  readonly isLive: boolean;
  /** How many are known. */
  readonly are: number;
  readonly haveLinks: boolean;
  /** Why they wait is said above them. */
  readonly isScheduled: boolean;
};

function useRowColumns({
  haveLinks,
  isScheduled: isPutOff,
}: Pick<RowsProps, 'haveLinks' | 'isScheduled'>): readonly Column<BatchRow>[] {
  const t = useWords();
  return [
    { id: 'row', header: t('row'), cell: (it) => it.row, width: '64px' },
    {
      id: 'to',
      header: t('recipient'),
      place: 'title',
      width: 'minmax(160px, 1.4fr)',
      cell: ({ number, name }) => <Recipient number={number} name={name} />,
    },
    {
      id: 'state',
      header: t('state'),
      place: 'end',
      width: 'minmax(102px, 150px)',
      cell: (it) => <StateBadge state={it.state} />,
    },
    {
      id: 'reason',
      header: t('reason'),
      width: 'minmax(160px, 2fr)',
      cell: (it) => (it.reason === null || isPutOff ? '–' : asSentence(it.reason)),
    },
    ...(haveLinks
      ? [{ id: 'clicks', header: t('clicks'), isNumber: true, cell: clicksOf, width: '90px' }]
      : []),
    { id: 'network', header: t('network'), cell: (it) => it.network ?? '–' },
    {
      id: 'price',
      header: t('price'),
      isNumber: true,
      width: '110px',
      cell: (it) => <Money amount={it.price} />,
    },
  ];
}

function Rows({ id, isLive, are, ...shown }: RowsProps) {
  const t = useWords();
  const stateWord = useStateWords();
  const columns = useRowColumns(shown);
  const [filters, change] = useFilters({ state: '' });
  const query = { state: ROW_STATES.find((it) => it === filters.state) };
  const rows = useInfiniteQuery({
    ...listing('listBatchRows', { path: { id }, query }),
    refetchInterval: isLive ? 2 * LOOK_AGAIN_MS : false,
  });
  const { refetch } = rows;
  // What came between the last look and the end, and as soon as there are any.
  useEffect(() => {
    if (!isLive || are > 0) void refetch();
  }, [isLive, are, refetch]);
  return (
    <div>
      <Select
        label={t('state')}
        placeholder={t('any')}
        data={ROW_STATES.map((value) => ({ value, label: stateWord(value) }))}
        value={query.state ?? null}
        onChange={(state) => change({ state: state ?? '' })}
        clearable
        w={{ base: '100%', xs: 200 }}
        mb="sm"
      />
      <DataTable
        label={t('rows')}
        query={rows}
        columns={columns}
        rowId={({ row }) => String(row)}
        rowLink={({ message_id: message }) =>
          message === null ? `/portal/campaigns/${id}` : `/portal/messages/${message}`
        }
        empty={<EmptyState icon={IconList} title={t('no_rows')} text={t('no_rows_text')} />}
      />
    </div>
  );
}
