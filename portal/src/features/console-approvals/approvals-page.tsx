/** What waits for staff: one queue, decided by keyboard, and what waits for a second person. */
import {
  Button,
  Grid,
  Group,
  NavLink,
  Paper,
  SegmentedControl,
  Skeleton,
  Stack,
  Text,
} from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconListCheck } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { listing } from '../../shared/api/queries.ts';
import type { Approval } from '../../shared/api/types.ts';
import { Time } from '../../shared/i18n/show.tsx';
import { useMayDo } from '../../shared/operation/may-do.ts';
import { Requests } from '../../shared/operation/requests.tsx';
import { EmptyState } from '../../shared/page/empty-state.tsx';
import { ErrorState } from '../../shared/page/faults.tsx';
import { PageHeader } from '../../shared/page/page-header.tsx';
import { useFilters } from '../../shared/table/use-filters.ts';
import { keyOf, type Why } from './decide.ts';
import { AGREE_ID, Item } from './item.tsx';
import { Refusal } from './refusal.tsx';
import { useDecisions, type Decision } from './use-decisions.ts';
import { useWords } from './words.ts';

const KINDS = ['sender', 'template', 'document'] as const;
const CREDIT = 'credit';

/** Nobody has read an item before it has been on the screen for so long. */
const SEEN_MS = 600;

export function Page() {
  const t = useWords();
  const mayDo = useMayDo();
  const [filters, change] = useFilters({ kind: '' });
  const decides = mayDo('sender-approve');
  const confirms = mayDo('request-confirm');
  const tabs = [...(decides ? ['', ...KINDS] : []), ...(confirms ? [CREDIT] : [])];
  const tab = tabs.includes(filters.kind) ? filters.kind : tabs[0];
  return (
    <>
      <PageHeader title={t('title')} about={t(tab === CREDIT ? 'about_credit' : 'about')} />
      {tabs.length > 1 && (
        <SegmentedControl
          mb="md"
          data={tabs.map((value) => ({ value, label: t((value || 'any') as 'any') }))}
          value={tab ?? ''}
          onChange={(value) => change({ kind: value })}
        />
      )}
      {tab === undefined && <Skeleton h={400} />}
      {tab === CREDIT && <Requests empty={<Nothing text={t('none_credit')} />} />}
      {tab !== undefined && tab !== CREDIT && <Waiting kind={KINDS.find((it) => it === tab)} />}
    </>
  );
}

function Nothing({ text }: { readonly text: string }) {
  return (
    <Paper withBorder>
      <EmptyState icon={IconListCheck} title={useWords()('none')} text={text} />
    </Paper>
  );
}

function Waiting({ kind }: { readonly kind: Approval['kind'] | undefined }) {
  const t = useWords();
  const { decisions, make, takeBack } = useDecisions();
  const queue = useInfiniteQuery({
    ...listing('listApprovals', { query: { kind } }),
    refetchInterval: 10_000,
  });
  if (queue.error !== null && queue.data === undefined) {
    return <ErrorState error={queue.error} onRetry={() => queue.refetch()} />;
  }
  const decided = new Set(decisions.map(({ item }) => keyOf(item)));
  const items = queue.data?.pages
    .flatMap(({ data }) => data)
    .filter((it) => !decided.has(keyOf(it)));
  return (
    <Stack>
      <Decided decisions={decisions} onTakeBack={takeBack} />
      {items === undefined && <Skeleton h={400} />}
      {items?.length === 0 && <Nothing text={t('none_text')} />}
      {items !== undefined && items.length > 0 && <Queue items={items} onDecide={make} />}
    </Stack>
  );
}

/** What was decided a moment ago, and can be taken back. */
function Decided({
  decisions,
  onTakeBack,
}: {
  readonly decisions: readonly Decision[];
  readonly onTakeBack: (item: Approval) => void;
}) {
  const open = decisions.filter(({ isSent }) => !isSent);
  const [last] = open;
  useHotkeys([['u', (event) => void (!event.repeat && last && onTakeBack(last.item))]]);
  return (
    <div role="status">
      {last !== undefined && (
        <Last of={last} more={open.length - 1} onTakeBack={() => onTakeBack(last.item)} />
      )}
    </div>
  );
}

