import type { AccountId } from '../../domain/ids.ts';
import { MICROS_PER_RUPEE, type Micros } from '../../domain/pricing/money.ts';
import type { Tariff } from '../../domain/pricing/tariff.ts';
import type { SenderRoute } from '../../domain/sender/sender.ts';
import { findAccount } from '../../store/accounts/list-accounts.ts';
import { findOperator } from '../../store/settings/list-operators.ts';
import { insertTariff } from '../../store/settings/tariffs.ts';
import { changeSettings, changed, refuse, type Admin, type Outcome } from '../admin.ts';

export type SetTariff = {
  readonly senderRoute: SenderRoute;
  readonly partPriceMicros: Micros;
  /** undefined: for every account. */
  readonly accountId: AccountId | undefined;
  /** An operator's name; undefined: for every operator. */
  readonly operator: string | undefined;
  /** Whether a message that fails at the operator is refunded (contract section 6: no). */
  readonly refundFailed: boolean;
  /** Milliseconds since 1970; undefined: from now on. */
  readonly validFromMs: number | undefined;
};

const MOST_RUPEES_PER_PART = 10_000n;

/** Sets a price per part from a moment on. What was sent before keeps the price it had. */
export async function setTariff(admin: Admin, input: SetTariff): Promise<Outcome<Tariff>> {
  const { accountId, senderRoute, operator, partPriceMicros, refundFailed } = input;
  const nowMs = admin.clock.nowMs();
  const { validFromMs = nowMs } = input;
  if (partPriceMicros < 0n || partPriceMicros > MOST_RUPEES_PER_PART * MICROS_PER_RUPEE) {
    return refuse('partPriceMicros', `must be from 0 to ${MOST_RUPEES_PER_PART} rupees`);
  }
  if (validFromMs < nowMs) return refuse('validFromMs', 'must not lie in the past');
  const deed = { action: 'tariff.set', ...(accountId === undefined ? {} : { accountId }) };
  return changeSettings(admin, deed, async (transaction) => {
    if (accountId !== undefined && !(await findAccount(transaction, accountId))) {
      return refuse('account', 'must be an account that exists');
    }
    const operatorId =
      operator === undefined ? undefined : await findOperator(transaction, operator);
    if (operator !== undefined && operatorId === undefined) {
      return refuse('operator', 'must be one of the operators');
    }
    const price = {
      accountId,
      senderRoute,
      operatorId,
      partPriceMicros,
      refundFailed,
      validFromMs,
    };
    const tariff = await insertTariff(transaction, price);
    const detail = { ...price, operator, partPriceMicros: String(partPriceMicros) };
    return changed(tariff, detail);
  });
}
