import type { TakenIn } from '../../domain/message/draft.ts';
import { allWaiting, type Oldest, type WaitingByLink } from '../../store/queue/look-at-queue.ts';
import type { Load } from '../deps.ts';

/** How much is waiting: counted now and then, and estimated upwards in between. */
export type CountedLoad = Load & {
  /** The queue has just been counted. */
  counted(waiting: WaitingByLink, first?: readonly Oldest[]): void;
  /** What has waited longest, as last looked at. */
  oldest(): readonly Oldest[];
  /** This many messages wait for their hours. */
  countedHeld(heldMessages: number): void;
  took(taken: TakenIn): void;
  tookChats(messages: number): void;
};

/** Full when more messages wait than `boundMessages`. */
export function createLoad(boundMessages: number): CountedLoad {
  let waiting: WaitingByLink = new Map();
  let oldest: readonly Oldest[] = [];
  let atCount = 0;
  let since = 0;
  let held = 0;
  let heldSince = 0;
  return {
    heldIsFull: () => held + (held > boundMessages / 2 ? heldSince : 0) >= boundMessages,
    countedHeld(heldMessages) {
      held = heldMessages;
      heldSince = 0;
    },
    queueIsFull: () => atCount + (atCount > boundMessages / 2 ? since : 0) >= boundMessages,
    counted(byLink, first = []) {
      waiting = byLink;
      oldest = first;
      atCount = allWaiting(byLink);
      since = 0;
    },
    took(taken) {
      if (taken.kind !== 'accepted' || taken.replayed) return;
      since += taken.acceptance.recipients;
      heldSince += taken.acceptance.recipients;
    },
    tookChats(messages) {
      since += messages;
    },
    waiting: () => waiting,
    oldest: () => oldest,
  };
}
