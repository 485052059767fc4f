import type { ChatPrice, ChatTariff } from '../../domain/chat/chat-tariff.ts';
import type { AccountId } from '../../domain/ids.ts';
import { MICROS_PER_RUPEE, type Micros } from '../../domain/pricing/money.ts';
import { findAccount } from '../../store/accounts/list-accounts.ts';
import { insertChatTariff } from '../../store/chat/chat-tariffs.ts';
import { changeSettings, changed, refuse, type Admin, type Outcome } from '../admin.ts';

export type SetChatTariff = {
  readonly category: ChatPrice;
  readonly priceMicros: Micros;
  /** undefined: for every account. */
  readonly accountId: AccountId | undefined;
  /** Milliseconds since 1970; undefined: from now on. */
  readonly validFromMs: number | undefined;
};

const MOST_RUPEES = 10_000n;

/** Sets the price of a chat message from a moment on. What was sent before keeps its price. */
export async function setChatTariff(
  admin: Admin,
  input: SetChatTariff,
): Promise<Outcome<ChatTariff>> {
  const { accountId, category, priceMicros } = input;
  const nowMs = admin.clock.nowMs();
  const { validFromMs = nowMs } = input;
  if (priceMicros < 0n || priceMicros > MOST_RUPEES * MICROS_PER_RUPEE) {
    return refuse('priceMicros', `must be from 0 to ${MOST_RUPEES} rupees`);
  }
  if (validFromMs < nowMs) return refuse('validFromMs', 'must not lie in the past');
  const deed = { action: 'chat.tariff', ...(accountId === undefined ? {} : { accountId }) };
  return changeSettings(admin, deed, async (transaction) => {
    if (accountId !== undefined && !(await findAccount(transaction, accountId))) {
      return refuse('account', 'must be an account that exists');
    }
    const price = { accountId, category, priceMicros, validFromMs };
    const tariff = await insertChatTariff(transaction, price);
    return changed(tariff, { ...price, priceMicros: String(priceMicros) });
  });
}
