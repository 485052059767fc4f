/** What a new price would change for whom, in sentences, before it is set. */
import type { AccountId } from '../domain/ids.ts';
import { tariffFor, type Tariff } from '../domain/pricing/tariff.ts';
import { listOperators } from '../store/settings/list-operators.ts';
import { listTariffs } from '../store/settings/tariffs.ts';
import type { Line } from './command.ts';
import { showRupees, showTime } from './values.ts';

/** No account has this id: only prices for every account apply. */
export const NOBODY = 0 as AccountId;

export type PriceChange = {
  /** `a part by simple`. */
  readonly what: string;
  /** undefined: every account without prices of its own. */
  readonly accountId: AccountId | undefined;
  readonly fromMs: number;
  /** `Jazz, Zong: 1.50 → 1.555`. */
  readonly changes: readonly string[];
};

/** The sentences; none where nothing that has a price today gets another. */
export function tellPrices({ what, accountId, fromMs, changes }: PriceChange): readonly string[] {
  if (changes.length === 0) return [];
  const whose =
    accountId === undefined ? 'every account without a price of its own' : `account ${accountId}`;
  return [`The price of ${what} changes for ${whose} from ${showTime(fromMs)}:`, ...changes];
}

/** Of one price; empty: there was none, or it stays. */
export function changeOf(before: string | undefined, after: string): readonly string[] {
  return before === undefined || before === after ? [] : [`  ${before} → ${after} rupees`];
}

/** What a new price of texts would change, by operator. */
export async function tellTariff({ reader }: Line, wanted: Tariff): Promise<readonly string[]> {
  const { accountId, senderRoute, validFromMs: atMs } = wanted;
  const before = await listTariffs(reader);
  const after = [...before, wanted];
  const operators = await listOperators(reader);
  const byChange = new Map<string, string[]>();
  for (const { id: operatorId, name, carriedBy } of operators) {
    const carrier = carriedBy === null ? {} : { carriedBy };
    const of = { accountId: accountId ?? NOBODY, senderRoute, operatorId, ...carrier, atMs };
    const then = tariffFor(before, of);
    const now = tariffFor(after, of);
    if (then === undefined || now === undefined) continue;
    const [from, to] = [show(then, now), show(now, then)];
    if (from === to) continue;
    byChange.set(`${from} → ${to} rupees`, [
      ...(byChange.get(`${from} → ${to} rupees`) ?? []),
      name,
    ]);
  }
  const changes = [...byChange].map(([change, names]) => `  ${names.join(', ')}: ${change}`);
  return tellPrices({ what: `a part by ${senderRoute}`, accountId, fromMs: atMs, changes });
}

/** The price, and whether failures are refunded where that is what differs. */
function show(tariff: Tariff, other: Tariff): string {
  const price = showRupees(tariff.partPriceMicros);
  if (tariff.refundFailed === other.refundFailed) return price;
  return `${price} (${tariff.refundFailed ? 'failed messages refunded' : 'no refunds'})`;
}
