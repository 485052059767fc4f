import { createAccount } from '../../admin/accounts/create-account.ts';
import { setAccountState } from '../../admin/accounts/set-account-state.ts';
import { setSpendCaps } from '../../admin/accounts/set-spend-caps.ts';
import { setAccount, type SetAccount } from '../../admin/accounts/set-account.ts';
import type { PeriodSpending } from '../../domain/ledger/spending.ts';
import type { OptionShape } from '../../kit/arguments.ts';
import { UsageError } from '../../kit/refusal.ts';
import { listAccounts, type AccountRecord } from '../../store/accounts/list-accounts.ts';
import { readBalance, type Balance } from '../../store/ledger/read-balance.ts';
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
import { tellGivenUp } from '../stranded.ts';
import { readList, readNumber, readOnOff, readRupees, showRupees, showTime } from '../values.ts';

/** The switches of an account: option, field, what it means. */
const SWITCHES = [
  ['verified', 'verified', 'papers were seen: own senders, no demo text'],
  ['fixed-content', 'fixedContent', 'may send by its templates'],
  ['mnp-coverage', 'mnpCoverage', 'may ask for the network of ported numbers'],
  ['mnp-option', 'mnpOption', 'asks for it on every send'],
  ['always-200', 'always200', 'refusals have HTTP status 200 too'],
  ['lookalikes', 'lookalikes', 'curly quotes and dashes become their GSM form'],
  ['postpaid', 'postpaid', 'may owe money'],
] as const;

const SET_OPTIONS: readonly OptionShape[] = [
  ...SWITCHES.map(([name, , about]) => ({ name, value: 'on|off', about })),
  {
    name: 'ip-list',
    value: 'LIST',
    about: 'addresses and networks that may call, with commas; none: from anywhere',
  },
];

const PAGE = 200;

async function list({ reader }: Line, given: Given): Promise<Answer> {
  const afterId = readNumber(given.option('after') ?? '0', '--after');
  const accounts = await listAccounts(reader, { afterId, most: PAGE });
  const last = accounts.length === PAGE ? accounts.at(-1) : undefined;
  const more = last === undefined ? {} : { note: `More: --after ${last.id}` };
  return { data: accounts.map(summary), ...more };
}

function summary(account: AccountRecord): Fields {
  const { id, name, state, verified, availableMicros, keys } = account;
  return { id, name, state, verified, balance: showRupees(availableMicros), keys };
}

/** `12.40 of 500.00`; the cap may be absent. */
function showSpending({ spentMicros, capMicros }: PeriodSpending): string {
  const spent = showRupees(spentMicros);
  return capMicros === undefined ? spent : `${spent} of ${showRupees(capMicros)}`;
}

function details(account: AccountRecord, balance: Balance | undefined): Fields {
  const { id, name, state, availableMicros, keys, ipList, createdAtMs } = account;
  return {
    id,
    name,
    state,
    balance: showRupees(availableMicros),
    ...Object.fromEntries(
      SWITCHES.map(([option, field]) => [option.replaceAll('-', '_'), account[field]]),
    ),
    ip_list: ipList,
    spent_today: balance === undefined ? null : showSpending(balance.spending.day),
    spent_this_month: balance === undefined ? null : showSpending(balance.spending.month),
    spending_alarm_percent: balance?.spendAlarmPercent ?? null,
    keys,
    created_at: showTime(createdAtMs),
  };
}

async function show(line: Line, given: Given): Promise<Answer> {
  const account = await findAccount(line, given.arg('ACCOUNT'));
  const balance = await readBalance(line.reader, account.id, line.admin.clock.nowMs());
  return { data: details(account, balance) };
}

async function create({ admin }: Line, given: Given): Promise<Answer> {
  const name = given.arg('NAME');
  const { accountId, apiKey } = settled(await createAccount(admin, { name }), given);
  const next = `paigham account set ${accountId} --verified on --fixed-content on`;
  const note = `The key is not shown again. It cannot send yet; next: ${next}`;
  return { data: { id: accountId, name, api_key: apiKey }, note };
}

async function set(line: Line, given: Given): Promise<Answer> {
  const account = await findAccount(line, given.arg('ACCOUNT'));
  const switches = SWITCHES.flatMap(([option, field]) => {
    const text = given.option(option);
    return text === undefined ? [] : [[field, readOnOff(text, `--${option}`)] as const];
  });
  const addresses = given.option('ip-list');
  const ipList = addresses === undefined ? {} : { ipList: readList(addresses) };
  const settings = { ...Object.fromEntries(switches), ...ipList };
  if (Object.keys(settings).length === 0) {
    throw new UsageError('Say what to set: see "paigham account set --help".');
  }
  const input: SetAccount = { accountId: account.id, ...settings };
  settled(await setAccount(line.admin, input), given);
  return show(line, given);
}

async function cap(line: Line, given: Given): Promise<Answer> {
  const account = await findAccount(line, given.arg('ACCOUNT'));
  const alarmAt = given.option('alarm-at');
  const caps = {
    ...readCap(given, 'day', 'dayMicros'),
    ...readCap(given, 'month', 'monthMicros'),
    ...(alarmAt === undefined ? {} : { alarmPercent: readNumber(alarmAt, '--alarm-at') }),
  };
  if (Object.keys(caps).length === 0) {
    throw new UsageError('Say what to cap: see "paigham account cap --help".');
  }
  settled(await setSpendCaps(line.admin, { accountId: account.id, ...caps }), given);
  return show(line, given);
}

function readCap(given: Given, option: string, field: string) {
  const text = given.option(option);
  if (text === undefined) return {};
  return { [field]: text === 'none' ? null : readRupees(text, `--${option}`) };
}

const setState = (state: 'active' | 'disabled') => async (line: Line, given: Given) => {
  const account = await findAccount(line, given.arg('ACCOUNT'));
  if (state === 'disabled') await agree(line, given, await tellGivenUp(line, account.id));
  settled(await setAccountState(line.admin, { accountId: account.id, state }), given);
  return show(line, given);
};

export const accountCommands: readonly Command[] = [
  {
    name: 'account list',
    args: [],
    options: [{ name: 'after', value: 'ID', about: 'begin after this account' }],
    about: 'Lists the accounts.',
    run: list,
  },
  {
    name: 'account show',
    args: ['ACCOUNT'],
    options: [],
    about: 'Shows an account, named by its id or its exact name.',
    run: show,
  },
  {
    name: 'account create',
    args: ['NAME'],
    options: [],
    about: 'Opens an account and shows its API key, once.',
    run: create,
  },
  {
    name: 'account set',
    args: ['ACCOUNT'],
    options: SET_OPTIONS,
    about: 'Switches what an account may do.',
    run: set,
  },
  {
    name: 'account cap',
    args: ['ACCOUNT'],
    options: [
      { name: 'day', value: 'RUPEES', about: 'at most so much a day; none: no cap' },
      { name: 'month', value: 'RUPEES', about: 'at most so much a month; none: no cap' },
      {
        name: 'alarm-at',
        value: 'PERCENT',
        about: 'tells staff when so much of a cap is spent (default: 80)',
      },
    ],
    about: 'Caps what an account may spend, by days and months of Asia/Karachi.',
    run: cap,
  },
  {
    name: 'account disable',
    args: ['ACCOUNT'],
    options: [YES],
    about: 'Refuses its keys at once and rejects what waits; asks first where anything does.',
    run: setState('disabled'),
  },
  {
    name: 'account enable',
    args: ['ACCOUNT'],
    options: [],
    about: 'Takes its keys again.',
    run: setState('active'),
  },
];
