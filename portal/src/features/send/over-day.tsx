/** How a send is beyond what the chat platform allows today, and whether it is spread over days. */
import { Alert, Checkbox } from '@mantine/core';
import type { SentMessages } from '../../shared/api/types.ts';
import { showCount } from '../../shared/i18n/show.tsx';
import { useWords } from './words.ts';

/** As the service takes it: no fewer, and over no more days. */
const FEWEST_SPREAD = 2_000;
const MOST_DAYS = 4;

type Made = Pick<SentMessages, 'people_today'> & { readonly recipients: number | null };
type Day = NonNullable<SentMessages['people_today']> & { readonly maySpread: boolean };

/** How a send is beyond what the platform allows today; undefined: it is not. */
export function overOf(made: Made | undefined): Day | undefined {
  const today = made?.people_today;
  if (today === undefined || today === null || today.over === 0) return undefined;
  const maySpread = (made?.recipients ?? 0) > FEWEST_SPREAD;
  return { ...today, maySpread: maySpread && today.days <= MOST_DAYS };
}

export function Over({
  day,
  isSpread,
  spread,
}: {
  readonly day: Day | undefined;
  readonly isSpread: boolean;
  readonly spread: (is: boolean) => void;
}) {
  const t = useWords();
  if (day === undefined) return null;
  return (
    <Alert color="yellow" variant="light" mb="md">
      {t('over_day', { left: showCount(day.left), over: showCount(day.over) })}
      {day.maySpread && (
        <Checkbox
          mt="sm"
          label={t('spread', { days: day.days })}
          checked={isSpread}
          onChange={({ currentTarget }) => spread(currentTarget.checked)}
        />
      )}
    </Alert>
  );
}
