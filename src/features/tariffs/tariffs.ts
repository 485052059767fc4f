/** What accounts pay, and what the platform charges us, wherever it is shown. */
import { BILLED_CATEGORIES, CHAT_PRICES } from '../../domain/chat/chat-tariff.ts';
import type { ChatTier } from '../../domain/chat/webhook-event.ts';
import { stampInZone } from '../../domain/policy/hours.ts';
import { Type } from '../../kit/shape.ts';
import { senderRoute } from '../../operations/fields.ts';
import { everyAccount, from, money, orWord, resource, time } from '../../operations/resource.ts';

export const TARIFF = resource('Tariff', {
  id: Type.Integer(),
  account: everyAccount(),
  route: from('senderRoute', senderRoute.schema),
  operator: orWord(Type.String(), 'every'),
  per_part: from('partPriceMicros', money()),
  refund_failed: Type.Boolean(),
  valid_from: time(),
});

export const CHAT_TARIFF = resource('ChatTariff', {
  id: Type.Integer(),
  account: everyAccount(),
  category: Type.Enum([...CHAT_PRICES]),
  price: money(),
  valid_from: time(),
});

export const LOOKUP_TARIFF = resource('LookupTariff', {
  id: Type.Integer(),
  account: everyAccount(),
  first: money(),
  again: money(),
  valid_from: time(),
});

export const EVERY_OTHER = 'every other';

/** What the platform said a business account pays by since it sent so many messages in a month. */
export const CHAT_TIER = resource('ChatTier', {
  account: from('accountId', Type.Integer()),
  business: Type.String(),
  category: Type.String(),
  region: Type.String(),
  tier: Type.String(),
  month: from('effectiveMonth', Type.String()),
  since: time(),
});

/** The tiers of a category, for people; undefined: none is known. */
export function wordsOfTiers(known: readonly ChatTier[], category: string): string | undefined {
  const own = known.filter((it) => it.category === category);
  const words = own.map(({ tier, region, sinceMs }) => {
    return `${tier} in ${region} since ${stampInZone(sinceMs)}`;
  });
  return words.length === 0 ? undefined : [...new Set(words)].join(', ');
}

export const CHAT_COST = resource('ChatCost', {
  id: Type.Integer(),
  category: Type.Enum([...BILLED_CATEGORIES]),
  country: orWord(Type.String(), EVERY_OTHER),
  cost: money(),
  valid_from: time(),
});
