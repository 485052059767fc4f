/**
 * Third stage: makes reserved drafts durable and queues their messages. Writes only; what it
 * writes becomes true when the transaction of the group commits.
 */
import type { NodeLease } from '../../domain/carrier/carrier.ts';
import type { BatchId, MessageId, TransferId } from '../../domain/ids.ts';
import { limit } from '../../domain/limits.ts';
import {
  totalMicros,
  type Acceptance,
  type Draft,
  type DraftMessage,
} from '../../domain/message/draft.ts';
import type { Outgoing } from '../../domain/message/outgoing.ts';
import { validityMs } from '../../domain/message/validity.ts';
import { earliestAt, HELD } from '../../domain/policy/hours.ts';
import type { Micros } from '../../domain/pricing/money.ts';
import { canBeAnswered, priorityOf, type Priority } from '../../domain/sender/sender.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';
import { insertBatches, type NewBatch } from '../../store/messages/batches.ts';
import { insertMessages, type NewMessage } from '../../store/messages/insert-messages.ts';
import { insertQueue, type QueueEntry } from '../../store/queue/insert-queue.ts';

/** A message that has its id. */
export type NumberedMessage = DraftMessage & { readonly id: MessageId; readonly position: number };

/** A draft with the ids of its answer, and the transfer that reserves its price. */
export type NumberedDraft = {
  readonly draft: Draft;
  readonly reserveId: TransferId;
  /** Of the batch; for a batch of one also of its message. */
  readonly id: BatchId;
  readonly messages: readonly NumberedMessage[];
};

/** Gives a draft and its messages their ids. */
export function number(draft: Draft, reserveId: TransferId, newId: () => number): NumberedDraft {
  const messages = draft.messages.map((message, index) => ({
    ...message,
    id: newId() as MessageId,
    position: index + 1,
  }));
  const only = messages.length === 1 ? messages[0] : undefined;
  const id = (only?.id ?? newId()) as BatchId;
  return { draft, reserveId, id, messages };
}

/** How the caller of a granted draft is answered; of a large one the first ids are enough. */
export function acceptanceOf(
  {
    draft,
    id,
    messages,
  }: Pick<NumberedDraft, 'draft' | 'id'> & {
    readonly messages: readonly { readonly id: MessageId }[];
  },
  remainingMicros: Micros,
): Acceptance {
  const most = limit('resultsPerAnswer');
  return {
    id,
    priceMicros: totalMicros(draft),
    parts: draft.parts,
    remainingMicros,
    recipients: draft.messages.length,
    listed: draft.messages
      .slice(0, most)
      .map(({ recipient }, at) => ({ id: messages[at]?.id, recipient })),
    filtered: draft.filtered.slice(0, most),
  };
}

/**
 * Writes numbered drafts whole: their batches, messages and queue entries.
 * @param leased the messages that go straight to a link of this node: they are queued as held,
 *   first attempt.
 */
export async function enqueue(
  transaction: Transaction,
  drafts: readonly NumberedDraft[],
  settings: {
    readonly leased: ReadonlySet<MessageId>;
    readonly lease: NodeLease;
    readonly nowMs: number;
    readonly shortCodeValidityMinutes: number;
  },
): Promise<void> {
  const { lease, nowMs } = settings;
  await Promise.all([
    insertBatches(transaction, drafts.filter(hasSeveral).map(batchOf), { lease, atMs: nowMs }),
    ...[...Map.groupBy(drafts, (it) => dueAtOf(it, nowMs))].flatMap(([dueAtMs, due]) =>
      [...Map.groupBy(due, ({ draft }) => dueAtMs + validityMs(draft, settings))].map(
        ([expiresAtMs, alike]) =>
          insertAlike(transaction, alike, { ...settings, dueAtMs, expiresAtMs }),
      ),
    ),
  ]);
}

/** When a draft's messages may leave: now, or when its hours begin. */
export function dueAtOf({ draft }: NumberedDraft, nowMs: number): number {
  return earliestAt(draft.opening, nowMs);
}

/** Writes drafts that are due and expire together; waiting shortens no validity. */
async function insertAlike(
  transaction: Transaction,
  drafts: readonly NumberedDraft[],
  settings: Parameters<typeof enqueue>[2] & {
    readonly dueAtMs: number;
    readonly expiresAtMs: number;
  },
): Promise<void> {
  const { leased, lease, nowMs, dueAtMs, expiresAtMs } = settings;
  const reason = dueAtMs > nowMs ? HELD : undefined;
  await Promise.all([
    insertMessages(
      transaction,
      drafts.flatMap((draft) => newMessages(draft, hasSeveral(draft) ? draft.id : undefined)),
      { acceptedAtMs: nowMs, expiresAtMs, reason },
    ),
    insertQueue(
      transaction,
      drafts.flatMap((draft) => queueEntries(draft, { leased, expiresAtMs })),
      { dueAtMs, lease },
    ),
  ]);
}

/** Messages of a draft as the store takes them; `batchId` undefined for a batch of one. */
export function newMessages(numbered: NumberedDraft, batchId: BatchId | undefined): NewMessage[] {
  const { draft, reserveId } = numbered;
  const answerable = canBeAnswered(draft.sender.name);
  return numbered.messages.map((message) => ({
    ...message,
    accountId: draft.account.id,
    batchId,
    templateId: draft.template.id,
    senderId: draft.sender.id,
    reserveId,
    answerable,
  }));
}

function queueEntries(
  numbered: NumberedDraft,
  {
    leased,
    expiresAtMs,
  }: { readonly leased: ReadonlySet<MessageId>; readonly expiresAtMs: number },
): QueueEntry[] {
  const { account } = numbered.draft;
  const priority = priorityIn(numbered);
  return numbered.messages.map(({ id, linkId }) => ({
    accountId: account.id,
    messageId: id,
    linkId,
    priority,
    expiresAtMs,
    leased: leased.has(id),
  }));
}

/** How urgent the messages of a draft are. */
export function priorityIn({ draft, messages }: NumberedDraft): Priority {
  return priorityOf(draft.sender.route, messages.length);
}

function hasSeveral(numbered: NumberedDraft): boolean {
  return numbered.messages.length > 1;
}

/** The batch of a draft with several messages. */
export function batchOf(numbered: NumberedDraft): NewBatch {
  const { draft, id, reserveId, messages } = numbered;
  return {
    ...rangeOf(messages),
    accountId: draft.account.id,
    id,
    recipients: messages.length,
    parts: draft.parts,
    priceMicros: draft.priceMicros,
    reserveId,
  };
}

/** The lowest and the highest id: within a second they come in any order. */
function rangeOf(
  messages: readonly NumberedMessage[],
): Pick<NewBatch, 'firstMessage' | 'lastMessage'> {
  const [one] = messages;
  if (one === undefined) throw new Error('a batch has messages');
  let [firstMessage, lastMessage] = [one.id, one.id];
  for (const { id } of messages) {
    if (id < firstMessage) firstMessage = id;
    if (id > lastMessage) lastMessage = id;
  }
  return { firstMessage, lastMessage };
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
    priority: priorityIn(numbered),
    alphabet: message.alphabet,
    parts: message.parts,
    partsTaken: [],
    faults: 0,
    priceMicros: message.priceMicros,
    expiresAtMs,
    text: message.text,
  };
}
