/** Prices of a part of a text, a chat message, and a number look-up. */
import { showRupees } from '../../domain/pricing/money.ts';
import { CHAT_PRICES, chatTariffFor, type ChatTariff } from '../../domain/chat/chat-tariff.ts';
import type { TariffId } from '../../domain/ids.ts';
import { lookupPricesFor, type LookupTariff } from '../../domain/portability/directory.ts';
import {
  deleteTariff,
  insertChatTariff,
  insertLookupTariff,
  insertTariff,
  listChatTariffs,
  listLookupTariffs,
  listTariffs,
  type NamedTariff,
} from './tariffs.sql.ts';
import { findOperator } from '../operators/operators.sql.ts';
import { changed, refuse } from '../../operations/admin.ts';
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
import { operation, query } from '../../operations/operation.ts';
import {
  beginningOf,
  changesOfTariff,
  doesTextFall,
  lowersPrice,
  NEWEST,
  priceOfOne,
} from './price-changes.ts';
import { like } from '../../operations/present.ts';
import { plainFields } from '../../operations/show.ts';
import { CHAT_TARIFF, LOOKUP_TARIFF, TARIFF } from './tariffs.ts';

const MOST_RUPEES = 10_000n;
const MOST_RUPEES_PER_LOOKUP = 1_000n;

const WHEN = {
  accountId: forAccount,
  validFromMs: option('from', time, 'in force from then on (default: now)'),
};

/** The price of this very scope that is in force at a time. */
function latestOf<Scope extends object, It extends Scope & { readonly validFromMs: number }>(
  known: readonly It[],
  scope: Scope,
  atMs: number,
): It | undefined {
  const begun = known.filter(like(scope)).filter(({ validFromMs }) => validFromMs <= atMs);
  return begun.toSorted((a, b) => a.validFromMs - b.validFromMs).at(-1);
}

/** Nothing was changed: a second row would say the same. */
const ALREADY_SO = 'It is already so: nothing was changed.';

type Noted<Price> = Price & { readonly note?: string };

const IN_THE_PAST = refuse('validFromMs', 'must not lie in the past');

export const tariffList = query({
  name: 'tariff list',
  about: 'Lists past, current and scheduled prices.',
  input: {},
  read: async ({ reader }) => ({ data: (await listTariffs(reader)).map(TARIFF.columns()) }),
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
    const validFromMs = beginningOf(admin.clock, input.validFromMs) ?? 0;
    const operatorId =
      operator === undefined ? undefined : await findOperator(transaction, { name: operator });
    const wanted = { ...input, id: NEWEST as TariffId, operatorId, operator, validFromMs };
    const before = await listTariffs(transaction);
    const change = { before, after: [...before, wanted] };
    if (!(await doesTextFall(transaction, wanted, change))) return undefined;
    const where = operator === undefined ? '' : ` to ${operator}`;
    const price = showRupees(input.partPriceMicros);
    return lowersPrice(transaction, input, `a part by ${input.senderRoute}${where}`, price);
  },
  async work(transaction, { operator, ...input }, admin) {
    const validFromMs = beginningOf(admin.clock, input.validFromMs);
    if (validFromMs === undefined) return IN_THE_PAST;
    const operatorId =
      operator === undefined ? undefined : await findOperator(transaction, { name: operator });
    if (operator !== undefined && operatorId === undefined) {
      return refuse('operator', 'must be one of the operators');
    }
    const { accountId, senderRoute: route } = input;
    const price = { ...input, operatorId, validFromMs };
    const scope = { senderRoute: route, operatorId, accountId };
    const before = latestOf(await listTariffs(transaction), scope, validFromMs);
    const isSame = before?.refundFailed === price.refundFailed;
    if (isSame && before.partPriceMicros === price.partPriceMicros) {
      return changed<Noted<NamedTariff>>(
        { ...before, note: ALREADY_SO },
        { operator, alreadySo: before.id },
      );
    }
    const tariff = await insertTariff(transaction, price);
    const audited = { ...price, operator, partPriceMicros: String(input.partPriceMicros) };
    return changed<Noted<NamedTariff>>(tariff, audited);
  },
  async warn({ reader }, _, attempt) {
    const wouldBe = await attempt();
    return wouldBe.ok ? changesOfTariff(reader, wouldBe.value) : wouldBe;
  },
  show: (tariff) => ({ data: TARIFF.columns()(tariff), note: tariff.note }),
  present: {
    by: ['senderRoute', 'operator', 'accountId'],
    read: async ({ reader, admin }, scope) => {
      const price = latestOf(await listTariffs(reader), scope, admin.clock.nowMs());
      return (
        price && { rupees: showRupees(price.partPriceMicros), refund_failed: price.refundFailed }
      );
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
    const { operator: _, ...detail } = tariff;
    return changed(tariff, { ...detail, partPriceMicros: String(tariff.partPriceMicros) });
  },
  show: (tariff) => ({ data: { ...TARIFF.columns()(tariff), removed: true } }),
});

