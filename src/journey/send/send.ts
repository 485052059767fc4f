import type { Outgoing } from '../../domain/message/outgoing.ts';
import { sizeOf, type Outbox } from '../../links/outbox.ts';

/**
 * Fifth stage: one attempt on one link. Messages leased by this node go into the link's outbox,
 * urgent ones first; their results come later.
 */
export function send(outbox: Outbox, messages: readonly Outgoing[]): void {
  for (const message of messages) outbox.claim(sizeOf(message));
  outbox.hand(messages);
}
