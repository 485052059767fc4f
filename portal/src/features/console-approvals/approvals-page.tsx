/** What waits for staff: one queue, decided by keyboard. */
import { Grid, Group, NavLink, Paper, SegmentedControl, Skeleton, Text } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { IconListCheck } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { listing, queryClient } from '../../shared/api/queries.ts';
import type { Approval } from '../../shared/api/types.ts';
import { useSubmit } from '../../shared/form/use-submit.ts';
import { Time } from '../../shared/i18n/show.tsx';
import { EmptyState } from '../../shared/page/empty-state.tsx';
import { ErrorState } from '../../shared/page/faults.tsx';
import { PageHeader } from '../../shared/page/page-header.tsx';
import { useFilters } from '../../shared/table/use-filters.ts';
import { Item } from './item.tsx';
import { decide, type Why } from './decide.ts';
import { Refusal } from './refusal.tsx';
import { useWords } from './words.ts';

const KINDS = ['sender', 'template', 'document'] as const;

/** The notification of a decision. */
const DECIDED = 'approval-decided';

const keyOf = ({ kind, id, account }: Approval): string => `${kind} ${account.id} ${id}`;

export function Page() {
  const t = useWords();
  const [filters, change] = useFilters({ kind: '' });
  const kind = KINDS.find((it) => it === filters.kind);
  const queue = useInfiniteQuery({
    ...listing('listApprovals', { query: { kind } }),
    refetchInterval: 10_000,
  });
  if (queue.error !== null && queue.data === undefined) {
    return <ErrorState error={queue.error} onRetry={() => queue.refetch()} />;
  }
  const items = queue.data?.pages.flatMap(({ data }) => data);
  return (
    <>
      <PageHeader title={t('title')} about={t('about')} />
      <SegmentedControl
        mb="md"
        data={['', ...KINDS].map((value) => ({ value, label: t((value || 'any') as 'any') }))}
        value={kind ?? ''}
        onChange={(value) => change({ kind: value })}
      />
      {items === undefined && <Skeleton h={400} />}
      {items?.length === 0 && (
        <Paper withBorder>
          <EmptyState icon={IconListCheck} title={t('none')} text={t('none_text')} />
        </Paper>
      )}
      {items !== undefined && items.length > 0 && <Queue items={items} />}
    </>
  );
}

function Queue({ items }: { readonly items: readonly Approval[] }) {
  const t = useWords();
  const { place, item, go, run, isRunning, isRefusing, setIsRefusing } = useQueue(items);
  useHotkeys([
    ['j', () => go(1)],
    ['k', () => go(-1)],
    ['a', () => run(undefined)],
    ['r', () => setIsRefusing(true)],
  ]);
  return (
    <Grid gap="lg">
      <Grid.Col span={{ base: 12, md: 4 }}>
        <Paper withBorder component="nav" aria-label={t('queue')}>
          {items.map((it, at) => (
            <NavLink
              key={keyOf(it)}
              component="button"
              active={at === place}
              aria-current={at === place ? 'true' : undefined}
              onClick={() => go(at - place)}
              label={titleOf(it, t)}
              description={
                <Group gap={6} component="span">
                  <span>{it.account.name}</span>
                  <Time at={it.submitted_at} />
                </Group>
              }
            />
          ))}
        </Paper>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 8 }}>
        {item !== undefined && (
          <Item
            key={keyOf(item)}
            item={item}
            title={titleOf(item, t)}
            isRunning={isRunning}
            onApprove={() => run(undefined)}
            onRefuse={() => setIsRefusing(true)}
          />
        )}
        <Text size="xs" c="dimmed" mt="sm">
          {place + 1} / {items.length}
        </Text>
      </Grid.Col>
      {item !== undefined && isRefusing && (
        <Refusal item={item} onClose={() => setIsRefusing(false)} onRefuse={(why) => run(why)} />
      )}
    </Grid>
  );
}

/** Where one is in the queue, and what is decided there. */
function useQueue(items: readonly Approval[]) {
  const t = useWords();
  const [wanted, setWanted] = useState(0);
  const [isRefusing, setIsRefusing] = useState(false);
  const place = Math.min(wanted, items.length - 1);
  const item = items[place];
  const { run, isRunning } = useSubmit(async (why: Why | undefined) => {
    if (item === undefined) return;
    await decide(item, why);
    setIsRefusing(false);
    const said = why === undefined ? 'done_approved' : 'done_refused';
    // Of twenty decisions in a row only the last is news.
    notifications.hide(DECIDED);
    notifications.show({ id: DECIDED, message: t(said, { name: titleOf(item, t) }) });
    await queryClient.invalidateQueries({ queryKey: ['listApprovals'] });
  });
  const go = (by: number): void => {
    setWanted(Math.max(0, Math.min(items.length - 1, place + by)));
  };
  const decideOnce = (why: Why | undefined): void => {
    if (!isRunning) run(why);
  };
  return { place, item, go, run: decideOnce, isRunning, isRefusing, setIsRefusing };
}

function titleOf({ kind, name }: Approval, t: ReturnType<typeof useWords>): string {
  return kind === 'document' ? t(name as 'face') : name;
}
