/** Now or later, and the hours in which texts may leave. In Pakistan's time. */
import { Checkbox, Group, SegmentedControl, Stack, TextInput } from '@mantine/core';
import { useWords } from './words.ts';

export type Schedule = {
  /** As the field gives it, `2026-11-22T14:00`; '' is now. */
  readonly at: string;
  readonly isLater: boolean;
  readonly hasWindow: boolean;
  readonly from: string;
  readonly to: string;
};

export const NOW: Schedule = {
  at: '',
  isLater: false,
  hasWindow: false,
  from: '09:00',
  to: '20:00',
};

const ZONE_MS = 5 * 3_600_000;
const HOUR_MS = 3_600_000;
/** How far ahead messages may be scheduled; campaigns, which are read then, for longer. */
export const MOST_HOURS = 72;
export const MOST_HOURS_OF_CAMPAIGN = 90 * 24;

/** The fields of a send. */
export function scheduleFields({ at, isLater, hasWindow, from, to }: Schedule): {
  send_at?: string;
  send_window?: { from: string; to: string };
} {
  return {
    ...(isLater && at !== '' ? { send_at: momentOf(at) } : {}),
    ...(hasWindow ? { send_window: { from, to } } : {}),
  };
}

/** A moment as the field takes it. */
export const localAt = (atMs: number): string =>
  new Date(atMs + ZONE_MS).toISOString().slice(0, 16);

/** The moment so many hours from now. */
export const localIn = (hours: number): string => localAt(Date.now() + hours * HOUR_MS);

/** What the field holds, as `/v1` takes it. */
export const momentOf = (at: string): string => `${at}:00+05:00`;

export function ScheduleFields({
  schedule,
  onChange,
  withWindow = true,
  mostHours = MOST_HOURS,
}: {
  readonly schedule: Schedule;
  readonly onChange: (schedule: Schedule) => void;
  /** Chat has no hours. */
  readonly withWindow?: boolean;
  readonly mostHours?: number;
}) {
  const t = useWords();
  const change = (changed: Partial<Schedule>): void => onChange({ ...schedule, ...changed });
  return (
    <Stack gap="sm">
      <SegmentedControl
        aria-label={t('when')}
        data={[
          { value: 'now', label: t('now') },
          { value: 'later', label: t('later') },
        ]}
        value={schedule.isLater ? 'later' : 'now'}
        onChange={(value) => change({ isLater: value === 'later', at: schedule.at || localIn(1) })}
        w={{ base: '100%', xs: 240 }}
      />
      {schedule.isLater && (
        <TextInput
          type="datetime-local"
          label={t('send_at')}
          description={t(mostHours === MOST_HOURS ? 'send_at_about' : 'send_at_about_far')}
          value={schedule.at}
          min={localIn(0)}
          max={localIn(mostHours)}
          onChange={({ currentTarget }) => change({ at: currentTarget.value })}
          w={{ base: '100%', xs: 240 }}
        />
      )}
      {withWindow && (
        <Checkbox
          label={t('window')}
          checked={schedule.hasWindow}
          onChange={({ currentTarget }) => change({ hasWindow: currentTarget.checked })}
        />
      )}
      {withWindow && schedule.hasWindow && (
        <Group gap="sm">
          <TextInput
            type="time"
            label={t('window_from')}
            value={schedule.from}
            onChange={({ currentTarget }) => change({ from: currentTarget.value })}
            w={114}
          />
          <TextInput
            type="time"
            label={t('window_to')}
            value={schedule.to}
            onChange={({ currentTarget }) => change({ to: currentTarget.value })}
            w={114}
          />
        </Group>
      )}
    </Stack>
  );
}
