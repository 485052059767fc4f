/**
 * Changes to templates, whoever makes them: staff or the account, a sync, an event of the
 * platform. Each change adds a history entry. The caller raises the account's version
 * if something has changed: sends check it.
 */
import type { ChangedTemplate } from '../../domain/event/chat-facts.ts';
import type { AccountId, ChatMediaId, ChatTemplateId } from '../../domain/ids.ts';
import { write } from '../../kit/postgres/callable.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';
import { statement } from '../../kit/postgres/statement.ts';
import type { ChatTemplateRecord, TemplateChange, TemplateChangeKind } from './templates.ts';

type NewChatTemplate = Omit<
  ChatTemplateRecord,
  'id' | 'businessPlatformId' | 'createdAtMs' | 'changedAtMs'
>;

/** When, and by whom or what: `staff:ayesha@example.com`, `platform`, `sync`. */
export type Told = { readonly atMs: number; readonly actor: string };

/**
 * A template that was deleted gets its old row back, and with it its id: callers' settings keep
 * working when a name is made again.
 */
const INSERT = statement<{ readonly id: ChatTemplateId }>(
  'insert-chat-template',
  `insert into chat_templates (account_id, business_id, name, language, platform_id, category,
                              state, reason, quality, source, components, sample_id,
                              created_at, changed_at)
  values (:accountId, :businessId, :name, :language, :platformId, :category, :state, :reason,
          :quality, :source, :components::jsonb, :sampleId, @atMs, @atMs)
  on conflict (business_id, name, language) do update set
    platform_id = excluded.platform_id, category = excluded.category, state = excluded.state,
    reason = excluded.reason, quality = excluded.quality, source = excluded.source,
    components = excluded.components, sample_id = excluded.sample_id,
    changed_at = excluded.changed_at
    where chat_templates.state = 'deleted' and chat_templates.account_id = excluded.account_id
  returning id`,
);

/** Gives the id; undefined when the business account has the name in this language already. */
export async function insertChatTemplate(
  transaction: Transaction,
  template: NewChatTemplate,
  told: Told,
): Promise<ChatTemplateId | undefined> {
  const { accountId, state, reason } = template;
  const [row] = await transaction.run(INSERT, { ...template, atMs: told.atMs });
  if (row === undefined) return undefined;
  const change = { ...told, what: 'created', from: undefined, to: state, reason } as const;
  await insertChange(transaction, { accountId, id: row.id }, change);
  return row.id;
}

/** The reported properties of a template; absent: not reported. */
type TemplateNews = {
  readonly state?: string;
  /** Nothing is written unless it has this state: somebody else may have updated it. */
  readonly onlyFrom?: string;
  /** Of the state; absent with a state: none was given. */
  readonly reason?: string;
  readonly category?: string;
  readonly quality?: string;
  readonly platformId?: string;
  readonly source?: string;
  readonly components?: unknown;
  readonly sampleId?: ChatMediaId;
};

type Named = { readonly accountId: AccountId; readonly id: ChatTemplateId };

/** Clocks differ, and the platform's times are whole seconds. */
const CLOCKS_DIFFER_MS = 60_000;

type Before = Pick<
  ChatTemplateRecord,
  'name' | 'language' | 'state' | 'reason' | 'category' | 'quality' | 'changedAtMs'
> & { readonly hasOtherWording: boolean };

const LOCK = statement<Before>(
  'lock-chat-template',
  `select name, language, state, reason, category, quality, changed_at,
    :components::jsonb is not null and components <> :components as has_other_wording
  from chat_templates where account_id = :accountId and id = :id for update`,
);

const UPDATE = statement(
  'record-chat-template',
  `update chat_templates set
    state = coalesce(:state, state),
    reason = case when :state is null then reason else :reason end,
    category = coalesce(:category, category),
    quality = coalesce(:quality, quality),
    platform_id = coalesce(:platformId, platform_id),
    source = coalesce(:source, source),
    components = coalesce(:components::jsonb, components),
    sample_id = coalesce(:sampleId, sample_id),
    changed_at = case when :state is null then changed_at else @atMs end
  where account_id = :accountId and id = :id`,
);

