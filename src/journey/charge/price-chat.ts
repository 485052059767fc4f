import { chatTariffFor, type ChatTariff } from '../../domain/chat/chat-tariff.ts';
import {
  categoryOf,
  type ChatDraftRequest,
  chatPriorityOf,
  type ChatRequest,
  type ChatTaking,
} from '../../domain/chat/request.ts';
import { refuse, type Refusal } from '../../domain/failure/failure.ts';
import { micros, ZERO } from '../../domain/pricing/money.ts';
import { TEST_LINKS, TEST_TARIFF } from '../../domain/testing/test-mode.ts';

/** The prices of one version of the tariffs. */
export type ChatPriceList = {
  readonly chat: { readonly tariffs: readonly ChatTariff[] };
  readonly version: number;
};

/** What a test key sends costs nothing, by no tariff. */
const FREE = { id: TEST_TARIFF, priceMicros: ZERO };

/**
 * Prices the entries that passed by the chat tariff in force at `atMs` (contract section 6): every
 * message the same, by its category or as free form. Without a price nothing is accepted.
 */
export function priceChat(
  request: ChatRequest,
  entries: readonly ChatTaking[],
  { settings, atMs }: { readonly settings: ChatPriceList; readonly atMs: number },
): ChatDraftRequest | Refusal {
  const { account, number, sends, sendAtMs, spread, idempotency } = request;
  const category = categoryOf(request);
  const question = { accountId: account.id, category, atMs };
  const tariff = account.isTest ? FREE : chatTariffFor(settings.chat.tariffs, question);
  if (tariff === undefined) return refuse('chat_unpriced');
  const messages = entries.filter((entry) => entry.ok);
  return {
    account,
    number,
    linkId: account.isTest ? TEST_LINKS.chat : number.id,
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
    sendAtMs,
    spread,
    idempotency,
  };
}
