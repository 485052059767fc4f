/** When messages leave. */
import { HOUR_MS } from '../../domain/durations.ts';
import { limit } from '../../domain/limits.ts';
import { readHours, type DayHours } from '../../domain/policy/hours.ts';
import { Type, type Static } from '../../kit/shape.ts';
import { refuseFields, type RefusedFields } from '../../api/v1/refuse-fields.ts';
import { closed } from '../../api/v1/shapes.ts';

export const SEND_AT = Type.String({
  format: 'date-time',
  description: `Not before then, at most ${limit('scheduleHours')} hours ahead; charged at once.`,
});

const TIME = Type.String({ examples: ['09:00'] });

export const SEND_WINDOW = closed(
  { from: TIME, to: TIME },
  {
    description: 'Only inside these hours of a day of Pakistan, to not included; 24:00 is its end.',
  },
);

type Scheduled = {
  readonly send_at?: string;
  readonly send_window?: Static<typeof SEND_WINDOW>;
};

/** When what a request sends may leave; undefined: at any time. */
export type Schedule = {
  /** Not before then, in milliseconds since 1970. */
  readonly sendAtMs: number | undefined;
  readonly sendHours: DayHours | undefined;
};

/** Reads the time and the hours that a request names. */
export function readSchedule(given: Scheduled, nowMs: number): Schedule | RefusedFields {
  const { send_at: at, send_window: window } = given;
  const sendAtMs = at === undefined ? undefined : Date.parse(at);
  const hours = window && readHours(`${window.from}-${window.to}`);
  const faults = [
    ...faultsOfTime(sendAtMs, nowMs),
    ...(window !== undefined && (hours === undefined || hours === 'never') ? [BAD_WINDOW] : []),
  ];
  if (faults.length > 0) return refuseFields(faults, 'body');
  return { sendAtMs, sendHours: hours === 'never' ? undefined : hours };
}

const BAD_WINDOW = {
  pointer: '/send_window',
  rule: 'must be times of one day such as 09:00, from before to',
};

function faultsOfTime(sendAtMs: number | undefined, nowMs: number) {
  if (sendAtMs === undefined) return [];
  const hours = limit('scheduleHours');
  const isLate = sendAtMs > nowMs + hours * HOUR_MS;
  if (sendAtMs > nowMs && !isLate) return [];
  const rule = isLate ? `must be at most ${hours} hours ahead` : 'must be in the future';
  return [{ pointer: '/send_at', rule }];
}
