/** Accounts: who they are, what they may do and spend, and their API keys. */
import { DAY_MS, HOUR_MS } from '../domain/durations.ts';
import type { PeriodSpending } from '../domain/ledger/spending.ts';
import type { AccountId } from '../domain/ids.ts';
import type { Micros } from '../domain/pricing/money.ts';
import { readIpRange } from '../kit/ip-range.ts';
import type { Transaction } from '../kit/postgres/pool.ts';
import { UsageError } from '../kit/refusal.ts';
import { SEAL_PURPOSES } from '../kit/seal.ts';
import { Type } from '../kit/shape.ts';
import {
  expireKeys,
  findAccount,
  findAccountByName,
  insertAccount,
  insertKey,
  listAccounts,
  updateAccount,
  updateAccountState,
  updatePostpaid,
} from '../store/accounts.ts';
import { announceHosts } from '../store/versions.ts';
import { readBalance, updateSpendCaps } from '../store/balances.ts';
import { grantSharedSenders, waitForSharing } from '../store/senders.ts';
import { changeAccount, changed, refuse, type Admin, type Outcome } from './admin.ts';
import {
  account,
  accountOf,
  argument,
  id,
  list,
  onOff,
  option,
  rupees,
  text,
  whole,
  type Kind,
} from './fields.ts';
import { operation, query, type Field, type OperationContext } from './operation.ts';
import { at, more, showRupees, type RawAnswer } from './show.ts';
import { findRejected } from './stranded.ts';

const accountId = argument('ACCOUNT', account);

const PAGE = 200;

export const accountList = query({
  name: 'account list',
  about: 'Lists the accounts.',
  input: { afterId: option('after', id, 'begin after this account') },
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
  read: async (context, input) => show(context, input.accountId),
});

async function show(
  { reader, admin }: Pick<OperationContext, 'reader' | 'admin'>,
  shown: AccountId,
): Promise<RawAnswer> {
  const found = await accountOf(reader, shown);
  const balance = await readBalance(reader, shown, admin.clock.nowMs());
  const { name, state, availableMicros, keys, ipList, createdAtMs } = found;
  const data = {
    ...{ id: found.id, name, state, balance: availableMicros },
    ...Object.fromEntries(
      SWITCHES.map(([word, field]) => [word.replaceAll('-', '_'), found[field]]),
    ),
    ip_list: ipList,
    spent_today: balance && showSpending(balance.spending.day),
    spent_this_month: balance && showSpending(balance.spending.month),
    spending_alarm_percent: balance?.spendAlarmPercent,
    keys,
    created_at: at(createdAtMs),
  };
  return { data };
}

/** `12.40 of 500.00`; the cap may be absent. */
function showSpending({ spentMicros, capMicros }: PeriodSpending): string {
  const spent = showRupees(spentMicros);
  return capMicros === undefined ? spent : `${spent} of ${showRupees(capMicros)}`;
}

const NAME_CHARACTERS = 100;
const newName: Kind<string> = {
  ...text('NAME'),
  rule(name) {
    const isName = name.trim() === name && /^[^\p{Cc}]+$/u.test(name);
    if (!isName || name.length > NAME_CHARACTERS) {
      return `must have 1 to ${NAME_CHARACTERS} characters, no blank at either end`;
    }
    return /^\d+$/.test(name) ? 'must not be a number: it would look like an id' : undefined;
  },
};

/** Active, unverified, without credit, with its first API key. */
export const createAccount = operation({
  name: 'account create',
  about: 'Opens an account and shows its API key, once.',
  audit: 'account.create',
  raises: 'nothing',
  input: { name: argument('NAME', newName) },
  async work(transaction, { name }, admin) {
    const namesake = await findAccountByName(transaction, name);
    if (namesake !== undefined) return refuse('name', `is taken by account ${namesake.id}`);
    const nowMs = admin.clock.nowMs();
    const created = await insertAccount(transaction, name, nowMs);
    await waitForSharing(transaction);
    await grantSharedSenders(transaction, { accountId: created }, nowMs);
    const apiKey = await issueKey(admin, transaction, created);
    return { ...changed({ accountId: created, apiKey }, { name }), accountId: created };
  },
  show({ accountId: created, apiKey }, { name }) {
    const next = `paigham account set ${created} --verified on --fixed-content on`;
    const note = `The key is not shown again. The account cannot send yet; next: ${next}`;
    return { data: { id: created, name, api_key: apiKey }, note };
  },
});

/** 43 characters, letters, digits, `-` and `_`: nothing that an address would have to encode. */
const KEY_BYTES = 32;