/**
 * Writes updates of a template with their history. A state reported earlier than the one we have
 * came late and is ignored. Returns the template where anything has changed.
 */
export async function recordTemplate(
  transaction: Transaction,
  { accountId, id }: Named,
  given: TemplateNews,
  told: Told,
): Promise<ChangedTemplate | undefined> {
  const { components } = given;
  const [before] = await transaction.read(LOCK, { accountId, id, components });
  if (before === undefined) return undefined;
  if (given.onlyFrom !== undefined && given.onlyFrom !== before.state) return undefined;
  const isLate = told.atMs < before.changedAtMs - CLOCKS_DIFFER_MS;
  const { state, ...rest } = given;
  const news = isLate || state === undefined ? rest : { ...rest, state };
  await transaction.run(UPDATE, { ...news, accountId, id, atMs: told.atMs });
  const changes = changesOf(before, news);
  for (const change of changes)
    await insertChange(transaction, { accountId, id }, { ...change, ...told });
  if (changes.length === 0) return undefined;
  const { name, language } = before;
  const moved = changes.find(({ what }) => what === 'state');
  return { accountId, id, name, language, state: moved?.to, reason: moved?.reason };
}

type Change = Omit<TemplateChange, keyof Told>;

function changesOf(before: Before, { state, ...news }: TemplateNews): readonly Change[] {
  const changes: Change[] = [];
  const note = (what: TemplateChangeKind, from: string | undefined, to: string | undefined) => {
    if (to === undefined || to === from) return;
    const reason = what === 'state' || what === 'deleted' ? news.reason : undefined;
    changes.push({ what, from, to, reason });
  };
  note(state === 'deleted' ? 'deleted' : 'state', before.state, state);
  note('category', before.category, news.category);
  note('quality', before.quality, news.quality);
  if (before.hasOtherWording) {
    changes.push({ what: 'wording', from: undefined, to: undefined, reason: undefined });
  }
  return changes;
}

const INSERT_CHANGE = statement(
  'insert-template-change',
  `insert into chat_template_changes (account_id, template_id, at, what, from_value, to_value,
                                     reason, actor)
  values (:accountId, :id, @atMs, :what, :from, :to, :reason, :actor)`,
);

async function insertChange(
  transaction: Transaction,
  { accountId, id }: Named,
  change: TemplateChange,
): Promise<void> {
  await transaction.run(INSERT_CHANGE, { ...change, accountId, id });
}

export async function noteEdit(transaction: Transaction, named: Named, told: Told): Promise<void> {
  const change = { what: 'edited', from: undefined, to: undefined, reason: undefined } as const;
  await insertChange(transaction, named, { ...told, ...change });
}

/** Restores the default file after an edit that failed. */
export const restoreSample = write.run<Named & { readonly before: ChatMediaId | undefined }>(
  'restore-template-sample',
  `update chat_templates set sample_id = :before where account_id = :accountId and id = :id`,
);

const REMOVE_HISTORY = statement(
  'remove-template-history',
  `delete from chat_template_changes c using chat_templates t
  where c.account_id = :accountId and c.template_id = :id and t.account_id = :accountId
    and t.id = :id and t.state = :onlyFrom and t.created_at = t.changed_at`,
);

const REMOVE = statement(
  'remove-chat-template',
  `delete from chat_templates
  where account_id = :accountId and id = :id and state = :onlyFrom and created_at = changed_at`,
);

const UNDO = statement(
  'undo-chat-template',
  `update chat_templates set state = 'deleted'
  where account_id = :accountId and id = :id and state = :onlyFrom`,
);

/**
 * Removes a template that the platform refused; a recreated one is deleted again. One that
 * is no longer in the state `onlyFrom` stays: somebody has updated it meanwhile.
 */
export async function removeChatTemplate(
  transaction: Transaction,
  { accountId, id }: Named,
  onlyFrom: string,
): Promise<void> {
  const template = { accountId, id, onlyFrom };
  await transaction.run(REMOVE_HISTORY, template);
  await transaction.run(REMOVE, template);
  await transaction.run(UNDO, template);
}
