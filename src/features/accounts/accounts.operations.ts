/** Accounts: who they are, what they may do and spend. */
import { showRupees } from '../../domain/pricing/money.ts';
import { faultOfPublicName } from '../../domain/account/name.ts';
import type { PeriodSpending } from '../../domain/ledger/ledger.ts';
import type { AccountId } from '../../domain/ids.ts';
import { readIpRange } from '@paigham/http/address-list.ts';
import { Type } from '../../kit/shape.ts';
import {
  findAccount,
  findAccountByName,
  listAccounts,
  updateAccount,
  updateAccountState,
  updatePostpaid,
} from './accounts.sql.ts';
import { announceHosts } from '../../store/nodes/versions.ts';
import { readBalance } from '../../store/ledger/balances.ts';
import { openAccount } from './begin-account.ts';
import {
  changeAccount,
  changed,
  refuse,
  type Admin,
  type Outcome,
} from '../../operations/admin.ts';
import { harmOf, isCapped } from './account-harm.ts';
import { tellOwners } from '../mails/tell-owners.ts';
import { PROVINCES } from '../../domain/payment/invoice.ts';
import { address, PROVINCE, salesTaxNumber } from '../users/address.ts';
import {
  account,
  accountOf,
  argument,
  id,
  list,
  onOff,
  oneOf,
  option,
  text,
  type Kind,
} from '../../operations/fields.ts';
import { operation, query, type Field, type OperationContext } from '../../operations/operation.ts';
import { at, more, type RawAnswer, plain, type Fields } from '../../operations/show.ts';
import { findRejected } from '../routes/stranded.ts';

export const accountId = argument('ACCOUNT', account);

const PAGE = 200;

export const accountList = query({
  name: 'account list',
  about: 'Lists the accounts.',
  input: { afterId: option('after', id, 'start after this account') },
  async read({ reader }, { afterId = 0 }) {
    const accounts = await listAccounts(reader, { afterId, most: PAGE });
    const data = accounts.map((it) => {
      const { name, state, verified, availableMicros: balance, keys } = it;
      return { id: it.id, name, state, verified, balance, keys };
    });
    return { data, ...more(accounts, PAGE, '--after') };
  },
});

export const accountShow = query({
  name: 'account show',
  about: 'Shows an account, named by its id or its exact name.',
  input: { accountId },
  read: async (context, input) => showAccount(context, input.accountId),
});

export async function showAccount(
  { reader, admin }: Pick<OperationContext, 'reader' | 'admin'>,
  shown: AccountId,
): Promise<RawAnswer> {
  const found = await accountOf(reader, shown);
  const balance = await readBalance(reader, shown, admin.clock.nowMs());
  const { name, state, availableMicros, keys, ipList, createdAtMs } = found;
  const data = {
    id: found.id,
    name,
    state,
    balance: availableMicros,
    ...Object.fromEntries(
      SWITCHES.map(([word, field]) => [word.replaceAll('-', '_'), found[field]]),
    ),
    ip_list: ipList,
    address: found.address,
    province: found.province,
    sales_tax_number: found.salesTaxNumber,
    reserved_today: balance && showSpending(balance.spending.day),
    reserved_this_month: balance && showSpending(balance.spending.month),
    spending_alarm_percent: balance?.spendAlarmPercent,
    low_credit_threshold: balance?.lowMicros,
    keys,
    created_at: at(createdAtMs),
  };
  return { data };
}

/** The same, as forms show what they would change. */
export async function readAccount(
  context: OperationContext,
  { accountId }: { readonly accountId: AccountId },
): Promise<Fields> {
  return plain(await showAccount(context, accountId)).data as Fields;
}

/** `12.40 of 500.00`; there may be no cap. */
function showSpending({ spentMicros, capMicros }: PeriodSpending): string {
  const spent = showRupees(spentMicros);
  return capMicros === undefined ? spent : `${spent} of ${showRupees(capMicros)}`;
}

/** The rule that an account's name breaks; undefined: none. */
export function faultOfAccountName(name: string): string | undefined {
  const isNumber = /^\d+$/.test(name);
  return isNumber ? 'must not be a number: it would look like an id' : faultOfPublicName(name);
}

const newName: Kind<string> = { ...text('NAME'), rule: faultOfAccountName };

