import type { MessageId } from '../../domain/ids.ts';
import type { Outgoing } from '../../domain/message/outgoing.ts';
import { validityMs } from '../../domain/message/validity.ts';
import { mayGoAt } from '../../domain/policy/hours.ts';
import { outgoing, priorityIn, type NumberedDraft } from '../enqueue/enqueue.ts';
import type { JourneyDeps } from '../deps.ts';
import type { Outbox } from '../../links/outbox.ts';

/**
 * The messages of a group that go straight to an outbox: leased in the commit that accepts them,
 * and handed over after it.
 */
export type Direct<Numbered> = {
  /**
   * Takes the messages that outboxes of this node have room for, unless older ones that are as
   * urgent wait for the same link. Gives their ids.
   */
  offer(drafts: readonly Numbered[], nowMs: number): ReadonlySet<MessageId>;
  /** After the commit: hands over what was taken, and tells outboxes of what waits for them. */
  handOver(drafts: readonly Numbered[]): void;
  /** Gives the room back: nothing was committed. */
  withdraw(): void;
};

type Taken = { readonly outbox: Outbox; readonly message: Outgoing };

/** Nothing is taken yet. */
export function createDirect(deps: JourneyDeps): Direct<NumberedDraft> {
  let taken: Taken[] = [];
  const ids = new Set<MessageId>();
  return {
    offer(drafts, nowMs) {
      if (!deps.lease.holds()) return ids;
      for (const draft of drafts) {
        // Its hours may be over by the time of the commit: then it waits like the others.
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
        // What waits for its hours stands in nobody's way until then.
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