/** Only the key's keyed hash and its sealed form are stored. */
async function issueKey(
  { clock, random, seal }: Admin,
  transaction: Transaction,
  owner: AccountId,
): Promise<string> {
  const apiKey = random.secret(KEY_BYTES);
  const sealed = seal.seal(apiKey, SEAL_PURPOSES.apiKey(owner));
  await insertKey(transaction, owner, { hash: seal.hash(apiKey), sealed }, clock.nowMs());
  return apiKey;
}

/** The switches of an account: option, field, what it means. */
const SWITCHES = [
  [
    'verified',
    'verified',
    'the account’s documents were checked: it may use its own sender IDs, without the demo text',
  ],
  ['fixed-content', 'fixedContent', 'may send by its templates'],
  ['mnp-coverage', 'mnpCoverage', 'may look up the networks of ported numbers (MNP)'],
  ['mnp-option', 'mnpOption', 'looks them up on every send'],
  ['always-200', 'always200', 'refusals have HTTP status 200 too'],
  ['lookalikes', 'lookalikes', 'replaces curly quotes and dashes by their GSM form'],
  ['postpaid', 'postpaid', 'may owe money'],
] as const;

type Switch = (typeof SWITCHES)[number][1];
const SWITCH_FIELDS = Object.fromEntries(
  SWITCHES.map(([word, field, about]) => [field, option(word, onOff, about)]),
) as Readonly<Record<Switch, Field<boolean, 'optional'>>>;

/** The list travels with every snapshot of the account and is walked on every send. */
const IP_RANGES = 200;
const ipList: Kind<readonly string[]> = {
  ...list,
  rule(given) {
    const bad = given.find((it) => readIpRange(it) === undefined);
    if (bad !== undefined) return `holds "${bad}", which is not an address`;
    return given.length > IP_RANGES ? `must have ${IP_RANGES} entries at most` : undefined;
  },
};

/** What is absent stays as it is. */
export const setAccount = operation({
  name: 'account set',
  about: 'Turns an account’s permissions on or off.',
  needsOne: true,
  audit: 'account.set',
  raises: 'account',
  input: {
    accountId,
    ...SWITCH_FIELDS,
    ipList: option(
      'ip-list',
      ipList,
      'addresses and networks that may call, separated by commas; none: from anywhere',
    ),
  },
  async work(transaction, { accountId: of, postpaid, ...given }) {
    const ranges = given.ipList?.map(readIpRange).filter((range) => range !== undefined);
    const settings = givenOf({ ...given, ipList: ranges && [...new Set(ranges)] });
    const after = { ...(await findAccount(transaction, of)), ...settings };
    // Ported numbers are looked up with the coverage that the account pays for.
    if (after.mnpOption === true && after.mnpCoverage !== true) {
      return refuse('mnpOption', 'needs --mnp-coverage on');
    }
    await updateAccount(transaction, of, settings);
    if (settings.verified !== undefined) await announceHosts(transaction);
    if (postpaid !== undefined && !(await updatePostpaid(transaction, of, postpaid))) {
      return refuse('postpaid', 'must stay on while the account owes money');
    }
    return changed(undefined, givenOf({ ...settings, postpaid }));
  },
  show: (_, input, context) => show(context, input.accountId),
});

type Given<T> = { readonly [K in keyof T]?: Exclude<T[K], undefined> };

/** Those fields that are given. */
function givenOf<T extends object>(fields: T): Given<T> {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as Given<T>;
}

/** An amount, or null for none. */
const capRupees = rupees(100_000_000n);
const cap: Kind<Micros | null> = {
  ...capRupees,
  schema: Type.Union([capRupees.schema, Type.Literal('none')]),
  read: (given, source) => (given === 'none' ? null : capRupees.read(given, source)),
  rule: (value) => (value === null ? undefined : capRupees.rule?.(value)),
};

