import type { MessageId } from '../../domain/ids.ts';
import type { Outgoing } from '../../domain/message/outgoing.ts';
import { validityMs } from '../../domain/message/draft.ts';
import { mayGoAt } from '../../domain/policy/hours.ts';
import { outgoing, priorityIn, type NumberedDraft } from '../enqueue/enqueue.ts';
import type { JourneyDeps } from '../deps.ts';
import type { Outbox } from '../../links/outbox.ts';

/**
 * The messages of a group that skip the queue: leased by the commit that accepts them, and handed
 * to an outbox after it.
 */
export type Direct<Numbered> = {
  /**
   * Picks the messages for which this node's outboxes have room, unless older, equally urgent ones
   * wait for the same link. Returns their ids.
   */
  offer(drafts: readonly Numbered[], nowMs: number): ReadonlySet<MessageId>;
  /** After the commit: hands over what was picked, and tells outboxes what waits for them. */
  handOver(drafts: readonly Numbered[]): void;
  /** Gives the room back: nothing was committed. */
  withdraw(): void;
};

type Taken = { readonly outbox: Outbox; readonly message: Outgoing };

/** Nothing is picked yet. */
export function createDirect(deps: JourneyDeps): Direct<NumberedDraft> {
  let taken: Taken[] = [];
  const ids = new Set<MessageId>();
  return {
    offer(drafts, nowMs) {
      if (!deps.lease.holds()) return ids;
      for (const draft of drafts) {
        // Its hours may be over by the commit; it then waits like the others.
        if (!mayGoAt(draft.draft.opening, nowMs)) continue;
        const priority = priorityIn(draft);
        const expiresAtMs = nowMs + validityMs(draft.draft, deps.settings);
        for (const message of draft.messages) {
          const outbox = deps.outboxes.get(message.linkId);
          if (outbox === undefined || deps.outboxes.mayHaveWaiting(message.linkId, priority))
            continue;
          if (!outbox.offer({ parts: message.parts, priority })) continue;
          taken.push({ outbox, message: outgoing(draft, message, expiresAtMs) });
          ids.add(message.id);
        }
      }
      return ids;
    },
    handOver(drafts) {
      for (const [outbox, group] of Map.groupBy(taken, (it) => it.outbox)) {
        outbox.hand(group.map(({ message }) => message));
      }
      for (const draft of drafts) {
        // A message held for its hours is in nobody's way until then.
        if (draft.draft.opening?.open === false) continue;
        const priority = priorityIn(draft);
        for (const { id, linkId } of draft.messages) {
          if (!ids.has(id)) deps.outboxes.setWaiting(linkId, priority);
        }
      }
    },
    withdraw() {
      for (const { outbox, message } of taken) outbox.withdraw(message);
      taken = [];
      ids.clear();
    },
  };
}
