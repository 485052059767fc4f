import { findOperator } from '../../store/settings/list-operators.ts';
import { deletePrefixes, upsertPrefixes } from '../../store/settings/write-operators.ts';
import { changeSettings, changed, refuse, type Admin, type Outcome } from '../admin.ts';

export type SetPrefixes = {
  /** Digits with country code: `92300`. */
  readonly prefixes: readonly string[];
  /** The operator's name; undefined: nobody holds them any more. */
  readonly operator: string | undefined;
};

/** The longest prefix that routing looks up is 7 digits (domain/routing). */
const PREFIX = /^923\d{0,4}$/;

/** Says which operator's numbers begin with these digits, until a lookup says better. */
export async function setPrefixes(admin: Admin, input: SetPrefixes): Promise<Outcome<void>> {
  const { prefixes, operator } = input;
  const bad = prefixes.find((prefix) => !PREFIX.test(prefix));
  if (bad !== undefined) return refuse('prefixes', `hold ${bad}: must be 923 and up to 4 digits`);
  return changeSettings(admin, { action: 'prefix.set' }, async (transaction) => {
    if (operator === undefined) {
      await deletePrefixes(transaction, prefixes);
      return changed(undefined, { prefixes, operator: null });
    }
    const operatorId = await findOperator(transaction, operator);
    if (operatorId === undefined) return refuse('operator', 'must be one of the operators');
    await upsertPrefixes(transaction, operatorId, prefixes);
    return changed(undefined, { prefixes, operator });
  });
}
