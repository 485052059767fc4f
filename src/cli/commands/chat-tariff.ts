import { rehearse, type Admin } from '../../admin/admin.ts';
import { setChatTariff } from '../../admin/chat/set-chat-tariff.ts';
import {
  CHAT_PRICES,
  chatTariffFor,
  type ChatPrice,
  type ChatTariff,
} from '../../domain/chat/chat-tariff.ts';
import { UsageError } from '../../kit/refusal.ts';
import { listChatTariffs } from '../../store/chat/chat-tariffs.ts';
import { agree, YES } from '../agree.ts';
import {
  settled,
  type Answer,
  type Command,
  type Fields,
  type Given,
  type Line,
} from '../command.ts';
import { findAccount } from '../find-account.ts';
import { changeOf, NOBODY, tellPrices } from '../price-change.ts';
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
  const wanted = {
    category: readPrice(given.arg('CATEGORY')),
    priceMicros: readRupees(given.arg('RUPEES'), 'RUPEES'),
    accountId: account === undefined ? undefined : (await findAccount(line, account)).id,
    validFromMs:
      from === undefined ? undefined : readTime(from, '--from', line.admin.clock.nowMs()),
  };
  const price = (admin: Admin) => setChatTariff(admin, wanted);
  const { category, accountId, ...wouldBe } = settled(await rehearse(line.admin, price), given);
  const { validFromMs: fromMs, priceMicros } = wouldBe;
  const tariffs = await listChatTariffs(line.reader, accountId);
  const of = { accountId: accountId ?? NOBODY, category, atMs: fromMs };
  const before = chatTariffFor(tariffs, of);
  const changes = changeOf(before && showRupees(before.priceMicros), showRupees(priceMicros));
  const what = `a chat message, ${category}`;
  await agree(line, given, tellPrices({ what, accountId, fromMs, changes }));
  return { data: fieldsOf(settled(await price(line.admin), given)) };
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
    about: 'Lists past, current and scheduled prices of chat messages.',
    run: list,
  },
  {
    name: 'chat tariff set',
    args: ['CATEGORY', 'RUPEES'],
    options: [
      { name: 'account', value: 'ACCOUNT', about: 'for this account alone' },
      { name: 'from', value: 'TIME', about: 'valid from then on (default: now)' },
      YES,
    ],
    about: 'Sets the price of a chat message by category; shows what changes and asks first.',
    run: set,
  },
];
