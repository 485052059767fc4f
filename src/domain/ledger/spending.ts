import { micros, type Micros } from '../pricing/money.ts';

/** What an account has reserved in a period (in Asia/Karachi), and what it may. */
export type PeriodSpending = {
  /** undefined: as much as it has. */
  readonly capMicros: Micros | undefined;
  readonly spentMicros: Micros;
};

export type Spending = { readonly day: PeriodSpending; readonly month: PeriodSpending };

/** A cap that an amount would exceed. */
export type OverCap = { readonly period: 'day' | 'month'; readonly leftMicros: Micros };

/** The cap that `amountMicros` more would exceed, the day's first; undefined when it fits. */
export function overCap(spending: Spending, amountMicros: Micros): OverCap | undefined {
  for (const period of ['day', 'month'] as const) {
    const { capMicros, spentMicros } = spending[period];
    if (capMicros === undefined || spentMicros + amountMicros <= capMicros) continue;
    const left = capMicros - spentMicros;
    return { period, leftMicros: micros(left > 0n ? left : 0n) };
  }
  return undefined;
}

/** What is spent after `amountMicros` more. */
export function spend(spending: Spending, amountMicros: Micros): Spending {
  const more = ({ capMicros, spentMicros }: PeriodSpending): PeriodSpending => ({
    capMicros,
    spentMicros: micros(spentMicros + amountMicros),
  });
  return { day: more(spending.day), month: more(spending.month) };
}
