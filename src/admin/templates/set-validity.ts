import type { AccountId } from '../../domain/ids.ts';
import { MOST_VALIDITY_MINUTES } from '../../domain/message/validity.ts';
import { setTemplateValidity } from '../../store/templates/write-templates.ts';
import { changeAccount, changed, refuse, type Admin, type Outcome } from '../admin.ts';

export type SetValidity = {
  readonly accountId: AccountId;
  readonly templateId: number;
  /** undefined: as the sender route says. */
  readonly minutes: number | undefined;
};

/** Says how long messages of a template may wait; holds for what is accepted from now on. */
export async function setValidity(admin: Admin, input: SetValidity): Promise<Outcome<void>> {
  const { accountId, templateId, minutes } = input;
  const isMinutes = minutes === undefined || Number.isInteger(minutes);
  if (!isMinutes || (minutes ?? 1) < 1 || (minutes ?? 1) > MOST_VALIDITY_MINUTES) {
    return refuse('minutes', `must be whole minutes from 1 to ${MOST_VALIDITY_MINUTES}`);
  }
  return changeAccount(admin, { action: 'template.validity', accountId }, async (transaction) => {
    const set = { id: templateId, minutes };
    const exists = await setTemplateValidity(transaction, accountId, set);
    if (!exists) return refuse('template', 'must be a template of this account');
    return changed(undefined, set);
  });
}
