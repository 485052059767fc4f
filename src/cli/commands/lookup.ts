import { rehearse, type Admin } from '../../admin/admin.ts';
import { setLookupPrice } from '../../admin/routing/set-lookup-price.ts';
import type { DirectoryAnswer } from '../../domain/portability/directory.ts';
import {
  lookupPricesFor,
  type LookupPrices,
  type LookupTariff,
} from '../../domain/portability/lookup.ts';
import { readRecipient } from '../../domain/recipient/recipient.ts';
import { UsageError } from '../../kit/refusal.ts';
import { listLookups } from '../../store/lookups/find-lookups.ts';
import { listOperators } from '../../store/settings/list-operators.ts';
import { listLookupTariffs } from '../../store/settings/lookup-tariffs.ts';
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

function priceFields(tariff: LookupTariff): Fields {
  return {
    id: tariff.id,
    account: tariff.accountId ?? 'every',
    first: showRupees(tariff.firstMicros),
    again: showRupees(tariff.againMicros),
    valid_from: showTime(tariff.validFromMs),
  };
}

async function list({ reader }: Line): Promise<Answer> {
  return { data: (await listLookupTariffs(reader)).map(priceFields) };
}

async function set(line: Line, given: Given): Promise<Answer> {
  const account = given.option('account');
  const from = given.option('from');
  const wanted = {
    firstMicros: readRupees(given.arg('FIRST'), 'FIRST'),
    againMicros: readRupees(given.arg('AGAIN'), 'AGAIN'),
    accountId: account === undefined ? undefined : (await findAccount(line, account)).id,
    validFromMs:
      from === undefined ? undefined : readTime(from, '--from', line.admin.clock.nowMs()),
  };
  const price = (admin: Admin) => setLookupPrice(admin, wanted);
  const wouldBe = settled(await rehearse(line.admin, price), given);
  const { accountId, validFromMs: fromMs } = wouldBe;
  const tariffs = await listLookupTariffs(line.reader);
  const before = lookupPricesFor(tariffs, { accountId: accountId ?? NOBODY, atMs: fromMs });
  const shown = ({ firstMicros, againMicros }: LookupPrices): string =>
    `${showRupees(firstMicros)}, again ${showRupees(againMicros)}`;
  const changes = changeOf(before && shown(before), shown(wouldBe));
  await agree(line, given, tellPrices({ what: 'a look-up', accountId, fromMs, changes }));
  return { data: priceFields(settled(await price(line.admin), given)) };
}

/** What accounts have saved of a number, and what the directory says now: nobody is charged. */
async function show(line: Line, given: Given): Promise<Answer> {
  const recipient = readMobile(given.arg('NUMBER'));
  const account = given.option('account');
  const accountId = account === undefined ? undefined : (await findAccount(line, account)).id;
  const names = new Map((await listOperators(line.reader)).map(({ id, name }) => [id, name]));
  const saved = (await listLookups(line.reader, { accountId, recipient })).map((it): Fields => {
    const operator = names.get(it.operatorId) ?? null;
    const lookedUpAt = showTime(it.lookedUpAtMs);
    return { said_by: 'saved', operator, account: it.accountId, looked_up_at: lookedUpAt };
  });
  const live = (await line.directory.lookUp([recipient])).get(recipient);
  const now: Fields = {
    said_by: 'directory, now',
    operator: wordFor(live),
    account: null,
    looked_up_at: null,
  };
  return { data: [...saved, now], note: 'Nobody was charged, and nothing was saved.' };
}

function readMobile(text: string): string {
  const read = readRecipient(text);
  if (!read.ok) throw new UsageError('NUMBER must be a Pakistani mobile number.');
  return read.number;
}

function wordFor(answer: DirectoryAnswer | undefined): string {
  switch (answer?.kind) {
    case 'operator':
      return answer.name;
    case 'not_ported':
      return '(not ported: the holder of its prefix)';
    case 'unknown':
      return '(it does not know)';
    case 'failed':
    case undefined:
      return '(no answer)';
  }
}

export const lookupCommands: readonly Command[] = [
  {
    name: 'lookup prices',
    args: [],
    options: [],
    about: 'Lists past, current and scheduled prices of look-ups of ported numbers.',
    run: list,
  },
  {
    name: 'lookup price',
    args: ['FIRST', 'AGAIN'],
    options: [
      { name: 'account', value: 'ACCOUNT', about: 'for this account alone' },
      { name: 'from', value: 'TIME', about: 'valid from then on (default: now)' },
      YES,
    ],
    about: 'Sets the price of a number’s first look-up, and again within 60 days, in rupees.',
    run: set,
  },
  {
    name: 'lookup',
    args: ['NUMBER'],
    options: [{ name: 'account', value: 'ACCOUNT', about: 'what this account has saved' }],
    about: 'Shows who has a number: what is saved, and what the directory says now.',
    run: show,
  },
];