/** Active, unverified, without credit, and with its first API key. */
export const createAccount = operation({
  name: 'account create',
  about: 'Opens an account and shows its API key, once.',
  audit: 'account.create',
  raises: 'nothing',
  input: { name: argument('NAME', newName) },
  async work(transaction, { name }, admin) {
    const namesake = await findAccountByName(transaction, { name });
    if (namesake !== undefined) return refuse('name', `is taken by account ${namesake.id}`);
    const opened = await openAccount(admin, transaction, { name });
    return { ...changed(opened, { name }), accountId: opened.accountId };
  },
  show({ accountId: created, apiKey }, { name }) {
    const note =
      'The key is not shown again. The account can send its test message to confirmed numbers ' +
      `of its people; for sender IDs of its own: paigham account set ${created} --verified on`;
    return { data: { id: created, name, api_key: apiKey }, note };
  },
});

/** An account's switches: option, field, meaning. */
const SWITCHES = [
  [
    'verified',
    'verified',
    'the account’s documents were checked: it may use its own sender IDs, without the demo text',
  ],
  ['fixed-content', 'fixedContent', 'may send by its templates'],
  ['mnp-coverage', 'mnpCoverage', 'may look up the networks of ported numbers (MNP)'],
  ['mnp-option', 'mnpOption', 'looks them up on every send'],
  ['always-200', 'always200', 'refusals also return HTTP status 200'],
  ['lookalikes', 'lookalikes', 'replaces curly quotes and dashes with GSM characters'],
  ['needs-consent', 'needsConsent', 'promotional messages go only to people who have consented'],
  ['postpaid', 'postpaid', 'may owe money'],
] as const;

type Switch = (typeof SWITCHES)[number][1];
const SWITCH_FIELDS = Object.fromEntries(
  SWITCHES.map(([word, field, about]) => [field, option(word, onOff, about)]),
) as Readonly<Record<Switch, Field<boolean, 'optional'>>>;

/** The list is part of every snapshot of the account and is checked on every send. */
const IP_RANGES = 200;
const ipList: Kind<readonly string[]> = {
  ...list,
  rule(given) {
    const bad = given.find((it) => readIpRange(it) === undefined);
    if (bad !== undefined) return `holds "${bad}", which is not an address`;
    return given.length > IP_RANGES ? `must have ${IP_RANGES} entries at most` : undefined;
  },
};
const IP_LIST = {
  accountId,
  addresses: argument('ADDRESSES', {
    ...ipList,
    schema: Type.Array(Type.String({ maxLength: 60 }), {
      maxItems: IP_RANGES,
      description: 'Addresses and networks (CIDR) that may call; none: from anywhere.',
    }),
  }),
};

/** Sets the whole list: an address that is not on it may no longer call. */
export const setIpList = operation({
  name: 'account ip-list',
  about: 'Sets from where an account may be called: addresses and networks, or none for anywhere.',
  who: 'account',
  audit: 'account.set',
  raises: 'account',
  input: IP_LIST,
  async work(transaction, { accountId, addresses }) {
    const ranges = addresses.map(readIpRange).filter((range) => range !== undefined);
    const only = [...new Set(ranges)];
    await updateAccount(transaction, { ipList: only, accountId });
    return changed(only, { ipList: only });
  },
  show: (_, input, context) => showAccount(context, input.accountId),
  present: {
    by: ['accountId'],
    read: async (context, input) => ({
      addresses: (await readAccount(context, input))['ip_list'],
    }),
  },
});

const province = option(
  'province',
  { ...oneOf('PROVINCE', PROVINCES), schema: PROVINCE },
  'whose sales tax its invoices state',
);

