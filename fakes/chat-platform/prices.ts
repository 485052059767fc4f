/** What a message costs, in the platform's words: a status carries them as `pricing`. */

import type { SendingNumber } from './accounts.ts';
import type { Pricing } from './messages.ts';

/** From here on replies inside the window are no longer always free. */
const chargedFromMs = Date.UTC(2026, 9, 1);
/** Service messages of a number that cost nothing, each month. */
const freeEachMonth = 1_000;
const keptMonths = 3;

/** Category `MARKETING`, `UTILITY`, `AUTHENTICATION`, or `service` for a free-form message. */
export function priceOf(
  number: SendingNumber,
  category: string,
  at: { readonly nowMs: number; readonly windowOpen: boolean },
): Pricing {
  const regular: Pricing = { billable: true, type: 'regular', category: category.toLowerCase() };
  const free: Pricing = { ...regular, billable: false, type: 'free_customer_service' };
  const isCharged = at.nowMs >= chargedFromMs;
  switch (category) {
    case 'UTILITY':
      return at.windowOpen && !isCharged ? free : regular;
    case 'service': {
      const count = countService(number, at.nowMs);
      return isCharged && count > freeEachMonth ? regular : free;
    }
    default:
      return regular;
  }
}

function countService({ serviceMessages }: SendingNumber, nowMs: number): number {
  const month = new Date(nowMs).toISOString().slice(0, 7);
  const count = (serviceMessages.get(month) ?? 0) + 1;
  serviceMessages.set(month, count);
  if (serviceMessages.size > keptMonths) {
    const [oldest] = serviceMessages.keys();
    if (oldest !== undefined) serviceMessages.delete(oldest);
  }
  return count;
}