/** The last alone: what one decides on next stays where it is. */
function Last({
  of: { item, why },
  more,
  onTakeBack,
}: {
  readonly of: Decision;
  readonly more: number;
  readonly onTakeBack: () => void;
}) {
  const t = useWords();
  const name = titleOf(item, t);
  return (
    <Paper withBorder px="md" py="xs">
      <Group justify="space-between" gap="xs">
        <div>
          <Text size="sm">{t(why === undefined ? 'done_approved' : 'done_refused', { name })}</Text>
          {more > 0 && (
            <Text size="xs" c="dimmed">
              {t('done_more', { count: more })}
            </Text>
          )}
        </div>
        <Button
          size="xs"
          variant="default"
          aria-label={t('undo_which', { name })}
          onClick={onTakeBack}
          rightSection={<kbd>u</kbd>}
        >
          {t('undo')}
        </Button>
      </Group>
    </Paper>
  );
}

function Queue({
  items,
  onDecide,
}: {
  readonly items: readonly Approval[];
  readonly onDecide: (item: Approval, why: Why | undefined) => void;
}) {
  const t = useWords();
  const { place, item, key, go, isSeen, isAgreed, agree, approve, refuse, isRefusing, close } =
    usePlace(items, onDecide);
  return (
    <Grid gap="lg">
      <Grid.Col span={{ base: 12, md: 4 }} order={{ base: 2, md: 1 }}>
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
      <Grid.Col span={{ base: 12, md: 8 }} order={{ base: 1, md: 2 }}>
        {item !== undefined && (
          <Item
            key={key}
            item={item}
            title={titleOf(item, t)}
            isSeen={isSeen}
            isAgreed={isAgreed}
            onAgree={agree}
            onApprove={approve}
            onRefuse={refuse}
          />
        )}
        <Text size="xs" c="dimmed" mt="sm">
          <bdi dir="ltr">
            {place + 1} / {items.length}
          </bdi>
        </Text>
      </Grid.Col>
      {item !== undefined && isRefusing && (
        <Refusal
          item={item}
          onClose={close}
          onRefuse={(why) => {
            close();
            onDecide(item, why);
          }}
        />
      )}
    </Grid>
  );
}

/** Where one is in the queue, and what may be decided there. */
function usePlace(
  items: readonly Approval[],
  onDecide: (item: Approval, why: Why | undefined) => void,
) {
  const [wanted, setWanted] = useState(0);
  const [isRefusing, setIsRefusing] = useState(false);
  const [agreed, setAgreed] = useState('');
  const place = Math.min(wanted, items.length - 1);
  const item = items[place];
  const key = item === undefined ? '' : keyOf(item);
  const isSeen = useSeen(key);
  const isAgreed = item?.consequences.length === 0 || agreed === key;
  const go = (by: number): void => {
    setWanted(Math.max(0, Math.min(items.length - 1, place + by)));
  };
  const approve = (): void => {
    if (item === undefined || !isSeen) return;
    if (isAgreed) onDecide(item, undefined);
    // By keyboard the next step is the question: Space agrees to it, and `a` approves then.
    else document.getElementById(AGREE_ID)?.focus();
  };
  const refuse = (): void => setIsRefusing(item !== undefined && isSeen);
  /** One press is one decision, however long the key is held. */
  const once = (does: () => void) => (event: KeyboardEvent) => void (!event.repeat && does());
  useHotkeys([
    ['j', () => go(1)],
    ['k', () => go(-1)],
    ['a', once(approve)],
    ['r', once(refuse)],
  ]);
  const agree = (is: boolean): void => setAgreed(is ? key : '');
  const close = (): void => setIsRefusing(false);
  return { place, item, key, go, isSeen, isAgreed, agree, approve, refuse, isRefusing, close };
}

/** Whether what has this key has been on the screen for a moment. */
function useSeen(key: string): boolean {
  const [seen, setSeen] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSeen(key), SEEN_MS);
    return () => clearTimeout(timer);
  }, [key]);
  return key !== '' && seen === key;
}

function titleOf({ kind, name }: Approval, t: ReturnType<typeof useWords>): string {
  return kind === 'document' ? t(name as 'face') : name;
}
