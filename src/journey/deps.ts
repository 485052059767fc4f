import type { TakeMedia } from '../domain/chat/media.ts';
import type { PlatformReaction } from '../domain/chat/reaction.ts';
import type { LinkId } from '../domain/ids.ts';
import type { MessageKey } from '../domain/message/message.ts';
import type { Velocity } from '../domain/policy/velocity.ts';
import type { Directory } from '../domain/portability/directory.ts';
import type { Clock } from '../kit/clock.ts';
import type { Ids } from '../kit/ids.ts';
import type { Log } from '../kit/log.ts';
import type { Database } from '../kit/postgres/pool.ts';
import type { Random } from '../kit/random.ts';
import type { KnownAccounts } from '../store/known-accounts.ts';
import type { BatchTry } from '../store/messages/remove-batches.ts';
import type { HeldLease } from '../store/held-lease.ts';
import type { WaitingByLink } from '../store/queue/look-at-queue.ts';
import type { KnownRouting } from '../store/known-routing.ts';
import type { FetchOptions } from '../kit/fetch/fetch-to-file.ts';
import type { FetchReason } from '../kit/fetch/outcome.ts';
import type { Outboxes } from '../links/outboxes.ts';

/** What the journey stands on. A stage takes the few of them that it uses. */
export type JourneyDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly ids: Ids;
  readonly lease: HeldLease;
  readonly accounts: KnownAccounts;
  readonly routing: KnownRouting;
  readonly outboxes: Outboxes;
  readonly load: Load;
  /** What was accepted lately, for the caps. */
  readonly velocity: Velocity;
  readonly alarms: Alarms;
  /** What this node could not give up when it wanted to: the store was away. */
  readonly leftBehind: Set<BatchTry>;
  readonly directory: Directory;
  /** Fetches files of chat messages. */
  readonly media: TakeMedia;
  /** Does what refusals of chat messages ask for besides ending their attempts. Never rejects. */
  readonly onChatRefusals: (refusals: readonly ChatRefusal[]) => Promise<void>;
  /** Numbers that were looked up, by what came of it. */
  readonly countLookups: (fate: LookupFate, numbers: number) => void;
  /** Links that were not fetched, by the reason that nobody else is told. */
  readonly countLinks: (reason: FetchReason) => void;
  readonly files: Files;
  readonly settings: JourneyConfig;
};

/** The platform refused a chat message in its answer, and asks for something besides. */
export type ChatRefusal = MessageKey & {
  readonly linkId: LinkId;
  readonly recipient: string;
  readonly reaction: PlatformReaction;
  /** The platform's number of the error. */
  readonly code: number;
  readonly saidAtMs: number;
};

/** Where files are kept while they are read, and how they get there. */
export type Files = {
  /** What links are fetched with, but for the bounds. */
  readonly fetching: Omit<FetchOptions, 'limits'>;
  remove(file: string): Promise<void>;
  /** Removes what programs have left there that died. */
  sweep(): Promise<void>;
};

/**
 * `saved`: nobody was asked; `unknown` and `failed`: sent by prefix and not charged, or refused.
 */
export type LookupFate = 'saved' | 'answered' | 'unknown' | 'failed';

/** What of the service's settings a journey goes by. */
export type JourneyConfig = {
  /** Appended to the texts of unverified accounts. */
  readonly demoText: string;
  /** Of messages by that route whose template says nothing else. */
  readonly shortCodeValidityMinutes: number;
  /** Messages in the queue above which the API takes no more. */
  readonly queueBoundMessages: number;
};

/** Counts for those who run the service. */
export type Alarms = {
  count(what: 'over_cap' | 'cap_alarm' | 'spending_alarm', by: number): void;
};

/** How much waits: the API promises nothing beyond the bound. */
export type Load = {
  queueIsFull(): boolean;
  /** The same of what waits for its hours. */
  heldIsFull(): boolean;
  /** Messages in the queue when they were last counted. */
  waiting(): WaitingByLink;
};
