/** How much waits for staff at an entry of the menu, as it changes. */
import { Badge } from '@mantine/core';
import { defineWords } from '../i18n/i18n.ts';
import { showCount } from '../i18n/show.tsx';
import { useOverview } from '../live/overview.ts';

const useWords = defineWords({
  en: {
    approvals: '{{count, of(one: waits; other: wait)}}',
    faults: '{{count, of(one: fault; other: faults)}}',
  },
  ur: { approvals: '{{count}} منتظر', faults: '{{count}} خرابیاں' },
});

export function Waits({ of }: { readonly of: 'approvals' | 'faults' }) {
  const t = useWords();
  const { data } = useOverview();
  const faults = data?.findings?.filter(({ verdict }) => verdict === 'fault').length ?? 0;
  const waiting = (data?.approvals ?? 0) + (data?.requests ?? 0);
  const count = of === 'faults' ? faults : waiting;
  if (count === 0) return null;
  return (
    <Badge
      size="sm"
      color={of === 'faults' ? 'red' : 'teal'}
      circle={count < 10}
      aria-label={t(of, { count })}
      autoContrast
    >
      {showCount(count)}
    </Badge>
  );
}
