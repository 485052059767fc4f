/** Everything that sends and keys of an account are judged by, as it stood at one version. */
import type { Account, AccountKey } from '../domain/account/account.ts';
import type { AccountChat, ChatNumber } from '../domain/chat/account-chat.ts';
import { readDefinition } from '../domain/chat/read-definition.ts';
import { readCategory, type ChatTemplate } from '../domain/chat/template.ts';
import type { AccountId, ChatMediaId, LinkId } from '../domain/ids.ts';
import { checkChatLinkConfig } from '../domain/routing/chat-link-config.ts';
import type { GivenLinkConfig } from '../domain/routing/check-fields.ts';
import type { Sender } from '../domain/sender/sender.ts';
import { readWording, type Template } from '../domain/template/template.ts';
import type { Reader } from '../kit/postgres/pool.ts';
import {
  fromJson,
  jsonList,
  msOf,
  rowsOf,
  statement,
  type JsonOf,
} from '../kit/postgres/statement.ts';

/** What is in memory as it is in the row; lists come as JSON. */
type Row = Omit<Account, 'keys' | 'sendersByName' | 'sendersById' | 'templates' | 'chat'> & {
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

/** One statement, so that all of it is of one moment and its version tells the truth. */
const SNAPSHOT = `
  select a.id, b.version, a.name, a.state = 'active' as active, a.verified, a.fixed_content,
    a.mnp_coverage, a.mnp_option, a.always_200, a.lookalikes, a.ip_list, b.postpaid,
    ${jsonList(`
      select encode(k.key_hash, 'hex') as hash, ${msOf('k.expires_at')} from api_keys k
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
        ${msOf('l.marketing_rests_until')}
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
export async function readSnapshotByKey(
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

/** For each of these hashes whether it is that of a key which is valid at `atMs`. */
export async function areLiveKeys(
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

/** Which of the accounts, known at these versions, have another version now. */
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
  'id' | 'accountId' | 'businessId' | 'enabled' | 'marketingRestsUntilMs'
> & { readonly config: GivenLinkConfig };

/** A configuration that this program cannot understand is no number: `doctor` tells of it. */
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
