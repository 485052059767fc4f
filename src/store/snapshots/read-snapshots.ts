/** Snapshots of accounts, as the store has them. */
import type { Account, AccountKey } from '../../domain/account/account.ts';
import type { AccountChat, ChatNumber } from '../../domain/chat/account-chat.ts';
import { type ChatTemplate, readCategory, readDefinition } from '../../domain/chat/template.ts';
import type { AccountId, ChatMediaId, LinkId } from '../../domain/ids.ts';
import { limit } from '../../domain/limits.ts';
import { checkChatLinkConfig } from '../../domain/routing/chat-link-config.ts';
import type { GivenLinkConfig } from '../../domain/routing/link-field.ts';
import type { Sender } from '../../domain/sender/sender.ts';
import { readWording, type Template } from '../../domain/template/template.ts';
import type { Clock } from '@paigham/base/clock.ts';
import { createGroup } from '../../kit/group.ts';
import type { Reader } from '../../kit/postgres/pool.ts';
import { fromJson, jsonList, type JsonOf, msOf, statement } from '../../kit/postgres/statement.ts';

/** An account by its id, or by the hash of a key that is valid. */
type Wanted = { readonly accountId: AccountId } | { readonly hash: string };

/**
 * Reads snapshots; undefined: no such account, or no such valid key. What is asked for while the
 * store answers is read together: after a start, every account is asked for at once.
 */
export function createSnapshotReader(
  reader: Reader,
  clock: Clock,
): (wanted: Wanted) => Promise<Account | undefined> {
  const group = createGroup<Wanted, Account | undefined>({
    work: (wanted) => readSnapshots(reader, wanted, clock.nowMs()),
    mostItems: limit('snapshotsAtOnce'),
  });
  return (wanted) => group.add(wanted);
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
    a.needs_consent,
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
      select t.id, t.name, t.message, t.category, t.state, t.variables, t.validity_minutes,
        case when t.own_numbers_only then array(
          select u.phone::text from account_users p join users u on u.id = p.user_id
          where p.account_id = a.id and u.phone is not null) end as only_to
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

const READ = statement<Row>(
  'read-snapshots',
  `${SNAPSHOT}
  where a.id = any (:ids::bigint[] || array(
    select k.account_id from api_keys k
    where k.key_hash in (select decode(it, 'hex') from unnest(:hashes::text[]) it)
      and (k.expires_at is null or k.expires_at > @atMs)
  ))`,
);

/** Each with the keys that are valid at `atMs`, in the order of what is wanted. */
async function readSnapshots(
  reader: Reader,
  wanted: readonly Wanted[],
  atMs: number,
): Promise<readonly (Account | undefined)[]> {
  const ids = wanted.flatMap((it) => ('accountId' in it ? [it.accountId] : []));
  const hashes = wanted.flatMap((it) => ('hash' in it ? [it.hash] : []));
  const accounts = (await reader.read(READ, { ids, hashes, atMs })).map(accountOf);
  const byHash = new Map(accounts.flatMap((it) => it.keys.map(({ hash }) => [hash, it])));
  const known = byId(accounts);
  return wanted.map((it) => ('hash' in it ? byHash.get(it.hash) : known.get(it.accountId)));
}

/** The account with the keys that are valid at `atMs`; undefined: no such account. */
export async function readSnapshot(
  reader: Reader,
  accountId: AccountId,
  atMs: number,
): Promise<Account | undefined> {
  const [account] = await readSnapshots(reader, [{ accountId }], atMs);
  return account;
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
      hasOptouts: hasChatOptouts || account.hasOptouts,
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
