import { findOperator, listOperators } from '../../store/settings/list-operators.ts';
import { setCarriedBy } from '../../store/settings/write-operators.ts';
import { changeSettings, changed, refuse, type Admin, type Outcome } from '../admin.ts';

export type PointOperator = {
  /** The operator's name. */
  readonly operator: string;
  /** The one by whose routes its messages travel from now on; undefined: by its own again. */
  readonly carrier: string | undefined;
};

/**
 * Points an operator at another: its messages travel by that one's routes. Its name, its prefixes
 * and its own routes stay, so that callers and reports see no difference and the way back is as
 * short. Only one step is followed, so a carrier must itself be carried by nobody.
 */
export async function pointOperator(admin: Admin, input: PointOperator): Promise<Outcome<void>> {
  const { operator, carrier } = input;
  return changeSettings(admin, { action: 'operator.point' }, async (transaction) => {
    const operatorId = await findOperator(transaction, operator);
    if (operatorId === undefined) return refuse('operator', 'must be one of the operators');
    if (carrier === undefined) {
      await setCarriedBy(transaction, operatorId, undefined);
      return changed(undefined, { operator, carrier: null });
    }
    const operators = await listOperators(transaction);
    const target = operators.find(({ name }) => name === carrier);
    if (target === undefined) return refuse('carrier', 'must be one of the operators');
    if (target.id === operatorId) return refuse('carrier', 'must be another operator');
    if (target.carriedBy !== null) {
      return refuse('carrier', 'must not be carried by another operator itself');
    }
    if (operators.some(({ carriedBy }) => carriedBy === operatorId)) {
      return refuse('operator', 'must not carry another operator');
    }
    await setCarriedBy(transaction, operatorId, target.id);
    return changed(undefined, { operator, carrier });
  });
}
