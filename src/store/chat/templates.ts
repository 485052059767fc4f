import type { AccountId, ChatBusinessId, ChatMediaId, ChatTemplateId } from '../../domain/ids.ts';
import type { Reader } from '../../kit/postgres/pool.ts';

/** A template as it is stored. Category and state are the platform's words in lower case. */
export type ChatTemplateRecord = {
  readonly id: ChatTemplateId;
  readonly accountId: AccountId;
  readonly businessId: ChatBusinessId;
  readonly businessPlatformId: string;
  readonly platformId: string | undefined;
  readonly name: string;
  readonly language: string;
  readonly category: string;
  readonly state: string;
  readonly reason: string | undefined;
  readonly quality: string | undefined;
  /** `auto_generated`: the platform made it, and nobody may change it. */
  readonly source: string | undefined;
  readonly components: unknown;
  readonly sampleId: ChatMediaId | undefined;
  readonly createdAtMs: number;
  /** When its state changed, by the platform's clock where it told. */
  readonly changedAtMs: number;
};

type Row = {
  readonly id: ChatTemplateId;
  readonly account_id: AccountId;
  readonly business_id: ChatBusinessId;
  readonly business: string;
  readonly platform_id: string | null;
  readonly name: string;
  readonly language: string;
  readonly category: string;
  readonly state: string;
  readonly reason: string | null;
  readonly quality: string | null;
  readonly source: string | null;
  readonly components: unknown;
  readonly sample_id: ChatMediaId | null;
  readonly created_at: number;
  readonly changed_at: number;
};

const COLUMNS = `
  select t.id, t.account_id, t.business_id, b.platform_id as business, t.platform_id, t.name,
    t.language, t.category, t.state, t.reason, t.quality, t.source, t.components, t.sample_id,
    t.created_at, t.changed_at
  from chat_templates t join chat_businesses b on b.id = t.business_id`;

const FIND = `${COLUMNS} where t.account_id = $1 and t.id = $2`;

export async function findChatTemplate(
  reader: Reader,
  accountId: AccountId,
  id: ChatTemplateId,
): Promise<ChatTemplateRecord | undefined> {
  const [row] = await reader.read<Row>('find-chat-template', FIND, [accountId, id]);
  return row && recordOf(row);
}

/** How the platform names a template in what it tells of it: ids may be new to us. */
export type PlatformName = {
  readonly platformId: string | undefined;
  readonly name: string | undefined;
  readonly language: string | undefined;
};

const FIND_NAMED = `
  ${COLUMNS}
  where t.account_id = $1 and t.business_id = $2
    and (t.platform_id = $3 or (t.name = $4 and t.language = $5))
  order by (t.name = $4 and t.language = $5) desc nulls last
  limit 1`;

/** By name and language, which stay, before the platform's id, which does not. */
export async function findNamedTemplate(
  reader: Reader,
  { accountId, businessId }: Pick<ChatTemplateRecord, 'accountId' | 'businessId'>,
  { platformId, name, language }: PlatformName,
): Promise<ChatTemplateRecord | undefined> {
  const values = [accountId, businessId, platformId ?? null, name ?? null, language ?? null];
  const [row] = await reader.read<Row>('find-named-template', FIND_NAMED, values);
  return row && recordOf(row);
}

const LIST_OF_BUSINESS = `
  ${COLUMNS} where t.account_id = $1 and t.business_id = $2 order by t.id`;

export async function listOfBusiness(
  reader: Reader,
  accountId: AccountId,
  businessId: ChatBusinessId,
): Promise<readonly ChatTemplateRecord[]> {
  const values = [accountId, businessId];
  const rows = await reader.read<Row>('list-templates-of-business', LIST_OF_BUSINESS, values);
  return rows.map(recordOf);
}

/** Which templates a page shows: the newest first, those before `beforeId`. */
export type TemplatePage = {
  readonly beforeId: number | undefined;
  readonly most: number;
  readonly state: string | undefined;
  readonly name: string | undefined;
};

const LIST_PAGE = `
  ${COLUMNS}
  where t.account_id = $1
    and ($2::bigint is null or t.id < $2)
    and ($3::text is null or t.state = $3)
    and ($4::text is null or t.name = $4)
  order by t.id desc
  limit $5`;

export async function listChatTemplates(
  reader: Reader,
  accountId: AccountId,
  { beforeId, most, state, name }: TemplatePage,
): Promise<readonly ChatTemplateRecord[]> {
  const values = [accountId, beforeId ?? null, state ?? null, name ?? null, most];
  const rows = await reader.read<Row>('list-chat-templates', LIST_PAGE, values);
  return rows.map(recordOf);
}

const COUNT = `
  select count(*)::int as count from chat_templates where account_id = $1 and state <> 'deleted'`;

/** How many the account has that its plan counts. */
export async function countChatTemplates(reader: Reader, accountId: AccountId): Promise<number> {
  const rows = await reader.read<{ readonly count: number }>('count-chat-templates', COUNT, [
    accountId,
  ]);
  return rows[0]?.count ?? 0;
}

/** A line of a template's history. */
export type TemplateChange = {
  readonly atMs: number;
  readonly what: TemplateChangeKind;
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly reason: string | undefined;
  readonly actor: string;
};

export type TemplateChangeKind =
  | 'created'
  | 'state'
  | 'category'
  | 'quality'
  | 'edited'
  | 'wording'
  | 'deleted';

type ChangeRow = {
  readonly at: number;
  readonly what: TemplateChangeKind;
  readonly from_value: string | null;
  readonly to_value: string | null;
  readonly reason: string | null;
  readonly actor: string;
};

const LIST_CHANGES = `
  select at, what, from_value, to_value, reason, actor from chat_template_changes
  where account_id = $1 and template_id = $2
  order by id desc
  limit $3`;

/** The history of a template, newest first. */
export async function listTemplateChanges(
  reader: Reader,
  { accountId, id }: Pick<ChatTemplateRecord, 'accountId' | 'id'>,
  most: number,
): Promise<readonly TemplateChange[]> {
  const values = [accountId, id, most];
  const rows = await reader.read<ChangeRow>('list-template-changes', LIST_CHANGES, values);
  return rows.map((row) => ({
    atMs: row.at,
    what: row.what,
    from: row.from_value ?? undefined,
    to: row.to_value ?? undefined,
    reason: row.reason ?? undefined,
    actor: row.actor,
  }));
}

function recordOf(row: Row): ChatTemplateRecord {
  return {
    id: row.id,
    accountId: row.account_id,
    businessId: row.business_id,
    businessPlatformId: row.business,
    platformId: row.platform_id ?? undefined,
    name: row.name,
    language: row.language,
    category: row.category,
    state: row.state,
    reason: row.reason ?? undefined,
    quality: row.quality ?? undefined,
    source: row.source ?? undefined,
    components: row.components,
    sampleId: row.sample_id ?? undefined,
    createdAtMs: row.created_at,
    changedAtMs: row.changed_at,
  };
}
