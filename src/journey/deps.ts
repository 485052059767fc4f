import type { TakeMedia } from '../domain/chat/media.ts';
import type { PlatformReaction } from '../domain/chat/platform.ts';
import type { LinkId } from '../domain/ids.ts';
import type { MessageKey } from '../domain/message/message.ts';
import type { Velocity } from '../domain/policy/velocity.ts';
import type { Directory } from '../domain/portability/directory.ts';
import type { Clock } from '@paigham/base/clock.ts';
import type { Ids } from '../kit/ids.ts';
import type { Log } from '../kit/log.ts';
import type { Database } from '../kit/postgres/pool.ts';
import type { Throttle } from '../kit/throttle.ts';
import type { Random } from '@paigham/base/random.ts';
import type { AccountCache } from '../store/snapshots/account-cache.ts';
import type { BatchTry } from '../store/batches/remove-batches.ts';
import type { HeldLease } from '../store/nodes/nodes.ts';
import type { WaitingByLink } from '../store/queue/look-at-queue.ts';
import type { RoutingSnapshots } from '../store/snapshots/routing-snapshots.ts';
import type { FetchOptions } from '@paigham/http/fetch/fetch-to-file.ts';
import type { FetchReason } from '@paigham/http/fetch/outcome.ts';
import type { Outboxes } from '../links/outbox.ts';

/** What the journey stands on. Each stage takes only what it uses. */
export type JourneyDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly ids: Ids;
  readonly lease: HeldLease;
  readonly accounts: AccountCache;
  readonly routing: RoutingSnapshots;
  readonly outboxes: Outboxes;
  readonly load: Load;
  /** What was accepted lately, for caps. */
  readonly velocity: Velocity;
  readonly alarms: Alarms;
  /** Batches this node could not give up because the store was away. */
  readonly leftBehind: Set<BatchTry>;
  /** Messages of test keys, by account. */
  readonly tests: Throttle;
  readonly directory: Directory;
  /** Fetches the files of chat messages. */
  readonly media: TakeMedia;
  /** Does what refusals of chat messages require besides ending the attempt. Never rejects. */
  readonly onChatRefusals: (refusals: readonly ChatRefusal[]) => Promise<void>;
  /** Counts numbers that were looked up, by outcome. */
  readonly countLookups: (fate: LookupOutcome, numbers: number) => void;
  /** Counts links that were not fetched, by a reason that is shown to nobody else. */
  readonly countLinks: (reason: FetchReason) => void;
  readonly files: Files;
  readonly settings: JourneyConfig;
};

/** A chat message that the platform refused in its answer, and that requires something more. */
export type ChatRefusal = MessageKey & {
  readonly linkId: LinkId;
  readonly recipient: string;
  readonly reaction: PlatformReaction;
  /** The platform's error number. */
  readonly code: number;
  readonly saidAtMs: number;
};

/** Where files are kept while they are read, and how they get there. */
export type Files = {
  /** What links are fetched with, except the limits. */
  readonly fetching: Omit<FetchOptions, 'limits'>;
  remove(file: string): Promise<void>;
  /** Removes files left behind by programs that died. */
  sweep(): Promise<void>;
};

/**
 * `saved`: nobody was asked; `unknown` and `failed`: sent by prefix and not charged, or refused.
 */
type LookupOutcome = 'saved' | 'answered' | 'unknown' | 'failed';

/** The service's settings that the journey uses. */
type JourneyConfig = {
  /** Appended to the texts of unverified accounts. */
  readonly demoText: string;
  /** For messages by that sender route whose template sets no validity. */
  readonly shortCodeValidityMinutes: number;
  /** Where short links are without a domain of their account; '': nowhere. */
  readonly publicAddress: string;
  /** The number of queued messages above which the API accepts no more. */
  readonly queueBoundMessages: number;
};

/** Counters for the people who run the service. */
export type Alarms = {
  count(what: 'over_cap' | 'cap_alarm' | 'spending_alarm', by: number): void;
};

/** How much is waiting: beyond the bound the API accepts nothing. */
export type Load = {
  queueIsFull(): boolean;
  /** The same for what waits for its hours. */
  heldIsFull(): boolean;
  /** Messages in the queue when they were last counted. */
  waiting(): WaitingByLink;
};
