/** When messages leave. */
import { DAY_MS, HOUR_MS } from '../../domain/durations.ts';
import { limit } from '../../domain/limits.ts';
import { readHours, type DayHours } from '../../domain/policy/hours.ts';
import { Type, type Static } from '../../kit/shape.ts';
import { refuseFields, type RefusedFields } from '../../api/v1/refuse-fields.ts';
import { closed } from '../../operations/resource.ts';

export const SEND_AT = Type.String({
  format: 'date-time',
  description: `Not before then, at most ${limit('scheduleHours')} hours ahead; charged at once.`,
});

/** How far ahead a batch may be scheduled. */
export const CAMPAIGN_DAYS: HowFar = { most: limit('campaignDays'), unit: 'days' };

export const BATCH_SEND_AT = Type.String({
  format: 'date-time',
  description:
    `Not before then, at most ${limit('campaignDays')} days ahead. Up to ` +
    `${limit('scheduleHours')} hours ahead it is read and charged at once; later it is read, ` +
    'judged and charged at that time, at the prices of then, and nothing is reserved until then.',
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

export type HowFar = { readonly most: number; readonly unit: 'hours' | 'days' };
const HOURS: HowFar = { most: limit('scheduleHours'), unit: 'hours' };

/** Reads the time and the hours that a request names. */
export function readSchedule(
  given: Scheduled,
  nowMs: number,
  howFar = HOURS,
): Schedule | RefusedFields {
  const { send_at: at, send_window: window } = given;
  const sendAtMs = at === undefined ? undefined : Date.parse(at);
  const hours = window && readHours(`${window.from}-${window.to}`);
  const faults = [
    ...faultsOfTime(sendAtMs, nowMs, howFar),
    ...(window !== undefined && (hours === undefined || hours === 'never') ? [BAD_WINDOW] : []),
  ];
  if (faults.length > 0) return refuseFields(faults, 'body');
  return { sendAtMs, sendHours: hours === 'never' ? undefined : hours };
}

const BAD_WINDOW = {
  pointer: '/send_window',
  rule: 'must be times of one day such as 09:00, from before to',
};

function faultsOfTime(sendAtMs: number | undefined, nowMs: number, { most, unit }: HowFar) {
  if (sendAtMs === undefined) return [];
  const isLate = sendAtMs > nowMs + most * (unit === 'days' ? DAY_MS : HOUR_MS);
  if (sendAtMs > nowMs && !isLate) return [];
  const rule = isLate ? `must be at most ${most} ${unit} ahead` : 'must be in the future';
  return [{ pointer: '/send_at', rule }];
}
