/** Prices of a part of a text, a chat message, and a number look-up. */
import { showRupees } from '../../domain/pricing/money.ts';
import { CHAT_PRICES, chatTariffFor, type ChatTariff } from '../../domain/chat/chat-tariff.ts';
import type { LookupTariffId, OperatorId, TariffId } from '../../domain/ids.ts';
import {
  lookupPricesFor,
  type LookupPrices,
  type LookupTariff,
} from '../../domain/portability/directory.ts';
import type { Tariff } from '../../domain/pricing/tariff.ts';
import type { Reader } from '../../kit/postgres/pool.ts';
import {
  deleteTariff,
  insertChatTariff,
  insertLookupTariff,
  insertTariff,
  listChatTariffs,
  listLookupTariffs,
  listTariffs,
} from './tariffs.sql.ts';
import { findOperator, listOperators } from '../operators/operators.sql.ts';
import { changed, refuse, type Admin } from '../../operations/admin.ts';
import {
  argument,
  flag,
  forAccount,
  id,
  oneOf,
  option,
  rupees,
  senderRoute,
  time,
  operator,
} from '../../operations/fields.ts';
import {
  operation,
  query,
  type Definition,
  type OperationContext,
} from '../../operations/operation.ts';
import {
  changeOf,
  changesOfTariff,
  describeChanges,
  doesTextFall,
  fallsAt,
  lowersPrice,
  NOBODY,
} from './price-changes.ts';
import { showTime, type RawFields, type Fields } from '../../operations/show.ts';
import { EVERY, like, rowsOf } from '../../operations/present.ts';

const MOST_RUPEES = 10_000n;
const MOST_RUPEES_PER_LOOKUP = 1_000n;

const WHEN = {
  accountId: forAccount,
  validFromMs: option('from', time, 'in force from then on (default: now)'),
};

/** When a price takes effect; undefined if that is in the past. */
function beginningOf({ clock }: Admin, fromMs: number | undefined): number | undefined {
  const nowMs = clock.nowMs();
  return fromMs !== undefined && fromMs < nowMs ? undefined : (fromMs ?? nowMs);
}

/** The price of this very scope that is in force at a time. */
function latestBy<It extends { readonly validFromMs: number }>(
  known: readonly It[],
  atMs: number,
): It | undefined {
  const begun = known.filter(({ validFromMs }) => validFromMs <= atMs);
  return begun.toSorted((a, b) => a.validFromMs - b.validFromMs).at(-1);
}

/** Nothing was changed: a second row would say the same. */
const ALREADY_SO = 'It is already so: nothing was changed.';

function noted<It extends object>(
  price: It,
  note?: string,
): It & { readonly note: string | undefined } {
  return { ...price, note };
}

const IN_THE_PAST = refuse('validFromMs', 'must not lie in the past');

export const tariffList = query({
  name: 'tariff list',
  about: 'Lists past, current and scheduled prices.',
  input: {},
  async read({ reader }) {
    const names = await operatorNames(reader);
    return { data: (await listTariffs(reader)).map((tariff) => showTariff(tariff, names)) };
  },
});

