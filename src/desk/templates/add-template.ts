import type { AccountId, TemplateId } from '../../domain/ids.ts';
import type { Variable } from '../../domain/template/template.ts';
import { insertTemplate } from '../../store/templates/write-templates.ts';
import { changeAccount, changed, type Desk, type Outcome } from '../desk.ts';
import { checkTemplate, type ProposedTemplate } from './check-template.ts';

export type AddTemplate = ProposedTemplate & { readonly accountId: AccountId };

export type AddedTemplate = {
  readonly templateId: TemplateId;
  readonly variables: readonly Variable[];
};

/** Proposes a wording; it waits for approval (seed section 2, "Fixed-SMS / OTP template"). */
export async function addTemplate(desk: Desk, input: AddTemplate): Promise<Outcome<AddedTemplate>> {
  const checked = checkTemplate(input);
  if (!checked.ok) return checked;
  const { accountId, name, message, category } = input;
  const { variables } = checked;
  const template = { name, message, category, variables };
  return changeAccount(desk, { action: 'template.add', accountId }, async (transaction) => {
    const templateId = await insertTemplate(transaction, accountId, template, desk.clock.nowMs());
    return changed({ templateId, variables }, { templateId, name, category });
  });
}
