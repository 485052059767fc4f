/** Everything that sends and keys of an account are checked against, as of one version. */
import type { Account, AccountKey } from '../../domain/account/account.ts';
import type { AccountChat, ChatNumber } from '../../domain/chat/account-chat.ts';
import { type ChatTemplate, readCategory, readDefinition } from '../../domain/chat/template.ts';
import type { AccountId, ChatMediaId, LinkId } from '../../domain/ids.ts';
import { limit } from '../../domain/limits.ts';
import { checkChatLinkConfig } from '../../domain/routing/chat-link-config.ts';
import type { GivenLinkConfig } from '../../domain/routing/link-field.ts';
import type { Sender } from '../../domain/sender/sender.ts';
import { readWording, type Template } from '../../domain/template/template.ts';
import { hashedOf } from '../../domain/testing/test-mode.ts';
import { type Clock, pause } from '../../kit/clock.ts';
import { createGroup } from '../../kit/group.ts';
import type { Reader } from '../../kit/postgres/pool.ts';
import {
  fromJson,
  jsonList,
  type JsonOf,
  msOf,
  rowsOf,
  statement,
} from '../../kit/postgres/statement.ts';

/**
 * Accounts as interfaces and journey see them: snapshots in memory, each with the version it was
 * taken at. Each commit compares that version with the one the balance statement returns, so
 * that a change takes effect at once.
 */
export type AccountCache = {
  /**
   * A live key and its account, perhaps disabled; undefined: unknown, expired, revoked.
   * @param isGuessed called for a key that is not in memory: whether it comes from where keys are
   *   guessed. Such keys are looked up together, several times a second, so that guesses cost the
   *   store nothing individually; a valid one among them waits for a moment, once.
   */
  byKey(apiKey: string, isGuessed?: () => boolean): Promise<KeyHolder | undefined>;
  byId(accountId: AccountId): Promise<Account | undefined>;
  /** Drops the snapshot, so that the next look-up reads the store. */
  forget(accountId: AccountId): void;
  /**
   * Drops snapshots whose version is out of date: for changes that were not announced, because the
   * connection for announcements was lost. Looks at a part of them, and at the next when it is
   * called again: whatever relies on a snapshot compares its version itself.
   */
  forgetChanged(): Promise<void>;
};

export type KeyHolder = { readonly account: Account; readonly key: AccountKey };

export type AccountCacheSettings = {
  readonly reader: Reader;
  readonly clock: Clock;
  /** The keyed hash under which keys are stored (kit/seal), in hex. */
  readonly hashKey: (apiKey: string) => string;
  /** Snapshots kept in memory, at most. */
  readonly most?: number;
};

type Loaded = Promise<Account | undefined>;

/** Unknown keys are not remembered: guessing fills no memory. */
export function createAccountCache(settings: AccountCacheSettings): AccountCache {
  const { reader, clock, hashKey, most = limit('accountCache') } = settings;
  const snapshots = createSnapshots(most);
  const readings = createReadings();
  const guesses = createGroup<string, boolean>({
    async work(hashes) {
      await pause(clock, limit('guessedKeysEveryMs'));
      return areLiveKeys(reader, hashes, clock.nowMs());
    },
    mostItems: limit('guessedKeysAtOnce'),
  });

  const load = async (name: string, read: () => Loaded): Loaded => {
    const { account, mayKeep } = await readings.share(name, read);
    if (account !== undefined && mayKeep(account.id)) snapshots.keep(account);
    return account;
  };
  const forget = (accountId: AccountId): void => {
    snapshots.drop(accountId);
    readings.overtake(accountId);
  };
  let uncompared: readonly AccountId[] = [];
  return {
    async byKey(apiKey, isGuessed) {
      const hash = hashKey(hashedOf(apiKey));
      const known = snapshots.byKeyHash(hash);
      if (known !== undefined) return holderOf(known, hash, clock.nowMs());
      if (isGuessed?.() === true && !(await guesses.add(hash))) return undefined;
      const read = () => readSnapshotByKey(reader, hash, clock.nowMs());
      const loaded = await load(`key ${hash}`, read);
      return loaded && holderOf(loaded, hash, clock.nowMs());
    },
    async byId(accountId) {
      const known = snapshots.byId(accountId);
      return known ?? load(`id ${accountId}`, () => readSnapshot(reader, accountId, clock.nowMs()));
    },
    forget,
    async forgetChanged() {
      if (uncompared.length === 0) uncompared = snapshots.ids();
      const atOnce = limit('accountsCompared');
      const known = uncompared.slice(0, atOnce).flatMap((id) => snapshots.peek(id) ?? []);
      uncompared = uncompared.slice(atOnce);
      for (const id of await listChangedAccounts(reader, known)) forget(id);
    },
  };
}

