/** Templates of the chat platform as they are stored, and their history. */
import type { AccountId, ChatBusinessId, ChatMediaId, ChatTemplateId } from '../../domain/ids.ts';
import { read } from '../../kit/postgres/callable.ts';

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
  /** When its state changed, by the platform's clock if it gave one. */
  readonly changedAtMs: number;
};

const COLUMNS = `
  select t.id, t.account_id, t.business_id, b.platform_id as business_platform_id, t.platform_id,
    t.name, t.language, t.category, t.state, t.reason, t.quality, t.source, t.components,
    t.sample_id, t.created_at, t.changed_at
  from chat_templates t join chat_businesses b on b.id = t.business_id
  where t.account_id = :accountId`;

export const findChatTemplate = read.one<
  { accountId: AccountId; id: ChatTemplateId },
  ChatTemplateRecord
>('find-chat-template', `${COLUMNS} and t.id = :id`);

/** How the platform identifies a template in its events: ids may be new to us. */
type PlatformName = {
  readonly platformId: string | undefined;
  readonly name: string | undefined;
  readonly language: string | undefined;
};

/** By name and language, which are stable, before the platform's id, which is not. */
export const findNamedTemplate = read.one<
  Pick<ChatTemplateRecord, 'accountId' | 'businessId'> & PlatformName,
  ChatTemplateRecord
>(
  'find-named-template',
  `${COLUMNS} and t.business_id = :businessId
    and (t.platform_id = :platformId or (t.name = :name and t.language = :language))
  order by (t.name = :name and t.language = :language) desc nulls last
  limit 1`,
);

export const listOfBusiness = read.many<
  { accountId: AccountId; businessId: ChatBusinessId },
  ChatTemplateRecord
>('list-templates-of-business', `${COLUMNS} and t.business_id = :businessId order by t.id`);

/** Which templates a page shows: the newest first, those before `beforeId`. */
type TemplatePage = {
  readonly beforeId: number | undefined;
  readonly most: number;
  readonly state: string | undefined;
  readonly name: string | undefined;
};

export const listChatTemplates = read.many<
  TemplatePage & { accountId: AccountId },
  ChatTemplateRecord
>(
  'list-chat-templates',
  `${COLUMNS}
    and (:beforeId::bigint is null or t.id < :beforeId)
    and (:state::text is null or t.state = :state)
    and (:name::text is null or t.name = :name)
  order by t.id desc
  limit :most`,
);

/** How many templates of the account count towards its plan. */
export const countChatTemplates = read.value<
  { readonly accountId: AccountId },
  { readonly count: number }
>(
  'count-chat-templates',
  `select count(*)::int as count from chat_templates
  where account_id = :accountId and state <> 'deleted'`,
);

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

export const listTemplateChanges = read.many<
  Pick<ChatTemplateRecord, 'accountId' | 'id'> & { readonly most: number },
  TemplateChange
>(
  'list-template-changes',
  `select at, what, from_value as "from", to_value as "to", reason, actor
  from chat_template_changes
  where account_id = :accountId and template_id = :id
  order by id desc
  limit :most`,
);
