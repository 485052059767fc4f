import type { AccountChat, ChatNumber } from '../../domain/chat/account-chat.ts';
import { readDefinition } from '../../domain/chat/read-definition.ts';
import { readCategory, type ChatTemplate } from '../../domain/chat/template.ts';
import type {
  AccountId,
  ChatBusinessId,
  ChatMediaId,
  ChatTemplateId,
  LinkId,
} from '../../domain/ids.ts';
import { checkChatLinkConfig } from '../../domain/routing/chat-link-config.ts';
import type { GivenLinkConfig } from '../../domain/routing/check-fields.ts';

/** An expression that gives what account `a` has on the chat platform as one JSON value. */
export const CHAT_SNAPSHOT = `
    json_build_object(
      'default', a.chat_link_id,
      'templatesMost', a.chat_templates_most,
      'collapseBlanks', a.chat_collapse_blanks,
      'numbers', (select coalesce(json_agg(json_build_object(
                           'id', l.id, 'business', l.business_id, 'enabled', l.enabled,
                           'config', l.config,
                           'rests', round(extract(epoch from l.marketing_rests_until) * 1000)
                             ::bigint) order by l.id), '[]')
                    from links l where l.account_id = a.id),
      'templates', (select coalesce(json_agg(json_build_object(
                             'id', c.id, 'business', c.business_id, 'platform', c.platform_id,
                             'name', c.name, 'language', c.language, 'category', c.category,
                             'state', c.state, 'reason', c.reason, 'components', c.components,
                             'sample', c.sample_id) order by c.id), '[]')
                      from chat_templates c where c.account_id = a.id),
      'hasOptouts', exists (select from chat_optouts o where o.account_id = a.id))`;

export type ChatSnapshotRow = {
  readonly default: LinkId | null;
  readonly templatesMost: number;
  readonly collapseBlanks: boolean;
  readonly numbers: readonly NumberRow[];
  readonly templates: readonly TemplateRow[];
  readonly hasOptouts: boolean;
};
type NumberRow = {
  readonly id: LinkId;
  readonly business: ChatBusinessId;
  readonly enabled: boolean;
  readonly config: GivenLinkConfig;
  readonly rests: number | null;
};
type TemplateRow = {
  readonly id: ChatTemplateId;
  readonly business: ChatBusinessId;
  readonly platform: string | null;
  readonly name: string;
  readonly language: string;
  readonly category: string;
  readonly state: string;
  readonly reason: string | null;
  readonly components: unknown;
  readonly sample: ChatMediaId | null;
};

export function chatSnapshotOf(accountId: AccountId, row: ChatSnapshotRow): AccountChat {
  const { templatesMost, collapseBlanks, hasOptouts } = row;
  const numbers = row.numbers.flatMap((it) => numberOf(accountId, it, row.default));
  return {
    numbers: new Map(numbers.map((it) => [it.id, it])),
    templates: new Map(row.templates.map((it) => [it.id, templateOf(it)])),
    templatesMost,
    collapseBlanks,
    hasOptouts,
  };
}

/** A configuration that this program cannot understand is no number: `doctor` tells of it. */
function numberOf(
  accountId: AccountId,
  { id, business, enabled, config, rests }: NumberRow,
  defaultId: LinkId | null,
): readonly ChatNumber[] {
  const checked = checkChatLinkConfig(config);
  if (!checked.ok) return [];
  const { phoneNumberId, digits, window } = checked.config;
  const isDefault = id === defaultId;
  const numbers = { phoneNumberId, digits, isDefault, enabled, window };
  const marketingRestsUntilMs = rests ?? undefined;
  return [{ id, accountId, businessId: business, ...numbers, marketingRestsUntilMs }];
}

function templateOf(row: TemplateRow): ChatTemplate {
  const { id, business, platform, name, language, state, reason, components, sample } = row;
  const category = readCategory(row.category);
  return {
    id,
    businessId: business,
    platformId: platform ?? undefined,
    name,
    language,
    category,
    state,
    reason: reason ?? undefined,
    definition: readDefinition(components, { category, sample: sample ?? undefined }),
  };
}
