import type { LinkId } from '../../domain/ids.ts';
import type { Job as AnyJob } from '../../kit/jobs.ts';
import type { WaitingByLink } from '../../store/queue/look-at-queue.ts';
import type { MovePlaces } from './move-waiting.ts';
import type { JourneyDeps } from '../deps.ts';
import type { Heard, Outbox } from '../../links/outbox.ts';
import type { CapCountsRead } from './share-cap-counts.ts';

/** What jobs need besides the parts of the journey. */
export type JobContext = JourneyDeps & {
  readonly hear: (heard: Heard) => void;
  readonly counted: (waiting: WaitingByLink) => void;
  readonly countedHeld: (heldMessages: number) => void;
  /** Whether what was heard some seconds ago is committed. */
  readonly flows: () => boolean;
  /** Where the looks go on that move messages. */
  readonly places: MovePlaces;
  /** What was held and in nobody's hands at the last look. */
  readonly strays: Set<number>;
  readonly capCounts: CapCountsRead;
  /** Messages for which operators are being asked, with the link by which each is. */
  readonly asking: Map<number, LinkId>;
  /** Room that outboxes keep from their traffic for questions. */
  readonly setAside: Map<Outbox, number>;
  /** By link: up to when what was sent has been asked for, as nobody reported on it. */
  readonly askedUntil: Map<LinkId, number>;
  /** Counts what became of a lost answer. */
  readonly reconciled: (what: string) => void;
};

export type Job = AnyJob<JobContext>;