/** What was sent before keeps its price. */
export const setTariff = operation({
  name: 'tariff set',
  about: 'Sets the price of a part by sender type; shows what changes and asks first.',
  audit: 'tariff.set',
  raises: 'settings',
  input: {
    senderRoute: argument('ROUTE', senderRoute),
    partPriceMicros: argument('RUPEES', rupees(MOST_RUPEES)),
    operator: option('operator', operator, 'for this operator only'),
    ...WHEN,
    refundFailed: flag('refund-failed', 'refunds a message that fails at the operator'),
  },
  async second(transaction, { operator, ...input }, admin) {
    const validFromMs = beginningOf(admin, input.validFromMs) ?? 0;
    const operatorId =
      operator === undefined ? undefined : await findOperator(transaction, { name: operator });
    const wanted = { ...input, id: NEWEST, operatorId, validFromMs };
    const before = await listTariffs(transaction);
    const change = { before, after: [...before, wanted] };
    if (!(await doesTextFall(transaction, wanted, change))) return undefined;
    const where = operator === undefined ? '' : ` to ${operator}`;
    const price = showRupees(input.partPriceMicros);
    return lowersPrice(transaction, input, `a part by ${input.senderRoute}${where}`, price);
  },
  async work(transaction, { operator, ...input }, admin) {
    const validFromMs = beginningOf(admin, input.validFromMs);
    if (validFromMs === undefined) return IN_THE_PAST;
    const operatorId =
      operator === undefined ? undefined : await findOperator(transaction, { name: operator });
    if (operator !== undefined && operatorId === undefined) {
      return refuse('operator', 'must be one of the operators');
    }
    const { accountId } = input;
    const price = { ...input, accountId, operatorId, validFromMs };
    const known = (await listTariffs(transaction)).filter(
      (it) =>
        it.senderRoute === price.senderRoute &&
        it.operatorId === operatorId &&
        it.accountId === accountId,
    );
    const before = latestBy(known, validFromMs);
    const isSame = before?.refundFailed === price.refundFailed;
    if (isSame && before.partPriceMicros === price.partPriceMicros) {
      return changed(noted(before, ALREADY_SO), { operator, alreadySo: before.id });
    }
    const tariff = await insertTariff(transaction, price);
    const audited = { ...price, operator, partPriceMicros: String(input.partPriceMicros) };
    return changed(noted(tariff), audited);
  },
  async warn({ reader }, _, attempt) {
    const wouldBe = await attempt();
    return wouldBe.ok ? changesOfTariff(reader, wouldBe.value) : wouldBe;
  },
  async show(tariff, _, { reader }) {
    return { data: showTariff(tariff, await operatorNames(reader)), note: tariff.note };
  },
  present: {
    by: ['senderRoute', 'operator', 'accountId'],
    read: async (context, { senderRoute: route, operator = EVERY, accountId = EVERY }) => {
      const price = await priceNow(context, tariffList, { route, operator, account: accountId });
      return price && { rupees: price['per_part'], refund_failed: price['refund_failed'] };
    },
  },
});

/** A tariff that is or was in force stays for good: messages were priced by it. */
export const removeTariff = operation({
  name: 'tariff remove',
  about: 'Removes a price that is not in force yet.',
  audit: 'tariff.remove',
  raises: 'settings',
  input: { id: argument('ID', id) },
  concerns: async (reader, { id: wanted }) =>
    (await listTariffs(reader)).find((it) => it.id === wanted)?.accountId,
  async second(transaction, { id: wanted }) {
    const before = await listTariffs(transaction);
    const tariff = before.find((it) => it.id === wanted);
    if (tariff === undefined) return undefined;
    const change = { before, after: before.filter((it) => it !== tariff) };
    if (!(await doesTextFall(transaction, tariff, change))) return undefined;
    const what = `the planned price of a part by ${tariff.senderRoute}`;
    return `Removes ${what}, ${showRupees(tariff.partPriceMicros)} rupees: less is paid without it`;
  },
  async work(transaction, { id: wanted }, { clock }) {
    const tariff = (await listTariffs(transaction)).find((it) => it.id === wanted);
    if (tariff === undefined)
      return refuse('id', 'There is no such price: see "paigham tariff list"');
    if (tariff.validFromMs <= clock.nowMs()) {
      return refuse('id', 'This price is in force, or was: set a new one, which takes its place');
    }
    await deleteTariff(transaction, { id: wanted as TariffId });
    return changed(tariff, { ...tariff, partPriceMicros: String(tariff.partPriceMicros) });
  },
  async show(tariff, _, { reader }) {
    return { data: { ...showTariff(tariff, await operatorNames(reader)), removed: true } };
  },
});

async function operatorNames(reader: Reader): Promise<ReadonlyMap<OperatorId, string>> {
  return new Map((await listOperators(reader)).map((it) => [it.id, it.name]));
}

