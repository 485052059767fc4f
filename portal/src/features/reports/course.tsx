/** How much was sent over time, and what became of it: by hour of one day or two, else by day. */
import { Paper, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo } from 'react';
import { reading } from '../../shared/api/queries.ts';
import type { Usage } from '../../shared/api/types.ts';
import { lostOf } from './figures.ts';
import { stepsOf, type Span } from './span.ts';
import { useWords } from './words.ts';

const Chart = lazy(async () => ({ default: (await import('../../shared/chart/chart.tsx')).Chart }));

const HEIGHT_PX = 250;

export function Course({ span }: { readonly span: Span }) {
  const t = useWords();
  const { since, until, isOfHours } = span;
  const by = isOfHours ? 'hour' : 'day';
  const { data } = useQuery(reading('showUsage', { query: { since, until, by } }));
  const drawn = useMemo(() => {
    if (data === undefined) return undefined;
    // A step is one line for each service.
    const lines = Map.groupBy(data.data, ({ key }) => key);
    const steps = stepsOf({ since, until, isOfHours });
    const sum = (of: (line: Usage['data'][number]) => number): number[] =>
      steps.map(({ key }) => (lines.get(key) ?? []).reduce((all, line) => all + of(line), 0));
    return {
      at: steps.map(({ at }) => at),
      series: [
        { label: t('messages'), colour: 'gray', values: sum(({ messages }) => messages) },
        { label: t('delivered'), colour: 'teal', values: sum(({ counts }) => counts.delivered) },
        { label: t('failed'), colour: 'red', values: sum(({ counts }) => lostOf(counts)) },
      ],
    };
  }, [data, since, until, isOfHours, t]);
  // More than can be added up by the hour: the table says so.
  return (
    <Paper withBorder p="md">
      <Suspense fallback={<Skeleton h={HEIGHT_PX} />}>
        {drawn === undefined ? (
          <Skeleton h={HEIGHT_PX} />
        ) : (
          <Chart label={t('chart')} isHours={isOfHours} {...drawn} />
        )}
      </Suspense>
    </Paper>
  );
}
