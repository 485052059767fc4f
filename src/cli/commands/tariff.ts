import { setTariff } from '../../admin/routing/set-tariff.ts';
import { rehearse, type Admin } from '../../admin/admin.ts';
import { removeTariff } from '../../admin/routing/remove-tariff.ts';
import type { OperatorId, TariffId } from '../../domain/ids.ts';
import type { Tariff } from '../../domain/pricing/tariff.ts';
import { listOperators } from '../../store/settings/list-operators.ts';
import { listTariffs } from '../../store/settings/tariffs.ts';
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
import { tellTariff } from '../price-change.ts';
import { readNumber, readRoute, readRupees, readTime, showRupees, showTime } from '../values.ts';

function fieldsOf(tariff: Tariff, operatorNames: ReadonlyMap<OperatorId, string>): Fields {
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

async function operatorNames({ reader }: Line): Promise<ReadonlyMap<OperatorId, string>> {
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
  const operator = given.option('operator');
  const wanted = {
    senderRoute: readRoute(given.arg('ROUTE'), 'ROUTE'),
    partPriceMicros: readRupees(given.arg('RUPEES'), 'RUPEES'),
    accountId: account === undefined ? undefined : (await findAccount(line, account)).id,
    refundFailed: given.has('refund-failed'),
    validFromMs:
      from === undefined ? undefined : readTime(from, '--from', line.admin.clock.nowMs()),
  };
  const price = (admin: Admin) => setTariff(admin, { ...wanted, operator });
  const wouldBe = settled(await rehearse(line.admin, price), given);
  await agree(line, given, await tellTariff(line, wouldBe));
  const tariff = settled(await price(line.admin), given);
  return { data: fieldsOf(tariff, await operatorNames(line)) };
}

async function remove(line: Line, given: Given): Promise<Answer> {
  const id = readNumber(given.arg('ID'), 'ID') as TariffId;
  const tariff = settled(await removeTariff(line.admin, id), given);
  return { data: { ...fieldsOf(tariff, await operatorNames(line)), removed: true } };
}

export const tariffCommands: readonly Command[] = [
  {
    name: 'tariff list',
    args: [],
    options: [],
    about: 'Lists past, current and scheduled prices.',
    run: list,
  },
  {
    name: 'tariff set',
    args: ['ROUTE', 'RUPEES'],
    options: [
      { name: 'operator', value: 'NAME', about: 'for this operator alone' },
      { name: 'account', value: 'ACCOUNT', about: 'for this account alone' },
      { name: 'from', value: 'TIME', about: 'valid from then on (default: now)' },
      { name: 'refund-failed', about: 'a message that fails at the operator is refunded' },
      YES,
    ],
    about: 'Sets the price of a part by sender type; shows what changes and asks first.',
    run: set,
  },
  {
    name: 'tariff remove',
    args: ['ID'],
    options: [],
    about: 'Removes a price that is not in force yet.',
    run: remove,
  },
];
