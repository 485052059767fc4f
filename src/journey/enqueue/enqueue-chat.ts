/**
 * Third stage for chat messages: makes them durable and queues them for their number. They are only
 * sent from the queue, so that whatever is revoked until then holds.
 */
import type { NodeLease } from '../../domain/carrier/carrier.ts';
import type { ChatOutcome } from '../../domain/chat/request.ts';
import {
  patienceMsOf,
  validityMsOf,
  type ChatDraftRequest,
  type ChatNumbered,
  type ChatNumberedRequest,
} from '../../domain/chat/taking.ts';
import type { BatchId, MessageId, TransferId } from '../../domain/ids.ts';
import type { Micros } from '../../domain/pricing/money.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';
import { insertChatMessages } from '../../store/chat-messages.ts';
import { insertPiece, packPiece } from '../../store/messages/file-batches.ts';
import { insertMessages, type NewMessage } from '../../store/messages/insert-messages.ts';
import { insertQueue, type QueueEntry } from '../../store/queue/insert-queue.ts';

/** Gives a draft and its messages their ids. */
export function numberChat(
  draft: ChatDraftRequest,
  reserveId: TransferId,
  newId: () => number,
): ChatNumberedRequest {
  const messages = draft.messages.map((entry) => ({ ...entry, id: newId() as MessageId }));
  return { draft, reserveId, id: newId() as BatchId, messages };
}

/** How the caller of a granted draft is answered; `ids` are those of its messages, in order. */
export function outcomeOf(
  { entries }: Pick<ChatDraftRequest, 'entries'>,
  ids: readonly MessageId[],
  remainingMicros: Micros,
): ChatOutcome {
  let passed = 0;
  const results = entries.map((entry) => {
    if (!entry.ok) return entry;
    passed += 1;
    return { ok: true as const, id: ids[passed - 1], recipient: entry.recipient };
  });
  return { results, remainingMicros };
}

/** Writes numbered drafts: their messages, what only chat has of them, and queue entries. */
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
  const same = sameOf(draft);
  return messages.map((message) => ({
    ...toMessage(draft, message),
    ...same,
    batchId: undefined,
    position: 1,
    reserveId,
  }));
}

/** What is the same of all messages of a draft. */
function sameOf({ account, number, templateId }: ChatDraftRequest) {
  return { accountId: account.id, templateId, senderId: number.id, answerable: false };
}

function toMessage(draft: ChatDraftRequest, { id, recipient, content }: ChatNumbered) {
  const { tariffId, unitMicros: priceMicros } = draft;
  const text = JSON.stringify(content);
  const carried = { operatorId: 0, alphabet: 'chat', parts: 1 } as const;
  return { id, recipient, text, tariffId, priceMicros, ...carried };
}

/** Makes messages of a batch ready to be written, with what only chat has of them. */
export function makeChatPiece(
  draft: ChatDraftRequest,
  batch: { readonly id: BatchId; readonly reserveId: TransferId; readonly acceptedAtMs: number },
  messages: readonly (ChatNumbered & { readonly position: number })[],
): (transaction: Transaction) => Promise<unknown> {
  const { acceptedAtMs, reserveId } = batch;
  const expiresAtMs = acceptedAtMs + validityMsOf(draft.category);
  const waitUntilMs = expiresAtMs + patienceMsOf(draft.category);
  const besides = toBesides({ draft, messages });
  const piece = packPiece({
    ...sameOf(draft),
    ...{ batchId: batch.id, reserveId, acceptedAtMs, expiresAtMs, reason: undefined },
    messages: messages.map((it) => ({ ...toMessage(draft, it), position: it.position })),
  });
  return (transaction) =>
    Promise.all([
      insertPiece(transaction, piece),
      insertChatMessages(transaction, besides, { waitUntilMs }),
    ]);
}

function toBesides({ draft, messages }: Pick<ChatNumberedRequest, 'draft' | 'messages'>) {
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
