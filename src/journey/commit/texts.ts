/** What is done for text requests when a group or a batch of them is committed. */
import type { MessageId } from '../../domain/ids.ts';
import { limit } from '../../domain/limits.ts';
import type { Acceptance, Draft, DraftMessage } from '../../domain/message/draft.ts';
import { earliestAt } from '../../domain/policy/hours.ts';
import { insertPiece, publishBatch } from '../../store/messages/file-batches.ts';
import type { BatchTry } from '../../store/messages/remove-batches.ts';
import type { JourneyDeps } from '../deps.ts';
import { acceptanceOf, enqueue, number, type NumberedDraft } from '../enqueue/enqueue.ts';
import { makePiece } from '../enqueue/make-piece.ts';
import type { BatchWork } from './commit-batch.ts';
import type { GroupWork } from './commit-group.ts';
import { createDirect } from './direct.ts';
import { stillHolds } from './still-holds.ts';

/** What is done for a group of text requests. */
export function textGroup(deps: JourneyDeps): GroupWork<NumberedDraft, Acceptance> {
  return {
    number,
    direct: () => createDirect(deps),
    enqueue: (transaction, numbered, by) =>
      enqueue(transaction, numbered, { ...deps.settings, ...by }),
    answer: acceptanceOf,
    refuse: (_, { refusal }) => ({ kind: 'refused', refusal }),
  };
}

/** A text request with more messages than a group may have. */
export function textBatch(
  deps: JourneyDeps,
  draft: Draft,
  batch: BatchTry,
): BatchWork<DraftMessage, Acceptance> {
  const acceptedAtMs = deps.clock.nowMs();
  const routing = deps.routing.current();
  const holds = stillHolds({ ...draft, routing, atMs: acceptedAtMs });
  const pieces = { ...draft, ...deps.settings, ...batch, acceptedAtMs };
  const recipients = draft.messages.length;
  const listed: { readonly id: MessageId }[] = [];
  return {
    pack(messages) {
      const room = Math.max(0, limit('resultsPerAnswer') - listed.length);
      for (const { id } of messages.slice(0, room)) listed.push({ id });
      const piece = makePiece(pieces, messages);
      return (transaction) => insertPiece(transaction, piece);
    },
    publish(transaction, { nowMs, ...written }) {
      const dueAtMs = earliestAt(draft.opening, nowMs);
      return publishBatch(transaction, {
        ...batch,
        ...written,
        ...{ recipients, parts: draft.parts, lastPosition: recipients },
        ...{ file: undefined, leftOut: 0 },
        ...{ atMs: nowMs, dueAtMs, heldMs: dueAtMs - earliestAt(draft.opening, acceptedAtMs) },
      });
    },
    answer: ({ lookups }, remainingMicros) =>
      acceptanceOf(
        { draft: { ...draft, lookups }, id: batch.id, messages: listed },
        remainingMicros,
      ),
    holds: {
      account: holds.account,
      settings: (fresh) => routing.version === draft.settingsVersion && holds.settings(fresh),
    },
  };
}
