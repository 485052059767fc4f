import { CHAT_PRICES, chatTariffFor } from '../../domain/chat/chat-tariff.ts';
import { showRupees } from '../../domain/pricing/money.ts';
import { Type } from '../../kit/shape.ts';
import { defineEndpoint, done, type Endpoint } from '../../api/v1/endpoint.ts';
import { closed } from '../../api/v1/shapes.ts';
import type { ChatEndpointDeps } from '../chat-numbers/deps.http.ts';
import { listChatTariffs } from '../tariffs/tariffs.sql.ts';

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
        const price = showRupees(tariff.priceMicros);
        const validFrom = new Date(tariff.validFromMs).toISOString();
        return [{ category, price, currency: 'PKR' as const, valid_from: validFrom }];
      });
      return done({ data });
    },
  });
}
