/** API keys: an account may have several, each with its own scopes. */
import { KEY_MODES, SCOPES, type Scope } from '../../domain/account/account.ts';
import { faultOfName } from '../../domain/account/name.ts';
import { DAY_MS, HOUR_MS } from '../../domain/durations.ts';
import type { AccountId, KeyId } from '../../domain/ids.ts';
import { limit } from '../../domain/limits.ts';
import { hashedOf, writeTestKey } from '../../domain/testing/test-mode.ts';
import type { Reader, Transaction } from '../../kit/postgres/pool.ts';
import { UsageError } from '@paigham/base/refusal.ts';
import { SEAL_PURPOSES } from '../../kit/seal.ts';
import { Type } from '../../kit/shape.ts';
import {
  countLiveKeys,
  endKey,
  expireKeys,
  findKey,
  insertKey,
  listKeys,
  updateKey,
  type KeyRecord,
  type NewKey,
} from './keys.sql.ts';
import { changed, refuse, type Admin, type Refused } from '../../operations/admin.ts';
import {
  account,
  argument,
  flag,
  id,
  list,
  oneOf,
  option,
  orNone,
  text,
  time,
  whole,
  type Kind,
} from '../../operations/fields.ts';
import { detailOf, endInvitations, endMade, findMade, sayMade } from '../users/made-by.ts';
import { operation, query, type Field } from '../../operations/operation.ts';
import { at, showTime } from '../../operations/show.ts';
import { KEY } from './keys.ts';

const ACCOUNT = argument('ACCOUNT', account);
const keyId = argument('KEY', id);

const keyName: Kind<string> = {
  ...text('NAME'),
  rule: faultOfName,
};

const scope = oneOf('SCOPE', SCOPES);
const scopeList: Kind<readonly Scope[]> = {
  word: 'SCOPE,…',
  schema: Type.Array(scope.schema, { minItems: 1, maxItems: SCOPES.length }),
  must: `must be some of ${SCOPES.join(', ')}`,
  read: async (given, source) => scopesOf((await list.read(given, source)) ?? []),
  take: (given) => scopesOf(given as readonly string[]),
};

function scopesOf(words: readonly string[]): readonly Scope[] | undefined {
  const known = SCOPES.filter((scope) => words.includes(scope));
  return known.length === 0 || words.some((word) => !known.some((scope) => scope === word))
    ? undefined
    : known;
}
const expires = orNone(time);

/** 43 characters, letters, digits, `-` and `_`: nothing that needs encoding in a URL. */
const KEY_BYTES = 32;

type Grants = Pick<NewKey, 'name' | 'scopes' | 'mode' | 'expiresAtMs'>;

/** The defaults of a key. */
const EVERYTHING: Grants = {
  name: 'API key',
  scopes: SCOPES,
  mode: 'live',
  expiresAtMs: undefined,
};

/** Only the key's keyed hash and its sealed form are stored. */
export async function issueKey(
  { clock, random, seal, actor: createdBy }: Admin,
  transaction: Transaction,
  owner: AccountId,
  grants: Grants = EVERYTHING,
): Promise<{ readonly id: KeyId; readonly apiKey: string }> {
  const secret = random.secret(KEY_BYTES);
  const apiKey = grants.mode === 'test' ? writeTestKey(secret) : secret;
  const sealed = seal.seal(apiKey, SEAL_PURPOSES.apiKey(owner));
  const key = {
    ...grants,
    hash: seal.hash(hashedOf(apiKey)),
    sealed,
    createdBy,
    lastCharacters: apiKey.slice(-4),
  };
  return {
    id: await insertKey(transaction, { ...key, accountId: owner, atMs: clock.nowMs() }),
    apiKey,
  };
}

/** The key itself; undefined once it has ended. */
export async function readSecret(
  reader: Reader,
  { seal }: Pick<Admin, 'seal'>,
  named: { readonly accountId: AccountId; readonly id: KeyId },
): Promise<string | undefined> {
  const { sealed } = (await findKey(reader, { accountId: named.accountId, id: named.id })) ?? {};
  return sealed && seal.open(sealed, SEAL_PURPOSES.apiKey(named.accountId));
}

/** Nobody can grant scopes they do not have. */
export function refuseGrants({ grants }: Admin, key: Pick<Grants, 'scopes'>): Refused | undefined {
  if (grants === undefined) return undefined;
  const missing = key.scopes.find((it) => !grants.scopes.includes(it));
  if (missing === undefined) return undefined;
  const rule = `must not have "${missing}", which you do not have`;
  return { ...refuse('scopes', rule), missing };
}

