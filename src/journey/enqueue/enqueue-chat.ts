/**
 * Third stage for chat messages: makes them durable and queues them for their number. They are only
 * ever sent from the queue, so that anything revoked meanwhile takes effect.
 */
import type { NodeLease } from '../../domain/carrier/carrier.ts';
import {
  type ChatDraftRequest,
  type ChatNumbered,
  type ChatNumberedRequest,
  type ChatOutcome,
  statusTimeoutMsOf,
  validityMsOf,
} from '../../domain/chat/request.ts';
import type { BatchId, MessageId, TransferId } from '../../domain/ids.ts';
import { SCHEDULED } from '../../domain/policy/hours.ts';
import type { Micros } from '../../domain/pricing/money.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';
import { insertChatMessages, packChatPiece } from '../../store/chat/messages.ts';
import { insertPiece, packPiece } from '../../store/batches/file-batches.ts';
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

/** The answer to a granted draft; `ids` are those of its messages, in order. */
export function outcomeOf(
  { entries, priceMicros }: Pick<ChatDraftRequest, 'entries' | 'priceMicros'>,
  ids: readonly MessageId[],
  remainingMicros: Micros,
): ChatOutcome {
  let passed = 0;
  const results = entries.map((entry) => {
    if (!entry.ok) return entry;
    passed += 1;
    return { ok: true as const, id: ids[passed - 1], recipient: entry.recipient };
  });
  return { results, priceMicros, remainingMicros };
}

/** Writes numbered drafts: their messages, their chat data, and queue entries. */
export async function enqueueChat(
  transaction: Transaction,
  drafts: readonly ChatNumberedRequest[],
  { lease, nowMs }: { readonly lease: NodeLease; readonly nowMs: number },
): Promise<void> {
  const byTime = Map.groupBy(drafts, ({ draft }) => chatDueAt(draft, nowMs));
  await Promise.all(
    [...byTime].flatMap(([dueAtMs, due]) => [
      insertQueue(
        transaction,
        due.flatMap((numbered) => toEntries(numbered, dueAtMs)),
        { dueAtMs, lease },
      ),
      ...insertDue(transaction, due, { dueAtMs, nowMs }),
    ]),
  );
}

/** When a draft's messages may leave; their validity starts then. */
export function chatDueAt({ sendAtMs = 0 }: ChatDraftRequest, nowMs: number): number {
  return Math.max(nowMs, sendAtMs);
}

function insertDue(
  transaction: Transaction,
  drafts: readonly ChatNumberedRequest[],
  { dueAtMs, nowMs }: { readonly dueAtMs: number; readonly nowMs: number },
): readonly Promise<unknown>[] {
  const byCategory = Map.groupBy(drafts, ({ draft }) => draft.category);
  const reason = dueAtMs > nowMs ? SCHEDULED : undefined;
  return [...byCategory].flatMap(([category, alike]) => {
    const expiresAtMs = dueAtMs + validityMsOf(category);
    return [
      insertMessages(transaction, alike.flatMap(toMessages), {
        acceptedAtMs: nowMs,
        expiresAtMs,
        reason,
      }),
      insertChatMessages(transaction, alike.flatMap(toBesides), {
        waitUntilMs: expiresAtMs + statusTimeoutMsOf(category),
      }),
    ];
  });
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

/** What all messages of a draft have in common. */
function sameOf({ account, number, templateId }: ChatDraftRequest) {
  return { accountId: account.id, templateId, senderId: number.id, answerable: false };
}

/** What is written of a message. */
type Written = Pick<ChatNumbered, 'id' | 'person' | 'content'> & { readonly recipient: string };

function toMessage(draft: ChatDraftRequest, message: Written) {
  const { tariffId, unitMicros: priceMicros } = draft;
  const carried = { operatorId: 0, alphabet: 'chat', parts: 1 } as const;
  const { id, recipient, person = recipient, content: text } = message;
  return { id, recipient: person, text, tariffId, priceMicros, ...carried };
}

/** Turns messages of a batch into what is written, with their chat data. */
export function makeChatPiece(
  draft: ChatDraftRequest,
  batch: { readonly id: BatchId; readonly reserveId: TransferId; readonly acceptedAtMs: number },
  messages: readonly (Written & { readonly position: number })[],
): (transaction: Transaction) => Promise<unknown> {
  const { acceptedAtMs, reserveId } = batch;
  const dueAtMs = chatDueAt(draft, acceptedAtMs);
  const reason = dueAtMs > acceptedAtMs ? SCHEDULED : undefined;
  const expiresAtMs = dueAtMs + validityMsOf(draft.category);
  const waitUntilMs = expiresAtMs + statusTimeoutMsOf(draft.category);
  const { account, linkId, category } = draft;
  const besides = packChatPiece({
    accountId: account.id,
    linkId,
    category,
    waitUntilMs,
    ids: messages.map(({ id }) => id),
  });
  const piece = packPiece({
    ...sameOf(draft),
    batchId: batch.id,
    reserveId,
    acceptedAtMs,
    expiresAtMs,
    reason,
    messages: messages.map((it) => ({ ...toMessage(draft, it), position: it.position })),
  });
  return (transaction) => Promise.all([insertPiece(transaction, piece), besides(transaction)]);
}

function toBesides({ draft, messages }: Pick<ChatNumberedRequest, 'draft' | 'messages'>) {
  const { account, linkId, category } = draft;
  return messages.map(({ id: messageId }) => {
    return { accountId: account.id, messageId, linkId, category };
  });
}

function toEntries({ draft, messages }: ChatNumberedRequest, dueAtMs: number): QueueEntry[] {
  const { account, linkId, priority, category } = draft;
  const expiresAtMs = dueAtMs + validityMsOf(category);
  const entry = { accountId: account.id, linkId, priority, expiresAtMs, leased: false };
  return messages.map(({ id: messageId, recipient, person = recipient }) => {
    return { ...entry, messageId, recipient: person };
  });
}
