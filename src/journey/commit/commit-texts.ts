/** How text requests are committed, in a group or as a batch. */
import type { MessageId } from '../../domain/ids.ts';
import { limit } from '../../domain/limits.ts';
import type { Acceptance, Draft, DraftMessage } from '../../domain/message/draft.ts';
import { earliestAt, storedHours } from '../../domain/policy/hours.ts';
import { insertPiece, publishBatch } from '../../store/batches/file-batches.ts';
import type { BatchTry } from '../../store/batches/remove-batches.ts';
import type { JourneyDeps } from '../deps.ts';
import {
  acceptanceOf,
  enqueue,
  makePiece,
  number,
  type NumberedDraft,
} from '../enqueue/enqueue.ts';
import type { BatchWork } from './commit-large.ts';
import type { GroupWork } from './commit-group.ts';
import { createDirect } from './skip-queue.ts';
import { stillHolds } from './still-holds.ts';

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
        recipients,
        parts: draft.parts,
        lastPosition: recipients,
        file: undefined,
        leftOut: 0,
        sendAtMs: draft.sendAtMs,
        hours: draft.sendHours && storedHours(draft.sendHours),
        atMs: nowMs,
        dueAtMs,
        heldMs: dueAtMs - earliestAt(draft.opening, acceptedAtMs),
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
