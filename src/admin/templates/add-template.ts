import type { AccountId, TemplateId } from '../../domain/ids.ts';
import type { Variable } from '../../domain/template/template.ts';
import { insertTemplate } from '../../store/templates/write-templates.ts';
import { changeAccount, changed, type Admin, type Outcome } from '../admin.ts';
import { checkTemplate, type ProposedTemplate } from './check-template.ts';

export type AddTemplate = ProposedTemplate & { readonly accountId: AccountId };

export type AddedTemplate = {
  readonly templateId: TemplateId;
  readonly variables: readonly Variable[];
};

/** Proposes a wording; it waits for approval (seed section 2, "Fixed-SMS / OTP template"). */
export async function addTemplate(
  admin: Admin,
  input: AddTemplate,
): Promise<Outcome<AddedTemplate>> {
  const checked = checkTemplate(input);
  if (!checked.ok) return checked;
  const { accountId, name, message, category } = input;
  const { variables } = checked;
  const template = { name, message, category, variables };
  return changeAccount(admin, { action: 'template.add', accountId }, async (transaction) => {
    const templateId = await insertTemplate(transaction, accountId, template, admin.clock.nowMs());
    return changed({ templateId, variables }, { templateId, name, category });
  });
}
