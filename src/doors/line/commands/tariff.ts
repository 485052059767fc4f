import { setTariff } from '../../../desk/roads/set-tariff.ts';
import type { Tariff } from '../../../domain/pricing/tariff.ts';
import { listOperators } from '../../../store/settings/list-operators.ts';
import { listTariffs } from '../../../store/settings/tariffs.ts';
import {
  settled,
  type Answer,
  type Command,
  type Fields,
  type Given,
  type Line,
} from '../command.ts';
import { findAccount } from '../find-account.ts';
import { readRoute, readRupees, readTime, showRupees, showTime } from '../values.ts';

function fieldsOf(tariff: Tariff, operatorNames: ReadonlyMap<number, string>): Fields {
  const { operatorId, accountId } = tariff;
  return {
    id: tariff.id,
    account: accountId ?? 'every',
    route: tariff.senderRoute,
    operator: operatorId === undefined ? 'every' : (operatorNames.get(operatorId) ?? null),
    per_part: showRupees(tariff.partPriceMicros),
    refund_failed: tariff.refundFailed,
    valid_from: showTime(tariff.validFromMs),
  };
}

async function operatorNames({ reader }: Line): Promise<ReadonlyMap<number, string>> {
  const operators = await listOperators(reader);
  return new Map(operators.map(({ id, name }) => [id, name]));
}

async function list(line: Line): Promise<Answer> {
  const names = await operatorNames(line);
  const tariffs = await listTariffs(line.reader);
  return { data: tariffs.map((tariff) => fieldsOf(tariff, names)) };
}

async function set(line: Line, given: Given): Promise<Answer> {
  const account = given.option('account');
  const from = given.option('from');
  const tariff = settled(
    await setTariff(line.desk, {
      senderRoute: readRoute(given.arg('ROUTE'), 'ROUTE'),
      partPriceMicros: readRupees(given.arg('RUPEES'), 'RUPEES'),
      accountId: account === undefined ? undefined : (await findAccount(line, account)).id,
      operator: given.option('operator'),
      refundFailed: given.has('refund-failed'),
      validFromMs: from === undefined ? undefined : readTime(from, '--from'),
    }),
    given,
  );
  return { data: fieldsOf(tariff, await operatorNames(line)) };
}

export const tariffCommands: readonly Command[] = [
  {
    name: 'tariff list',
    args: [],
    options: [],
    about: 'Lists every price there was, is and will be.',
    run: list,
  },
  {
    name: 'tariff set',
    args: ['ROUTE', 'RUPEES'],
    options: [
      { name: 'operator', value: 'NAME', about: 'for this operator alone' },
      { name: 'account', value: 'ACCOUNT', about: 'for this account alone' },
      { name: 'from', value: 'TIME', about: 'valid from then on; now' },
      { name: 'refund-failed', about: 'a message that fails at the operator is refunded' },
    ],
    about: 'Sets the price of a part by sender route, from now or a day on.',
    run: set,
  },
];
