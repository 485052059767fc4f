/**
 * Third stage: makes reserved drafts durable and queues their messages. Only writes; it takes
 * effect when the group's transaction commits.
 */
import type { NodeLease } from '../../domain/carrier/carrier.ts';
import type { BatchId, MessageId, TransferId } from '../../domain/ids.ts';
import { limit } from '../../domain/limits.ts';
import {
  type Acceptance,
  type Draft,
  type DraftMessage,
  totalMicros,
  validityMs,
} from '../../domain/message/draft.ts';
import type { Outgoing } from '../../domain/message/outgoing.ts';
import { earliestAt, storedHours, whyWaiting } from '../../domain/policy/hours.ts';
import type { Micros } from '../../domain/pricing/money.ts';
import { canBeAnswered, type Priority, priorityOf } from '../../domain/sender/sender.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';
import {
  insertBatches,
  insertMessages,
  type NewBatch,
  type NewMessage,
} from '../../store/messages/insert-messages.ts';
import {
  type PackedPiece,
  packPiece,
  type PieceMessage,
} from '../../store/batches/file-batches.ts';
import { takePlaces, type InPlaceOf } from '../../store/batches/fallbacks.ts';
import { insertQueue, type QueueEntry } from '../../store/queue/insert-queue.ts';

type NumberedMessage = DraftMessage & { readonly id: MessageId; readonly position: number };

/** A draft with the ids of its answer, and the transfer that reserves its price. */
export type NumberedDraft = {
  readonly draft: Draft;
  readonly reserveId: TransferId;
  /** The batch's id; in a batch of one it is also the message's. */
  readonly id: BatchId;
  readonly messages: readonly NumberedMessage[];
};

/** Gives a draft and its messages their ids. */
export function number(draft: Draft, reserveId: TransferId, newId: () => number): NumberedDraft {
  const { position: first = 1 } = draft.inPlaceOf ?? {};
  const messages = draft.messages.map((message, index) => ({
    ...message,
    id: newId() as MessageId,
    position: index + first,
  }));
  const only = messages.length === 1 ? messages[0] : undefined;
  const id = (only?.id ?? newId()) as BatchId;
  return { draft, reserveId, id, messages };
}

/** The answer to a granted draft; for a large one it lists only the first ids. */
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
 * @param leased the messages that go straight to a link of this node: queued as held, on their
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
    takePlaces(transaction, drafts.flatMap(placesOf)),
    ...[...Map.groupBy(drafts, (it) => dueAtOf(it, nowMs))].flatMap(([dueAtMs, due]) =>
      [...Map.groupBy(due, ({ draft }) => dueAtMs + validityMs(draft, settings))].flatMap(
        ([expiresAtMs, alike]) =>
          [...Map.groupBy(alike, ({ draft }) => whyWaiting(draft.opening, nowMs))].map(
            ([reason, same]) =>
              insertAlike(transaction, same, { ...settings, dueAtMs, expiresAtMs, reason }),
          ),
      ),
    ),
  ]);
}

/** When a draft's messages may leave: now, when scheduled, or when its hours begin. */
function dueAtOf({ draft }: NumberedDraft, nowMs: number): number {
  return earliestAt(draft.opening, nowMs);
}

/** Writes drafts that share due time and expiry; waiting does not shorten validity. */
async function insertAlike(
  transaction: Transaction,
  drafts: readonly NumberedDraft[],
  settings: Parameters<typeof enqueue>[2] & {
    readonly dueAtMs: number;
    readonly expiresAtMs: number;
    readonly reason: string | undefined;
  },
): Promise<void> {
  const { leased, lease, nowMs, dueAtMs, expiresAtMs, reason } = settings;
  await Promise.all([
    insertMessages(
      transaction,
      drafts.flatMap((draft) => newMessages(draft, batchIdOf(draft))),
      { acceptedAtMs: nowMs, expiresAtMs, reason },
    ),
    insertQueue(
      transaction,
      drafts.flatMap((draft) => queueEntries(draft, { leased, expiresAtMs })),
      { dueAtMs, lease },
    ),
  ]);
}

