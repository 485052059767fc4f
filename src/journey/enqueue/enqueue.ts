/**
 * Third stage: makes reserved drafts durable and puts their messages in line. Writes only; what it
 * writes becomes true when the transaction of the group commits.
 */
import type { NodeLease } from '../../domain/carrier/carrier.ts';
import type { BatchId, MessageId, TransferId } from '../../domain/ids.ts';
import { limit } from '../../domain/limits.ts';
import type { Acceptance, Draft, DraftMessage } from '../../domain/message/draft.ts';
import type { Outgoing } from '../../domain/message/outgoing.ts';
import type { Micros } from '../../domain/pricing/money.ts';
import { priorityOf } from '../../domain/sender/sender.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';
import { answerKeys, type KeyAnswer } from '../../store/idempotency/idempotency-keys.ts';
import { insertBatches, type NewBatch } from '../../store/messages/batches.ts';
import { insertMessages, type NewMessage } from '../../store/messages/insert-messages.ts';
import { insertQueue, type QueueEntry } from '../../store/queue/insert-queue.ts';

const HOUR_MS = 3_600_000;

/** A draft whose price is reserved. */
export type ReservedDraft = {
  readonly draft: Draft;
  readonly reserveId: TransferId;
  readonly remainingMicros: Micros;
};

/** A message that has its id. */
export type NumberedMessage = DraftMessage & { readonly id: MessageId; readonly position: number };

/** A reserved draft with the ids that its caller will be told. */
export type NumberedDraft = ReservedDraft & {
  /** Of the batch; for a batch of one also of its message. */
  readonly id: BatchId;
  readonly messages: readonly NumberedMessage[];
  readonly acceptance: Acceptance;
};

/** Gives a reserved draft and its messages their ids, and says how the caller is answered. */
export function number(reserved: ReservedDraft, newId: () => number): NumberedDraft {
  const { draft, remainingMicros } = reserved;
  const messages = draft.messages.map((message, index) => ({
    ...message,
    id: newId() as MessageId,
    position: index + 1,
  }));
  const only = messages.length === 1 ? messages[0] : undefined;
  const id = (only?.id ?? newId()) as number as BatchId;
  const acceptance: Acceptance = {
    id,
    priceMicros: draft.priceMicros,
    parts: draft.parts,
    remainingMicros,
    recipients: messages.length,
    listed: messages
      .slice(0, limit('resultsPerAnswer'))
      .map((message) => ({ id: message.id, recipient: message.recipient })),
    filtered: draft.filtered.slice(0, limit('resultsPerAnswer')),
  };
  return { ...reserved, id, messages, acceptance };
}

/**
 * Writes numbered drafts whole: batches, messages, line, and the answers kept under idempotency
 * keys.
 * @param leased the messages that go straight to a link of this node: they stand in line as held,
 *   first attempt.
 */
export async function enqueue(
  transaction: Transaction,
  drafts: readonly NumberedDraft[],
  settings: {
    readonly leased: ReadonlySet<MessageId>;
    readonly lease: NodeLease;
    readonly nowMs: number;
  },
): Promise<void> {
  const { leased, lease, nowMs } = settings;
  const expiresAtMs = nowMs + limit('validityHours') * HOUR_MS;
  await Promise.all([
    insertBatches(transaction, drafts.filter(hasSeveral).map(published), { lease, atMs: nowMs }),
    insertMessages(
      transaction,
      drafts.flatMap((draft) => newMessages(draft, hasSeveral(draft) ? draft.id : undefined)),
      { acceptedAtMs: nowMs, expiresAtMs },
    ),
    insertQueue(
      transaction,
      drafts.flatMap((draft) => queueEntries(draft, leased)),
      { dueAtMs: nowMs, expiresAtMs, lease },
    ),
    answerKeys(transaction, drafts.flatMap(keyAnswer), nowMs),
  ]);
}

/** Messages of a draft as the store takes them; `batchId` undefined for a batch of one. */
export function newMessages(numbered: NumberedDraft, batchId: BatchId | undefined): NewMessage[] {
  const { draft, reserveId } = numbered;
  return numbered.messages.map((message) => ({
    ...message,
    accountId: draft.account.id,
    batchId,
    templateId: draft.template.id,
    senderId: draft.sender.id,
    reserveId,
  }));
}

function queueEntries(numbered: NumberedDraft, leased: ReadonlySet<MessageId>): QueueEntry[] {
  const { account, sender } = numbered.draft;
  return numbered.messages.map(({ id, linkId }) => ({
    accountId: account.id,
    messageId: id,
    linkId,
    priority: priorityOf(sender.route),
    leased: leased.has(id),
  }));
}

function hasSeveral(numbered: NumberedDraft): boolean {
  return numbered.messages.length > 1;
}

function published(numbered: NumberedDraft): NewBatch {
  return { ...batchOf(numbered), state: 'published' };
}

/** A draft's batch, not yet visible. */
export function batchOf(numbered: NumberedDraft): NewBatch {
  const { draft, id, reserveId, messages } = numbered;
  return {
    accountId: draft.account.id,
    id,
    state: 'writing',
    recipients: messages.length,
    parts: draft.parts,
    priceMicros: draft.priceMicros,
    reserveId,
    idempotencyKey: draft.idempotency?.key,
  };
}

/** What is kept under the idempotency key of a draft, if it has one. */
export function keyAnswer(numbered: NumberedDraft): readonly KeyAnswer[] {
  const { account, idempotency } = numbered.draft;
  if (idempotency === undefined) return [];
  const { key, requestHash } = idempotency;
  return [{ accountId: account.id, key, requestHash, answer: keep(numbered.acceptance) }];
}

/** An acceptance as JSON can keep it. */
function keep(acceptance: Acceptance): unknown {
  return {
    ...acceptance,
    priceMicros: String(acceptance.priceMicros),
    remainingMicros: String(acceptance.remainingMicros),
  };
}

/** A message of this draft as an attempt takes it. */
export function outgoing(
  numbered: NumberedDraft,
  message: NumberedMessage,
  expiresAtMs: number,
): Outgoing {
  const { account, sender } = numbered.draft;
  return {
    accountId: account.id,
    messageId: message.id,
    attempt: 1,
    recipient: message.recipient,
    sender: { name: sender.name, route: sender.route },
    alphabet: message.alphabet,
    parts: message.parts,
    partsTaken: [],
    priceMicros: message.priceMicros,
    expiresAtMs,
    text: message.text,
  };
}
