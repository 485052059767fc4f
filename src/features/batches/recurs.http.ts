/** How a campaign to contacts goes on after its time (decision 0128). */
import { dayOfMonth, RECURRENCES, type Recurrence } from '../../domain/message/recurrence.ts';
import { Type, type Static } from '../../kit/shape.ts';
import { closed, showTimeOrNull } from '../../operations/resource.ts';

const EVERY = Type.Enum([...RECURRENCES]);
const UNTIL = { format: 'date-time', description: 'Not after then.' };

export const NEW_RECURS = closed(
  { every: EVERY, until: Type.Optional(Type.String(UNTIL)) },
  {
    description:
      'Of one to contacts with send_at: sends it again each day, week or month, at the same time ' +
      'of the day, to whom the filter finds then and at the prices of then, until it is cancelled.',
  },
);

export const RECURS = closed({
  every: EVERY,
  until: Type.Union([Type.String(UNTIL), Type.Null()]),
});

type Asked = {
  readonly recurs?: Static<typeof NEW_RECURS>;
  readonly send_at?: string;
};

export function faultsOfRecurs({ recurs, send_at: at }: Asked, isToContacts: boolean) {
  if (recurs === undefined) return [];
  const { until } = recurs;
  const isOver = at !== undefined && until !== undefined && Date.parse(until) < Date.parse(at);
  return [
    ...(isToContacts ? [] : [{ pointer: '/recurs', rule: 'is for contacts, not for a file' }]),
    ...(at === undefined
      ? [{ pointer: '/send_at', rule: 'is missing: when it recurs first' }]
      : []),
    ...(isOver ? [{ pointer: '/recurs/until', rule: 'must not be before send_at' }] : []),
  ];
}

export function readRecurs({ recurs, send_at: at }: Asked): Recurrence | undefined {
  if (recurs === undefined || at === undefined) return undefined;
  const { every, until } = recurs;
  return {
    every,
    day: dayOfMonth(Date.parse(at)),
    untilMs: until === undefined ? undefined : Date.parse(until),
  };
}

export const showRecurs = (recurs: Recurrence | undefined): Static<typeof RECURS> | null =>
  recurs === undefined ? null : { every: recurs.every, until: showTimeOrNull(recurs.untilMs) };
