import type { AccountId, TemplateId } from '../../domain/ids.ts';
import type { Template } from '../../domain/template/template.ts';
import type { Reader } from '../../kit/postgres/pool.ts';

/** A template, with whose it is. */
export type TemplateRecord = {
  readonly accountId: AccountId;
  readonly account: string;
  readonly id: TemplateId;
  readonly name: string;
  readonly message: string;
  readonly category: Template['category'];
  readonly state: Template['state'];
  readonly reason: string | null;
  /** How long its messages may wait; null: as their sender route says. */
  readonly validityMinutes: number | null;
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

const LIST_TEMPLATES = `
  select t.account_id as "accountId", a.name as account, t.id, t.name, t.message, t.category,
    t.state, t.reason, t.validity_minutes as "validityMinutes",
    t.created_at as "createdAtMs"
  from templates t join accounts a on a.id = t.account_id
  where ($1::bigint is null or t.account_id = $1) and ($2::text is null or t.state = $2)
    and ($3::bigint is null or t.id < $3)
  order by t.id desc
  limit $4`;

/** Templates of an account, or of all, the newest first. */
export async function listTemplates(
  reader: Reader,
  ask: TemplateSearch,
): Promise<readonly TemplateRecord[]> {
  const values = [ask.accountId ?? null, ask.state ?? null, ask.beforeId ?? null, ask.most];
  return reader.read<TemplateRecord>('list-templates', LIST_TEMPLATES, values);
}
