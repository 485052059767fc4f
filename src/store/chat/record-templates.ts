/**
 * What becomes of templates, whoever says so: staff or the account, a sync, an event of the
 * platform. Each change of a word leaves a line of history. The caller raises the account's version
 * where something has changed: sends judge by it.
 */
import type { AccountId, ChatBusinessId, ChatMediaId, ChatTemplateId } from '../../domain/ids.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';
import type { TemplateChangeKind } from './templates.ts';

export type NewChatTemplate = {
  readonly accountId: AccountId;
  readonly businessId: ChatBusinessId;
  readonly name: string;
  readonly language: string;
  readonly platformId: string | undefined;
  readonly category: string;
  readonly state: string;
  readonly reason: string | undefined;
  readonly quality: string | undefined;
  readonly source: string | undefined;
  readonly components: unknown;
  readonly sampleId: ChatMediaId | undefined;
};

/** When, and by whom or what: `staff:ayesha@example.com`, `platform`, `sync`. */
export type Told = { readonly atMs: number; readonly actor: string };

/**
 * A template that was deleted takes its old row, and with it its id: callers' settings go on
 * working when a name is made again.
 */
const INSERT = `
  insert into chat_templates (account_id, business_id, name, language, platform_id, category,
                              state, reason, quality, source, components, sample_id,
                              created_at, changed_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12,
          to_timestamp($13::float8 / 1000), to_timestamp($13::float8 / 1000))
  on conflict (business_id, name, language) do update set
    platform_id = excluded.platform_id, category = excluded.category, state = excluded.state,
    reason = excluded.reason, quality = excluded.quality, source = excluded.source,
    components = excluded.components, sample_id = excluded.sample_id,
    changed_at = excluded.changed_at
    where chat_templates.state = 'deleted' and chat_templates.account_id = excluded.account_id
  returning id`;

/** Gives the id; undefined when the business account has the name in this language already. */
export async function insertChatTemplate(
  transaction: Transaction,
  template: NewChatTemplate,
  told: Told,
): Promise<ChatTemplateId | undefined> {
  const { accountId, businessId, name, language, platformId, category, state } = template;
  const { reason, quality, source, components, sampleId } = template;
  const rows = await transaction.run<{ readonly id: ChatTemplateId }>(
    'insert-chat-template',
    INSERT,
    [
      ...[accountId, businessId, name, language, platformId ?? null, category, state],
      ...[reason ?? null, quality ?? null, source ?? null, JSON.stringify(components)],
      ...[sampleId ?? null, told.atMs],
    ],
  );
  const id = rows[0]?.id;
  if (id === undefined) return undefined;
  const line = { what: 'created', from: undefined, to: state, reason } as const;
  await insertChange(transaction, { accountId, id }, { ...told, ...line });
  return id;
}