/** Nor a longer life: what a key grants ends with it. */
export function refuseLife({ grants }: Admin, { expiresAtMs }: Pick<Grants, 'expiresAtMs'>) {
  const ownMs = grants?.expiresAtMs;
  if (ownMs === undefined || endOf(expiresAtMs) <= ownMs) return undefined;
  const own = new Date(ownMs).toISOString();
  return refuse('expiresAtMs', `must be ${own} at the latest: what you use ends then`);
}

function endOf(expiresAtMs: number | undefined): number {
  return expiresAtMs ?? Infinity;
}

const show = KEY.columns(
  'id',
  'name',
  'state',
  'scopes',
  'mode',
  'created_by',
  'created_at',
  'expires_at',
  'last_used_at',
);

const PAGE = 200;

export const keyList = query({
  name: 'key list',
  about: 'Lists the API keys of an account, newest first; never the keys themselves.',
  input: { accountId: ACCOUNT },
  isPrivate: true,
  async read({ reader, admin }, { accountId }) {
    const keys = await listKeys(reader, { beforeId: undefined, most: PAGE, accountId });
    const nowMs = admin.clock.nowMs();
    return { data: keys.map((key) => show(key, nowMs)), empty: 'No keys found.' };
  },
});

const CREATE = {
  accountId: ACCOUNT,
  name: argument('NAME', keyName),
  scopes: option(
    'scopes',
    scopeList,
    `what it may do: ${SCOPES.join(', ')} (default: all, or what the key may that makes it)`,
  ),
  mode: option(
    'mode',
    oneOf('MODE', KEY_MODES),
    'live, or test: what it sends is neither charged nor carried (default: live)',
  ),
  expiresAtMs: option(
    'expires-at',
    expires,
    'when it ends; none: never (default: none, or when the key ends that makes it)',
  ),
};

/** Creates another key; existing ones stay as they are. */
export const createKey = operation({
  name: 'key create',
  about: 'Makes a further API key and shows it, once.',
  who: 'account',
  audit: 'key.create',
  raises: 'account',
  input: CREATE,
  async work(transaction, { accountId, name, ...given }, admin) {
    const nowMs = admin.clock.nowMs();
    const { scopes = admin.grants?.scopes ?? SCOPES } = given;
    const { mode = 'live', expiresAtMs: end = admin.grants?.expiresAtMs } = given;
    const key = { name, scopes, mode, expiresAtMs: end ?? undefined };
    const refused = refuseGrants(admin, key) ?? refuseLife(admin, key) ?? refuseTime(key, nowMs);
    if (refused !== undefined) return refused;
    const most = limit('accountKeys');
    if ((await countLiveKeys(transaction, { accountId, nowMs })) >= most) {
      return refuse('name', `cannot be added: an account has at most ${most} keys`);
    }
    const made = await issueKey(admin, transaction, accountId, key);
    return changed({ keyId: made.id }, { keyId: made.id, ...key, expiresAtMs: end ?? null });
  },
  async show(made, { accountId, name }, { reader, admin }) {
    const secret = await readSecret(reader, admin, { accountId, id: made.keyId });
    const data = { account: accountId, id: made.keyId, name, api_key: secret };
    return { data, note: 'The key is not shown again.' };
  },
});

function refuseTime({ expiresAtMs }: Pick<Grants, 'expiresAtMs'>, nowMs: number) {
  const isPast = expiresAtMs !== undefined && expiresAtMs <= nowMs;
  return isPast ? refuse('expiresAtMs', 'must be later than now: to end it, revoke it') : undefined;
}

export const ENDED = refuse('keyId', 'has ended', 'key_ended');
const NOT_THEIRS = refuse('keyId', 'is not a key of this account: see "paigham key list"');

/** The key as it is, unless it has ended. */
export async function findOwn(
  admin: Admin,
  transaction: Transaction,
  named: { readonly accountId: AccountId; readonly keyId: number },
): Promise<KeyRecord | Refused> {
  const key = await findKey(transaction, { accountId: named.accountId, id: named.keyId as KeyId });
  if (key === undefined) return NOT_THEIRS;
  const isOver = key.expiresAtMs !== undefined && key.expiresAtMs <= admin.clock.nowMs();
  return isOver ? ENDED : key;
}

const SET = {
  accountId: ACCOUNT,
  keyId,
  name: option('name', keyName, 'what it is called'),
  scopes: option('scopes', scopeList, `what it may do: ${SCOPES.join(', ')}`),
  expiresAtMs: option('expires-at', expires, 'when it ends; none: never'),
};

