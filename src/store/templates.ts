/** Templates of texts. */
import type { AccountId, TemplateId } from '../domain/ids.ts';
import type { Template } from '../domain/template/template.ts';
import type { Reader, Transaction } from '../kit/postgres/pool.ts';
import { only, statement } from '../kit/postgres/statement.ts';

/** A template, with whose it is. */
export type TemplateRecord = Omit<Template, 'variables' | 'wording'> & {
  readonly accountId: AccountId;
  readonly account: string;
  readonly reason: string | undefined;
  readonly createdAtMs: number;
};

/** Which templates are asked for; undefined: all. */
export type TemplateSearch = {
  readonly accountId: AccountId | undefined;
  readonly state: Template['state'] | undefined;
  /** Older than this one. */
  readonly beforeId: number | undefined;
  readonly most: number;
};

const LIST = statement<TemplateRecord>(
  'list-templates',
  `select t.account_id, a.name as account, t.id, t.name, t.message, t.category, t.state, t.reason,
    t.validity_minutes, t.created_at
  from templates t join accounts a on a.id = t.account_id
  where (:accountId::bigint is null or t.account_id = :accountId)
    and (:state::text is null or t.state = :state)
    and (:beforeId::bigint is null or t.id < :beforeId)
  order by t.id desc
  limit :most`,
);

/** Templates of an account, or of all, the newest first. */
export async function listTemplates(
  reader: Reader,
  ask: TemplateSearch,
): Promise<readonly TemplateRecord[]> {
  return reader.read(LIST, ask);
}

export type NewTemplate = Pick<Template, 'name' | 'message' | 'variables' | 'category'>;

const INSERT = statement<{ readonly id: TemplateId }>(
  'insert-template',
  `insert into templates (account_id, name, message, variables, category, state, created_at)
  values (:accountId, :name, :message, :variables::jsonb, :category, 'waiting', @atMs)
  returning id`,
);

/** Writes a template that waits for approval. Gives its id. */
export async function insertTemplate(
  transaction: Transaction,
  accountId: AccountId,
  template: NewTemplate,
  atMs: number,
): Promise<TemplateId> {
  return only(await transaction.run(INSERT, { ...template, accountId, atMs })).id;
}

export type TemplateDecision = {
  readonly id: number;
  readonly state: 'approved' | 'rejected';
  /** Why it was rejected. */
  readonly reason: string | undefined;
};

const DECIDE = statement<{ readonly id: TemplateId }>(
  'decide-template',
  `update templates set state = :state, reason = :reason, decided_at = @atMs
  where account_id = :accountId and id = :id
  returning id`,
);

/** False when the account has no such template. */
export async function decideTemplate(
  transaction: Transaction,
  accountId: AccountId,
  decision: TemplateDecision,
  atMs: number,
): Promise<boolean> {
  return (await transaction.run(DECIDE, { ...decision, accountId, atMs })).length === 1;
}

const SET_VALIDITY = statement<{ readonly id: TemplateId }>(
  'set-template-validity',
  `update templates set validity_minutes = :minutes
  where account_id = :accountId and id = :id returning id`,
);

/** False when the account has no such template; `minutes` undefined: as the sender route says. */
export async function setTemplateValidity(
  transaction: Transaction,
  accountId: AccountId,
  validity: { readonly id: number; readonly minutes: number | undefined },
): Promise<boolean> {
  return (await transaction.run(SET_VALIDITY, { ...validity, accountId })).length === 1;
}