function holderOf(account: Account, keyHash: string, nowMs: number): KeyHolder | undefined {
  const key = account.keys.find(({ hash }) => hash === keyHash);
  const isLive = key !== undefined && nowMs < (key.expiresAtMs ?? Number.POSITIVE_INFINITY);
  return isLive ? { account, key } : undefined;
}

type Reading = {
  readonly account: Account | undefined;
  /** Whether the account has not been dropped since the read began. */
  readonly mayKeep: (accountId: AccountId) => boolean;
};

/** Reads in progress: callers that ask for the same share one. */
function createReadings() {
  const shared = new Map<string, Promise<Reading>>();
  /** For each read in progress, the accounts dropped since it began. */
  const overtaken = new Set<Set<AccountId>>();

  const begin = async (read: () => Loaded, forgotten: Set<AccountId>): Promise<Reading> => {
    overtaken.add(forgotten);
    try {
      return { account: await read(), mayKeep: (id) => !forgotten.has(id) };
    } finally {
      overtaken.delete(forgotten);
    }
  };
  return {
    share(name: string, read: () => Loaded): Promise<Reading> {
      const underWay = shared.get(name);
      if (underWay !== undefined) return underWay;
      const reading = begin(read, new Set()).finally(() => {
        if (shared.get(name) === reading) shared.delete(name);
      });
      shared.set(name, reading);
      return reading;
    },
    /** Later callers do not share a read that began earlier. */
    overtake(accountId: AccountId): void {
      for (const forgotten of overtaken) forgotten.add(accountId);
      shared.clear();
    },
  };
}

/** Snapshots of accounts in memory, found by id and by the hash of each of their keys. */
type Snapshots = {
  byId(accountId: AccountId): Account | undefined;
  byKeyHash(hash: string): Account | undefined;
  /** Keeps a snapshot, unless a newer one of the account is here already. */
  keep(account: Account): void;
  drop(accountId: AccountId): void;
  ids(): readonly AccountId[];
  /** Without counting as a use. */
  peek(accountId: AccountId): Account | undefined;
};

/** @param most snapshots kept; beyond it the least recently used is dropped. */
function createSnapshots(most: number): Snapshots {
  /** In order of use: the first is the least recently used. */
  const snapshots = new Map<AccountId, Account>();
  const ownersByHash = new Map<string, AccountId>();

  const byId = (accountId: AccountId): Account | undefined => {
    const account = snapshots.get(accountId);
    if (account === undefined) return undefined;
    snapshots.delete(accountId);
    snapshots.set(accountId, account);
    return account;
  };
  const drop = (accountId: AccountId): void => {
    for (const key of snapshots.get(accountId)?.keys ?? []) ownersByHash.delete(key.hash);
    snapshots.delete(accountId);
  };
  return {
    byId,
    byKeyHash(hash) {
      const owner = ownersByHash.get(hash);
      return owner === undefined ? undefined : byId(owner);
    },
    keep(account) {
      if ((snapshots.get(account.id)?.version ?? 0) > account.version) return;
      drop(account.id);
      snapshots.set(account.id, account);
      for (const key of account.keys) ownersByHash.set(key.hash, account.id);
      const [oldest] = snapshots.keys();
      if (snapshots.size > most && oldest !== undefined) drop(oldest);
    },
    drop,
    ids: () => [...snapshots.keys()],
    peek: (accountId) => snapshots.get(accountId),
  };
}