/** Anything absent stays as it is. */
export const setKey = operation({
  name: 'key set',
  about: 'Changes the name of an API key, what it may do, or when it ends.',
  who: 'account',
  needsOne: true,
  audit: 'key.set',
  raises: 'account',
  input: SET,
  async work(transaction, { accountId, keyId: named, ...given }, admin) {
    const before = await findOwn(admin, transaction, { accountId, keyId: named });
    if ('ok' in before) return before;
    const { name = before.name, scopes = before.scopes } = given;
    const expiresAtMs =
      given.expiresAtMs === undefined ? before.expiresAtMs : (given.expiresAtMs ?? undefined);
    const after = { name, scopes, expiresAtMs };
    const isMore = given.scopes !== undefined || given.expiresAtMs !== undefined;
    const isLife =
      endOf(expiresAtMs) > endOf(before.expiresAtMs) ||
      scopes.some((it) => !before.scopes.includes(it));
    // Nor can they change what they could not make.
    const refused =
      refuseGrants(admin, before) ??
      (isMore ? refuseGrants(admin, after) : undefined) ??
      (isLife ? refuseLife(admin, after) : undefined) ??
      refuseTime(after, admin.clock.nowMs());
    if (refused !== undefined) return refused;
    const key = { id: before.id, name, scopes, expiresAtMs, accountId };
    const set = await updateKey(transaction, key);
    await endInvitations(transaction, accountId, { makers: [`key:${before.id}`], scopes });
    const detail = { keyId: before.id, name, scopes, expiresAtMs: expiresAtMs ?? null };
    return changed(set, detail);
  },
  show: (key, _, { admin }) => ({ data: show(key, admin.clock.nowMs()) }),
  present: {
    by: ['accountId', 'keyId'],
    read: async ({ reader }, { accountId, keyId }) => {
      const key = await findKey(reader, { accountId, id: keyId as KeyId });
      const endsMs = key?.expiresAtMs;
      const expires = endsMs === undefined ? null : showTime(endsMs);
      return key && { name: key.name, scopes: key.scopes, expires_at: expires };
    },
  },
});

const REVOKE = {
  accountId: ACCOUNT,
  keyId,
  keep: flag('keep', 'leaves what it has made as it is: keys, webhooks'),
};

export const revokeKey = operation({
  name: 'key revoke',
  about:
    'Ends an API key at once, with the keys and invitations that it has made; webhooks whose ' +
    'address it has set are paused.',
  who: 'account',
  audit: 'key.revoke',
  raises: 'account',
  input: REVOKE,
  warn: async ({ admin, reader }, { accountId, keyId: id, keep }) =>
    keep ? [] : sayMade(await findMade(admin, reader, accountId, [`key:${id}`])),
  async work(transaction, { keep, ...input }, admin) {
    const key = await findOwn(admin, transaction, input);
    if ('ok' in key) return key;
    // Nor can they end what they could not make.
    const refused = refuseGrants(admin, key);
    if (refused !== undefined) return refused;
    const made = await findMade(admin, transaction, input.accountId, [`key:${key.id}`]);
    await endKey(transaction, {
      id: key.id,
      atMs: admin.clock.nowMs(),
      accountId: input.accountId,
    });
    const why = 'the key that set its address was revoked';
    if (!keep) await endMade(admin, transaction, input.accountId, { ...made, why });
    return changed(undefined, { keyId: key.id, name: key.name, ...detailOf(made, keep) });
  },
  show: (_, input) => ({ data: { account: input.accountId, id: input.keyId, state: 'ended' } }),
});

const DEFAULT_GRACE_MS = DAY_MS;
const LONGEST_GRACE_DAYS = 90;

/** How long the old keys stay valid, so that callers can switch: --grace HOURS, or --now. */
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
  take(body) {
    const { grace, now = false } = body as { readonly grace?: number; readonly now?: boolean };
    if (!now) return { value: grace && grace * HOUR_MS };
    return grace === undefined ? { value: 0 } : refuse('now', 'cannot be used together with grace');
  },
  rule: (ms) =>
    ms >= 0 && ms <= LONGEST_GRACE_DAYS * DAY_MS
      ? undefined
      : `must be from 0 to ${LONGEST_GRACE_DAYS} days`,
};

export const rotateKey = operation({
  name: 'key rotate',
  about: 'Makes a new API key that may do everything, shows it once, and ends all others.',
  audit: 'key.rotate',
  raises: 'account',
  input: { accountId: ACCOUNT, graceMs },
  async work(transaction, { accountId, graceMs: grace }, admin) {
    const nowMs = admin.clock.nowMs();
    const oldKeysExpireAtMs = nowMs + grace;
    const oldKeys = await expireKeys(transaction, {
      expiresAtMs: oldKeysExpireAtMs,
      nowMs,
      accountId,
    });
    const { apiKey } = await issueKey(admin, transaction, accountId);
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
