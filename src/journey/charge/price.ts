import { refuse, type Refusal } from '../../domain/failure/failure.ts';
import type { OperatorId } from '../../domain/ids.ts';
import type { CheckedRequest, Draft, DraftMessage } from '../../domain/message/draft.ts';
import { micros } from '../../domain/pricing/money.ts';
import { tariffFor, type Tariff } from '../../domain/pricing/tariff.ts';

/**
 * Prices a checked request by the tariffs in force at `atMs` (contract section 6): parts times the
 * price of the sender route and the number's operator. A number without a price is filtered out;
 * with none left the request is refused.
 */
export function price(
  checked: CheckedRequest,
  settings: { readonly tariffs: readonly Tariff[]; readonly version: number },
  atMs: number,
): Draft | Refusal {
  const { account, sender } = checked;
  const known = new Map<OperatorId, Tariff | undefined>();
  const messages: DraftMessage[] = [];
  const filtered = [...checked.filtered];
  let parts = 0;
  let priceMicros = 0n;
  for (const message of checked.messages) {
    const { operatorId } = message;
    if (!known.has(operatorId)) {
      const question = { accountId: account.id, senderRoute: sender.route, operatorId, atMs };
      known.set(operatorId, tariffFor(settings.tariffs, question));
    }
    const tariff = known.get(operatorId);
    if (tariff === undefined) {
      filtered.push({ shown: message.recipient, reason: 'no price is known' });
      continue;
    }
    const cost = micros(tariff.partPriceMicros * BigInt(message.parts));
    messages.push({ ...message, tariffId: tariff.id, priceMicros: cost });
    parts += message.parts;
    priceMicros += cost;
  }
  if (messages.length === 0) return refuse('recipient_unroutable');
  const settingsVersion = settings.version;
  return {
    ...checked,
    messages,
    filtered,
    parts,
    priceMicros: micros(priceMicros),
    settingsVersion,
  };
}
