/** What is reckoned from the sums of a report. */
import type { Usage } from '../../shared/api/types.ts';
import { showMoney } from '../../shared/i18n/show.tsx';

type Counts = Usage['total']['counts'];

export const lostOf = ({ failed, rejected, expired }: Counts): number =>
  failed + rejected + expired;

/** Of what has ended; `–` while nothing has. */
export function shareOf(counts: Counts): string {
  const ended = counts.delivered + lostOf(counts);
  return ended === 0 ? '–' : `${((100 * counts.delivered) / ended).toFixed(1)} %`;
}

/** What was charged for each message that arrived; `–` while none has. */
export function costOf({ charged, counts }: Pick<Usage['total'], 'charged' | 'counts'>): string {
  if (counts.delivered === 0) return '–';
  // As fine as prices, without noughts that say nothing.
  const cost = (Number(charged) / counts.delivered).toFixed(6);
  return showMoney(cost.replace(/(\.\d\d\d*?)0+$/, '$1'));
}