/** Fields kept as in the row; lists come as JSON. */
type Row = Omit<
  Account,
  'keys' | 'sendersByName' | 'sendersById' | 'templates' | 'chat' | 'isTest'
> & {
  readonly keys: readonly JsonOf<AccountKey>[];
  readonly senders: readonly JsonOf<Sender>[];
  readonly templates: readonly JsonOf<Omit<Template, 'wording'>>[];
  readonly chatLinkId: LinkId | undefined;
  readonly chatTemplatesMost: number;
  readonly chatCollapseBlanks: boolean;
  readonly hasChatOptouts: boolean;
  readonly chatNumbers: readonly JsonOf<NumberRow>[];
  readonly chatTemplates: readonly JsonOf<ChatTemplateRow>[];
};

/** One statement, so that all of it is from one moment and matches its version. */
const SNAPSHOT = `
  select a.id, b.version, a.name, a.state = 'active' as active, a.verified, a.fixed_content,
    a.mnp_coverage, a.mnp_option, a.always_200, a.lookalikes, a.ip_list, b.postpaid,
    ${jsonList(`
      select k.id, 'key:' || k.id as actor, encode(k.key_hash, 'hex') as hash, k.scopes,
        k.mode,
        ${msOf('k.expires_at')} from api_keys k
      where k.account_id = a.id and (k.expires_at is null or k.expires_at > @atMs)`)} as keys,
    ${jsonList(`
      select s.id, s.name, s.route, s.state, exists (
        select from shared_senders h where h.name = s.name and h.route = s.route) as is_shared
      from senders s where s.account_id = a.id`)} as senders,
    ${jsonList(`
      select t.id, t.name, t.message, t.category, t.state, t.variables, t.validity_minutes
      from templates t where t.account_id = a.id order by t.id`)} as templates,
    exists (select from optouts o where o.account_id = a.id) as has_optouts,
    a.chat_link_id, a.chat_templates_most, a.chat_collapse_blanks,
    exists (select from chat_optouts o where o.account_id = a.id) as has_chat_optouts,
    ${jsonList(`
      select l.id, l.account_id, l.business_id, l.enabled, l.config,
        ${msOf('l.marketing_rests_until')}, ${msOf('l.templates_rest_until')}
      from links l where l.account_id = a.id order by l.id`)} as chat_numbers,
    ${jsonList(`
      select c.id, c.business_id, c.platform_id, c.name, c.language, c.category, c.state,
        c.reason, c.components, c.sample_id
      from chat_templates c where c.account_id = a.id order by c.id`)} as chat_templates
  from accounts a join balances b on b.account_id = a.id`;

const BY_ID = statement<Row>('read-snapshot', `${SNAPSHOT} where a.id = :accountId`);

/** The account with the keys that are valid at `atMs`; undefined: no such account. */
export async function readSnapshot(
  reader: Reader,
  accountId: AccountId,
  atMs: number,
): Promise<Account | undefined> {
  const [row] = await reader.read(BY_ID, { accountId, atMs });
  return row && accountOf(row);
}

const BY_KEY = statement<Row>(
  'read-snapshot-by-key',
  `${SNAPSHOT}
  where a.id = (
    select k.account_id from api_keys k
    where k.key_hash = decode(:keyHash, 'hex')
      and (k.expires_at is null or k.expires_at > @atMs)
  )`,
);

