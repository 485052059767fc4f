/**
 * What only the chat service has: keeps and processes the platform's webhook events, does what they
 * require besides moving messages, and compares templates with the platform's. Messages and money
 * are moved by the journey.
 */
import type { ChatEvent } from '../domain/chat/webhook-event.ts';
import type { ChatBusinessId } from '../domain/ids.ts';
import type { ChatJourney } from '../journey/journey.ts';
import type { Clock } from '@paigham/base/clock.ts';
import type { Ids } from '../kit/ids.ts';
import type { Log } from '../kit/log.ts';
import type { Database } from '../kit/postgres/pool.ts';
import type { ChatPost } from '../store/chat/events.ts';
import type { RoutingSnapshots } from '../store/snapshots/routing-snapshots.ts';
import { createChatJobs, type ChatJobs } from './jobs.ts';
import type { MayVouch } from './place-events.ts';
import { createChatWebhook } from './webhook.ts';
import type { WebhookSecrets } from './inbound-secrets.ts';

export type { WebhookSecrets };

export type ChatDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly ids: Ids;
  readonly routing: RoutingSnapshots;
  readonly journey: ChatJourney;
  /** What a webhook post says; undefined if it is not one from the platform. */
  readonly readPost: (raw: Uint8Array) => readonly ChatEvent[] | undefined;
  /** Whether a business account's posts may speak about one of another account. */
  readonly mayVouch: MayVouch;
  /** Whether any post may be waiting, including other nodes' posts. */
  readonly hasPosts: () => boolean;
  /** Reads a business account's templates again, after the answer. */
  readonly resync: (businessId: ChatBusinessId) => void;
  /** Reads what the platform says of a business account's numbers. Never rejects. */
  readonly readNumbers: (businessId: ChatBusinessId) => Promise<void>;
  readonly count: (what: string, by: number) => void;
};

/** What the API may ask of the chat service. */
export type Chat = {
  /**
   * Keeps a webhook post. `busy`: too many are waiting, nothing was kept. Rejects when the database
   * would not take it; the platform tries again.
   */
  hear(post: ChatPost): Promise<'kept' | 'busy'>;
};

export type RunningChat = Chat & {
  readonly jobs: ChatJobs;
  /** Starts processing posts: on nodes with the role `worker`. */
  start(): void;
  stop(): Promise<void>;
};

/** Nothing runs before `start`, but posts can be kept. */
export function createChat(deps: ChatDeps): RunningChat {
  const webhook = createChatWebhook(deps);
  return {
    hear: webhook.hear,
    jobs: createChatJobs(deps),
    start: webhook.start,
    stop: webhook.stop,
  };
}
