import type { LinkId } from '../domain/ids.ts';
import { PRIORITIES, type Priority } from '../domain/sender/sender.ts';
import type { Lane } from '../store/queue/free-next.ts';
import type { Outbox } from './outbox.ts';

/** The outboxes of the links that this node holds now, and what may be queued for them. */
export type Outboxes = {
  get(linkId: LinkId): Outbox | undefined;
  all(): readonly Outbox[];
  open(outbox: Outbox): void;
  close(linkId: LinkId): void;
  /**
   * Messages of this priority or a higher one may wait in the queue for this link: then nothing of
   * this priority may overtake them.
   */
  mayHaveWaiting(linkId: LinkId, priority: Priority): boolean;
  /** Something of this priority was put in the queue, or is left there. */
  setWaiting(linkId: LinkId, priority: Priority): void;
  /**
   * Begins a look into the queue for what has at least this priority. What it gives is called when
   * the look has found everything: nothing of that kind waits then, unless it was said meanwhile
   * that it does.
   */
  beginLook(linkId: LinkId, least: Priority): () => void;
  /**
   * An attempt of a lane of an open outbox has its outcome: what waits behind it may be due now.
   */
  answered(linkId: LinkId, lane: Lane): void;
  /** Gives the lanes of which that was said since it was last asked. */
  takeAnswered(linkId: LinkId): readonly Lane[];
};

/**
 * An empty set of outboxes. An outbox that is opened is taken to have messages waiting until a look
 * says otherwise.
 */
export function createOutboxes(): Outboxes {
  const outboxes = new Map<LinkId, Outbox>();
  const waiting = new Set<number>();
  const looks = new Map<number, symbol>();
  const answered = new Map<LinkId, Lane[]>();
  const setWaiting = (linkId: LinkId, priority: Priority): void => {
    // A look that began before does not speak for it.
    looks.delete(placeOf(linkId, priority));
    waiting.add(placeOf(linkId, priority));
  };
  return {
    get: (linkId) => outboxes.get(linkId),
    all: () => [...outboxes.values()],
    open(outbox) {
      outboxes.set(outbox.linkId, outbox);
      for (const priority of PRIORITIES) setWaiting(outbox.linkId, priority);
    },
    close(linkId) {
      outboxes.delete(linkId);
      answered.delete(linkId);
    },
    mayHaveWaiting: (linkId, priority) =>
      PRIORITIES.some((it) => it >= priority && waiting.has(placeOf(linkId, it))),
    setWaiting,
    beginLook(linkId, least) {
      const look = Symbol('look');
      const places = PRIORITIES.filter((it) => it >= least).map((it) => placeOf(linkId, it));
      for (const place of places) looks.set(place, look);
      return () => {
        for (const place of places) if (looks.get(place) === look) waiting.delete(place);
      };
    },
    answered(linkId, lane) {
      const lanes = answered.get(linkId) ?? [];
      lanes.push(lane);
      answered.set(linkId, lanes);
      setWaiting(linkId, lane.priority);
    },
    takeAnswered(linkId) {
      const lanes = answered.get(linkId) ?? [];
      answered.delete(linkId);
      return lanes;
    },
  };
}

/** One number for a link and a priority. */
const placeOf = (linkId: LinkId, priority: Priority): number => linkId * 2 + priority;