function showTariff(tariff: Tariff, names: ReadonlyMap<OperatorId, string>): RawFields {
  const { operatorId, accountId } = tariff;
  return {
    id: tariff.id,
    account: accountId ?? 'every',
    route: tariff.senderRoute,
    operator: operatorId === undefined ? 'every' : names.get(operatorId),
    per_part: tariff.partPriceMicros,
    refund_failed: tariff.refundFailed,
    valid_from: showTime(tariff.validFromMs),
  };
}

export const chatTariffList = query({
  name: 'chat tariff list',
  about: 'Lists past, current and scheduled prices of chat (WhatsApp) messages.',
  input: {},
  read: async ({ reader }) => ({
    data: (await listChatTariffs(reader, { accountId: undefined })).map(showChatTariff),
  }),
});

/** What was sent before keeps its price. */
export const setChatTariff = operation({
  name: 'chat tariff set',
  about:
    'Sets the price of a chat (WhatsApp) message by category; shows what changes and asks first.',
  audit: 'chat.tariff',
  raises: 'settings',
  input: {
    category: argument('CATEGORY', oneOf('CATEGORY', CHAT_PRICES)),
    priceMicros: argument('RUPEES', rupees(MOST_RUPEES)),
    ...WHEN,
  },
  async second(transaction, input, admin) {
    const { accountId, category, priceMicros } = input;
    const atMs = beginningOf(admin, input.validFromMs) ?? 0;
    const before = await listChatTariffs(transaction, { accountId });
    const wanted = { id: NEWEST, accountId, category, priceMicros, validFromMs: atMs };
    const change = { before, after: [...before, wanted] };
    const falls = fallsAt({ accountId, validFromMs: atMs }, change, (tariffs, at) => {
      const of = { accountId: accountId ?? NOBODY, category, atMs: at };
      const price = chatTariffFor(tariffs, of);
      return price && [price.priceMicros];
    });
    if (!falls) return undefined;
    const price = showRupees(priceMicros);
    return lowersPrice(transaction, input, `a chat message of ${category}`, price);
  },
  async work(transaction, input, admin) {
    const validFromMs = beginningOf(admin, input.validFromMs);
    if (validFromMs === undefined) return IN_THE_PAST;
    const { accountId } = input;
    const price = { ...input, accountId, validFromMs };
    const known = (await listChatTariffs(transaction, { accountId })).filter(
      (it) => it.category === input.category && it.accountId === accountId,
    );
    const before = latestBy(known, validFromMs);
    if (before?.priceMicros === input.priceMicros) {
      return changed(noted(before, ALREADY_SO), { alreadySo: before.id });
    }
    const tariff = await insertChatTariff(transaction, price);
    return changed(noted(tariff), { ...price, priceMicros: String(input.priceMicros) });
  },
  async warn({ reader }, { category, accountId, priceMicros }, attempt) {
    const wouldBe = await attempt();
    if (!wouldBe.ok) return wouldBe;
    const fromMs = wouldBe.value.validFromMs;
    const tariffs = await listChatTariffs(reader, { accountId });
    const of = { accountId: accountId ?? NOBODY, category, atMs: fromMs };
    const before = chatTariffFor(tariffs, of);
    const changes = changeOf(before && showRupees(before.priceMicros), showRupees(priceMicros));
    const article = category === 'authentication' ? 'an' : 'a';
    const what = `${article} ${category} chat message`;
    return describeChanges({ what, accountId, fromMs, changes });
  },
  show: (tariff) => ({ data: showChatTariff(tariff), note: tariff.note }),
  present: {
    by: ['category', 'accountId'],
    read: async (context, { category, accountId = EVERY }) => {
      const price = await priceNow(context, chatTariffList, { category, account: accountId });
      return price && { rupees: price['price'] };
    },
  },
});

function showChatTariff({ id: key, accountId, category, ...tariff }: ChatTariff): RawFields {
  const { priceMicros: price, validFromMs } = tariff;
  return {
    id: key,
    account: accountId ?? 'every',
    category,
    price,
    valid_from: showTime(validFromMs),
  };
}