/** What is told of a template; absent: nothing is told of it. */
export type TemplateNews = {
  readonly state?: string;
  /** Nothing is written unless it has this state: somebody else has told of it meanwhile. */
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

type Before = {
  readonly state: string;
  readonly reason: string | null;
  readonly category: string;
  readonly quality: string | null;
  readonly wording: boolean;
  readonly changed_at: number;
};

const LOCK = `
  select state, reason, category, quality, changed_at,
    $3::jsonb is not null and components <> $3::jsonb as wording
  from chat_templates where account_id = $1 and id = $2 for update`;

const UPDATE = `
  update chat_templates set
    state = coalesce($3, state),
    reason = case when $3 is null then reason else $4 end,
    category = coalesce($5, category),
    quality = coalesce($6, quality),
    platform_id = coalesce($7, platform_id),
    source = coalesce($8, source),
    components = coalesce($9::jsonb, components),
    sample_id = coalesce($10, sample_id),
    changed_at = case when $3 is null then changed_at else to_timestamp($11::float8 / 1000) end
  where account_id = $1 and id = $2`;

/**
 * Writes news of a template with their history. A state that was told earlier than the one we have
 * came late and is passed over. Gives whether anything is different from before.
 */
export async function recordTemplate(
  transaction: Transaction,
  { accountId, id }: Named,
  news: TemplateNews,
  told: Told,
): Promise<boolean> {
  const json = news.components === undefined ? null : JSON.stringify(news.components);
  const lock = [accountId, id, json];
  const [before] = await transaction.read<Before>('lock-chat-template', LOCK, lock);
  if (before === undefined) return false;
  if (news.onlyFrom !== undefined && news.onlyFrom !== before.state) return false;
  const isLate = told.atMs < before.changed_at - CLOCKS_DIFFER_MS;
  const state = isLate ? undefined : news.state;
  const lines = linesOf(before, { ...news, ...(state === undefined ? {} : { state }) }, isLate);
  await transaction.run('record-chat-template', UPDATE, [
    ...[accountId, id, state ?? null, news.reason ?? null, news.category ?? null],
    ...[news.quality ?? null, news.platformId ?? null, news.source ?? null, json],
    ...[news.sampleId ?? null, told.atMs],
  ]);
  for (const line of lines)
    await insertChange(transaction, { accountId, id }, { ...line, ...told });
  return lines.length > 0;
}

type Line = {
  readonly what: TemplateChangeKind;
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly reason: string | undefined;
};

function linesOf(before: Before, news: TemplateNews, isLate: boolean): readonly Line[] {
  const { state, category, quality } = news;
  const lines: Line[] = [];
  const note = (what: TemplateChangeKind, from: string | null, to: string | undefined): void => {
    if (to === undefined || to === from) return;
    const reason = what === 'state' || what === 'deleted' ? news.reason : undefined;
    lines.push({ what, from: from ?? undefined, to, reason });
  };
  if (!isLate) note(state === 'deleted' ? 'deleted' : 'state', before.state, state);
  note('category', before.category, category);
  note('quality', before.quality, quality);
  if (before.wording) {
    lines.push({ what: 'wording', from: undefined, to: undefined, reason: undefined });
  }
  return lines;
}

const INSERT_CHANGE = `
  insert into chat_template_changes (account_id, template_id, at, what, from_value, to_value,
                                     reason, actor)
  values ($1, $2, to_timestamp($3::float8 / 1000), $4, $5, $6, $7, $8)`;

async function insertChange(
  transaction: Transaction,
  { accountId, id }: Named,
  { atMs, actor, what, from, to, reason }: Line & Told,
): Promise<void> {
  const line = [what, from ?? null, to ?? null, reason ?? null, actor];
  await transaction.run('insert-template-change', INSERT_CHANGE, [accountId, id, atMs, ...line]);
}

/** Writes an edit into the history. */
export async function noteEdit(
  transaction: Transaction,
  { accountId, id }: Named,
  told: Told,
): Promise<void> {
  const line = { what: 'edited', from: undefined, to: undefined, reason: undefined } as const;
  await insertChange(transaction, { accountId, id }, { ...told, ...line });
}

const RESTORE_SAMPLE = `
  update chat_templates set sample_id = $3 where account_id = $1 and id = $2`;

/** Takes back the default file of an edit that came to nothing. */
export async function restoreSample(
  transaction: Transaction,
  { accountId, id }: Named,
  before: ChatMediaId | undefined,
): Promise<void> {
  const values = [accountId, id, before ?? null];
  await transaction.run('restore-template-sample', RESTORE_SAMPLE, values);
}

const REMOVE_HISTORY = `
  delete from chat_template_changes c using chat_templates t
  where c.account_id = $1 and c.template_id = $2 and t.account_id = $1 and t.id = $2
    and t.state = $3 and t.created_at = t.changed_at`;

const REMOVE = `
  delete from chat_templates
  where account_id = $1 and id = $2 and state = $3 and created_at = changed_at`;

const UNDO = `
  update chat_templates set state = 'deleted' where account_id = $1 and id = $2 and state = $3`;

/**
 * Takes back a template that the platform would not have; an older one is deleted again. One that
 * is not in the state `onlyFrom` any more stays: somebody has told of it meanwhile.
 */
export async function removeChatTemplate(
  transaction: Transaction,
  { accountId, id }: Named,
  onlyFrom: string,
): Promise<void> {
  const values = [accountId, id, onlyFrom];
  await transaction.run('remove-template-history', REMOVE_HISTORY, values);
  await transaction.run('remove-chat-template', REMOVE, values);
  await transaction.run('undo-chat-template', UNDO, values);
}
