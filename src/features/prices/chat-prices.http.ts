import { CHAT_PRICES, chatTariffFor } from '../../domain/chat/chat-tariff.ts';
import { Type } from '../../kit/shape.ts';
import type { Endpoint } from '../../api/v1/endpoint.ts';
import type { ChatEndpointDeps } from '../chat-numbers/deps.http.ts';
import { listChatTariffs } from '../tariffs/tariffs.sql.ts';
import { allOf } from '../../api/v1/list.ts';
import { time, money, resource } from '../../operations/resource.ts';

const PRICE = resource(
  'ChatPrice',
  {
    category: Type.Enum([...CHAT_PRICES], { description: 'The template category, or free form.' }),
    price: money({ description: 'Of one message.' }),
    currency: Type.Literal('PKR'),
    valid_from: time(),
  },
  'A price that is in force.',
);

export function createListPrices({ reader, chat }: ChatEndpointDeps): Endpoint {
  return allOf({
    path: '/v1/chat/prices',
    name: 'listChatPrices',
    scope: 'read',
    about: 'What chat messages cost you now. A category without a price cannot be sent.',
    item: PRICE,
    async find({ account: { id: accountId } }) {
      const tariffs = await listChatTariffs(reader, { accountId });
      const atMs = chat.clock.nowMs();
      return CHAT_PRICES.flatMap((category) => {
        const tariff = chatTariffFor(tariffs, { accountId, category, atMs });
        return tariff === undefined ? [] : [{ ...tariff, category }];
      });
    },
    show: PRICE.show,
  });
}