export const lookupPriceList = query({
  name: 'lookup prices',
  about: 'Lists past, current and scheduled prices of number look-ups.',
  input: {},
  read: async ({ reader }) => ({ data: (await listLookupTariffs(reader)).map(showLookupPrice) }),
});

/** The price of a number's first look-up, and of using it again while it is saved. */
export const setLookupPrice = operation({
  name: 'lookup price',
  about: 'Sets, in rupees, the price of a number’s first look-up and of repeats within 60 days.',
  audit: 'lookup.price',
  raises: 'settings',
  input: {
    firstMicros: argument('FIRST', rupees(MOST_RUPEES_PER_LOOKUP)),
    againMicros: argument('AGAIN', rupees(MOST_RUPEES_PER_LOOKUP)),
    ...WHEN,
  },
  async second(transaction, input, admin) {
    const { accountId, firstMicros, againMicros } = input;
    const atMs = beginningOf(admin, input.validFromMs) ?? 0;
    const before = await listLookupTariffs(transaction);
    const id = Number.MAX_SAFE_INTEGER as LookupTariffId;
    const wanted = { id, accountId, firstMicros, againMicros, validFromMs: atMs };
    const change = { before, after: [...before, wanted] };
    const falls = fallsAt({ accountId, validFromMs: atMs }, change, (tariffs, at) => {
      const prices = lookupPricesFor(tariffs, { accountId: accountId ?? NOBODY, atMs: at });
      return prices && [prices.firstMicros, prices.againMicros];
    });
    if (!falls) return undefined;
    return lowersPrice(transaction, input, 'a look-up', showLookup(input));
  },
  async work(transaction, input, admin) {
    const { accountId, firstMicros, againMicros } = input;
    if (againMicros > firstMicros) return refuse('againMicros', 'must not be more than the first');
    const validFromMs = beginningOf(admin, input.validFromMs);
    if (validFromMs === undefined) return IN_THE_PAST;
    const price = { accountId, firstMicros, againMicros, validFromMs };
    const tariff = await insertLookupTariff(transaction, price);
    const amounts = { firstMicros: String(firstMicros), againMicros: String(againMicros) };
    return changed(tariff, { ...price, ...amounts });
  },
  async warn({ reader }, { accountId }, attempt) {
    const wouldBe = await attempt();
    if (!wouldBe.ok) return wouldBe;
    const fromMs = wouldBe.value.validFromMs;
    const tariffs = await listLookupTariffs(reader);
    const before = lookupPricesFor(tariffs, { accountId: accountId ?? NOBODY, atMs: fromMs });
    const changes = changeOf(before && showLookup(before), showLookup(wouldBe.value));
    return describeChanges({ what: 'a look-up', accountId, fromMs, changes });
  },
  show: (tariff) => ({ data: showLookupPrice(tariff) }),
  present: {
    by: ['accountId'],
    read: async (context, { accountId = EVERY }) =>
      priceNow(context, lookupPriceList, { account: accountId }),
  },
});

function showLookup({ firstMicros, againMicros }: LookupPrices): string {
  return `${showRupees(firstMicros)}, again ${showRupees(againMicros)}`;
}

function showLookupPrice({ id: key, accountId, ...tariff }: LookupTariff): RawFields {
  const { firstMicros: first, againMicros: again, validFromMs } = tariff;
  return {
    id: key,
    account: accountId ?? 'every',
    first,
    again,
    valid_from: showTime(validFromMs),
  };
}

/** The price of this very scope that is in force. */
async function priceNow(
  context: OperationContext,
  list: { readonly definition: Definition },
  wanted: Fields,
): Promise<Fields | undefined> {
  const nowMs = context.admin.clock.nowMs();
  const beganMs = (row: Fields): number => Date.parse(String(row['valid_from']));
  const prices = (await rowsOf(context, list)).filter(like(wanted));
  return prices
    .filter((row) => beganMs(row) <= nowMs)
    .toSorted((one, other) => beganMs(one) - beganMs(other))
    .at(-1);
}

/** Later than every price that there is. */
const NEWEST = Number.MAX_SAFE_INTEGER as TariffId;
