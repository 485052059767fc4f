import type { OperatorId } from '../../domain/ids.ts';
import type { PriceList } from './price.ts';

/** What a number's price depends on. */
type Priced = PriceList & { readonly operatorsByPrefix: ReadonlyMap<string, OperatorId> };

/** Whether everything that is sent costs the same by both snapshots, whatever else has changed. */
export function samePrices(some: Priced, other: Priced): boolean {
  return textOf(some) === textOf(other);
}

function textOf({ tariffs, lookupTariffs, carriedBy, operatorsByPrefix }: Priced): string {
  const rows = [
    ...tariffs.map((it) => [
      ...['tariff', it.id, it.accountId, it.senderRoute, it.operatorId],
      ...[it.partPriceMicros, it.validFromMs],
    ]),
    ...lookupTariffs.map((it) => [
      ...['look-up', it.id, it.accountId, it.firstMicros, it.againMicros, it.validFromMs],
    ]),
    ...[...carriedBy].map((pair) => ['carried', ...pair]),
    ...[...operatorsByPrefix].map((pair) => ['prefix', ...pair]),
  ];
  return rows
    .map((row) => row.join(' '))
    .toSorted()
    .join('\n');
}
