import { setChatTariff } from '../../../desk/chat/set-chat-tariff.ts';
import { CHAT_PRICES, type ChatPrice, type ChatTariff } from '../../../domain/chat/chat-tariff.ts';
import { UsageError } from '../../../kit/refusal.ts';
import { listChatTariffs } from '../../../store/chat/chat-tariffs.ts';
import {
  settled,
  type Answer,
  type Command,
  type Fields,
  type Given,
  type Line,
} from '../command.ts';
import { findAccount } from '../find-account.ts';
import { readRupees, readTime, showRupees, showTime } from '../values.ts';

function fieldsOf({ id, accountId, category, priceMicros, validFromMs }: ChatTariff): Fields {
  return {
    id,
    account: accountId ?? 'every',
    category,
    price: showRupees(priceMicros),
    valid_from: showTime(validFromMs),
  };
}

async function list({ reader }: Line): Promise<Answer> {
  return { data: (await listChatTariffs(reader, undefined)).map(fieldsOf) };
}

async function set(line: Line, given: Given): Promise<Answer> {
  const account = given.option('account');
  const from = given.option('from');
  const tariff = settled(
    await setChatTariff(line.desk, {
      category: readPrice(given.arg('CATEGORY')),
      priceMicros: readRupees(given.arg('RUPEES'), 'RUPEES'),
      accountId: account === undefined ? undefined : (await findAccount(line, account)).id,
      validFromMs: from === undefined ? undefined : readTime(from, '--from'),
    }),
    given,
  );
  return { data: fieldsOf(tariff) };
}

function readPrice(text: string): ChatPrice {
  const price = CHAT_PRICES.find((it) => it === text.replace('-', '_'));
  if (price !== undefined) return price;
  throw new UsageError(`CATEGORY must be one of ${CHAT_PRICES.join(', ')}.`);
}

export const chatTariffCommands: readonly Command[] = [
  {
    name: 'chat tariff list',
    args: [],
    options: [],
    about: 'Lists every price of chat messages there was, is and will be.',
    run: list,
  },
  {
    name: 'chat tariff set',
    args: ['CATEGORY', 'RUPEES'],
    options: [
      { name: 'account', value: 'ACCOUNT', about: 'for this account alone' },
      { name: 'from', value: 'TIME', about: 'valid from then on; now' },
    ],
    about: 'Sets the price of a chat message by category, from now or a day on.',
    run: set,
  },
];
