/** How chat requests are committed, in a group or as a batch. */
import type {
  ChatDraftRequest,
  ChatNumberedRequest,
  ChatOutcome,
  ChatPassed,
  ChatTakenIn,
} from '../../domain/chat/request.ts';
import type { MessageId } from '../../domain/ids.ts';
import { ZERO } from '../../domain/pricing/money.ts';
import { publishBatch } from '../../store/batches/file-batches.ts';
import type { BatchTry } from '../../store/batches/remove-batches.ts';
import type { ReservationRefused } from '../charge/reserve.ts';
import type { JourneyDeps } from '../deps.ts';
import {
  chatDueAt,
  enqueueChat,
  makeChatPiece,
  numberChat,
  outcomeOf,
} from '../enqueue/enqueue-chat.ts';
import type { BatchWork } from './commit-large.ts';
import type { GroupWork } from './commit-group.ts';

const NONE: ReadonlySet<MessageId> = new Set();

/**
 * How a group of chat requests is committed. They never go straight to a link, so that anything
 * revoked before they leave the queue still takes effect.
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
 * Without enough credit, every entry that passed is refused for it and the others keep their own
 * refusals; for any other reason the request is refused as a whole.
 */
export function refuseChat(
  { entries }: Pick<ChatDraftRequest, 'entries'>,
  { refusal, availableMicros }: Omit<ReservationRefused, 'kind'>,
): ChatTakenIn {
  if (refusal.reason !== 'credit_insufficient') return { kind: 'refused', refusal };
  const results = entries.map((entry) =>
    entry.ok ? { ok: false as const, shown: entry.recipient, refusal } : entry,
  );
  const acceptance = { results, priceMicros: ZERO, remainingMicros: availableMicros };
  return { kind: 'accepted', acceptance, replayed: false };
}

/** A chat request with more messages than a group may have. */
export function chatBatch(
  deps: JourneyDeps,
  draft: ChatDraftRequest,
  batch: BatchTry,
): BatchWork<ChatPassed, ChatOutcome> {
  const acceptedAtMs = deps.clock.nowMs();
  const recipients = draft.messages.length;
  const ids: MessageId[] = [];
  return {
    pack(messages) {
      for (const { id } of messages) ids.push(id);
      return makeChatPiece(draft, { ...batch, acceptedAtMs }, messages);
    },
    publish(transaction, { nowMs, ...written }) {
      const dueAtMs = chatDueAt(draft, nowMs);
      return publishBatch(transaction, {
        ...batch,
        ...written,
        recipients,
        parts: recipients,
        lastPosition: recipients,
        linkId: draft.linkId,
        file: undefined,
        leftOut: 0,
        sendAtMs: draft.sendAtMs,
        isSpread: draft.spread === true && draft.templateId !== 0,
        atMs: nowMs,
        dueAtMs,
        heldMs: dueAtMs - chatDueAt(draft, acceptedAtMs),
      });
    },
    answer: (_, remainingMicros) => ({
      ...outcomeOf(draft, ids, remainingMicros),
      batchId: batch.id,
    }),
    holds: { account: () => false, settings: () => false },
  };
}
