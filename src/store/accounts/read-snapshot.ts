import type { Account, AccountKey } from '../../domain/account/account.ts';
import type { AccountId, SenderId, TemplateId } from '../../domain/ids.ts';
import type { Sender } from '../../domain/sender/sender.ts';
import { readWording, type Template, type Variable } from '../../domain/template/template.ts';
import type { Reader } from '../../kit/postgres/pool.ts';
import { SETTINGS, settingsOf, type SettingsRow } from './account-settings.ts';
import { CHAT_SNAPSHOT, chatSnapshotOf, type ChatSnapshotRow } from './read-chat-snapshot.ts';

type TemplateRow = {
  readonly id: TemplateId;
  readonly name: string;
  readonly message: string;
  readonly category: Template['category'];
  readonly state: Template['state'];
  readonly variables: readonly Variable[];
  readonly validityMinutes: number | null;
};

type Row = SettingsRow & {
  readonly id: AccountId;
  readonly version: number;
  readonly name: string;
  readonly active: boolean;
  readonly postpaid: boolean;
  readonly keys: readonly { readonly hash: string; readonly expiresAtMs: number | null }[];
  readonly senders: readonly (Sender & { readonly id: SenderId })[];
  readonly templates: readonly TemplateRow[];
  readonly has_optouts: boolean;
  readonly chat: ChatSnapshotRow;
};

/** One statement, so that all of it is of one moment and its version tells the truth. */
const SNAPSHOT = `
  select a.id, b.version, a.name, a.state = 'active' as active, ${SETTINGS}, b.postpaid,
    (select coalesce(json_agg(json_build_object(
              'hash', encode(k.key_hash, 'hex'),
              'expiresAtMs', round(extract(epoch from k.expires_at) * 1000)::bigint)), '[]')
       from api_keys k
      where k.account_id = a.id
        and (k.expires_at is null or k.expires_at > to_timestamp($2::float8 / 1000))) as keys,
    (select coalesce(json_agg(json_build_object(
              'id', s.id, 'name', s.name, 'route', s.route, 'state', s.state,
              'isShared', exists (select from shared_senders h
                                  where h.name = s.name and h.route = s.route))), '[]')
       from senders s where s.account_id = a.id) as senders,
    (select coalesce(json_agg(json_build_object(
              'id', t.id, 'name', t.name, 'message', t.message, 'category', t.category,
              'state', t.state, 'variables', t.variables,
              'validityMinutes', t.validity_minutes) order by t.id), '[]')
       from templates t where t.account_id = a.id) as templates,
    exists (select from optouts o where o.account_id = a.id) as has_optouts,
    ${CHAT_SNAPSHOT} as chat
  from accounts a join balances b on b.account_id = a.id`;

const BY_ID = `${SNAPSHOT} where a.id = $1`;

/** The account with the keys that are valid at `atMs`; undefined: no such account. */
export async function readSnapshot(
  reader: Reader,
  accountId: AccountId,
  atMs: number,
): Promise<Account | undefined> {
  const [row] = await reader.read<Row>('read-snapshot', BY_ID, [accountId, atMs]);
  return row === undefined ? undefined : account(row);
}

const BY_KEY = `${SNAPSHOT}
  where a.id = (
    select k.account_id from api_keys k
    where k.key_hash = decode($1, 'hex')
      and (k.expires_at is null or k.expires_at > to_timestamp($2::float8 / 1000))
  )`;

/** The snapshot of the account whose key has this hash, unless the key has expired by `atMs`. */
export async function readSnapshotByKey(
  reader: Reader,
  keyHash: string,
  atMs: number,
): Promise<Account | undefined> {
  const [row] = await reader.read<Row>('read-snapshot-by-key', BY_KEY, [keyHash, atMs]);
  return row === undefined ? undefined : account(row);
}

const LIVE_KEYS = `
  select encode(k.key_hash, 'hex') as hash
  from api_keys k
  where k.key_hash in (select decode(it, 'hex') from unnest($1::text[]) it)
    and (k.expires_at is null or k.expires_at > to_timestamp($2::float8 / 1000))`;

/** For each of these hashes whether it is that of a key which is valid at `atMs`. */
export async function areLiveKeys(
  reader: Reader,
  hashes: readonly string[],
  atMs: number,
): Promise<readonly boolean[]> {
  const rows = await reader.read<{ readonly hash: string }>('are-live-keys', LIVE_KEYS, [
    hashes,
    atMs,
  ]);
  const live = new Set(rows.map(({ hash }) => hash));
  return hashes.map((hash) => live.has(hash));
}

function account(row: Row): Account {
  return {
    id: row.id,
    version: row.version,
    name: row.name,
    active: row.active,
    ...settingsOf(row),
    postpaid: row.postpaid,
    keys: row.keys.map(accountKey),
    sendersByName: new Map(row.senders.map((sender) => [sender.name, sender])),
    sendersById: new Map(row.senders.map((sender) => [sender.id, sender])),
    templates: new Map(row.templates.map((it) => [it.id, template(it)])),
    hasOptouts: row.has_optouts,
    chat: chatSnapshotOf(row.id, row.chat),
  };
}

function accountKey(row: Row['keys'][number]): AccountKey {
  return { hash: row.hash, expiresAtMs: row.expiresAtMs ?? undefined };
}

function template(row: TemplateRow): Template {
  const { message, validityMinutes } = row;
  return { ...row, wording: readWording(message), validityMinutes: validityMinutes ?? undefined };
}
