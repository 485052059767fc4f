import type { AccountId, TemplateId } from '../../domain/ids.ts';
import type { Template } from '../../domain/template/template.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';

export type NewTemplate = Pick<Template, 'name' | 'message' | 'variables' | 'category'>;

const INSERT_TEMPLATE = `
  insert into templates (account_id, name, message, variables, category, state, created_at)
  values ($1, $2, $3, $4, $5, 'waiting', to_timestamp($6::float8 / 1000))
  returning id`;

/** Writes a template that waits for approval. Gives its id. */
export async function insertTemplate(
  transaction: Transaction,
  accountId: AccountId,
  template: NewTemplate,
  atMs: number,
): Promise<TemplateId> {
  const { name, message, variables, category } = template;
  const values = [accountId, name, message, JSON.stringify(variables), category, atMs];
  const rows = await transaction.run<{ readonly id: TemplateId }>(
    'insert-template',
    INSERT_TEMPLATE,
    values,
  );
  const id = rows[0]?.id;
  if (id === undefined) throw new Error('a new template has got no id');
  return id;
}

export type TemplateDecision = {
  readonly id: number;
  readonly state: 'approved' | 'rejected';
  /** Why it was rejected. */
  readonly reason: string | undefined;
};

const DECIDE_TEMPLATE = `
  update templates set state = $3, reason = $4, decided_at = to_timestamp($5::float8 / 1000)
  where account_id = $1 and id = $2
  returning id`;

/** False when the account has no such template. */
export async function decideTemplate(
  transaction: Transaction,
  accountId: AccountId,
  decision: TemplateDecision,
  atMs: number,
): Promise<boolean> {
  const { id, state, reason } = decision;
  const values = [accountId, id, state, reason ?? null, atMs];
  const rows = await transaction.run('decide-template', DECIDE_TEMPLATE, values);
  return rows.length === 1;
}

const SET_VALIDITY = `
  update templates set validity_minutes = $3 where account_id = $1 and id = $2 returning id`;

/** False when the account has no such template; `minutes` undefined: as the sender route says. */
export async function setTemplateValidity(
  transaction: Transaction,
  accountId: AccountId,
  { id, minutes }: { readonly id: number; readonly minutes: number | undefined },
): Promise<boolean> {
  const values = [accountId, id, minutes ?? null];
  return (await transaction.run('set-template-validity', SET_VALIDITY, values)).length === 1;
}
