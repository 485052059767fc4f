import type { OperatorId } from '../../domain/ids.ts';
import { insertOperator } from '../../store/settings/write-operators.ts';
import { changeSettings, changed, refuse, type Admin, type Outcome } from '../admin.ts';

/** Adds a mobile network for routes and reports; `network` of callers is a closed list. */
export async function addOperator(admin: Admin, name: string): Promise<Outcome<OperatorId>> {
  if (!/^[A-Za-z][A-Za-z0-9-]{1,29}$/.test(name)) {
    return refuse('name', 'must have 2 to 30 letters, digits and dashes, a letter first');
  }
  return changeSettings(admin, { action: 'operator.add' }, async (transaction) => {
    const operatorId = await insertOperator(transaction, name);
    if (operatorId === undefined) return refuse('name', 'is taken');
    return changed(operatorId, { name });
  });
}
