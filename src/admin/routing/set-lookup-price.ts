import type { AccountId } from '../../domain/ids.ts';
import type { LookupTariff } from '../../domain/portability/lookup.ts';
import { MICROS_PER_RUPEE, type Micros } from '../../domain/pricing/money.ts';
import { findAccount } from '../../store/accounts/list-accounts.ts';
import { insertLookupTariff } from '../../store/settings/lookup-tariffs.ts';
import { changeSettings, changed, refuse, type Admin, type Outcome } from '../admin.ts';

export type SetLookupPrice = {
  readonly firstMicros: Micros;
  readonly againMicros: Micros;
  /** undefined: for every account. */
  readonly accountId: AccountId | undefined;
  /** Milliseconds since 1970; undefined: from now on. */
  readonly validFromMs: number | undefined;
};

const MOST_RUPEES = 1_000n;

/** Sets what look-ups cost from a moment on: a number's first, and again while it is saved. */
export async function setLookupPrice(
  admin: Admin,
  input: SetLookupPrice,
): Promise<Outcome<LookupTariff>> {
  const { accountId, firstMicros, againMicros } = input;
  const nowMs = admin.clock.nowMs();
  const { validFromMs = nowMs } = input;
  for (const field of ['firstMicros', 'againMicros'] as const) {
    const amount = input[field];
    if (amount < 0n || amount > MOST_RUPEES * MICROS_PER_RUPEE) {
      return refuse(field, `must be from 0 to ${MOST_RUPEES} rupees`);
    }
  }
  if (againMicros > firstMicros) return refuse('againMicros', 'must not be more than the first');
  if (validFromMs < nowMs) return refuse('validFromMs', 'must not lie in the past');
  const deed = { action: 'lookup.price', ...(accountId === undefined ? {} : { accountId }) };
  return changeSettings(admin, deed, async (transaction) => {
    if (accountId !== undefined && !(await findAccount(transaction, accountId))) {
      return refuse('account', 'must be an account that exists');
    }
    const price = { accountId, firstMicros, againMicros, validFromMs };
    const tariff = await insertLookupTariff(transaction, price);
    const amounts = { firstMicros: String(firstMicros), againMicros: String(againMicros) };
    return changed(tariff, { ...price, ...amounts });
  });
}
