/**
 * Third stage for chat messages: durable, and in the line of their number. They are handed over
 * from there alone: whatever was revoked until then holds.
 */
import type { NodeLease } from '../../domain/carrier/carrier.ts';
import type { ChatOutcome } from '../../domain/chat/request.ts';
import {
  patienceMsOf,
  validityMsOf,
  type ChatDraftRequest,
  type ChatNumbered,
  type ChatNumberedRequest,
  type ChatPassed,
} from '../../domain/chat/taking.ts';
import type { MessageId, TransferId } from '../../domain/ids.ts';
import type { Micros } from '../../domain/pricing/money.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';
import { insertChatMessages } from '../../store/chat-messages/insert-chat-messages.ts';
import { insertMessages, type NewMessage } from '../../store/messages/insert-messages.ts';
import { insertQueue, type QueueEntry } from '../../store/queue/insert-queue.ts';

/** Gives the messages of a draft their ids. */
export function numberChat(
  draft: ChatDraftRequest,
  reserveId: TransferId,
  newId: () => number,
): ChatNumberedRequest {
  return { draft, reserveId, messages: numberPassed(draft.passed, newId) };
}

/** Gives some messages of a draft their ids. */
export function numberPassed(
  passed: readonly ChatPassed[],
  newId: () => number,
): readonly ChatNumbered[] {
  return passed.map((entry) => ({ ...entry, id: newId() as MessageId }));
}

/** How the caller of a numbered draft is answered. */
export function outcomeOf(
  { draft, messages }: ChatNumberedRequest,
  remainingMicros: Micros,
): ChatOutcome {
  const ids = messages[Symbol.iterator]();
  const results = draft.entries.map((entry) => {
    if (!entry.ok) return entry;
    const id = ids.next().value?.id;
    return { ok: true as const, id, recipient: entry.recipient };
  });
  return { results, remainingMicros };
}

/** Writes numbered drafts: their messages, what only chat has of them, and the line. */
export async function enqueueChat(
  transaction: Transaction,
  drafts: readonly ChatNumberedRequest[],
  { lease, nowMs }: { readonly lease: NodeLease; readonly nowMs: number },
): Promise<void> {
  const byCategory = Map.groupBy(drafts, ({ draft }) => draft.category);
  const entries = drafts.flatMap((numbered) => toEntries(numbered, nowMs));
  await Promise.all([
    insertQueue(transaction, entries, { dueAtMs: nowMs, lease }),
    ...[...byCategory].flatMap(([category, alike]) => {
      const expiresAtMs = nowMs + validityMsOf(category);
      return [
        insertMessages(transaction, alike.flatMap(toMessages), {
          acceptedAtMs: nowMs,
          expiresAtMs,
        }),
        insertChatMessages(transaction, alike.flatMap(toBesides), {
          waitUntilMs: expiresAtMs + patienceMsOf(category),
        }),
      ];
    }),
  ]);
}

function toMessages({ draft, reserveId, messages }: ChatNumberedRequest): readonly NewMessage[] {
  const { account, number, templateId, tariffId, unitMicros } = draft;
  return messages.map(({ id, recipient, content }) => ({
    accountId: account.id,
    id,
    batchId: undefined,
    position: 1,
    recipient,
    templateId,
    senderId: number.id,
    tariffId,
    operatorId: 0,
    alphabet: 'chat',
    parts: 1,
    priceMicros: unitMicros,
    reserveId,
    text: JSON.stringify(content),
    answerable: false,
  }));
}

function toBesides({ draft, messages }: ChatNumberedRequest) {
  const { account, number, category } = draft;
  return messages.map(({ id: messageId }) => {
    return { accountId: account.id, messageId, linkId: number.id, category };
  });
}

function toEntries({ draft, messages }: ChatNumberedRequest, nowMs: number): QueueEntry[] {
  const { account, number, priority, category } = draft;
  const expiresAtMs = nowMs + validityMsOf(category);
  const entry = { accountId: account.id, linkId: number.id, priority, expiresAtMs, leased: false };
  return messages.map(({ id: messageId, recipient }) => ({ ...entry, messageId, recipient }));
}
