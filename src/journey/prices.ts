/** What an account pays: the tariffs in force, and what a text would come to. */
import { measureText } from '@paigham/sms-text';
import type { Account } from '../domain/account/account.ts';
import { CHAT_PRICES, chatTariffFor } from '../domain/chat/chat-tariff.ts';
import type { Refusal } from '../domain/failure/failure.ts';
import type { Preview } from '../domain/message/preview.ts';
import { lookupPricesFor } from '../domain/portability/directory.ts';
import { ROUTES, type AccountPrices } from '../domain/pricing/price-list.ts';
import { tariffFor } from '../domain/pricing/tariff.ts';
import { REFERENCE_BITS, type SenderRoute } from '../domain/sender/sender.ts';
import { settleText } from './accept/settle-text.ts';
import { priceMessages } from './charge/price.ts';
import type { JourneyDeps } from './deps.ts';

type PricesDeps = Pick<JourneyDeps, 'routing' | 'clock' | 'settings'>;

export function pricesOf(
  { routing, clock }: PricesDeps,
  { id: accountId }: Account,
): AccountPrices {
  const { operatorNames, carriedBy, tariffs, lookupTariffs, chat } = routing.current();
  const atMs = clock.nowMs();
  const parts = ROUTES.flatMap((route) =>
    [...operatorNames].flatMap(([operatorId, network]) => {
      const asked = { accountId, senderRoute: route, operatorId, atMs };
      const tariff = tariffFor(tariffs, { ...asked, carriedBy: carriedBy.get(operatorId) });
      if (tariff === undefined) return [];
      const { partPriceMicros: priceMicros, refundFailed } = tariff;
      return [{ route, network, priceMicros, refundFailed }];
    }),
  );
  const chats = CHAT_PRICES.flatMap((category) => {
    const tariff = chatTariffFor(chat.tariffs, { accountId, category, atMs });
    return tariff === undefined ? [] : [{ category, priceMicros: tariff.priceMicros }];
  });
  return { parts, chat: chats, lookups: lookupPricesFor(lookupTariffs, { accountId, atMs }) };
}

export type Estimating = {
  readonly account: Account;
  readonly route: SenderRoute;
  /** As a recipient would read it, without the demo text. */
  readonly text: string;
};

/** What a text would come to for a number of each operator, by the code that sends. */
export function estimate(
  { routing, clock, settings }: PricesDeps,
  { account, route, text }: Estimating,
): Omit<Preview, 'needsUnicode'> | Refusal {
  const { demoText } = settings;
  const asSent = (unicode: boolean) =>
    settleText(text, { account, senderRoute: route, unicode, demoText });
  const plain = asSent(false);
  // What does not go without is sent with `unicode`.
  const settled = 'reason' in plain ? asSent(true) : plain;
  if ('reason' in settled) return settled;
  const current = routing.current();
  const messages = [...current.operatorNames].map(([operatorId, network]) => {
    return { operatorId, network, parts: settled.parts };
  });
  // A test key is shown what a live one would pay.
  const order = { account: { ...account, isTest: false }, sender: { route }, messages };
  const priced = priceMessages(order, current, clock.nowMs());
  const prices = priced.messages.map(({ network, priceMicros }) => ({ network, priceMicros }));
  return { ...measureText(settled.text, REFERENCE_BITS[route]), text: settled.text, prices };
}