/** Anything absent stays as it is. */
export const setAccount = operation({
  name: 'account set',
  about: 'Turns an account’s permissions on or off, and sets its province.',
  needsOne: true,
  audit: 'account.set',
  raises: 'account',
  input: {
    accountId,
    ...SWITCH_FIELDS,
    province,
    ipList: option(
      'ip-list',
      ipList,
      'addresses and networks that may call, separated by commas; none: any',
    ),
  },
  async warn({ reader, check }, { accountId, ...given }) {
    const before = await accountOf(reader, accountId);
    const harm = harmOf(before, given);
    if (given.postpaid !== true || before.postpaid) return harm;
    if (await isCapped(reader, accountId, check.clock.nowMs())) return harm;
    return [
      ...harm,
      `Account ${accountId} has no spending cap, so it may owe without limit: ` +
        'see "paigham account cap".',
    ];
  },
  async second(transaction, { accountId, ...given }, { clock }) {
    const { name, postpaid } = await accountOf(transaction, accountId);
    if (given.postpaid !== true || postpaid) return undefined;
    const set = SWITCHES.flatMap(([word, field]) => {
      const value = given[field];
      return value === undefined ? [] : [`${word} ${value ? 'on' : 'off'}`];
    });
    const owes = (await isCapped(transaction, accountId, clock.nowMs()))
      ? ''
      : ', which has no spending cap: it may owe without limit';
    return `Sets ${set.join(', ')} for ${name} (${accountId})${owes}`;
  },
  async work(transaction, { accountId, postpaid, ...given }, admin) {
    const ranges = given.ipList?.map(readIpRange).filter((range) => range !== undefined);
    const settings = givenOf({ ...given, ipList: ranges && [...new Set(ranges)] });
    const before = await findAccount(transaction, { accountId });
    const after = { ...before, ...settings };
    // Ported numbers are looked up with the coverage that the account pays for.
    if (after.mnpOption === true && after.mnpCoverage !== true) {
      return refuse('mnpOption', 'needs --mnp-coverage on');
    }
    await updateAccount(transaction, { ...settings, accountId });
    if (settings.verified !== undefined) await announceHosts(transaction);
    if (before?.verified === true && settings.verified === false) {
      await tellOwners(admin, transaction, accountId, { kind: 'account_unverified' });
    }
    if (postpaid !== undefined && !(await updatePostpaid(transaction, { accountId, postpaid }))) {
      return refuse('postpaid', 'must stay on while the account owes money');
    }
    return changed(undefined, givenOf({ ...settings, postpaid }));
  },
  show: (_, { accountId }, context) => showAccount(context, accountId),
  present: { by: ['accountId'], read: readAccount },
});

const OWN_SWITCHES = {
  accountId,
  mnpOption: SWITCH_FIELDS.mnpOption,
  always200: SWITCH_FIELDS.always200,
  lookalikes: SWITCH_FIELDS.lookalikes,
  needsConsent: SWITCH_FIELDS.needsConsent,
  address: option('address', address, 'its address on statements and invoices'),
  province,
  salesTaxNumber: option('sales-tax-number', salesTaxNumber, 'its STRN on invoices; empty: none'),
};

/** What an account's own people may switch. Anything absent stays as it is. */
export const setOwnSwitches = operation({
  name: 'account switch',
  about:
    'Sets what an account may choose itself: switches, and its address and tax details on ' +
    'statements and invoices.',
  who: 'account',
  needsOne: true,
  audit: 'account.set',
  raises: 'account',
  input: OWN_SWITCHES,
  async work(transaction, { accountId, ...given }) {
    const settings = givenOf(given);
    const { mnpCoverage } = (await findAccount(transaction, { accountId })) ?? {};
    if (settings.mnpOption === true && mnpCoverage !== true) {
      return refuse('mnpOption', 'needs coverage for ported numbers: ask the operator for it');
    }
    await updateAccount(transaction, { ...settings, accountId });
    return changed(undefined, settings);
  },
  show: (_, input, context) => showAccount(context, input.accountId),
});

/** Whether it may spend only so much, in a day or a month. */
type Given<T> = { readonly [K in keyof T]?: Exclude<T[K], undefined> };

function givenOf<T extends object>(fields: T): Given<T> {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as Given<T>;
}

type SetAccountState = {
  readonly accountId: AccountId;
  readonly state: 'active' | 'disabled';
};

/**
 * While disabled, its keys are refused with code 1 at once, and what is still waiting is released
 * when its turn comes (contract section 6); its domains serve everybody.
 */
export function setAccountState(admin: Admin, input: SetAccountState): Promise<Outcome<void>> {
  const { accountId, state } = input;
  const action = state === 'active' ? 'account.enable' : 'account.disable';
  return changeAccount(admin, { action, accountId }, async (transaction) => {
    await updateAccountState(transaction, { accountId, state });
    await announceHosts(transaction);
    return changed(undefined, {});
  });
}

export const disableAccount = operation({
  name: 'account disable',
  about: 'Refuses its keys at once and rejects its waiting messages; asks first if there are any.',
  input: { accountId },
  warn: (context, input) => findRejected(context, input.accountId),
  audit: 'account.disable',
  run: (admin, input) => setAccountState(admin, { ...input, state: 'disabled' }),
  show: (_, input, context) => showAccount(context, input.accountId),
});

export const enableAccount = operation({
  name: 'account enable',
  about: 'Accepts the keys of a disabled account again.',
  input: { accountId },
  audit: 'account.enable',
  run: (admin, input) => setAccountState(admin, { ...input, state: 'active' }),
  show: (_, input, context) => showAccount(context, input.accountId),
});
