/** What a new price would change: told before it is set, and whether it takes a second person. */
import { NOBODY, type AccountId } from '../../domain/ids.ts';
import { type Micros, showRupees, ZERO } from '../../domain/pricing/money.ts';
import { tariffFor, type Tariff } from '../../domain/pricing/tariff.ts';
import type { Clock } from '@paigham/base/clock.ts';
import type { Reader } from '../../kit/postgres/pool.ts';
import type { Admin, Outcome } from '../../operations/admin.ts';
import { listTariffs } from './tariffs.sql.ts';
import { listOperators, type OperatorRecord } from '../operators/operators.sql.ts';
import { accountOf } from '../../operations/fields.ts';
import { showTime } from '../../operations/show.ts';

/** Whose price, and from when; undefined: everybody’s, at once. */
type Priced = {
  readonly accountId?: AccountId | undefined;
  readonly validFromMs?: number | undefined;
};

type PriceChange = {
  /** `a part by simple`. */
  readonly what: string;
  readonly accountId: AccountId | undefined;
  readonly fromMs: number;
  /** `Jazz, Zong: 1.50 → 1.555`. */
  readonly changes: readonly string[];
};

/** Sentences; none if nothing that has a price today gets another. */
function describeChanges({ what, accountId, fromMs, changes }: PriceChange): readonly string[] {
  if (changes.length === 0) return [];
  const whose =
    accountId === undefined ? 'every account without a price of its own' : `account ${accountId}`;
  return [`The price of ${what} changes for ${whose} from ${showTime(fromMs)}:`, ...changes];
}

type PriceAt = {
  /** Of an operator. */
  readonly name: string;
  /** In force without the new price, and with it; undefined: none is. */
  readonly before: Tariff | undefined;
  readonly now: Tariff | undefined;
};

/** The prices of each operator without a new one and with it, when it takes effect. */
async function priceChanges(reader: Reader, wanted: Tariff): Promise<readonly PriceAt[]> {
  const { accountId, senderRoute, validFromMs: atMs } = wanted;
  const before = await listTariffs(reader);
  const after = [...before, wanted];
  const operators = (await listOperators(reader)).filter(({ removed }) => !removed);
  return operators.map(({ id: operatorId, name, carriedBy }) => {
    const carrier = carriedBy === undefined ? {} : { carriedBy };
    const of = { accountId: accountId ?? NOBODY, senderRoute, operatorId, ...carrier, atMs };
    return { name, before: tariffFor(before, of), now: tariffFor(after, of) };
  });
}

/** What a failed message costs comes last. */
function partsOf(tariff: Tariff | undefined): readonly Micros[] | undefined {
  if (tariff === undefined) return undefined;
  return [tariff.partPriceMicros, tariff.refundFailed ? ZERO : tariff.partPriceMicros];
}

/**
 * Whether somebody pays less than before. A first price has nothing to be compared with: it is
 * lower when it is nothing, or one account’s own where no general one is.
 */
function isLower(
  { accountId }: Pick<Priced, 'accountId'>,
  then: readonly Micros[] | undefined,
  now: readonly Micros[] | undefined,
): boolean {
  if (now === undefined) return false;
  if (then === undefined) return accountId !== undefined || now[0] === ZERO;
  return now.some((price, place) => price < (then[place] ?? ZERO));
}

type Change<Price> = { readonly before: readonly Price[]; readonly after: readonly Price[] };

/**
 * Whether somebody pays less after a change than before: when it begins, or when another price
 * does, such as a rise that is planned already.
 */
function fallsAt<Price extends { readonly validFromMs: number }>(
  { accountId, validFromMs }: Required<Priced> & { readonly validFromMs: number },
  { before, after }: Change<Price>,
  pricesAt: (prices: readonly Price[], atMs: number) => readonly Micros[] | undefined,
): boolean {
  const later = [...before, ...after].map((it) => it.validFromMs).filter((it) => it > validFromMs);
  return [validFromMs, ...new Set(later)].some((atMs) =>
    isLower({ accountId }, pricesAt(before, atMs), pricesAt(after, atMs)),
  );
}

/** Later than every price that there is. */
export const NEWEST = Number.MAX_SAFE_INTEGER;

type Dated = Required<Priced> & { readonly id: number; readonly validFromMs: number };

/** As somebody asks for it: from now on, unless they say when. */
type Asked<Price> = Omit<Price, 'id' | 'validFromMs'> & Required<Priced>;

/**
 * What is told of a new price that is the same to every operator, and whether it waits for a second
 * person: parts of an operation.
 */
export function priceOfOne<Price extends Dated>(of: {
  readonly list: (reader: Reader, asked: Asked<Price>) => Promise<readonly Price[]>;
  readonly inForce: (
    prices: readonly Price[],
    asked: Asked<Price> & { readonly accountId: AccountId; readonly atMs: number },
  ) => Price | undefined;
  readonly amountsOf: (price: Price) => readonly Micros[];
  /** `a chat message of marketing`. */
  readonly what: (asked: Asked<Price>) => string;
  /** The same where it is told what changes. */
  readonly changing?: (asked: Asked<Price>) => string;
}) {
  const { list, amountsOf, what, changing = what } = of;
  const wordsOf = (price: Price) => amountsOf(price).map(showRupees).join(', again ');
  const inForce = (prices: readonly Price[], input: Asked<Price>, atMs: number) =>
    of.inForce(prices, { ...input, accountId: input.accountId ?? NOBODY, atMs });
  return {
    async second(transaction: Reader, input: Asked<Price>, { clock }: Admin) {
      const validFromMs = beginningOf(clock, input.validFromMs) ?? 0;
      const price = { ...input, id: NEWEST, validFromMs } as Price;
      const before = await list(transaction, input);
      const falls = fallsAt(price, { before, after: [...before, price] }, (prices, atMs) => {
        const found = inForce(prices, input, atMs);
        return found && amountsOf(found);
      });
      return falls ? lowersPrice(transaction, input, what(input), wordsOf(price)) : undefined;
    },
    async warn(
      { reader }: { readonly reader: Reader },
      input: Asked<Price>,
      attempt: () => Promise<Outcome<Price>>,
    ) {
      const wouldBe = await attempt();
      if (!wouldBe.ok) return wouldBe;
      const { accountId, validFromMs: fromMs } = wouldBe.value;
      const before = inForce(await list(reader, input), input, fromMs);
      const [from, to] = [before && wordsOf(before), wordsOf(wouldBe.value)];
      const isSame = from === undefined || from === to;
      const changes = isSame ? [] : [`  ${from} → ${to} rupees`];
      return describeChanges({ what: changing(input), accountId, fromMs, changes });
    },
  };
}

