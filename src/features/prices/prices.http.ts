/** `/v1/prices`: what the account pays, and what a text to so many people would come to. */
import { CHAT_PRICES } from '../../domain/chat/chat-tariff.ts';
import { isRefusal } from '../../domain/failure/failure.ts';
import { micros, showRupees } from '../../domain/pricing/money.ts';
import { ROUTES } from '../../domain/pricing/price-list.ts';
import type { Journey } from '../../journey/journey.ts';
import { Type } from '../../kit/shape.ts';
import { CURRENCY } from '../batches/batch-shape.http.ts';
import { defineEndpoint, done, type Endpoint } from '../../api/v1/endpoint.ts';
import { closed, count } from '../../operations/resource.ts';
import { getOne } from '../../api/v1/list.ts';

const MOST_RECIPIENTS = 1_000_000;

const money = (description: string) =>
  Type.String({ pattern: '^[0-9]+[.][0-9]{2,6}$', description });
const ROUTE = Type.Enum([...ROUTES], { description: 'The type of sender: as in /v1/senders.' });
const NETWORK = Type.String({ description: 'The operator of a number.' });
const currency = Type.Literal(CURRENCY);

const PRICES = closed(
  {
    currency,
    sms: Type.Array(
      closed({
        route: ROUTE,
        network: NETWORK,
        price: money('Of each part.'),
        refunded: Type.Boolean({ description: 'Whether what does not arrive is paid back.' }),
      }),
      { description: 'What is missing has no price, and is not accepted.' },
    ),
    chat: Type.Array(
      closed({
        category: Type.Enum([...CHAT_PRICES], {
          description: 'Of the template; free_form: an answer in your own words.',
        }),
        price: money('Of each message.'),
      }),
    ),
    lookups: Type.Union(
      [
        closed({
          first: money('Of a number that you have not looked up lately.'),
          again: money('Of one that you have.'),
        }),
        Type.Null(),
      ],
      { description: 'Of the operator that serves a ported number; null: not sold.' },
    ),
  },
  { title: 'Prices', description: 'What you pay now.' },
);

const NEW_ESTIMATE = closed(
  {
    text: Type.String({
      minLength: 1,
      maxLength: 2_000,
      description: 'As people would read it: with values, without the demo text.',
    }),
    route: ROUTE,
    recipients: Type.Integer({ minimum: 1, maximum: MOST_RECIPIENTS, default: 1 }),
  },
  { title: 'NewEstimate', description: 'A text, and to how many people.' },
);

const ESTIMATE = closed(
  {
    text: Type.String({ description: 'Exactly as it would go out.' }),
    alphabet: Type.Enum(['gsm', 'unicode']),
    parts: Type.Integer({ minimum: 1, description: 'For each recipient.' }),
    units: count('Characters as they are counted.'),
    units_left: count('That fit into the last part.'),
    recipients: Type.Integer({ minimum: 1 }),
    prices: Type.Array(
      closed({
        network: NETWORK,
        each: money('For one recipient.'),
        total: money('If all of them are there.'),
      }),
      { description: 'Empty: nothing has a price.' },
    ),
    least: money('The price if all are at the cheapest operator.'),
    most: money('The price if all are at the dearest.'),
    currency,
  },
  { title: 'Estimate', description: 'What a text would come to; nothing is sent.' },
);

export function createPriceEndpoints(
  journey: Pick<Journey, 'prices' | 'estimate'>,
): readonly Endpoint[] {
  return [
    getOne({
      path: '/v1/prices',
      name: 'showPrices',
      scope: 'read',
      about: 'What you pay: by type of sender and operator, by chat category, for look-ups.',
      gives: PRICES,
      async find({ account }) {
        const { parts, chat, lookups } = journey.prices(account);
        return {
          currency: CURRENCY,
          sms: parts.map(({ route, network, priceMicros, refundFailed }) => {
            return { route, network, price: showRupees(priceMicros), refunded: refundFailed };
          }),
          chat: chat.map(({ category, priceMicros }) => {
            return { category, price: showRupees(priceMicros) };
          }),
          lookups:
            lookups === undefined
              ? null
              : {
                  first: showRupees(lookups.firstMicros),
                  again: showRupees(lookups.againMicros),
                },
        } as const;
      },
    }),
    createEstimate(journey),
  ];
}

function createEstimate(journey: Pick<Journey, 'estimate'>): Endpoint {
  return defineEndpoint({
    method: 'POST',
    scope: 'read',
    inTest: true,
    path: '/v1/prices/estimate',
    name: 'estimatePrice',
    bucket: 'reads',
    about: 'How many parts a text has, and what it costs for so many recipients.',
    takes: NEW_ESTIMATE,
    gives: ESTIMATE,
    failures: ['text_too_long'],
    handle({ account, body }) {
      const { text, route, recipients } = body;
      const found = journey.estimate({ account, route, text });
      if (isRefusal(found)) return Promise.resolve({ kind: 'refused', refusal: found });
      const ofAll = (each: bigint) => micros(each * BigInt(recipients));
      const totals = found.prices
        .map((it) => ofAll(it.priceMicros))
        .toSorted((a, b) => Number(a - b));
      return Promise.resolve(
        done({
          text: found.text,
          alphabet: found.alphabet === 'gsm7' ? 'gsm' : 'unicode',
          parts: found.parts,
          units: found.units,
          units_left: found.unitsLeft,
          recipients,
          prices: found.prices.map((it) => ({
            network: it.network,
            each: showRupees(it.priceMicros),
            total: showRupees(ofAll(it.priceMicros)),
          })),
          least: showRupees(totals[0] ?? ofAll(0n)),
          most: showRupees(totals.at(-1) ?? ofAll(0n)),
          currency: CURRENCY,
        } as const),
      );
    },
  });
}