/** The snapshot of the account whose key has this hash, unless the key has expired by `atMs`. */
async function readSnapshotByKey(
  reader: Reader,
  keyHash: string,
  atMs: number,
): Promise<Account | undefined> {
  const [row] = await reader.read(BY_KEY, { keyHash, atMs });
  return row && accountOf(row);
}

const LIVE_KEYS = statement<{ readonly hash: string }>(
  'are-live-keys',
  `select encode(k.key_hash, 'hex') as hash
  from api_keys k
  where k.key_hash in (select decode(it, 'hex') from unnest(:hashes::text[]) it)
    and (k.expires_at is null or k.expires_at > @atMs)`,
);

/** For each of these hashes, whether it is that of a key valid at `atMs`. */
async function areLiveKeys(
  reader: Reader,
  hashes: readonly string[],
  atMs: number,
): Promise<readonly boolean[]> {
  const rows = await reader.read(LIVE_KEYS, { hashes, atMs });
  const live = new Set(rows.map(({ hash }) => hash));
  return hashes.map((hash) => live.has(hash));
}

const CHANGED = statement<{ readonly id: AccountId }>(
  'list-changed-accounts',
  `select t.id from ${rowsOf({ id: 'bigint', version: 'bigint' })}
  left join balances b on b.account_id = t.id
  where b.version is distinct from t.version`,
);

/** Which of the accounts, known at these versions, have a different version now. */
export async function listChangedAccounts(
  reader: Reader,
  known: readonly { readonly id: AccountId; readonly version: number }[],
): Promise<readonly AccountId[]> {
  if (known.length === 0) return [];
  return (await reader.read(CHANGED, { rows: known })).map(({ id }) => id);
}

function accountOf(row: Row): Account {
  const { keys, senders, templates, chatLinkId, chatTemplatesMost, chatCollapseBlanks } = row;
  const { hasChatOptouts, chatNumbers, chatTemplates, ...account } = row;
  const known = fromJson(senders);
  return {
    ...account,
    keys: fromJson(keys),
    sendersByName: new Map(known.map((sender) => [sender.name, sender])),
    sendersById: byId(known),
    templates: byId(fromJson(templates).map(templateOf)),
    chat: {
      numbers: byId(fromJson(chatNumbers).flatMap((it) => numberOf(it, chatLinkId))),
      templates: byId(fromJson(chatTemplates).map(chatTemplateOf)),
      templatesMost: chatTemplatesMost,
      collapseBlanks: chatCollapseBlanks,
      hasOptouts: hasChatOptouts,
    } satisfies AccountChat,
    isTest: false,
  };
}

function byId<It extends { readonly id: unknown }>(them: readonly It[]) {
  return new Map<It['id'], It>(them.map((it) => [it.id, it]));
}

function templateOf(row: Omit<Template, 'wording'>): Template {
  return { ...row, wording: readWording(row.message) };
}

type NumberRow = Pick<
  ChatNumber,
  'id' | 'accountId' | 'businessId' | 'enabled' | 'marketingRestsUntilMs' | 'templatesRestUntilMs'
> & { readonly config: GivenLinkConfig };

/** A configuration that this program cannot parse is left out: `doctor` reports it. */
function numberOf(
  { config, ...number }: NumberRow,
  defaultId: LinkId | undefined,
): readonly ChatNumber[] {
  const checked = checkChatLinkConfig(config);
  if (!checked.ok) return [];
  const { phoneNumberId, digits, window } = checked.config;
  return [{ ...number, phoneNumberId, digits, window, isDefault: number.id === defaultId }];
}

type ChatTemplateRow = Omit<ChatTemplate, 'category' | 'definition'> & {
  readonly category: string;
  readonly components: unknown;
  readonly sampleId: ChatMediaId | undefined;
};

function chatTemplateOf({ components, sampleId, ...row }: ChatTemplateRow): ChatTemplate {
  const category = readCategory(row.category);
  return {
    ...row,
    category,
    definition: readDefinition(components, { category, sample: sampleId }),
  };
}