/** When a price takes effect; undefined if that is in the past. */
export function beginningOf(clock: Clock, fromMs: number | undefined): number | undefined {
  const nowMs = clock.nowMs();
  return fromMs !== undefined && fromMs < nowMs ? undefined : (fromMs ?? nowMs);
}

/** The same for texts, to whichever operator. */
export async function doesTextFall(
  reader: Reader,
  { accountId, senderRoute, validFromMs }: Omit<Tariff, 'id' | 'partPriceMicros'>,
  change: Change<Tariff>,
): Promise<boolean> {
  return (await listOperators(reader)).some(({ id: operatorId, carriedBy }) => {
    const of = { accountId: accountId ?? NOBODY, senderRoute, operatorId, carriedBy };
    return fallsAt({ accountId, validFromMs }, change, (tariffs, atMs) =>
      partsOf(tariffFor(tariffs, { ...of, atMs })),
    );
  });
}

/** Who has the numbers of a prefix: the longest that is assigned wins. */
function holderOf(operators: readonly OperatorRecord[], prefix: string) {
  const holds = (it: OperatorRecord) =>
    Math.max(0, ...it.prefixes.filter((own) => prefix.startsWith(own)).map((own) => own.length));
  const [longest] = operators.toSorted((one, other) => holds(other) - holds(one));
  return longest !== undefined && holds(longest) > 0 ? longest : undefined;
}

/** The prefixes whose numbers cost somebody less once they are assigned differently. */
export async function cheaperPrefixes(
  reader: Reader,
  prefixes: readonly string[],
  { nowMs, to }: { readonly nowMs: number; readonly to: string | undefined },
): Promise<readonly string[]> {
  const [operators, tariffs] = [await listOperators(reader), await listTariffs(reader)];
  const assigned = operators.map((it) => {
    const kept = it.prefixes.filter((own) => !prefixes.includes(own));
    return { ...it, prefixes: it.name === to ? [...kept, ...prefixes] : kept };
  });
  const accounts = new Set([NOBODY, ...tariffs.map((it) => it.accountId ?? NOBODY)]);
  const routes = new Set(tariffs.map((it) => it.senderRoute));
  const times = [nowMs, ...tariffs.map((it) => it.validFromMs).filter((it) => it > nowMs)];
  const falls = (was: OperatorRecord | undefined, is: OperatorRecord): boolean =>
    [...accounts].some((accountId) =>
      [...routes].some((senderRoute) =>
        times.some((atMs) => {
          const priceTo = (it: OperatorRecord | undefined) =>
            it &&
            tariffFor(tariffs, {
              accountId,
              senderRoute,
              atMs,
              operatorId: it.id,
              carriedBy: it.carriedBy,
            });
          return isLower({}, partsOf(priceTo(was)), partsOf(priceTo(is)));
        }),
      ),
    );
  return prefixes.filter((prefix) => {
    const [was, is] = [holderOf(operators, prefix), holderOf(assigned, prefix)];
    return is !== undefined && was?.id !== is.id && falls(was, is);
  });
}

/** What waits for a second person, in a sentence. */
export async function lowersPrice(
  reader: Reader,
  { accountId, validFromMs }: Priced,
  what: string,
  price: string,
): Promise<string> {
  const whose =
    accountId === undefined
      ? 'every account without a price of its own'
      : `${(await accountOf(reader, accountId)).name} (${accountId})`;
  const from = validFromMs === undefined ? 'as soon as it is confirmed' : showTime(validFromMs);
  return `Lowers the price of ${what} to ${price} rupees for ${whose}, from: ${from}`;
}

/** What a new price of texts would change, by operator. */
export async function changesOfTariff(reader: Reader, wanted: Tariff): Promise<readonly string[]> {
  const { accountId, senderRoute: route, validFromMs: fromMs } = wanted;
  const byChange = new Map<string, string[]>();
  for (const { name, before: then, now } of await priceChanges(reader, wanted)) {
    if (then === undefined || now === undefined) continue;
    const [from, to] = [showPart(then, now), showPart(now, then)];
    if (from === to) continue;
    const change = `${from} → ${to} rupees`;
    byChange.set(change, [...(byChange.get(change) ?? []), name]);
  }
  const changes = [...byChange].map(([change, names]) => `  ${names.join(', ')}: ${change}`);
  return describeChanges({ what: `a part by ${route}`, accountId, fromMs, changes });
}

/** The price, and whether failures are refunded if that is what differs. */
function showPart({ partPriceMicros, refundFailed }: Tariff, other: Tariff): string {
  const price: Micros = partPriceMicros;
  if (refundFailed === other.refundFailed) return showRupees(price);
  return `${showRupees(price)} (${refundFailed ? 'failed messages refunded' : 'no refunds'})`;
}
