/** What is done for chat requests when a group or a batch of them is committed. */
import type { ChatOutcome, ChatTakenIn } from '../../domain/chat/request.ts';
import type {
  ChatDraftRequest,
  ChatNumberedRequest,
  ChatPassed,
} from '../../domain/chat/taking.ts';
import type { MessageId } from '../../domain/ids.ts';
import { dissolveBatch } from '../../store/messages/file-batches.ts';
import type { BatchTry } from '../../store/messages/remove-batches.ts';
import { queueBatch } from '../../store/queue/insert-queue.ts';
import type { ReservationRefused } from '../charge/reserve.ts';
import type { JourneyDeps } from '../deps.ts';
import { enqueueChat, makeChatPiece, numberChat, outcomeOf } from '../enqueue/enqueue-chat.ts';
import type { BatchWork } from './commit-batch.ts';
import type { GroupWork } from './commit-group.ts';

const NONE: ReadonlySet<MessageId> = new Set();

/**
 * What is done for a group of chat requests. They never go straight to a link: whatever is revoked
 * before they leave the queue holds.
 * @param put called with what has been queued.
 */
export function chatGroup(
  put: (draft: ChatDraftRequest) => void,
): GroupWork<ChatNumberedRequest, ChatOutcome> {
  return {
    number: numberChat,
    direct: () => ({
      offer: () => NONE,
      handOver: (numbered) => {
        for (const { draft } of numbered) put(draft);
      },
      withdraw: () => undefined,
    }),
    enqueue: enqueueChat,
    answer: ({ draft, messages }, remainingMicros) =>
      outcomeOf(
        draft,
        messages.map(({ id }) => id),
        remainingMicros,
      ),
    refuse: refuseChat,
  };
}

/**
 * Without credit every entry that passed says so, and the others what they said before; for any
 * other reason the request is refused as a whole.
 */
export function refuseChat(
  { entries }: Pick<ChatDraftRequest, 'entries'>,
  { refusal, availableMicros }: Omit<ReservationRefused, 'kind'>,
): ChatTakenIn {
  if (refusal.reason !== 'credit_insufficient') return { kind: 'refused', refusal };
  const results = entries.map((entry) =>
    entry.ok ? { ok: false as const, shown: entry.recipient, refusal } : entry,
  );
  const acceptance = { results, remainingMicros: availableMicros };
  return { kind: 'accepted', acceptance, replayed: false };
}

/** A chat request with more messages than a group may have; each of them stands for itself. */
export function chatBatch(
  deps: JourneyDeps,
  draft: ChatDraftRequest,
  batch: BatchTry,
): BatchWork<ChatPassed, ChatOutcome> {
  const acceptedAtMs = deps.clock.nowMs();
  const ids: MessageId[] = [];
  return {
    pack(messages) {
      for (const { id } of messages) ids.push(id);
      return makeChatPiece(draft, { ...batch, acceptedAtMs }, messages);
    },
    // All at once: what is sent to the same person later must not come before it.
    prepare: (transaction, span) =>
      queueBatch(
        transaction,
        { ...batch, ...span },
        { linkId: draft.number.id, priority: draft.priority, dueAtMs: acceptedAtMs },
      ),
    publish: (transaction) => dissolveBatch(transaction, batch),
    answer: (_, remainingMicros) => outcomeOf(draft, ids, remainingMicros),
    holds: { account: () => false, settings: () => false },
  };
}
