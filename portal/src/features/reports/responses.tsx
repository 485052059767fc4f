/** How long people who wrote waited for the first answer, and how many still wait. */
import { Paper, SegmentedControl, SimpleGrid, Skeleton, Stack, Table } from '@mantine/core';
import { IconMessageCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { reading } from '../../shared/api/queries.ts';
import type { Responses as Given } from '../../shared/api/types.ts';
import { showCount, showDay } from '../../shared/i18n/show.tsx';
import { EmptyState } from '../../shared/page/empty-state.tsx';
import { ErrorState } from '../../shared/page/faults.tsx';
import { Figure } from '../../shared/page/figure.tsx';
import type { Span } from './span.ts';
import { useWords } from './words.ts';

const BY = ['day', 'person'] as const;
export type ResponsesBy = (typeof BY)[number];
export const responsesBy = (by: string): ResponsesBy => (by === 'person' ? 'person' : 'day');

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** `45 s`, `12 min`, `3 h 20 min`, `2 d 4 h`: no more than one looks at. */
function useWait(): (seconds: number | null) => string {
  const t = useWords();
  return (seconds) => {
    if (seconds === null) return '–';
    if (seconds < MINUTE) return t('wait_s', { s: seconds });
    if (seconds < HOUR) return t('wait_m', { m: Math.round(seconds / MINUTE) });
    if (seconds < DAY) {
      const minutes = Math.round(seconds / MINUTE);
      return t('wait_h', { h: Math.floor(minutes / 60), m: minutes % 60 });
    }
    const hours = Math.round(seconds / HOUR);
    return t('wait_d', { d: Math.floor(hours / 24), h: hours % 24 });
  };
}

export function Responses({
  span: { since, until },
  by,
  onBy,
}: {
  readonly span: Span;
  readonly by: ResponsesBy;
  readonly onBy: (by: ResponsesBy) => void;
}) {
  const t = useWords();
  const wait = useWait();
  const { data, error, refetch } = useQuery(
    reading('showResponses', { query: { since, until, by } }),
  );
  if (error !== null && data === undefined) return <ErrorState error={error} onRetry={refetch} />;
  const { total } = data ?? {};
  return (
    <Stack gap="lg">
      <SimpleGrid cols={{ base: 2, md: 4 }}>
        <Figure label={t('median')} value={total && wait(total.median_seconds)} />
        <Figure label={t('p90')} value={total && wait(total.p90_seconds)} note={t('p90_note')} />
        <Figure label={t('answered')} value={total && showCount(total.answered)} />
        <Figure label={t('unanswered')} value={total && showCount(total.unanswered)} />
      </SimpleGrid>
      <SegmentedControl
        aria-label={t('by')}
        data={BY.map((value) => ({ value, label: t(value) }))}
        value={by}
        onChange={onBy}
        w={{ base: '100%', xs: 240 }}
      />
      {data === undefined && <Skeleton h={200} />}
      {data?.data.length === 0 && (
        <Paper withBorder>
          <EmptyState
            icon={IconMessageCircle}
            title={t('nobody_waited')}
            text={t('nobody_waited_text')}
          />
        </Paper>
      )}
      {data !== undefined && data.data.length > 0 && <Rows of={data} by={by} />}
    </Stack>
  );
}

function Rows({ of, by }: { readonly of: Given; readonly by: ResponsesBy }) {
  const t = useWords();
  const wait = useWait();
  const nameOf = ({ key, name }: Given['data'][number]): string =>
    by === 'day' ? showDay(`${key}T12:00:00+05:00`) : (name ?? t('nobody'));
  return (
    <Paper withBorder>
      <Table.ScrollContainer minWidth={420} type="native" tabIndex={0}>
        <Table aria-label={t('responses')} horizontalSpacing="md">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t(by)}</Table.Th>
              {(['median', 'p90', 'answered', 'unanswered'] as const).map((it) => (
                <Table.Th key={it} ta="end">
                  {t(it)}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody className="numbers">
            {of.data.map((it) => (
              <Table.Tr key={it.key}>
                <Table.Td>
                  <bdi>{nameOf(it)}</bdi>
                </Table.Td>
                <Table.Td ta="end">{wait(it.median_seconds)}</Table.Td>
                <Table.Td ta="end">{wait(it.p90_seconds)}</Table.Td>
                <Table.Td ta="end">{showCount(it.answered)}</Table.Td>
                <Table.Td ta="end">{showCount(it.unanswered)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Paper>
  );
}
