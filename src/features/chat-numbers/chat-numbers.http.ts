/** `/v1/chat/numbers` and `/v1/chat/prices`: an account's sending numbers, and its prices. */
import { CHAT_PRICES, chatTariffFor, FREE_ANSWERS } from '../../domain/chat/chat-tariff.ts';
import type { ChatNumber } from '../../domain/chat/account-chat.ts';
import { formatRupees } from '../../domain/pricing/money.ts';
import { Type, type Static } from '../../kit/shape.ts';
import { listChatTariffs } from '../tariffs/tariffs.sql.ts';
import { listNumbers, type NumberRecord } from '../../store/chat/numbers.ts';
import { defineEndpoint, done, type Endpoint } from '../../api/v1/endpoint.ts';
import { type ChatEndpointDeps } from './deps.http.ts';
import { closed } from '../../api/v1/shapes.ts';

const NUMBER = closed(
  {
    id: Type.String({ description: 'Ours: what `chatapp_id` takes.' }),
    number: Type.String({ description: 'Digits with country code.' }),
    phone_number_id: Type.String({ description: 'The platform’s id of it.' }),
    business_id: Type.String({ description: 'The platform’s id of its business account.' }),
    default: Type.Boolean({ description: 'Used when a send names none.' }),
    enabled: Type.Boolean(),
    state: Type.Union([Type.Enum(['up', 'trying', 'down', 'needs_attention']), Type.Null()], {
      description: 'Whether the platform lets it send; null: unknown.',
    }),
    why: Type.Union([Type.String(), Type.Null()], {
      description: 'Why it does not send, if known.',
    }),
    window: Type.Enum(['enforce', 'pass'], {
      description: 'Free form outside the 24 hours: refused here, or left to the platform.',
    }),
    service_messages: Type.Integer({
      minimum: 0,
      description: 'Free form that the platform counted this month (UTC), billed or not.',
    }),
    service_messages_free: Type.Integer({
      description: 'How many of them a month the platform does not bill.',
    }),
  },
  { title: 'ChatNumber', description: 'A sending number.' },
);

/** `GET /v1/chat/numbers` */
export function createListNumbers({ reader }: ChatEndpointDeps): Endpoint {
  return defineEndpoint({
    method: 'GET',
    path: '/v1/chat/numbers',
    name: 'listChatNumbers',
    scope: 'read',
    about: 'Your sending numbers on the chat platform.',
    gives: closed({ data: Type.Array(NUMBER) }),
    async handle({ account }) {
      const stored = await listNumbers(reader, { accountId: account.id });
      const known = [...account.chat.numbers.values()];
      const data = known.map((it) => {
        const own = stored.find(({ id }) => id === it.id);
        return show(it, own);
      });
      return done({ data });
    },
  });
}

function show(number: ChatNumber, stored: NumberRecord | undefined): Static<typeof NUMBER> {
  const { id, digits, phoneNumberId, isDefault, enabled, window } = number;
  const known = enabled ? stored : undefined;
  return {
    id: String(id),
    number: digits,
    phone_number_id: phoneNumberId,
    business_id: stored?.businessPlatformId ?? '',
    default: isDefault,
    enabled,
    state: known?.state ?? null,
    why: known?.words ?? null,
    window,
    service_messages: stored?.serviceMessages ?? 0,
    service_messages_free: FREE_ANSWERS,
  };
}

const PRICE = closed(
  {
    category: Type.Enum([...CHAT_PRICES], { description: 'The template category, or free form.' }),
    price: Type.String({ description: 'Of one message.' }),
    currency: Type.Literal('PKR'),
    valid_from: Type.String({ format: 'date-time' }),
  },
  { title: 'ChatPrice', description: 'A price that is in force.' },
);

/** `GET /v1/chat/prices` */
export function createListPrices({ reader, chat }: ChatEndpointDeps): Endpoint {
  return defineEndpoint({
    method: 'GET',
    path: '/v1/chat/prices',
    name: 'listChatPrices',
    scope: 'read',
    about: 'What chat messages cost you now. A category without a price cannot be sent.',
    gives: closed({ data: Type.Array(PRICE) }),
    async handle({ account }) {
      const tariffs = await listChatTariffs(reader, { accountId: account.id });
      const atMs = chat.clock.nowMs();
      const data = CHAT_PRICES.flatMap((category) => {
        const tariff = chatTariffFor(tariffs, { accountId: account.id, category, atMs });
        if (tariff === undefined) return [];
        const price = formatRupees(tariff.priceMicros);
        const validFrom = new Date(tariff.validFromMs).toISOString();
        return [{ category, price, currency: 'PKR' as const, valid_from: validFrom }];
      });
      return done({ data });
    },
  });
}
