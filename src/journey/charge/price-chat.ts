import { chatTariffFor, type ChatTariff } from '../../domain/chat/chat-tariff.ts';
import type { ChatRequest } from '../../domain/chat/request.ts';
import {
  categoryOf,
  chatPriorityOf,
  type ChatDraftRequest,
  type ChatTaking,
} from '../../domain/chat/taking.ts';
import { refuse, type Refusal } from '../../domain/failure/failure.ts';
import { micros } from '../../domain/pricing/money.ts';

/** Prices in force, of one version. */
export type ChatPriceList = {
  readonly chat: { readonly tariffs: readonly ChatTariff[] };
  readonly version: number;
};

/**
 * Prices what has passed by the chat tariff in force at `atMs` (contract section 6): each message
 * the same, by its category or as free form. Without a price nothing is taken.
 */
export function priceChat(
  request: ChatRequest,
  entries: readonly ChatTaking[],
  { settings, atMs }: { readonly settings: ChatPriceList; readonly atMs: number },
): ChatDraftRequest | Refusal {
  const { account, number, sends, idempotency } = request;
  const category = categoryOf(request);
  const question = { accountId: account.id, category, atMs };
  const tariff = chatTariffFor(settings.chat.tariffs, question);
  if (tariff === undefined) return refuse('chat_unpriced');
  const messages = entries.filter((entry) => entry.ok);
  return {
    account,
    number,
    category,
    templateId: sends.kind === 'template' ? sends.template.id : 0,
    priority: chatPriorityOf(category, messages.length),
    entries,
    messages,
    tariffId: tariff.id,
    unitMicros: tariff.priceMicros,
    priceMicros: micros(tariff.priceMicros * BigInt(messages.length)),
    lookups: undefined,
    settingsVersion: settings.version,
    idempotency,
  };
}
