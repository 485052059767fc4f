import type { AccountId, TemplateId } from '../../domain/ids.ts';
import type { Template, Variable } from '../../domain/template/template.ts';
import type { Reader } from '../../kit/postgres/pool.ts';

export type TemplateRecord = {
  readonly id: TemplateId;
  readonly name: string;
  readonly message: string;
  readonly variables: readonly Variable[];
  readonly category: Template['category'];
  readonly state: Template['state'];
  readonly reason: string | null;
  /** How long its messages may wait; null: as their sender route says. */
  readonly validityMinutes: number | null;
};

const LIST_TEMPLATES = `
  select id, name, message, variables, category, state, reason,
         validity_minutes as "validityMinutes"
  from templates where account_id = $1 order by id`;

export async function listTemplates(
  reader: Reader,
  accountId: AccountId,
): Promise<readonly TemplateRecord[]> {
  return reader.read<TemplateRecord>('list-templates', LIST_TEMPLATES, [accountId]);
}