export const chatTariffList = query({
  name: 'chat tariff list',
  about: 'Lists past, current and scheduled prices of chat (WhatsApp) messages.',
  input: {},
  read: async ({ reader }) => ({
    data: (await listChatTariffs(reader, { accountId: undefined })).map(CHAT_TARIFF.columns()),
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
  ...priceOfOne<ChatTariff>({
    list: listChatTariffs,
    inForce: chatTariffFor,
    amountsOf: ({ priceMicros }) => [priceMicros],
    what: ({ category }) => `a chat message of ${category}`,
    changing: ({ category }) =>
      `${category === 'authentication' ? 'an' : 'a'} ${category} chat message`,
  }),
  async work(transaction, input, admin) {
    const validFromMs = beginningOf(admin.clock, input.validFromMs);
    if (validFromMs === undefined) return IN_THE_PAST;
    const { accountId, category, priceMicros } = input;
    const known = await listChatTariffs(transaction, { accountId });
    const before = latestOf(known, { accountId, category }, validFromMs);
    if (before?.priceMicros === priceMicros) {
      return changed<Noted<ChatTariff>>({ ...before, note: ALREADY_SO }, { alreadySo: before.id });
    }
    const price = { ...input, validFromMs };
    const tariff = await insertChatTariff(transaction, price);
    return changed<Noted<ChatTariff>>(tariff, { ...price, priceMicros: String(priceMicros) });
  },
  show: (tariff) => ({ data: CHAT_TARIFF.columns()(tariff), note: tariff.note }),
  present: {
    by: ['category', 'accountId'],
    read: async ({ reader, admin }, scope) => {
      const price = latestOf(await listChatTariffs(reader, scope), scope, admin.clock.nowMs());
      return price && { rupees: showRupees(price.priceMicros) };
    },
  },
});

export const lookupPriceList = query({
  name: 'lookup prices',
  about: 'Lists past, current and scheduled prices of number look-ups.',
  input: {},
  read: async ({ reader }) => ({
    data: (await listLookupTariffs(reader)).map(LOOKUP_TARIFF.columns()),
  }),
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
  ...priceOfOne<LookupTariff>({
    list: (reader) => listLookupTariffs(reader),
    inForce: lookupPricesFor,
    amountsOf: ({ firstMicros, againMicros }) => [firstMicros, againMicros],
    what: () => 'a look-up',
  }),
  async work(transaction, input, admin) {
    const { accountId, firstMicros, againMicros } = input;
    if (againMicros > firstMicros) return refuse('againMicros', 'must not be more than the first');
    const validFromMs = beginningOf(admin.clock, input.validFromMs);
    if (validFromMs === undefined) return IN_THE_PAST;
    const price = { accountId, firstMicros, againMicros, validFromMs };
    const tariff = await insertLookupTariff(transaction, price);
    const amounts = { firstMicros: String(firstMicros), againMicros: String(againMicros) };
    return changed(tariff, { ...price, ...amounts });
  },
  show: (tariff) => ({ data: LOOKUP_TARIFF.columns()(tariff) }),
  present: {
    by: ['accountId'],
    read: async ({ reader, admin }, scope) => {
      const price = latestOf(await listLookupTariffs(reader), scope, admin.clock.nowMs());
      return price && plainFields(LOOKUP_TARIFF.columns()(price));
    },
  },
});