/** What is absent stays as it is; null takes a cap away. */
export const setSpendCaps = operation({
  name: 'account cap',
  about: 'Caps what an account may spend per day and per month (Pakistan time).',
  needsOne: true,
  audit: 'account.cap',
  raises: 'account',
  input: {
    accountId,
    dayMicros: option('day', cap, 'what it may spend in a day; none: no cap'),
    monthMicros: option('month', cap, 'what it may spend in a month; none: no cap'),
    alarmPercent: option(
      'alarm-at',
      {
        ...whole('PERCENT', 1, 100),
        rule: (percent) =>
          whole('PERCENT', 1, 100).rule?.(percent) && 'must be from 1 to 100 percent',
      },
      'alerts staff when this share of a cap is spent (default: 80)',
    ),
  },
  async work(transaction, { accountId: of, dayMicros, monthMicros, alarmPercent }, { clock }) {
    const before = await readBalance(transaction, of, clock.nowMs());
    if (before === undefined) return refuse('account', 'must be an account that exists');
    const { spending, spendAlarmPercent } = before;
    const caps = {
      dayMicros: (dayMicros === undefined ? spending.day.capMicros : dayMicros) ?? undefined,
      monthMicros:
        (monthMicros === undefined ? spending.month.capMicros : monthMicros) ?? undefined,
      alarmPercent: alarmPercent ?? spendAlarmPercent,
    };
    await updateSpendCaps(transaction, of, caps);
    const shown = (micros: bigint | undefined) => (micros === undefined ? null : String(micros));
    return changed(undefined, {
      day: shown(caps.dayMicros),
      month: shown(caps.monthMicros),
      alarmPercent: caps.alarmPercent,
    });
  },
  show: (_, input, context) => show(context, input.accountId),
});

export type SetAccountState = {
  readonly accountId: AccountId;
  readonly state: 'active' | 'disabled';
};

/**
 * Disabled, its keys are refused with code 1 at once and what still waits is released when its turn
 * comes (contract section 6); its domains serve everybody.
 */
export function setAccountState(admin: Admin, input: SetAccountState): Promise<Outcome<void>> {
  const { accountId: of, state } = input;
  const action = state === 'active' ? 'account.enable' : 'account.disable';
  return changeAccount(admin, { action, accountId: of }, async (transaction) => {
    await updateAccountState(transaction, of, state);
    await announceHosts(transaction);
    return changed(undefined, {});
  });
}

export const disableAccount = operation({
  name: 'account disable',
  about: 'Refuses its keys at once and rejects its waiting messages; asks first if there are any.',
  input: { accountId },
  warn: (context, input) => findRejected(context, input.accountId),
  run: (admin, input) => setAccountState(admin, { ...input, state: 'disabled' }),
  show: (_, input, context) => show(context, input.accountId),
});

export const enableAccount = operation({
  name: 'account enable',
  about: 'Accepts the keys of a disabled account again.',
  input: { accountId },
  run: (admin, input) => setAccountState(admin, { ...input, state: 'active' }),
  show: (_, input, context) => show(context, input.accountId),
});

const DEFAULT_GRACE_MS = DAY_MS;
const LONGEST_GRACE_DAYS = 90;

/** How long the old keys stay valid, so that callers can change over: --grace HOURS, or --now. */
const graceMs: Field<number, 'defaulted'> = {
  need: 'defaulted',
  options: [
    { name: 'grace', value: 'HOURS', about: 'how long the old keys stay valid (default: 24)' },
    { name: 'now', about: 'revokes the old keys immediately' },
  ],
  schema: Type.Object({
    grace: Type.Optional(Type.Integer({ minimum: 0 })),
    now: Type.Optional(Type.Boolean()),
  }),
  fallback: DEFAULT_GRACE_MS,
  async read(given, source) {
    const hours = await option('grace', whole('HOURS', 0, 0), '').read(given, source);
    if (!given.has('now')) return hours && hours * HOUR_MS;
    if (hours === undefined) return 0;
    throw new UsageError('--now and --grace cannot be used together.');
  },
  rule: (ms) =>
    ms >= 0 && ms <= LONGEST_GRACE_DAYS * DAY_MS
      ? undefined
      : `must be from 0 to ${LONGEST_GRACE_DAYS} days`,
};

export const rotateKey = operation({
  name: 'key rotate',
  about: 'Makes a new API key and shows it, once.',
  audit: 'key.rotate',
  raises: 'account',
  input: { accountId, graceMs },
  async work(transaction, { accountId: of, graceMs: grace }, admin) {
    const nowMs = admin.clock.nowMs();
    const oldKeysExpireAtMs = nowMs + grace;
    const oldKeys = await expireKeys(transaction, of, { expiresAtMs: oldKeysExpireAtMs, nowMs });
    const apiKey = await issueKey(admin, transaction, of);
    return changed({ apiKey, oldKeys, oldKeysExpireAtMs }, { oldKeys, graceMs: grace });
  },
  show: ({ apiKey, oldKeys, oldKeysExpireAtMs }, input) => ({
    data: {
      account: input.accountId,
      api_key: apiKey,
      old_keys: oldKeys,
      old_keys_expire_at: at(oldKeysExpireAtMs),
    },
    note: 'The key is not shown again.',
  }),
});
