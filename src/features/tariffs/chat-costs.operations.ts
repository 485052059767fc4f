/**
 * What the chat platform charges us beside what accounts are charged. It bills in a currency of its
 * own, with a new list at most every quarter: staff enter in rupees what their books say.
 */
import { BILLED_CATEGORIES, type ChatCost } from '../../domain/chat/chat-tariff.ts';
import { DAY_MS } from '../../domain/durations.ts';
import { micros } from '../../domain/pricing/money.ts';
import { firstIdAt } from '../../kit/ids.ts';
import { changed } from '../../operations/admin.ts';
import {
  argument,
  checkSpan,
  ofAccount,
  oneOf,
  option,
  rupees,
  span,
  text,
  time,
} from '../../operations/fields.ts';
import { operation, query } from '../../operations/operation.ts';
import type { RawFields } from '../../operations/show.ts';
import { type KnownTier, listTiers } from '../../store/chat/tiers.ts';
import { CHAT_COST, CHAT_TIER, EVERY_OTHER, wordsOfTiers } from './tariffs.ts';
import {
  type ChatMargin,
  insertChatCost,
  listChatCosts,
  readChatMargin,
} from './chat-costs.sql.ts';

const MOST_RUPEES = 10_000n;
export const chatCostList = query({
  name: 'chat cost list',
  about: 'Lists past, current and scheduled costs of chat (WhatsApp) messages at the platform.',
  input: {},
  read: async ({ reader }) => ({
    data: (await listChatCosts(reader)).map(CHAT_COST.columns()),
    empty: 'No costs found.',
  }),
});

export const setChatCost = operation({
  name: 'chat cost set',
  about:
    'Sets what the platform charges for a chat (WhatsApp) message, by category and, where it ' +
    'differs, by country.',
  audit: 'chat.cost',
  raises: 'nothing',
  input: {
    category: argument('CATEGORY', oneOf('CATEGORY', BILLED_CATEGORIES)),
    costMicros: argument('RUPEES', rupees(MOST_RUPEES)),
    country: option(
      'country',
      {
        ...text('CODE'),
        rule: (given) =>
          /^[1-9]\d{0,3}$/.test(given) ? undefined : 'must be a country’s code, such as 92',
      },
      'for numbers that begin with this code: 92',
    ),
    validFromMs: option(
      'from',
      time,
      'in force from then on, also from a day that is past (default: now)',
    ),
  },
  async work(transaction, { validFromMs, ...input }, { clock }) {
    const cost = { ...input, validFromMs: validFromMs ?? clock.nowMs() };
    const { id } = await insertChatCost(transaction, cost);
    return changed({ ...cost, id }, { ...cost, costMicros: String(cost.costMicros) });
  },
  show: (cost: ChatCost) => ({ data: CHAT_COST.columns()(cost) }),
});

export const chatTierList = query({
  name: 'chat tier list',
  about:
    'Lists the price tiers by volume that the chat platform (WhatsApp) said business accounts ' +
    'have reached.',
  input: { accountId: ofAccount },
  read: async ({ reader }, { accountId }) => ({
    data: (await listTiers(reader, { accountId })).map(CHAT_TIER.columns()),
    empty: 'The platform has told of no tier.',
  }),
});

const SHOWN_DAYS = 30;

export const chatMarginShow = query({
  name: 'chat margin show',
  about:
    'Shows chat (WhatsApp) messages that the platform billed: how many, what accounts were ' +
    'charged, what they cost, and what is left.',
  input: { accountId: ofAccount, ...span },
  async read({ reader, admin }, { accountId, ...given }) {
    checkSpan(given);
    const { untilMs, sinceMs = (untilMs ?? admin.clock.nowMs()) - SHOWN_DAYS * DAY_MS } = given;
    const belowId = untilMs === undefined ? Number.MAX_SAFE_INTEGER : firstIdAt(untilMs);
    const ids = { fromId: firstIdAt(sinceMs), belowId };
    const rows = await readChatMargin(reader, { accountId, ...ids });
    const tiers = await listTiers(reader, { accountId });
    return {
      data: rows.map((it) => showMargin(it, tiers)),
      empty: 'The platform has billed nothing then.',
    };
  },
});

/** Without a cost nothing is known to be left. */
function showMargin(
  { costMicros, chargedMicros, ...row }: ChatMargin,
  known: readonly KnownTier[],
): RawFields {
  const { category, country, messages } = row;
  const tiers = wordsOfTiers(known, category);
  const shown = { category, messages, charged: chargedMicros, tiers };
  if (costMicros === undefined) return { ...shown, country: undefined, cost: undefined };
  const spent = costMicros * BigInt(messages);
  return {
    ...shown,
    country: country ?? EVERY_OTHER,
    cost: micros(spent),
    left: micros(chargedMicros - spent),
  };
}
