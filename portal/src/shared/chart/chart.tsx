/** Series over days or hours, drawn by uPlot. A table beside it says the same to readers. */
import { Box, useComputedColorScheme, useMantineTheme } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { useEffect, useRef } from 'react';
import UPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { defineWords } from '../i18n/i18n.ts';
import { moments, showCount, showDay, showMoment } from '../i18n/show.tsx';

const useWords = defineWords({ en: { time: 'Time' }, ur: { time: 'وقت' } });

export type Series = {
  readonly label: string;
  /** A colour of the theme: `green`. */
  readonly colour: string;
  readonly values: readonly number[];
};

const HEIGHT_PX = 220;
const SHADE = 6;
/** From one moment on the axis to the next, at least. */
const TICK_PX = 72;
/** Hours between them: whole ones of a day, whole days. */
const HOURS = [1, 2, 3, 6, 12, 24];
const DAYS = [24, 48, 96, 168, 336, 720, 1_440, 2_160];
const DAY = { day: 'numeric', month: 'short' } as const;

/**
 * @param at RFC 3339 moments, ascending, one for each value.
 */
export function Chart({
  label,
  at,
  isHours = false,
  series,
}: {
  readonly label: string;
  readonly at: readonly string[];
  /** Of one day or two: the time is shown, too. */
  readonly isHours?: boolean;
  readonly series: readonly Series[];
}) {
  const t = useWords();
  const time = t('time');
  const { ref, width } = useElementSize();
  const holder = useRef<HTMLDivElement>(null);
  const theme = useMantineTheme();
  const isDark = useComputedColorScheme('light') === 'dark';
  useEffect(() => {
    const target = holder.current;
    if (target === null || width === 0) return undefined;
    const ink = isDark ? theme.colors.dark[1] : theme.colors.gray[7];
    const line = isDark ? theme.colors.dark[5] : theme.colors.gray[2];
    const font = `12px ${theme.fontFamily}`;
    const axis = { font, stroke: ink, grid: { stroke: line, width: 1 }, ticks: { show: false } };
    const nameOf = (tick: number): string => nameAt(tick, isHours);
    const short = moments(isHours ? { hour: '2-digit', minute: '2-digit', hour12: false } : DAY);
    const shortOf = (tick: number): string => ownWay(short.format(new Date(tick * 1_000)));
    const days = at.map((it) => Date.parse(it) / 1_000);
    const plot = new UPlot(
      {
        width,
        height: HEIGHT_PX,
        legend: { show: true, live: true },
        cursor: { points: { size: 6 } },
        axes: [
          {
            ...axis,
            space: TICK_PX,
            incrs: (isHours ? HOURS : DAYS).map((it) => it * 3_600),
            values: (_, ticks) => ticks.map(shortOf),
          },
          { ...axis, size: 56, values: (_, ticks) => ticks.map(showCount) },
        ],
        series: [
          { label: time, value: (_, tick) => (tick === null ? '–' : nameOf(tick)) },
          ...series.map(({ label: name, colour }) => ({
            label: name,
            width: 2,
            points: { show: days.length < 3, size: 6 },
            stroke: theme.colors[colour]?.[SHADE] ?? colour,
            value: (_: UPlot, value: number | null) => (value === null ? '–' : showCount(value)),
          })),
        ],
      },
      [days, ...series.map(({ values }) => [...values])],
      target,
    );
    // Its own has no Urdu letters.
    plot.root.style.fontFamily = 'inherit';
    plot.root.querySelector('.u-legend')?.setAttribute('dir', document.dir);
    return () => plot.destroy();
  }, [at, series, width, isDark, theme, isHours, time]);
  return (
    <Box ref={ref} role="img" aria-label={label} mih={HEIGHT_PX} dir="ltr">
      <div ref={holder} />
    </Box>
  );
}

/** A date in Urdu keeps its direction in what is drawn from left to right. */
const ownWay = (text: string): string => `\u2068${text}\u2069`;

function nameAt(seconds: number, isHours: boolean): string {
  const at = new Date(seconds * 1_000).toISOString();
  return ownWay(isHours ? showMoment(at) : showDay(at));
}