/** A draft's messages in the store's form; `batchId` is undefined for a batch of one. */
export function newMessages(numbered: NumberedDraft, batchId: BatchId | undefined): NewMessage[] {
  const { draft, reserveId } = numbered;
  const answerable = isAnswerable(draft);
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

/** A phone never has a test: what comes from it answers somebody else. */
function isAnswerable({ account, sender }: Pick<Draft, 'account' | 'sender'>): boolean {
  return !account.isTest && canBeAnswered(sender.name);
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
  const { sendHours } = numbered.draft;
  const hours = sendHours && storedHours(sendHours);
  return numbered.messages.map(({ id, linkId }) => ({
    accountId: account.id,
    messageId: id,
    linkId,
    priority,
    expiresAtMs,
    leased: leased.has(id),
    hours,
  }));
}

/** How urgent a draft's messages are. */
export function priorityIn({ draft, messages }: NumberedDraft): Priority {
  // A text of a campaign is not urgent, though it comes alone.
  return draft.inPlaceOf === undefined ? priorityOf(draft.sender.route, messages.length) : 0;
}

function hasSeveral(numbered: NumberedDraft): boolean {
  return numbered.messages.length > 1;
}

/** Of its own, or of texts in place of chat messages; undefined for a batch of one. */
function batchIdOf(numbered: NumberedDraft): BatchId | undefined {
  return hasSeveral(numbered) ? numbered.id : numbered.draft.inPlaceOf?.batchId;
}

function placesOf({ draft, messages }: NumberedDraft): readonly InPlaceOf[] {
  const { inPlaceOf, account } = draft;
  if (inPlaceOf === undefined) return [];
  const { chatId, batchId } = inPlaceOf;
  return messages.map(({ id: messageId, parts, priceMicros }) => {
    return { accountId: account.id, batchId, chatId, messageId, parts, price: String(priceMicros) };
  });
}

/** The batch of a draft that has several messages. */
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
    sendAtMs: draft.sendAtMs,
  };
}

/** The lowest and the highest id: within one second ids are in no order. */
function rangeOf(
  messages: readonly NumberedMessage[],
): Pick<NewBatch, 'firstMessage' | 'lastMessage'> {
  const [one] = messages;
  if (one === undefined) throw new Error('a batch has no messages');
  let [firstMessage, lastMessage] = [one.id, one.id];
  for (const { id } of messages) {
    if (id < firstMessage) firstMessage = id;
    if (id > lastMessage) lastMessage = id;
  }
  return { firstMessage, lastMessage };
}

/** A draft's message in the form that an attempt takes. */
export function outgoing(
  numbered: NumberedDraft,
  message: NumberedMessage,
  expiresAtMs: number,
): Outgoing {
  const { account, sender, template } = numbered.draft;
  return {
    accountId: account.id,
    messageId: message.id,
    operatorId: message.operatorId,
    category: template.category,
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
    isTest: account.isTest,
  };
}

/** A batch that is written in pieces. */
type PiecesOf = Pick<Draft, 'account' | 'template' | 'sender' | 'opening'> & {
  readonly id: BatchId;
  readonly reserveId: TransferId;
  /** The same for all its messages, in milliseconds since 1970. */
  readonly acceptedAtMs: number;
  readonly shortCodeValidityMinutes: number;
};

/** Some messages of a batch in written form; waiting does not shorten validity. */
export function makePiece(batch: PiecesOf, messages: readonly PieceMessage[]): PackedPiece {
  const { acceptedAtMs } = batch;
  const dueAtMs = earliestAt(batch.opening, acceptedAtMs);
  return packPiece({
    accountId: batch.account.id,
    batchId: batch.id,
    templateId: batch.template.id,
    senderId: batch.sender.id,
    reserveId: batch.reserveId,
    answerable: isAnswerable(batch),
    acceptedAtMs,
    expiresAtMs: dueAtMs + validityMs(batch, batch),
    reason: whyWaiting(batch.opening, acceptedAtMs),
    messages,
  });
}
